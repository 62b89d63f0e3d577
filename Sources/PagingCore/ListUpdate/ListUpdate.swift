/// The changes between two states of a list, in the terms list views use.
///
/// ```swift
/// let arrived = ListUpdate.filled(100..<150, count: 1_000)
/// let deleted = ListUpdate(oldCount: 1_000, newCount: 999, removed: [7..<8])
/// let both = arrived.followed(by: deleted)
/// print(both.changed)  // {99..<149}
/// ```
///
/// Removals are positions in the old list; insertions are positions in the new one; moves go from old to new. Rows that
/// are none of these stay in their order, and ``changed`` names those of them that have to be shown anew. A row that moves
/// and changes is a removal and an insertion, since list views allow no row two roles.
///
/// An update is a value, and holds whatever it is given: ``validate()`` says whether a list view would accept it. The
/// other members expect that it would, and what they answer otherwise has no meaning.
public struct ListUpdate: Hashable, Sendable {
    /// A row that goes elsewhere.
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

    /// How many rows the old list had.
    public var oldCount: Int

    /// How many rows the new list has.
    public var newCount: Int

    /// The rows that go, as positions in the old list.
    public var removed: PositionSet

    /// The rows that come, as positions in the new list.
    public var inserted: PositionSet

    #if PAGING_FIXED_LISTS
        // A build for lists that never change: the compiler drops what is there for moves.
        /// No row moves.
        public var moves: [Move] {
            get { [] }
            set {}
        }
    #else
        /// The rows that go elsewhere. Their order has no meaning.
        public var moves: [Move]
    #endif

    /// The rows that stay but have other content (filled, cleared, edited), as positions in the new list.
    public var changed: PositionSet

    /// Makes an update.
    ///
    /// - Parameters:
    ///   - oldCount: how many rows the old list had.
    ///   - newCount: how many rows the new list has.
    ///   - removed: the rows that go, as positions in the old list.
    ///   - inserted: the rows that come, as positions in the new list.
    ///   - moves: the rows that go elsewhere.
    ///   - changed: the rows that stay but have other content, as positions in the new list.
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

    /// The update of a list of `count` rows that puts new ones before a position.
    static func inserting(_ number: Int, at position: Int, count: Int) -> ListUpdate {
        ListUpdate(oldCount: count, newCount: count + number, inserted: PositionSet(position..<position + number))
    }

    /// This update, after which other rows have other content too.
    ///
    /// The same as ``followed(by:)`` with an update that has nothing but changes, where no row moves.
    func changing(_ positions: PositionSet) -> ListUpdate {
        assert(moves.isEmpty, "ListUpdate: a row that moves and changes needs another role")
        var result = self
        result.changed = changed.union(positions.subtracting(inserted))
        return result
    }

    /// `true` if nothing changes: no row goes, comes, moves or has other content, and the counts are the same.
    public var isEmpty: Bool {
        oldCount == newCount && removed.isEmpty && inserted.isEmpty && moves.isEmpty && changed.isEmpty
    }

    /// `true` if every row stays where it is: none goes, comes or moves. Some may have other content.
    public var isInPlace: Bool { removed.isEmpty && inserted.isEmpty && moves.isEmpty }
}
