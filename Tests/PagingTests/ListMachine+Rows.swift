@testable import PagingCore

extension ListMachine {
    /// Puts a test's numbers in place of what the machine would have decided.
    mutating func replaceRows(by numbers: [Int?]) {
        rows = PagedArray(count: numbers.count)
        index = SlotTable()
        for (position, number) in numbers.enumerated() {
            guard let number else { continue }
            rows.fill([number], at: position)
            index[number] = rows.slotID(at: position)
        }
    }
}
