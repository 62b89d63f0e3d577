/// The reason why a list view would refuse a ``ListUpdate``, or show something other than the list.
package enum ListUpdateDefect: Error, Hashable, Sendable {
    /// A count is below 0.
    case negativeCount(old: Int, new: Int)
    /// Rows are removed that the old list does not have.
    case removalOutOfRange(Range<Int>, oldCount: Int)
    /// Rows are inserted at positions that the new list does not have.
    case insertionOutOfRange(Range<Int>, newCount: Int)
    /// Rows are changed that the new list does not have.
    case changeOutOfRange(Range<Int>, newCount: Int)
    /// A row moves from beyond the old list or to beyond the new one.
    case moveOutOfRange(ListUpdate.Move, oldCount: Int, newCount: Int)
    /// One row of the old list moves twice.
    case movedTwice(old: Int)
    /// Two rows move to the same position.
    case movedToOnePlace(new: Int)
    /// A row of the old list is both removed and moved.
    case removedAndMoved(old: Int)
    /// A row of the new list is both inserted and moved to.
    case insertedAndMoved(new: Int)
    /// A row of the new list is both inserted and changed.
    case insertedAndChanged(new: Int)
    /// A row of the new list is both moved to and changed.
    case movedAndChanged(new: Int)
    /// The old count less the removals plus the insertions is not the new count.
    case countsDoNotAddUp(oldCount: Int, removed: Int, inserted: Int, newCount: Int)
}

extension ListUpdate {
    /// Checks that a list view would accept the update, by the rules of UIKit's batch updates.
    ///
    /// Positions are in range; no row has two roles; no row moves twice and no two to the same position; the counts add up. It cannot check that
    /// the update matches the rows of the lists.
    ///
    /// - Throws: ``ListUpdateDefect``, the first one found, with the first position concerned.
    /// - Complexity: O(*n* + *m* log *m*) in the numbers of ranges and moves.
    package func validate() throws(ListUpdateDefect) {
        guard oldCount >= 0, newCount >= 0 else {
            throw .negativeCount(old: oldCount, new: newCount)
        }
        if let range = removed.firstRange(outside: oldCount) {
            throw .removalOutOfRange(range, oldCount: oldCount)
        }
        if let range = inserted.firstRange(outside: newCount) {
            throw .insertionOutOfRange(range, newCount: newCount)
        }
        if let range = changed.firstRange(outside: newCount) {
            throw .changeOutOfRange(range, newCount: newCount)
        }
        if let row = inserted.intersection(changed).ranges.first {
            throw .insertedAndChanged(new: row.lowerBound)
        }
        try validateMoves()
        guard oldCount - removed.count == newCount - inserted.count else {
            throw .countsDoNotAddUp(
                oldCount: oldCount, removed: removed.count, inserted: inserted.count, newCount: newCount)
        }
    }

    private func validateMoves() throws(ListUpdateDefect) {
        for move in moves where !(0..<oldCount).contains(move.from) || !(0..<newCount).contains(move.to) {
            throw .moveOutOfRange(move, oldCount: oldCount, newCount: newCount)
        }
        let sources = moves.map { $0.from }.sorted()
        for (one, other) in zip(sources, sources.dropFirst()) where one == other {
            throw .movedTwice(old: one)
        }
        let targets = moves.map { $0.to }.sorted()
        for (one, other) in zip(targets, targets.dropFirst()) where one == other {
            throw .movedToOnePlace(new: one)
        }
        if let row = sources.first(where: removed.contains) {
            throw .removedAndMoved(old: row)
        }
        if let row = targets.first(where: inserted.contains) {
            throw .insertedAndMoved(new: row)
        }
        if let row = targets.first(where: changed.contains) {
            throw .movedAndChanged(new: row)
        }
    }
}

extension PositionSet {
    /// The first range that is not within `0..<count`.
    fileprivate func firstRange(outside count: Int) -> Range<Int>? {
        guard let first = ranges.first, first.lowerBound >= 0 else { return ranges.first }
        return ranges.last.flatMap { $0.upperBound > count ? ranges.first { $0.upperBound > count } : nil }
    }
}
