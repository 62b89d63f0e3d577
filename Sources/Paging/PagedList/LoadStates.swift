internal import PagingCore

/// The state of loading above, below, and of a refresh, each by itself: for headers, footers and a pull to refresh.
///
/// ```swift
/// switch list.loadStates.before {
/// case .loading: ProgressView()
/// case .failed(let error): RetryRow(error) { list.retry() }
/// case .idle, .complete: EmptyView()
/// }
/// ```
public struct LoadStates: Sendable {
    /// The state of one direction.
    public enum State: Sendable {
        /// There may be more, and nothing asks for it now.
        case idle
        /// It has been asked for, or waits to be asked for once more.
        case loading
        /// Asking failed for the last time. ``PagedList/retry()`` tries again.
        case failed(any Error)
        /// There is no more.
        case complete

        /// The error, where it is one.
        public var error: (any Error)? { if case .failed(let error) = self { error } else { nil } }
    }

    /// Above the first row. Complete in a list that begins at its start.
    public var before: State
    /// Below the last row, in a list of unknown length; complete in any other.
    public var after: State
    /// The last refresh, the first load included. Complete once it is over, and failed while rows on screen are.
    public var refresh: State
}

/// Which end of a list.
public enum LoadDirection: Hashable, Sendable {
    /// Above the first row.
    case before
    /// Below the last row.
    case after
}

extension PagedList {
    /// `true` if the first row is the list's first. Where it is not known to be, the list grows at its top as one reads upwards.
    public var isStartKnown: Bool { observers.list.edges.before == .complete }

    /// The state of loading in each direction. Observed.
    public var loadStates: LoadStates {
        let edges = observers.list.edges
        return LoadStates(before: state(edges.before), after: state(edges.after), refresh: state(edges.refresh))
    }

    /// Loads the next rows in a direction: below the reader, as ``loadMore()`` does, or above the first row.
    ///
    /// Returns when they are in; at once where there is no more. Rows that are found above never move those on screen. A failure leaves
    /// all rows as they are: ``loadStates`` says `.failed` for the direction.
    ///
    /// - Throws: what the source threw, once it is not asked again; a ``PageDefect``, ``PageDefect/noWayAbove`` where the source does not lead
    ///   upwards; `CancellationError`.
    public func loadMore(_ direction: LoadDirection) async throws {
        guard direction == .before else { return try await loadMore() }
        resumeLoading()
        let (job, effects) = machine.loadAbove(now: driver.time.now())
        try await finish(job, effects)
    }

    private func state(_ edge: EdgePhases.Phase) -> LoadStates.State {
        switch edge {
        case .idle: .idle
        case .loading: .loading
        case .failed(let failure): .failed(error(for: failure))
        case .complete: .complete
        }
    }
}

/// The states of ``LoadStates`` as the machine knows them.
struct EdgePhases: Equatable {
    enum Phase: Equatable {
        case idle, loading, complete
        case failed(LoadFailure)
    }

    var before = Phase.complete
    var after = Phase.complete
    var refresh = Phase.idle

    init() {}

    /// `true` if loading above or below has failed.
    private var hasFailedEdge: Bool {
        [before, after].contains { if case .failed = $0 { true } else { false } }
    }

    init(of machine: ListMachine) {
        before =
            machine.startIsKnown
            ? .complete : machine.failureAbove.map { .failed($0) } ?? (machine.isLoadingAbove ? .loading : .idle)
        if !machine.endIsKnown {
            after =
                switch machine.state(at: machine.rows.count) {
                case .loading: .loading
                case .failed(let failure): .failed(failure)
                case .placeholder, .loaded: .idle
                }
        }
        refresh =
            switch machine.phase {
            case .idle: machine.hasAnswered ? .complete : .idle
            case .loading, .refreshing: .loading
            // A failure that is not of an edge is of what is on screen.
            case .failed(let failure):
                machine.refreshFailed || !machine.hasAnswered || !hasFailedEdge ? .failed(failure) : .complete
            }
    }
}

/// An end that readers of changes are told of even though no row changed.
enum LoadEnding {
    /// There is no more in a direction, or a refresh is over.
    case complete
    case failed
}

extension EdgePhases {
    /// The ending that this state is, after another one.
    func ending(after old: EdgePhases) -> LoadEnding? {
        let changed = [(old.before, before), (old.after, after), (old.refresh, refresh)].filter { $0 != $1 }
        if changed.contains(where: { if case .failed = $1 { true } else { false } }) { return .failed }
        return changed.contains { $1 == .complete } ? .complete : nil
    }
}
