import PagingCore
import Testing

/// A list that is rebuilt every hour, behind a server that can be asked whether it still is the same: `HEAD` and `ETag`.
/// Pages hold five rows.
@Suite struct ListMachineRebuildingTests {
    private static let hourly = ListBehavior(membership: .changes, ranking: .rebuilt)
    private static let checked: SourceCapabilities = [.snapshots, .identifiers, .checks]

    @Test func `A list that is still the same costs a question without a body`() {
        var table = Table.read("abcdefghijklmno", Self.hourly, Self.checked, seen: 0..<5)
        table.refresh()
        #expect(table.log == [.check("v0")])
        #expect(table.picture == "abcde..........")
        #expect(table.machine.phase == .idle)
    }

    @Test func `A list that was rebuilt costs another snapshot and the rows that are not known yet`() {
        var table = Table.read("abcdefghijklmno", Self.hourly, Self.checked, seen: 0..<5)
        table.server = "bapcqdefghijklmno"
        table.refresh()
        // The screen stays with a, its first row, and p and q are on it.
        #expect(table.picture == "bapcqde..........")
        #expect(table.log.prefix(2) == [.check("v0"), .snapshot])
        #expect(table.log.dropFirst(2).flatMap(Table.numbers).sorted() == "pq".map(Table.number))
        #expect(table.machine.version == "v1")
    }

    @Test func `What is loaded anew takes the order that the server has by then`() {
        var table = Table.read("abcdefghijklmno", Self.hourly, Self.checked, seen: 0..<5)
        table.server = "onmlkjihgfedcba"
        table.reload()
        table.look(0..<5)
        #expect(table.log == [.snapshot, Table.items("onmlk")])
        #expect(table.picture == "onmlk..........")
    }

    @Test func `A question that is refused is followed by a snapshot`() {
        var table = Table.read("abcde", Self.hourly, Self.checked, seen: 0..<5)
        table.refusesChecks = true
        table.server = "edcba"
        table.refresh()
        #expect(table.log.prefix(2) == [.check("v0"), .snapshot])
        #expect(table.picture == "edcba")
        #expect(table.machine.phase == .idle)
    }

    @Test func `An order from which rows were dropped is not asked for by its version`() {
        var table = Table.read("abcdefghij", Self.hourly, Self.checked, seen: 0..<5)
        table.server = "abcdefghj"
        table.look(5..<10)
        #expect(table.picture == "abcdefghj")
        // A cache that was behind had no i. The server has had it all along.
        table.server = "abcdefghij"
        _ = table.requests()
        table.refresh()
        #expect(table.log.first == .snapshot)
        table.look(5..<10)
        #expect(table.picture == "abcdefghij")
    }

    @Test func `Behind versions alone a row that is gone from its place gives way to what is there`() {
        var table = Table("abcdefghij", Self.hourly)
        table.tellsVersions = true
        table.look(0..<5)
        table.server = "klmnopqrstuvwxyzabcdefghij"
        _ = table.requests()
        table.refresh()
        // In another order nothing says where a has gone: the screen is right with one request.
        #expect(table.picture == "klmno.....................")
        #expect(table.requests() == 1)
    }

    @Test func `A last page behind rows that are not proven yet moves none of them`() {
        var table = Table("abcdefghijklm", Self.hourly, capabilities: [.positions, .wholePages])
        (table.tellsTotal, table.answering) = (false, { $0.lowerBound / 5 * 5..<$0.lowerBound / 5 * 5 + 5 })
        table.setLoadsAutomatically(false)
        table.loadMore()
        table.loadMore()
        table.refresh()
        #expect(table.picture == "abcdefghij")
        table.loadMore()
        #expect(table.picture == "abcdefghijklm")
    }
}
