extension ListUpdate {
    /// The position of an old row in the new list, or `nil` if it was removed or never existed.
    ///
    /// - Complexity: O(log *n*) in the number of ranges if no row moves, else O(*m* log *m*) in the number of moves.
    public func newPosition(of old: Int) -> Int? {
        positionMap.newPosition(of: old)
    }

    /// The position of a new row in the old list, or `nil` if it was inserted or does not exist.
    ///
    /// - Complexity: as for ``newPosition(of:)``.
    public func oldPosition(of new: Int) -> Int? {
        positionMap.oldPosition(of: new)
    }

    /// The rows of ``changed``, as positions in the old list.
    ///
    /// - Complexity: O(*n* log *n*) in the number of ranges and moves.
    public var changedBefore: PositionSet {
        positionMap.oldPositions(ofKept: changed)
    }

    /// The update's positions prepared for many lookups.
    ///
    /// - Complexity: O(1) if no row moves, else O(*n* + *m* log *m*) in the numbers of ranges and moves.
    @usableFromInline
    package var positionMap: PositionMap { PositionMap(self) }
}

extension PositionMap {
    /// The positions in the new list of the rows on screen, for a view that keeps the first of them in place.
    ///
    /// If neither that row nor any behind it is left, the view goes back to the last screen.
    ///
    /// - Parameter rows: positions in the old list; past its end they stay unchanged.
    package func following(_ rows: Range<Int>) -> Range<Int> {
        guard rows.lowerBound < oldCount else { return rows }
        let lower = newPosition(ofOrAfter: rows.lowerBound)
        let first = lower < newCount ? lower : max(0, newCount - rows.count)
        return first..<first + rows.count
    }

    /// The place behind the row that preceded a position; 0 stays 0.
    func newBoundary(behind old: Int) -> Int {
        guard old > 0 else { return 0 }
        return newPosition(of: old - 1).map { $0 + 1 } ?? newPosition(ofOrAfter: min(old, oldCount))
    }
}
