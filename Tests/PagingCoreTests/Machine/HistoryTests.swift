import PagingCore
import Testing

/// Feeds whose seen part is a still history. Pages hold five rows, and a screen shows three.
///
/// The server's list stands with the freshest first; what is new comes in front.
@Suite(.serialized) struct HistoryTests {
    private static let ways: [SourceCapabilities] = [.cursors, .positions]

    @Test(arguments: ways)
    func `What was seen stays, and what was not gives way to the freshest`(_ way: SourceCapabilities) {
        var table = Table.history("jihgfedcba", capabilities: way)
        table.look(0..<3)
        //                       ┌ seen
        #expect(table.picture == "jihgf")
        table.server = "zyxjihgfedcba"
        table.look(2..<5)
        // All five were on screen by now, so they are history. Then come those three and what else was not seen.
        #expect(table.picture == "jihgf" + "zyxed")
        table.server = "utzyxjihgfedcba"
        table.look(4..<7)
        // f, z and y are on screen; only x, e and d were not seen.
        #expect(table.picture == "jihgfzyxed")
        table.look(7..<10)
        #expect(table.picture == "jihgfzyxed" + "utcba")
        #expect(Set(table.picture).count == table.picture.count)
    }

    @Test(arguments: ways)
    func `A row that was seen stays though the server removes it`(_ way: SourceCapabilities) {
        var table = Table.history("jihgfedcba", capabilities: way)
        table.look(0..<5)
        table.server = "jhgfedcba"
        table.look(2..<5)
        #expect(table.picture.hasPrefix("jihgf"))
        table.look(7..<10)
        #expect(table.picture == "jihgfedcba")
    }

    @Test(arguments: ways)
    func `A refresh replaces what was not seen`(_ way: SourceCapabilities) {
        var table = Table.history("jihgfedcba", capabilities: way)
        table.look(0..<2)
        table.server = "zjihgfedcba"
        table.refresh()
        #expect(table.picture.hasPrefix("jizhg"))
        #expect(table.machine.phase == .idle)
    }

    @Test(arguments: ways)
    func `A history that was saved is one again`(_ way: SourceCapabilities) throws {
        var table = Table.history("jihgfedcba", capabilities: way)
        table.look(0..<3)
        table.server = "zyxjhgfedcba"
        _ = table.requests()
        try table.restart()
        #expect(table.picture == "jihgf")
        #expect(table.requests() == 0)
        table.look(0..<3)
        // j, i and h were seen, and i stays though it has gone. g and f were not.
        #expect(table.picture == "jih" + "zyxgfedc")
        for first in 1..<10 { table.look(first..<first + 3) }
        #expect(table.picture == "jih" + "zyxgfedcba")
    }

    @Test(arguments: ways)
    func `At the end it is silent until it is asked for more`(_ way: SourceCapabilities) {
        var table = Table.history("cba", capabilities: way)
        table.look(0..<3)
        #expect(table.picture == "cba")
        _ = table.requests()
        table.server = "dcba"
        table.look(0..<3)
        #expect(table.requests() == 0)
        table.loadMore()
        #expect(table.picture == "cbad")
    }

    @Test(arguments: ways)
    func `A long history is not walked again`(_ way: SourceCapabilities) {
        let letters = (0..<200).compactMap { Unicode.Scalar(0x4E00 + $0).map(Character.init) }
        var table = Table.history(String(letters), capabilities: way)
        var last = 0
        for first in stride(from: 0, to: 190, by: 2) {
            _ = table.requests()
            table.look(first..<first + 3)
            last = max(last, table.requests())
        }
        #expect(table.picture.count >= 192)
        #expect(table.picture == String(letters).prefix(table.picture.count))
        // The top, the end of what was seen, and a page or two behind it.
        #expect(last <= 5)
    }

    @Test(arguments: ways)
    func `A long history that was saved is walked once, however long`(_ way: SourceCapabilities) throws {
        let letters = (0..<200).compactMap { Unicode.Scalar(0x4E00 + $0).map(Character.init) }
        var table = Table.history(String(letters), capabilities: way)
        for first in stride(from: 0, to: 150, by: 2) { table.look(first..<first + 3) }
        try table.restart()
        _ = table.requests()
        table.look(148..<151)
        // A page for each five rows of it: nothing is saved of where it stands in the feed.
        #expect(table.requests() <= 35)
        for first in stride(from: 150, to: 160, by: 2) {
            _ = table.requests()
            table.look(first..<first + 3)
            #expect(table.requests() <= 6)
        }
        #expect(table.failures.isEmpty)
        #expect(table.picture == String(letters).prefix(table.picture.count))
    }

    @Test(arguments: ways)
    func `Rows that were seen and are brought up do not hide what is new below them`(_ way: SourceCapabilities) {
        var table = Table.history("tsrqponmlkjihgfedcba", capabilities: way)
        for first in 0..<14 { table.look(first..<first + 3) }
        table.look(13..<16)
        let seen = String(table.picture.prefix(16))
        // All of the first page were seen. The rest of them stand where they stood.
        table.server = "gjmps" + "zyx" + "trqonlkihfedcba"
        table.refresh()
        #expect(table.picture == seen + "zyx" + "dcba")
    }

    @Test(arguments: ways)
    func `More news than a page holds leave no hole`(_ way: SourceCapabilities) {
        var table = Table.history("gfedcba", capabilities: way)
        table.look(0..<3)
        table.server = "zyxwvutsrqponmgfedcba"
        for first in 0..<20 { table.look(first..<first + 3) }
        #expect(table.picture.hasPrefix("gfe"))
        #expect(table.picture.sorted() == table.server.sorted())
    }
}
