/// The search for the reader's row, while pages do not show its position.
struct ReaderSearch: Sendable {
    /// The reader's row, if a page for its position did not have it: it is searched for.
    var sought: Int?
    /// The number of added rows that the drift of common rows does not explain, since the reader's row was last seen.
    var unplacedGrowth = 0
    /// Estimated shifts: how many slots were removed before a slot on the evidence of the total alone. Undone when an exact
    /// shift is learned.
    var guesses: [(slot: SlotID, count: Int)] = []

    /// The reader's row was seen.
    mutating func end() { self = ReaderSearch() }
}
