/// The changes of a list between two of its versions, as a server reports them.
///
/// Nothing here has to be consistent: servers report more removals than there were, and items as removed and added that
/// only moved. What follows from it for a list that is loaded in part is the machine's to find out.
///
/// Source: RFC 8620 §5.6 (`/queryChanges`).
public struct ListChanges<ID> {
    /// An item at a position where it was not before.
    public struct Addition {
        /// Whose identifier it is.
        public var identifier: ID
        /// Its position in the new version, counted from 0.
        public var position: Int

        /// Makes an addition.
        @inlinable
        public init(_ identifier: ID, at position: Int) {
            (self.identifier, self.position) = (identifier, position)
        }
    }

    /// The version that was asked about.
    public var from: Version
    /// The version that the list has now.
    public var to: Version
    /// Items that are no longer where they were; those that moved are among the additions too.
    public var removed: [ID]
    /// Items that are where they were not before.
    public var added: [Addition]
    /// Items that have other content, wherever they are, or `nil` if the server does not say, so that any may.
    public var edited: [ID]?
    /// How many items the list has in the new version, or `nil` if the server does not say.
    public var total: Int?
    /// `true` if the server stopped before the end, so that the changes from `to` on are to be asked for next.
    public var hasMore: Bool

    /// Makes changes.
    public init(
        from: Version, to: Version, removed: [ID] = [], added: [Addition] = [], edited: [ID]? = nil, total: Int? = nil,
        hasMore: Bool = false
    ) {
        (self.from, self.to, self.removed, self.added) = (from, to, removed, added)
        (self.edited, self.total, self.hasMore) = (edited, total, hasMore)
    }
}

extension ListChanges.Addition: Equatable where ID: Equatable {}
extension ListChanges.Addition: Sendable where ID: Sendable {}
extension ListChanges: Equatable where ID: Equatable {}
extension ListChanges: Sendable where ID: Sendable {}
