/// A set of items' numbers, which count up from 0: a mark for each, so that nothing is hashed.
///
/// Numbers that no item can have are never in it.
struct NumberSet: Sendable {
    private var marks: ContiguousArray<Bool> = []
    private(set) var count = 0
    /// The most numbers that are marked.
    static let limit = 10_000_000

    var isEmpty: Bool { count == 0 }

    func contains(_ number: Int) -> Bool { number >= 0 && number < marks.count && marks[number] }

    /// Puts a number in.
    ///
    /// - Returns: `true` if it was not there before.
    @discardableResult
    mutating func insert(_ number: Int) -> Bool {
        guard number >= 0, number < Self.limit, !contains(number) else { return !contains(number) }
        while marks.count <= number { marks.append(false) }
        marks[number] = true
        count += 1
        return true
    }

    mutating func remove(_ number: Int) {
        guard contains(number) else { return }
        marks[number] = false
        count -= 1
    }

    mutating func removeAll() {
        guard count > 0 else { return }
        for index in marks.indices { marks[index] = false }
        count = 0
    }
}
