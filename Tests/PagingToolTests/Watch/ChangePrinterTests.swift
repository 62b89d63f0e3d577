import Foundation
import Paging
import PagingWire
import Testing

@testable import PagingTool

/// The signs that `paging watch` prints before rows.
@MainActor
@Suite struct ChangePrinterTests {
    private var rows = PagedArray<WatchedRow>()
    private var printer = ChangePrinter(console: Console(), isJSON: false)

    private func row(_ id: Int) throws -> WatchedRow {
        try WatchedRow.decoder(id: "id").decode(WatchedRow.self, from: Data("{\"id\":\(id)}".utf8))
    }

    /// The signs and positions of the lines for rows that are inserted.
    private mutating func insert(_ ids: [Int], at position: Int, _ reason: ListChangeReason) throws -> [String] {
        let before = rows
        rows.insert(try ids.map(row), at: position)
        let update = ListUpdate(
            oldCount: before.count, newCount: rows.count, inserted: [position..<position + ids.count])
        let change = ListChange(update, before: before, after: rows, reason: reason)
        return printer.lines(of: change).map { String($0.prefix { $0 != "{" }).trimmingCharacters(in: .whitespaces) }
    }

    @Test func `Rows that a page adds behind the last one were loaded, and others came`() throws {
        var test = self
        #expect(try test.insert([1, 2], at: 0, .arrival) == ["0", "1"])
        #expect(try test.insert([3, 4], at: 2, .arrival) == ["2", "3"])
        #expect(try test.insert([5], at: 0, .arrival) == ["+ 0"])
        #expect(try test.insert([6], at: 5, .refresh) == ["+ 5"])
        #expect(try test.insert([7], at: 6, [.arrival, .refresh]) == ["+ 6"])
    }
}
