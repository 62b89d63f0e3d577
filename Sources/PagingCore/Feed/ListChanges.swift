/// The changes of a list between two of its versions, as a server reports them.
///
/// Changes need not be consistent: servers report more removals than there were, and report items that only moved as removed and added. The
/// machine works out what they mean for a partly loaded list.
///
/// Source: RFC 8620 §5.6 (`/queryChanges`).
public struct ListChanges<ID> {
    /// An item at a new position.
    public struct Addition {
        /// The item's identifier.
        public var identifier: ID
        /// Its position in the new version, counted from 0.
        public var position: Int

        /// Makes an addition.
        @inlinable
        public init(_ identifier: ID, at position: Int) {
            (self.identifier, self.position) = (identifier, position)
        }
    }

    /// The version that the changes start from.
    public var from: Version
    /// The version that the changes lead to.
    public var to: Version
    /// Items that left their positions; moved items are among the additions too.
    public var removed: [ID]
    /// Items at new positions.
    public var added: [Addition]
    /// Items whose content changed, wherever they are, or `nil` if the server does not report them, so that any may have changed.
    public var edited: [ID]?
    /// The number of items in the new version, or `nil` if the server does not report it.
    public var total: Int?
    /// `true` if the server stopped before the end, so that the changes since `to` must be requested next.
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
