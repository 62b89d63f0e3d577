/// The app's knowledge of a list: which rows it has, how they are ordered, and whether rows themselves change.
///
/// The library picks the machinery from it and from what the source can do. Declaring less change than there is shows
/// what is no longer so until the next refresh; declaring more costs requests that prove what was true all along.
public struct ListBehavior: Hashable, Sendable {
    /// Which rows a list has.
    public enum Membership: Hashable, Sendable {
        /// The same as long as anybody looks.
        case fixed
        /// New ones come at the top; none go.
        case growsOnTop
        /// Any may come and go, anywhere.
        case changes
    }

    /// How rows are ordered.
    public enum Ranking: Hashable, Sendable {
        /// A row that is before another stays before it. One that goes and comes back, comes back between its old neighbors;
        /// where it may come back elsewhere (a list of favorites, the last one added first), the order is ``rebuilt``.
        case stable
        /// The whole order may be another at any moment.
        case rebuilt
    }

    /// The changes of rows' content: none, or any.
    public enum Content: Hashable, Sendable {
        /// The content of a row never changes.
        case fixed
        /// A row may have other content the next time: a counter, an edited text.
        case changes
    }

    #if PAGING_FIXED_LISTS
        // A build for lists that never change: the compiler drops what is there for others.
        /// The same rows as long as anybody looks.
        public var membership: Membership { .fixed }
        /// A stable order.
        public var ranking: Ranking { .stable }
        /// Content that never changes.
        public var content: Content { .fixed }

        /// Makes the only behavior that this build knows.
        public init() {}
    #else
        /// Which rows the list has.
        public var membership: Membership
        /// In what order they are.
        public var ranking: Ranking
        /// The changes of rows' content: none, or any.
        public var content: Content

        /// Makes a behavior; without arguments, that of a list that never changes.
        public init(membership: Membership = .fixed, ranking: Ranking = .stable, content: Content = .fixed) {
            (self.membership, self.ranking, self.content) = (membership, ranking, content)
        }
    #endif

    /// A list that never changes while it is read.
    public static let fixed = ListBehavior()

    /// `true` if new rows at the top are all that ever happens.
    var growsOnlyOnTop: Bool { membership == .growsOnTop && ranking == .stable }

    /// `true` if rows may come, go, or be in another order.
    public var movesRows: Bool { membership != .fixed || ranking != .stable }
}
