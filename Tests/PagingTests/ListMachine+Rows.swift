@testable import PagingCore

extension ListMachine {
    /// Puts a test's numbers in place of what the machine would have decided.
    mutating func replaceRows(by numbers: [Int?]) {
        var rows = PagedArray<Int>(count: numbers.count)
        for (position, number) in numbers.enumerated() {
            if let number { rows.fill([number], at: position) }
        }
        list = KnownRows(rows: rows, endIsKnown: true, sections: nil, stale: PositionSet())
    }
}
