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
/// ``PagedList/loadMore(_:)`` only tries again in its own direction, ``PagedList/retry()`` in all.
public enum EdgeState: Sendable {
    /// Nothing: there are no more rows, or the list has none and its ``EmptyState`` is shown.
    case none
    /// There may be more rows, which load once the reader comes near.
    case waiting
    /// More rows are being loaded.
    case loading
    /// The last attempt failed.
    case failed(any Error)

    /// The state of an end of a list. Observed if it is read in a view's body.
    @MainActor
    public init(_ list: PagedList<some Sendable>, _ direction: LoadDirection) {
        let states = list.loadStates
        self.init(direction == .before ? states.before : states.after, isEmpty: list.count == 0)
    }

    /// The state of an end, given the state of its list.
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

    /// `true` if a view shows something at the end.
    public var isShown: Bool { if case .none = self { false } else { true } }
}
