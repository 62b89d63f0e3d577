/// Why a list cannot be restored from a state: which of its parts contradict each other.
///
/// A state that a list gave is sound. One that went through a file may have been cut short, changed or put together.
public enum StateDefect: Error, Hashable, Sendable {
    /// The list is said to have more slots than any list this library holds.
    case tooLong(Int)
    /// The item at `position` has the identifier of the one at `first`.
    case repeatedItem(position: Int, first: Int)
    /// The snapshot names so many identifiers, and the list has so many slots.
    case snapshotOfOtherLength(identifiers: Int, slots: Int)
    /// The snapshot has another identifier at this position than the item there.
    case snapshotOfOtherItem(position: Int)
    /// The snapshot names an identifier twice, the second time at this position.
    case repeatedIdentifier(position: Int)
    /// The checkpoint with this index is before the one in front of it, or beyond the list, or past its start without a
    /// cursor.
    case misplacedCheckpoint(index: Int)
    /// The gap with this index is before the one in front of it, or where the list has no row, or has less than no page left.
    case misplacedGap(index: Int)
    /// Rows are said to be stale beyond the end of the list.
    case staleBeyondEnd(Int)
    /// A section has less than no row, or the sections have more rows than any list.
    case sectionsOfOtherLength(rows: Int, slots: Int)
    /// A still history, or the row behind it, has no item at this position: none may be missing, and none have been seen past
    /// its end.
    case historyWithHole(position: Int)
    /// The edit of this name is, or puts its row, where the list has no place, or is no edit that can be made.
    case misplacedEdit(EditID)
    /// Two edits have this name, or one that is yet to be given; or it is said to be the last one given, and none can be.
    case repeatedEdit(EditID)
}
