/// The app's declaration of how a list changes: its rows, their order, and their content.
///
/// The library chooses its strategy from it and from the source's capabilities. If you declare fewer changes than occur, readers see old rows
/// until a reload. If you declare more, the list sends requests to confirm rows that never change.
public struct ListBehavior: Hashable, Sendable {
    /// The changes of a list's rows.
    public enum Membership: Hashable, Sendable {
        /// The same rows as long as the list is shown.
        case fixed
        /// New rows come at the top; none are removed.
        case growsOnTop
        /// Any rows may come and go, anywhere.
        case changes
    }

    /// The changes of the rows' order.
    public enum Ranking: Hashable, Sendable {
        /// A row that is before another stays before it. A row that is removed and comes back, comes back between its old neighbors. If it may
        /// come back elsewhere (a list of favorites, the last one added first), the order is ``rebuilt``.
        case stable
        /// The whole order may change at any moment.
        case rebuilt
    }

    /// The changes of rows' content: none, or any.
    public enum Content: Hashable, Sendable {
        /// The content of a row never changes.
        case fixed
        /// The content of a row may change: a counter, an edited text.
        case changes
    }

    #if PAGING_FIXED_LISTS
        // A build for lists that never change: the compiler drops the code for others.
        /// The same rows as long as the list is shown.
        public var membership: Membership { .fixed }
        /// A stable order.
        public var ranking: Ranking { .stable }
        /// Content that never changes.
        public var content: Content { .fixed }

        /// Makes the only behavior that this build supports.
        public init() {}
    #else
        /// The changes of the list's rows.
        public var membership: Membership
        /// The changes of the rows' order.
        public var ranking: Ranking
        /// The changes of rows' content: none, or any.
        public var content: Content

        /// Makes a behavior; without arguments, of a list that never changes.
        public init(membership: Membership = .fixed, ranking: Ranking = .stable, content: Content = .fixed) {
            (self.membership, self.ranking, self.content) = (membership, ranking, content)
        }
    #endif

    /// A list that never changes while it is read.
    public static let fixed = ListBehavior()

    /// `true` if the only changes are new rows at the top.
    var growsOnlyOnTop: Bool { membership == .growsOnTop && ranking == .stable }

    /// `true` if rows may come, be removed, or change their order.
    public var movesRows: Bool { membership != .fixed || ranking != .stable }
}
