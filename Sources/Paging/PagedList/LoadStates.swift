internal import PagingCore

/// The separate states of loading above, of loading below and of a refresh: for headers, footers and a pull to refresh.
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
        /// There may be more rows, and no request for them.
        case idle
        /// Rows have been requested, or wait for another attempt.
        case loading
        /// The last attempt failed. ``PagedList/retry()`` tries again.
        case failed(any Error)
        /// There are no more rows.
        case complete

        /// The error, if the state is a failure.
        public var error: (any Error)? { if case .failed(let error) = self { error } else { nil } }
    }

    /// Above the first row. Complete in a list that begins at its start.
    public var before: State
    /// Below the last row, in a list of unknown length, and below the last one loaded if an app pages by hand; complete in any other.
    public var after: State
    /// The last refresh, the first load included. Complete once it is over, and failed while rows on screen are.
    public var refresh: State
}

/// An end of a list.
public enum LoadDirection: Hashable, Sendable {
    /// Above the first row.
    case before
    /// Below the last row.
    case after
}

extension PagedList {
    /// `true` if the first row is the list's first. If that is not known, the list grows at its top as one reads upward.
    public var isStartKnown: Bool { observers.list.edges.before == .complete }

    /// The state of loading in each direction. Observed.
    public var loadStates: LoadStates {
        let edges = observers.list.edges
        return LoadStates(before: state(edges.before), after: state(edges.after), refresh: state(edges.refresh))
    }

    /// Loads the next rows in a direction: below the reader, as ``loadMore()`` does, or above the first row.
    ///
    /// It returns when they are loaded, or at once if there are none. Rows that are inserted above never move the rows on screen. A failure
    /// leaves all rows as they are; ``loadStates`` is `.failed` for the direction.
    ///
    /// - Throws: the source's error, once the request is not repeated any more; a ``PageDefect``, such as ``PageDefect/noWayAbove`` if the
    ///   source cannot be read upward; `CancellationError`.
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
        let next = machine.isPagedByHand ? machine.nextMissing : machine.rows.count
        if !machine.endIsKnown || next < machine.rows.count {
            after =
                switch machine.state(at: next) {
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

/// The ending of a load that observers of changes are informed of even if no row changed.
enum LoadEnding {
    /// There are no more rows in a direction, or a refresh is over.
    case complete
    case failed
}

extension EdgePhases {
    /// The ending that a change from another state means.
    func ending(after old: EdgePhases) -> LoadEnding? {
        let changed = [(old.before, before), (old.after, after), (old.refresh, refresh)].filter { $0 != $1 }
        if changed.contains(where: { if case .failed = $1 { true } else { false } }) { return .failed }
        return changed.contains { $1 == .complete } ? .complete : nil
    }
}
