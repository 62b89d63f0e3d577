/// Counts answers in a row without a new row: pages behind a cursor, pages before the first row, pages of a walk.
struct FruitlessAnswers: Hashable, Sendable {
    /// The number of such answers since the last one with a new row.
    private(set) var count = 0

    /// An answer came.
    mutating func add(isFruitful: Bool) { count = isFruitful ? 0 : count + 1 }
}
