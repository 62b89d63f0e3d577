/// The changes between two states of a list, in the terms list views use.
///
/// ```swift
/// let arrived = ListUpdate.filled(100..<150, count: 1_000)
/// let deleted = ListUpdate(oldCount: 1_000, newCount: 999, removed: [7..<8])
/// let both = arrived.followed(by: deleted)
/// print(both.changed)  // {99..<149}
/// ```
///
/// Removals are positions in the old list, insertions are positions in the new one, and moves lead from old to new. All other rows keep their
/// order, and ``changed`` names those that have to be shown anew. A row that moves and changes is a removal and an insertion, since list views
/// allow a row only one role.
///
/// An update is a value without checks. Its members assume one that list views accept, as all of a list are; their results are meaningless
/// otherwise.
public struct ListUpdate: Hashable, Sendable {
    /// A row that changes its position.
    @frozen
    public struct Move: Hashable, Sendable {
        /// The row's position in the old list.
        public var from: Int
        /// The row's position in the new list.
        public var to: Int

        /// Makes a move.
        @inlinable
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// The number of rows in the old list.
    public var oldCount: Int

    /// The number of rows in the new list.
    public var newCount: Int

    /// The removed rows, as positions in the old list.
    public var removed: PositionSet

    /// The inserted rows, as positions in the new list.
    public var inserted: PositionSet

    #if PAGING_FIXED_LISTS
        // A build for lists that never change: the compiler drops the code for moves.
        /// No row moves.
        public var moves: [Move] {
            get { [] }
            set {}
        }
    #else
        /// The moved rows, in any order.
        public var moves: [Move]
    #endif

    /// The staying rows whose content changed (filled, cleared, edited), as positions in the new list.
    public var changed: PositionSet

    /// Makes an update.
    ///
    /// - Parameters:
    ///   - oldCount: the number of rows in the old list.
    ///   - newCount: the number of rows in the new list.
    ///   - removed: the removed rows, as positions in the old list.
    ///   - inserted: the inserted rows, as positions in the new list.
    ///   - moves: the moved rows.
    ///   - changed: the staying rows whose content changed, as positions in the new list.
    public init(
        oldCount: Int, newCount: Int, removed: PositionSet = PositionSet(), inserted: PositionSet = PositionSet(),
        moves: [Move] = [], changed: PositionSet = PositionSet()
    ) {
        self.oldCount = oldCount
        self.newCount = newCount
        self.removed = removed
        self.inserted = inserted
        self.changed = changed
        self.moves = moves
    }

    /// The update of a list of `count` rows in which the rows of a range were filled, cleared or edited.
    public static func filled(_ range: Range<Int>, count: Int) -> ListUpdate {
        ListUpdate(oldCount: count, newCount: count, changed: PositionSet(range))
    }

    /// The update of a list of `count` rows that inserts new ones before a position.
    static func inserting(_ number: Int, at position: Int, count: Int) -> ListUpdate {
        ListUpdate(oldCount: count, newCount: count + number, inserted: PositionSet(position..<position + number))
    }

    /// This update, with further rows marked as changed.
    ///
    /// The same as ``followed(by:)`` with an update that only has changes, if no row moves.
    func changing(_ positions: PositionSet) -> ListUpdate {
        assert(moves.isEmpty, "ListUpdate: a row that moves and changes needs another role")
        var result = self
        result.changed = changed.union(positions.subtracting(inserted))
        return result
    }

    /// `true` if nothing changes: no row is removed, inserted, moved or changed, and the counts are the same.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    public var isEmpty: Bool {
        oldCount == newCount && removed.isEmpty && inserted.isEmpty && moves.isEmpty && changed.isEmpty
    }

    /// `true` if every row keeps its position: none is removed, inserted or moved. The content of some may change.
    public var isInPlace: Bool { removed.isEmpty && inserted.isEmpty && moves.isEmpty }
}
