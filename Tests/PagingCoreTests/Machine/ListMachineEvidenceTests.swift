import Testing

@testable import PagingCore

/// One answer's evidence for others: for those under way, for those before, and for rows that it does not hold. Pages hold five rows.
@Suite struct ListMachineEvidenceTests {
    private static let changing = ListBehavior(membership: .changes)
    private static let feed = ListBehavior(membership: .growsOnTop)

    private func machine(_ behavior: ListBehavior = changing) -> ListMachine {
        ListMachine(
            capabilities: .positions, behavior: behavior,
            policy: LoadPolicy(pageSize: 5, maximumRequestSize: 5, preloads: false), seed: 1)
    }

    private func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

    private func ranges(_ requests: [LoadRequest]) -> [Range<Int>] {
        requests.compactMap { request in
            if case .page(.positions(let range)) = request.kind { range } else { nil }
        }
    }

    /// The rows at these positions of the server's list, of which some number came on top.
    private func page(_ range: Range<Int>, grown: Int = 0, total: Int = 30) -> Page<Int> {
        Page(range.map { 100 + $0 - grown }, at: range.lowerBound, total: total + grown)
    }

    @Test func `Pages that are under way at once have a row in common`() {
        var machine = machine()
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        _ = machine.arrived(page(0..<5), for: first.id, now: at(100))
        let asked = ranges(machine.viewport(10..<20, now: at(200)).requests).sorted { $0.lowerBound < $1.lowerBound }
        #expect(asked.count == 2)
        #expect(asked[0].upperBound > asked[1].lowerBound)
    }

    @Test func `A page that was asked for before the list was found to be another is not believed`() {
        var machine = machine()
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        _ = machine.arrived(page(0..<5), for: first.id, now: at(100))
        let both = machine.viewport(5..<15, now: at(200)).requests
        #expect(both.count == 2)
        let newer = machine.arrived(page(ranges(both)[0], grown: 1), for: both[0].id, now: at(300))
        #expect(newer.acceptsAnswer && machine.rows.count == 31)
        let older = machine.arrived(page(ranges(both)[1]), for: both[1].id, now: at(301))
        #expect(machine.rows.count == 31)
        // It is asked for again.
        #expect(!(newer.requests + older.requests).isEmpty)
    }

    @Test func `Rows read in order that do not follow each other any more make all others doubtful`() {
        var table = Table("abcdefghijklmnopqrst", Self.changing, capabilities: .cursors)
        table.look(0..<5)
        for _ in 0..<3 { table.loadMore() }
        table.look(15..<20)
        table.releaseMemory()
        #expect(table.picture == "..........klmnopqrst")
        _ = table.requests()
        table.look(15..<20)
        #expect(table.requests() == 0)
        // Between two rows that were neighbors there is another.
        table.server = "abcdekXlmnopqrst"
        table.look(5..<10)
        _ = table.requests()
        let end = table.picture.count
        table.look(end - 5..<end)
        #expect(table.requests() > 0)
    }

    @Test func `Where rows come on top alone, one page proves the places of all others`() {
        var table = Table.read("abcdefghijklmnopqrstuvwxyz", Self.feed, seen: 0..<5, 20..<25)
        table.server = "XY" + table.server
        table.refresh()
        #expect(table.requests() == 1)
        #expect(table.picture.contains("abcde"), "\(table.picture)")
        table.look(2..<7)
        #expect(table.requests() == 0)
    }

    @Test(arguments: [SourceCapabilities.positions, .cursors])
    func `Pinned rows stay pinned where a page has them, though they have gone past each other`(
        capabilities: SourceCapabilities
    ) {
        var table = Table("abcdefghijklmno", Self.changing, capabilities: capabilities)
        table.look(0..<5)
        table.pin([1..<2, 3..<4])
        table.server = "dabcefghijklmno"
        table.refresh()
        #expect(table.picture.hasPrefix("dabc"))
        #expect(table.machine.planner.pins == [0..<1, 2..<3])
    }

    @Test func `A page that has an identifier twice is refused`() {
        var machine = machine()
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        let effects = machine.arrived(Page([1, 2, 3, 1, 4], at: 0, total: 30), for: first.id, now: at(100))
        #expect(!effects.acceptsAnswer && machine.rows.loadedCount == 0)
        #expect(machine.counters.failures == 1)
    }

