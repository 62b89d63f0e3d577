import PagingCore
import Testing

/// Feeds whose seen part is a still history. Pages hold five rows, and a screen shows three.
///
/// The server's list has the freshest row first; new rows come in front.
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
    func `A row that goes between two pages of a walk hides none behind it`(_ way: SourceCapabilities) {
        var table = Table.history("jihgfedcba", capabilities: way)
        table.look(0..<3)
        _ = table.requests()
        // The first page shows jihgf again; then e is where f was.
        table.later = ["jhgfedcba"]
        table.look(2..<5)
        #expect(table.picture == "jihgf" + "edcba")
        #expect(table.requests() <= 4)
    }

    @Test(arguments: 144..<149)
    func `A row that goes near the end of what a walk left out costs a page`(_ gone: Int) {
        let letters = (0..<200).compactMap { Unicode.Scalar(0x4E00 + $0).map(Character.init) }
        var table = Table.history(String(letters), capabilities: .positions)
        for first in stride(from: 0, to: 148, by: 2) { table.look(first..<first + 3) }
        let left = String(letters.filter { $0 != letters[gone] })
        // Two pages at the top; then rows 144 to 148, where what was seen ends.
        table.later = [String(letters), String(letters), left]
        _ = table.requests()
        table.refresh()
        #expect(table.picture.dropFirst(149) == left.dropFirst(148).prefix(table.picture.count - 149))
        #expect(table.machine.phase == .idle)
        #expect(table.requests() <= 8)
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
        // Two pages at the top, the end of what was seen, and a page or two behind it.
        #expect(last <= 6)
    }

    @Test(arguments: ways)
    func `A long history that was saved is walked once, however long`(_ way: SourceCapabilities) throws {
        let letters = (0..<200).compactMap { Unicode.Scalar(0x4E00 + $0).map(Character.init) }
        var table = Table.history(String(letters), capabilities: way)
        for first in stride(from: 0, to: 150, by: 2) { table.look(first..<first + 3) }
        try table.restart()
        _ = table.requests()
        table.look(148..<151)
        // A page for each five rows of it: its place in the feed is not saved.
        #expect(table.requests() <= 35)
        for first in stride(from: 150, to: 160, by: 2) {
            _ = table.requests()
            table.look(first..<first + 3)
            // By position half a page of what was seen comes along.
            #expect(table.requests() <= 7)
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
        // All of the first page were seen. The rest of them are where they were.
        table.server = "gjmps" + "zyx" + "trqonlkihfedcba"
        table.refresh()
        #expect(table.picture == seen + "zyx" + "dcba")
    }

    @Test(arguments: ways)
    func `A short history is asked for once`(_ way: SourceCapabilities) {
        var table = Table.history("tsrqponmlkjihgfedcba", capabilities: way)
        for first in 0..<10 { table.look(first..<first + 3) }
        for _ in 0..<3 {
            _ = table.requests()
            table.refresh()
            // Twelve rows were seen: three pages, and one of what was not.
            #expect(table.requests() <= 4)
        }
    }

    // MARK: Servers that do not do what they should

    /// A feed of numbers read by cursors, each the number that was last.
    private struct Feed {
        var machine: ListMachine
        var items: [Int]
        var broken: Set<Cursor?> = []
        var asked: [Cursor?] = []

        init(_ items: [Int]) {
            self.items = items
            machine = .history(capabilities: .cursors, policy: LoadPolicy(pageSize: 5), seed: 1)
        }

        mutating func run(_ effects: ListEffects) {
            var open = effects.requests
            while !open.isEmpty, asked.count < 1000 {
                let request = open.removeFirst()
                guard case .page(.after(let cursor, let limit)) = request.kind else { continue }
                asked.append(cursor)
                let now = Instant(milliseconds: Double(asked.count))
                if broken.contains(cursor) {
                    open += machine.failed(request.id, isTransient: false, now: now).requests
                    continue
                }
                let last = cursor.flatMap { Int($0.description) }.flatMap { items.firstIndex(of: $0) }
                let start = last.map { $0 + 1 } ?? 0
                let page = items[start...].prefix(limit)
                // It always goes on, with nothing at its end.
                let next = page.last.map { Cursor("\($0)") } ?? Cursor("\(items.last ?? 0) \(asked.count)")
                let answer = Page(Array(page), continuation: .next(next))
                open += machine.arrived(answer, for: request.id, now: now).requests
            }
        }

        mutating func look(_ rows: Range<Int>) {
            run(machine.viewport(rows, now: Instant(milliseconds: Double(asked.count))))
        }
    }

    @Test func `A feed that goes on with nothing is given up, though rows of it were not seen`() {
        var feed = Feed([4, 3, 2, 1])
        feed.look(0..<2)
        #expect(feed.asked.count <= 12)
        #expect(feed.machine.phase == .failed(.defect(.noProgress(position: 4, answers: 10))))
    }

    @Test func `What cannot be asked for at the end of the history is asked for another way`() {
        var feed = Feed(Array((1...100).reversed()))
        for first in 0..<60 { feed.look(first..<first + 3) }
        let seen = feed.machine.rows.map { $0 }
        // All but the top.
        feed.broken = Set(feed.asked.suffix(8)).subtracting([nil, "96", "91"])
        feed.items.insert(contentsOf: [102, 101], at: 0)
        feed.look(seen.count - 3..<seen.count)
        #expect(feed.machine.rows.map { $0 } == seen + [102, 101])
        guard case .failed(.source) = feed.machine.phase else {
            Issue.record("It says nothing of the failure: \(feed.machine.phase)")
            return
        }
        feed.run(feed.machine.retry(now: Instant(milliseconds: Double(feed.asked.count))))
        #expect(feed.machine.rows.map { $0 }.starts(with: seen + [102, 101, 30, 29, 28]))
        #expect(feed.machine.phase == .idle)
    }

    @Test(arguments: [1, 2, 3], ways)
    func `With pages of few rows, one that was brought up hides nothing either`(_ size: Int, _ way: SourceCapabilities)
    {
        var table = Table.history("tsrqponmlkjihgfedcba", capabilities: way, pageSize: size)
        for first in 0..<17 { table.look(first..<first + 3) }
        let seen = table.picture.prefix(16)
        table.server = "tsr" + "zyx" + "qponmlkjihgfedcba"
        for _ in 0..<4 {
            table.refresh()
            table.look(0..<table.picture.count)
        }
        #expect(table.picture.hasPrefix(seen))
        for letter in "zyx" { #expect(table.picture.contains(letter)) }
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
