@testable import PagingCore
import Testing

/// Lists that are read in order and begin elsewhere than at their start. Pages hold five rows.
@Suite struct UpwardTests {
    private static let letters = "abcdefghijklmnopqrstuvwxyz"
    private static let behaviors = [
        ListBehavior.fixed, ListBehavior(membership: .growsOnTop), ListBehavior(membership: .changes),
        ListBehavior(membership: .changes, ranking: .rebuilt),
    ]

    private func table(_ behavior: ListBehavior, at start: ListStart) -> Table {
        Table(Self.letters, behavior, capabilities: .cursors, startingAt: start)
    }

    /// Where the reader is: the rows on his screen.
    private func screen(_ table: Table) -> String {
        let rows = table.machine.planner.viewports[0].rows
        return String(Array(table.picture)[rows.clamped(to: 0..<table.picture.count)])
    }

    /// Where a letter is.
    private func place(_ letter: Character, in table: Table) -> Int {
        Array(table.picture).firstIndex(of: letter) ?? -1
    }

    // MARK: Where it begins

    @Test(arguments: behaviors) func `At its end: the last page, with the reader at the last row`(
        behavior: ListBehavior
    ) {
        var table = table(behavior, at: .end)
        table.look(0..<3)
        // Where rows come and go, the page above comes along: it says how this one is asked for again.
        #expect(table.picture == (behavior == .fixed ? "vwxyz" : "qrstuvwxyz"))
        #expect(table.requests() <= 2)
        #expect(screen(table) == "xyz")
        #expect(table.machine.endIsKnown)
        #expect(!table.machine.startIsKnown)
    }

    @Test(arguments: behaviors) func `Around a row: it is on screen, and rows come in both directions`(
        behavior: ListBehavior
    ) {
        var table = table(behavior, at: .around("m"))
        table.look(0..<2)
        #expect(table.picture.hasSuffix("klmno"))
        #expect(screen(table) == "mn")
        #expect(!table.machine.endIsKnown && !table.machine.startIsKnown)
        table.look(place("n", in: table)..<place("n", in: table) + 2)
        #expect(table.picture.hasSuffix("klmnopqrst"))
        table.look(place("k", in: table)..<place("k", in: table) + 2)
        #expect(table.picture.hasSuffix("fghijklmnopqrst"))
        #expect(screen(table) == "kl")
        #expect(table.requests() == 3)
    }

    @Test(arguments: behaviors) func `Behind a cursor`(behavior: ListBehavior) {
        var table = table(behavior, at: .after("j"))
        table.look(2..<4)
        #expect(table.picture == "klmno")
        table.look(0..<2)
        #expect(table.picture == "fghijklmno")
        #expect(screen(table) == "kl")
    }

    @Test(arguments: behaviors) func `A list that is empty has neither more above nor below`(behavior: ListBehavior) {
        var table = Table("", behavior, capabilities: .cursors, startingAt: .end)
        table.look(0..<3)
        #expect(table.picture.isEmpty)
        #expect(table.machine.endIsKnown && table.machine.startIsKnown)
        #expect(table.requests() == 1)
        table.pass(60_000)
        #expect(table.requests() == 0)
    }

    @Test(arguments: behaviors) func `A short list is whole at once, and a list like any other`(behavior: ListBehavior)
    {
        var table = Table("abc", behavior, capabilities: .cursors, startingAt: .end)
        table.look(0..<3)
        #expect(table.picture == "abc")
        #expect(table.machine.startIsKnown && table.machine.endIsKnown)
        table.refresh()
        #expect(table.requests() == 2)
    }

    // MARK: Upwards

    @Test(arguments: behaviors) func `Read up to its start, each row comes once and the reader's stays`(
        behavior: ListBehavior
    ) {
        var table = table(behavior, at: .end)
        table.look(2..<5)
        while !table.machine.startIsKnown, table.requests() < 3 {
            let screen = self.screen(table)
            let top = table.machine.planner.viewports[0].rows.lowerBound
            table.look(max(0, top - 2)..<max(0, top - 2) + 3)
            #expect(!screen.isEmpty)
        }
        #expect(table.picture == Self.letters)
        #expect(table.machine.startIsKnown && table.machine.endIsKnown)
    }

    @Test(arguments: behaviors) func `Nobody who reads downwards asks for what is above`(behavior: ListBehavior) {
        var table = table(behavior, at: .around("m"))
        table.look(2..<4)
        _ = table.requests()
        for first in 3..<10 { table.look(first..<first + 2) }
        #expect(table.log.allSatisfy { if case .page(.before) = $0 { false } else { true } })
    }

    @Test(arguments: behaviors) func `Asked for explicitly, a page above comes, and at the start the job ends at once`(
        behavior: ListBehavior
    ) {
        var table = table(behavior, at: .around("h"))
        table.setLoadsAutomatically(false)
        table.loadMore()
        #expect(table.picture == "fghij")
        table.loadAbove()
        #expect(table.picture == "abcdefghij")
        _ = table.requests()
        #expect(table.machine.startIsKnown)
        table.loadAbove()
        #expect(table.requests() == 0)
        #expect(table.failures.isEmpty)
    }

    /// A list whose pages were read up to near its start, and evicted but for the last.
    private func evicted(_ behavior: ListBehavior, leadsOnFromAbove: Bool = true) -> (table: Table, before: [Character])
    {
        var table = table(behavior, at: .end)
        table.leadsOnFromAbove = leadsOnFromAbove
        table.look(2..<5)
        while table.machine.rows.count < 20 { table.look(0..<3) }
        let before = Array(table.picture)
        table.look(before.count - 3..<before.count)
        table.releaseMemory()
        _ = table.requests()
        return (table, before)
    }

