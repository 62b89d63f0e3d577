/// The reason why a list cannot be restored from a state: the parts that contradict each other.
///
/// A state that a list saved is consistent. One that was read from a file may have been truncated, changed or assembled.
package enum StateDefect: Error, Hashable, Sendable {
    /// The list has more slots than any list this library can hold.
    case tooLong(Int)
    /// The item at `position` has the same identifier as the one at `first`.
    case repeatedItem(position: Int, first: Int)
    /// The snapshot has so many identifiers, but the list has so many slots.
    case snapshotOfOtherLength(identifiers: Int, slots: Int)
    /// The snapshot has another identifier at this position than the item there.
    case snapshotOfOtherItem(position: Int)
    /// The snapshot has an identifier twice, the second time at this position.
    case repeatedIdentifier(position: Int)
    /// The checkpoint with this index is before the previous one, or beyond the list, or past its start without a cursor.
    case misplacedCheckpoint(index: Int)
    /// The gap with this index is before the previous one, or where the list has no row, or has a negative number of pages left.
    case misplacedGap(index: Int)
    /// Rows beyond the end of the list are marked as stale.
    case staleBeyondEnd(Int)
    /// A section has a negative number of rows, or the sections have more rows than any list.
    case sectionsOfOtherLength(rows: Int, slots: Int)
    /// A still history, or the row behind it, has no item at this position. None may be missing, and none can have been seen past its end.
    case historyWithHole(position: Int)
    /// The edit with this identifier is at, or moves its row to, a place that the list does not have, or it is an edit that cannot be made.
    case misplacedEdit(EditID)
    /// Two edits have this identifier, or it has not been given yet, or it is the last one given although no further one can be.
    case repeatedEdit(EditID)
}
