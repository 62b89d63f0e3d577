public import Paging

/// The state that a view shows below the last row.
public enum FooterState: Sendable {
    /// Nothing: the list has no rows, and its ``EmptyState`` is shown.
    case none
    /// More rows are being loaded.
    case loading
    /// Loading more failed; offer ``PagedList/retry()``.
    case failed(any Error)
    /// Several answers in a row had only hidden rows; offer ``PagedList/resumeLoading()``.
    case pausedLoading
    /// There are no more rows.
    case end

    /// The state of a list's footer. Observed if it is read in a view's body.
    @MainActor
    public init(_ list: PagedList<some Sendable>) {
        self.init(
            list.state, isEmpty: list.count == 0, isEndKnown: list.isEndKnown, hasPausedLoading: list.hasPausedLoading)
    }

    /// The state of the footer, given the state of its list.
    public init(_ state: ListState, isEmpty: Bool, isEndKnown: Bool, hasPausedLoading: Bool) {
        if isEmpty {
            self = .none
        } else if let error = state.error {
            self = .failed(error)
        } else if hasPausedLoading {
            self = .pausedLoading
        } else {
            self = isEndKnown ? .end : .loading
        }
    }
}

/// The state that a view shows in place of rows.
public enum EmptyState: Sendable {
    /// Nothing: there are rows.
    case none
    /// The first rows are being loaded.
    case loading
    /// The first load failed; offer ``PagedList/retry()``.
    case failed(any Error)
    /// The list has no rows.
    case empty

    /// The state that is shown in place of a list's rows. Observed if it is read in a view's body.
    @MainActor
    public init(_ list: PagedList<some Sendable>) {
        self.init(list.state, isEmpty: list.count == 0, isEndKnown: list.isEndKnown)
    }

    /// The state in place of rows, given the state of their list.
    public init(_ state: ListState, isEmpty: Bool, isEndKnown: Bool) {
        if !isEmpty {
            self = .none
        } else if let error = state.error {
            self = .failed(error)
        } else {
            self = isEndKnown ? .empty : .loading
        }
    }
}
