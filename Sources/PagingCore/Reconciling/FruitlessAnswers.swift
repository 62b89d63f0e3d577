/// Counts answers in a row that brought nothing new: pages behind a cursor, pages before the first row, pages of a walk.
struct FruitlessAnswers: Hashable, Sendable {
    /// How many there were since the last that brought something.
    private(set) var count = 0

    /// An answer came.
    mutating func add(isFruitful: Bool) { count = isFruitful ? 0 : count + 1 }
}
