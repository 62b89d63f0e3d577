import PagingCore
import Testing

/// Rows that read otherwise the next time. Pages hold five rows.
@Suite struct ListMachineContentTests {
    private static let fixed = ListBehavior(content: .changes)
    private static let growing = ListBehavior(membership: .growsOnTop, content: .changes)

    @Test func `A refresh asks what is on screen for its content alone, and for the rest when it is seen`() {
        var table = Table.read("abcdefghijklmno", Self.fixed, [.positions, .identifiers], seen: 0..<5, 10..<15)
        table.refresh()
        #expect(table.log == [Table.items("klmno")])
        #expect(table.machine.phase == .idle)
        table.look(0..<5)
        #expect(table.log.last == Table.items("abcde"))
        // Once is enough.
        table.look(10..<15)
        #expect(table.requests() == 2)
    }

    @Test func `Short records are as good as whole items`() {
        var table = Table.read("abcde", Self.fixed, [.positions, .contents], seen: 0..<5)
        table.refresh()
        #expect(table.log == [Table.items("abcde")])
    }

    @Test func `A source without identifiers is asked for pages`() {
        var table = Table.read("abcde", Self.fixed, .positions, seen: 0..<5)
        table.refresh()
        #expect(table.log == [.page(.positions(0..<5))])
    }

    @Test func `Behind the page that proves all places, only content is asked for`() {
        var table = Table.read(
            "abcdefghijklmno", Self.growing, [.positions, .identifiers], seen: 0..<5, 5..<10, 10..<15)
        table.server = "Xabcdefghijklmno"
        table.refresh()
        #expect(table.log.first == .page(.positions(0..<6)))
        #expect(table.log.dropFirst().first == Table.items("klmno"))
        #expect(table.picture == "Xabcdefghijklmno")
    }

    @Test func `A row that the server says was edited is asked for alone, once it is seen`() {
        var table = Table.read(
            "abcdefghijklmno", ListBehavior(membership: .changes, content: .changes),
            [.positions, .changes, .identifiers], seen: 0..<5, 10..<15)
        table.changes = { since in
            ListChanges(from: since, to: "v1", edited: ["c", "l"].map { Table.number(Character($0)) }, total: 15)
        }
        table.server = "abcdefghijklmno"
        table.refresh()
        // The first page is proven beside what is on screen.
        #expect(table.log == [.changes(since: "v0"), Table.items("cl")])
    }

    @Test func `A screen that needs a page is not asked for in two ways`() {
        var table = Table.read("abcdefghijklmno", Self.fixed, [.positions, .identifiers], seen: 0..<5, 10..<15)
        table.refresh()
        _ = table.requests()
        table.look(3..<8)
        #expect(table.log == [.page(.positions(3..<10))])
        #expect(table.picture == "abcdefghijklmno")
    }

    @Test func `An item that did not come makes the places of all others uncertain`() {
        var table = Table.read("abcdefghij", Self.fixed, [.positions, .identifiers], seen: 0..<5)
        table.server = "abXdefghij"
        table.refresh()
        #expect(table.log == [Table.items("abcde"), .page(.positions(0..<5))])
        #expect(table.picture == "abXde.....")
    }
}
