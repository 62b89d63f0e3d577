/// The search for the reader's row, while pages do not say where it is.
struct ReaderSearch: Sendable {
    /// The reader's row, where a page for its place did not have it: it is looked for.
    var sought: Int?
    /// How many more rows the list has than the drift of shared rows explains, since the reader's row was last seen.
    var unplacedGrowth = 0
    /// Estimated shifts: how many slots were removed before a slot on the evidence of the total alone. Undone when an exact
    /// shift is learned.
    var guesses: [(slot: SlotID, count: Int)] = []

    /// The reader's row was seen.
    mutating func end() { self = ReaderSearch() }
}