    @Test(arguments: behaviors, [true, false]) func `Rows above that were evicted come again`(
        behavior: ListBehavior, leadsOnFromAbove: Bool
    ) {
        var (table, before) = evicted(behavior, leadsOnFromAbove: leadsOnFromAbove)
        #expect(table.picture.hasPrefix("....."))
        table.look(6..<9)
        #expect(screen(table) == String(before[6..<9]))
        #expect(table.requests() <= (leadsOnFromAbove ? 2 : 5))
        let top = table.machine.planner.viewports[0].rows.lowerBound - 6
        table.look(top + 4..<top + 7)
        #expect(screen(table) == String(before[4..<7]))
        #expect(table.requests() <= (leadsOnFromAbove ? 2 : 5))
    }

    // MARK: The server changes

    @Test func `A refresh shows what came and went around the reader, who stays`() {
        var table = table(ListBehavior(membership: .changes), at: .around("m"))
        table.look(0..<3)
        table.look(0..<3)
        #expect(table.picture.contains("klmno"))
        let top = screen(table).first
        table.server = "abcdefgAhijkBlmnoCpqrstuvwxyz"
        table.refresh()
        for _ in 0..<3 { table.pass(1_000) }
        #expect(screen(table).first == top)
        let place = self.place("k", in: table)
        table.look(place..<place + 3)
        #expect(table.picture.contains("kBlmno"))
    }

    @Test(arguments: [ListBehavior.fixed, ListBehavior(membership: .changes)])
    func `Rows that come at the end are there after a refresh`(
        behavior: ListBehavior
    ) {
        var table = table(behavior, at: .end)
        table.look(0..<3)
        table.server += "ABC"
        table.refresh()
        let rows = table.machine.rows.count
        table.look(rows - 3..<rows)
        #expect(table.picture.hasSuffix("xyzABC"))
    }

    @Test(arguments: behaviors.dropLast()) func `Rows that come behind a first page which was the last are there, too`(
        behavior: ListBehavior
    ) {
        var table = Table("abcdefghij", behavior, capabilities: .cursors, startingAt: .around("j"))
        table.setLoadsAutomatically(false)
        table.loadMore()
        #expect(table.picture == "hij")
        table.server += "kl"
        table.refresh()
        #expect(table.picture == "hijkl")
    }

    @Test(arguments: behaviors.filter { !$0.growsOnlyOnTop })
    func `Where the rows around the reader are gone, the list begins anew`(
        behavior: ListBehavior
    ) {
        var table = table(behavior, at: .end)
        table.look(0..<3)
        table.server = "ABCDEFGH"
        table.refresh()
        for _ in 0..<4 { table.pass(2_000) }
        #expect(table.picture.hasSuffix("DEFGH"), "\(table.picture)")
        #expect(table.requests() <= 10)
    }

    // MARK: What is wrong with answers

    @Test(arguments: behaviors) func `A source that does not say what comes before is read downwards`(
        behavior: ListBehavior
    ) {
        var table = table(behavior, at: .around("m"))
        table.tellsBeginning = false
        table.look(0..<2)
        #expect(table.picture.hasPrefix("klmno"))
        #expect(!table.machine.startIsKnown)
        #expect(table.requests() == 1)
        table.loadAbove()
        #expect(table.failures.count == 1)
        #expect(table.requests() == 0)
    }

    @Test(arguments: behaviors)
    func `What fails above is asked for again a few times, and then when it is looked at anew`(
        behavior: ListBehavior
    ) {
        var table = table(behavior, at: .around("m"))
        table.refusesAbove = true
        table.look(2..<4)
        table.look(0..<2)
        table.pass(120_000)
        #expect(table.requests() == 4)
        #expect(table.machine.failureAbove != nil)
        #expect(table.picture.hasPrefix("klmno"))
        table.pass(120_000)
        #expect(table.requests() == 0)
        table.refusesAbove = false
        table.retry()
        #expect(table.picture.hasPrefix("fghij"))
        #expect(table.machine.failureAbove == nil)
    }

    @Test func `A page that has more rows than were evicted above a row is placed whole`() throws {
        let now = Instant(milliseconds: 0)
        var machine = ListMachine(
            capabilities: .cursors, startingAt: .end, policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
        let last = try #require(machine.viewport(0..<5, now: now).requests.first)
        let first = Page([11, 12, 13, 14, 15], continuation: .end, beginning: .previous("11"))
        let above = try #require(machine.arrived(first, for: last.id, now: now).requests.first)
        _ = machine.arrived(
            Page([6, 7, 8, 9, 10], continuation: .next("10"), beginning: .previous("6")), for: above.id, now: now)
        _ = machine.viewport(14..<15, now: now)
        _ = machine.releaseMemory(now: now)
        try #require(machine.rows.missingRanges(in: 0..<15) == PositionSet(0..<5))
        let asked = try #require(machine.viewport(0..<5, now: now).requests.first)
        // The server brings two rows more than it was asked for.
        _ = machine.arrived(
            Page([4, 5, 6, 7, 8, 9, 10], continuation: .next("10"), beginning: .previous("4")), for: asked.id, now: now)
        #expect(machine.rows.loadedItems.map { $0.item } == Array(4...15))
    }

    @Test func `Rows above a page are asked for before it, though a cursor led to its place already`() {
        var checkpoints = Checkpoints()
        checkpoints.askForFirst(.before, "m", number: 12)
        checkpoints.learn("l", at: 5, behind: 11)
        checkpoints.split(at: 5, above: ("h", 7), from: ("m", 12))
        #expect(checkpoints.request(at: 0, limit: 5) == .before("h", limit: 5))
        #expect(checkpoints.request(at: 5, limit: 5) == .before("m", limit: 5))
    }
}
