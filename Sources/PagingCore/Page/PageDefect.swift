/// A defect of an answer.
public enum PageDefect: Error, Hashable, Sendable {
    /// The total is below zero.
    case negativeTotal(Int)
    /// The total is larger than any list this library holds.
    case totalTooLarge(Int)
    /// The page claims to begin before the list does, or beyond the longest list.
    case positionOutOfRange(Int)
    /// The page has none of the rows that were asked for, though the list has more than `position` rows.
    case emptyPage(position: Int)
    /// The page begins elsewhere and has none of the rows that were asked for.
    case misplacedPage(asked: Int, answered: Int)
    /// The item at `position` has the identifier of the one at `first`.
    case duplicateIdentifier(position: Int, first: Int)
    /// The next cursor is one that was followed before, after `position` rows.
    case repeatedCursor(position: Int)
    /// Answers alternate between versions of the list, whatever is asked, from `position` on.
    case mixedVersions(position: Int)
    /// This many answers in a row brought no new row, after `position` rows.
    case noProgress(position: Int, answers: Int)
    /// This many answers in a row showed different states of the list around `position`, so the list stops asking.
    case unsettled(position: Int, answers: Int)
    /// No answer says what comes before the list's first row, so that it cannot be read upwards.
    case noWayAbove
}