    @Test func `A first page that meets nothing is followed by pages until it does, though nobody looks there`() {
        var table = Table("abcdefghijklmno", Self.changing, capabilities: .cursors)
        table.look(0..<5)
        for _ in 0..<2 { table.loadMore() }
        table.look(10..<15)
        table.server = "PQRSTUVWXYZabcdefghijklmno"
        table.refresh()
        #expect(table.pictureWithGaps == "PQRSTUVWXYZabcdefghijklmno")
    }

    @Test func `Where the server fails to tell what happened, pages do`() {
        var table = Table.read("abcdefghijklmno", Self.changing, [.positions, .changes], seen: 0..<5, 5..<10)
        table.refusesChanges = true
        table.server = "Xabcdefghijklmno"
        table.refresh()
        #expect(table.picture.hasPrefix("Xabc") || table.picture.contains("efghi"), "\(table.picture)")
        table.look(0..<5)
        #expect(table.picture.hasPrefix("Xabcd"), "\(table.picture)")
    }

    @Test func `A snapshot that fails is asked for as often as the policy says`() {
        var machine = ListMachine(
            capabilities: [.positions, .identifiers, .snapshots], behavior: Self.changing,
            policy: LoadPolicy(pageSize: 5, preloads: false, retry: RetryPolicy(attempts: 4)), seed: 1)
        var (effects, now, asked) = (machine.viewport(0..<5, now: at(0)), at(0), 0)
        for _ in 0..<100 {
            if let request = effects.requests.first {
                if case .snapshot = request.kind { asked += 1 }
                effects = machine.failed(request.id, isTransient: true, now: now)
            } else if let wakeAt = effects.wakeAt {
                now = max(now, wakeAt)
                effects = machine.wake(now: now)
            }
        }
        #expect(asked == 4)
        guard case .failed = machine.phase else { return #expect(Bool(false), "\(machine.phase)") }
        #expect(machine.retry(now: now).requests.map(\.kind) == [.snapshot])
    }

    @Test func `Answers that go on contradicting each other end in an error, until the reader looks elsewhere`() {
        var machine = machine()
        var (open, answers) = (machine.viewport(0..<10, now: at(0)).requests, 0)
        var (time, wakeAt) = (0.0, Double?.none)
        while answers < 2_000 {
            let effects: ListEffects
            if open.isEmpty {
                // The same rows are asked for again after a while, and not for ever.
                guard let next = wakeAt else { break }
                time = max(time, next)
                effects = machine.wake(now: at(time))
            } else {
                (answers, time) = (answers + 1, time + 100)
                let request = open.removeFirst()
                // Each answer has another length, and other rows.
                let page = page(ranges([request])[0], grown: answers % 7, total: 40)
                effects = machine.arrived(page, for: request.id, now: at(time))
            }
            wakeAt = effects.wakeAt?.milliseconds
            open.removeAll { effects.cancellations.contains($0.id) }
            open += effects.requests
        }
        #expect(answers < 2_000)
        guard case .failed(.defect(.unsettled)) = machine.phase else {
            return #expect(Bool(false), "\(machine.phase)")
        }
        #expect(!machine.viewport(20..<25, now: at(300_000)).requests.isEmpty)
    }

    @Test(arguments: [ListBehavior.fixed, changing])
    func `A cursor that leads back to itself ends the list with an error`(behavior: ListBehavior) {
        var machine = ListMachine(
            capabilities: .cursors, behavior: behavior, policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        var open = machine.arrived(Page(Array(0..<5), continuation: .next("a")), for: first.id, now: at(100)).requests
        open += machine.viewport(3..<8, now: at(200)).requests
        #expect(open.map(\.kind) == [.page(.after("a", limit: 5))])
        guard let second = open.first else { return }
        let effects = machine.arrived(Page(Array(5..<10), continuation: .next("a")), for: second.id, now: at(300))
        #expect(effects.requests.isEmpty && machine.rows.count == 10)
        #expect(machine.viewport(8..<13, now: at(400)).requests.isEmpty)
        #expect(machine.phase == .failed(.defect(.repeatedCursor(position: 10))))
    }

    @Test func `A server that goes back and forth between versions ends in an error`() {
        var machine = machine()
        var (open, now) = (machine.viewport(0..<10, now: at(0)).requests, 0.0)
        for _ in 0..<400 where !open.isEmpty {
            now += 100
            let request = open.removeFirst()
            let range = ranges([request])[0]
            var page = page(range)
            // Each of two replicas answers for one half of the screen.
            page.version = Version(range.lowerBound < 5 ? "v0" : "v1")
            let effects = machine.arrived(page, for: request.id, now: at(now))
            open.removeAll { effects.cancellations.contains($0.id) }
            open += effects.requests
        }
        #expect(machine.counters.failures > 0)
    }
}
