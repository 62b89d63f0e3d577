public import Paging

/// The state that a view shows at one end of a list: above the first row, or below the last.
///
/// ```swift
/// switch EdgeState(list, .before) {
/// case .loading, .waiting: ProgressView()
/// case .failed: Button("Try again") { Task { try? await list.loadMore(.before) } }
/// case .none: EmptyView()
/// }
/// ```
///
/// ``PagedList/loadMore(_:)`` tries again in its own direction alone, ``PagedList/retry()`` in all.
public enum EdgeState: Sendable {
    /// Nothing: there is no more, or the list has no rows and its ``EmptyState`` is shown.
    case none
    /// There may be more, and it is asked for once the reader comes near.
    case waiting
    /// More is on its way.
    case loading
    /// Asking failed for the last time.
    case failed(any Error)

    /// The state of an end of a list. Observed where it is read in a view's body.
    @MainActor
    public init(_ list: PagedList<some Sendable>, _ direction: LoadDirection) {
        let states = list.loadStates
        self.init(direction == .before ? states.before : states.after, isEmpty: list.count == 0)
    }

    /// The state of an end, by the state of its list.
    public init(_ state: LoadStates.State, isEmpty: Bool) {
        if isEmpty {
            self = .none
        } else {
            switch state {
            case .complete: self = .none
            case .idle: self = .waiting
            case .loading: self = .loading
            case .failed(let error): self = .failed(error)
            }
        }
    }

    /// `true` if there is something to show.
    public var isShown: Bool { if case .none = self { false } else { true } }
}
