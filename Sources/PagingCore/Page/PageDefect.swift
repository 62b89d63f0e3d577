/// A defect of an answer.
public enum PageDefect: Error, Hashable, Sendable {
    /// The total is below zero.
    case negativeTotal(Int)
    /// The total is larger than any list that this library can hold.
    case totalTooLarge(Int)
    /// The page claims to begin before the list does, or beyond the longest list.
    case positionOutOfRange(Int)
    /// The page has none of the requested rows, though the list has more than `position` rows.
    case emptyPage(position: Int)
    /// The page begins at another position and has none of the requested rows.
    case misplacedPage(asked: Int, answered: Int)
    /// The item at `position` has the same identifier as the one at `first`.
    case duplicateIdentifier(position: Int, first: Int)
    /// The next cursor was followed before, after `position` rows.
    case repeatedCursor(position: Int)
    /// Answers alternate between versions of the list, whatever is requested, from `position` on.
    case mixedVersions(position: Int)
    /// This many answers in a row brought no new row, after `position` rows.
    case noProgress(position: Int, answers: Int)
    /// This many answers in a row showed different states of the list around `position`, so the list stops asking.
    case unsettled(position: Int, answers: Int)
    /// No answer tells how to load the rows before the list's first one.
    case noWayAbove
}
