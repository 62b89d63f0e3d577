public import PagingCore

/// The steps of a list view for an update: index by index, as batch updates need them, but only for rows near the screen.
///
/// Deletions are positions before the update, insertions after it, and moves lead from before to after: the rules of
/// `performBatchUpdates(_:completion:)`. Rows whose content changed are configured again after the batch, in new positions, since UIKit cannot
/// both move and reload a row in one batch.
public struct BatchPlan: Hashable, Sendable {
    /// Rows to delete, ascending, in positions before the update.
    public let deletions: [Int]
    /// Rows to insert, ascending, in positions after it.
    public let insertions: [Int]
    /// Rows to move.
    public let moves: [ListUpdate.Move]
    /// Rows near the screen to configure again, ascending, in positions after the update.
    public let reconfigured: [Int]

    /// Plans an update.
    ///
    /// - Parameters:
    ///   - update: an update that list views accept.
    ///   - visible: the rows on screen before it.
    /// - Complexity: O(*removed, inserted and moved rows* + *visible rows*), whatever the list's length is.
    public init(_ update: ListUpdate, visible: Range<Int>) {
        deletions = Array(update.removed.positions)
        insertions = Array(update.inserted.positions)
        moves = update.moves
        let shown = update.isInPlace ? visible : update.positionMap.following(visible)
        let margin = max(shown.count, Self.reach)
        let near = max(0, shown.lowerBound - margin)..<max(0, shown.upperBound + margin)
        reconfigured = Array(update.changed.intersection(PositionSet(near.clamped(to: 0..<update.newCount))).positions)
    }

    /// How many rows beyond the screen a view may have cells for, prepared or not reused yet: many times what any view is known to keep.
    static let reach = 100

    /// `true` if rows are removed, inserted or moved, so that a batch is needed.
    public var isStructural: Bool { !deletions.isEmpty || !insertions.isEmpty || !moves.isEmpty }

    /// `true` if a batch is right for a view that has a section for each of the list's: the sections stay, and each staying row stays in its
    /// section.
    ///
    /// - Parameters:
    ///   - before: the section paths before the update.
    ///   - after: the section paths after the update.
    /// - Complexity: O(*removed, inserted and moved rows* × log *sections* + *sections*).
    package func keepsSections(from before: SectionPaths, to after: SectionPaths) -> Bool {
        guard before.titles == after.titles else { return false }
        // Rows that are neither removed, inserted nor moved keep their order. So each stays in its section if each section keeps its number of
        // them.
        var kept = (0..<before.sectionCount).map { before.rowCount(ofSection: $0) - after.rowCount(ofSection: $0) }
        for row in deletions + moves.map(\.from) { kept[before.path(of: row).section] -= 1 }
        for row in insertions + moves.map(\.to) { kept[after.path(of: row).section] += 1 }
        return kept.allSatisfy { $0 == 0 }
    }

    /// `true` if a row must be kept in place: it moved, or others are removed, inserted or moved above it, even if its position is the same.
    ///
    /// - Parameters:
    ///   - row: its position before the update.
    ///   - new: its position after the update.
    public func displaces(_ row: Int, nowAt new: Int) -> Bool {
        row != new || deletions.first.map { $0 < row } ?? false || insertions.first.map { $0 < new } ?? false
            || moves.contains { $0.from < row || $0.to < new }
    }
}
