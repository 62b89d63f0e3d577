import PagingCore
import Testing

/// Small lists, tall screens, tight limits, several viewers.
@Suite struct PlannerEdgeTests {
    private func driver(_ count: Int, _ policy: LoadPolicy = LoadPolicy()) -> MachineDriver {
        MachineDriver(SimulatedServer(count: count, seed: 1), policy: policy)
    }

    @Test(arguments: [LoadPolicy(), LoadPolicy(itemBudget: 0), LoadPolicy(maximumRequestsInFlight: 1)])
    func `A list shorter than the screen costs one request, or two where answers take long`(policy: LoadPolicy) {
        var driver = driver(10, policy)
        for _ in 0..<5 {
            driver.look(0..<20)
            driver.settle()
        }
        #expect(driver.machine.rows.loadedCount == 10)
        #expect(driver.machine.counters.requests <= 2)
        #expect(driver.isSilent)
        #expect(driver.broken.isEmpty)
    }

    /// The rows asked for by an event.
    private func rows(_ effects: ListEffects) -> [Range<Int>] {
        effects.requests.compactMap { if case .page(.positions(let rows)) = $0.kind { rows } else { nil } }
    }

    @Test func `The first screen is asked for alone, what is around it when its answer is there or takes long`() {
        func first() -> (ListMachine, RequestID) {
            var machine = ListMachine(capabilities: [.positions], seed: 1)
            let effects = machine.viewport(0..<20, now: Instant(milliseconds: 0))
            #expect(rows(effects) == [0..<20])
            #expect(effects.wakeAt == Instant(milliseconds: 100))
            return (machine, effects.requests[0].id)
        }
        var (machine, request) = first()
        let short = Page(Array(0..<10), at: 0, total: 10)
        #expect(machine.arrived(short, for: request, now: Instant(milliseconds: 90)).requests.isEmpty)

        (machine, request) = first()
        let long = Page(Array(0..<20), at: 0, total: 1_000)
        #expect(rows(machine.arrived(long, for: request, now: Instant(milliseconds: 90))) == [20..<200])

        (machine, request) = first()
        #expect(rows(machine.wake(now: Instant(milliseconds: 99))).isEmpty)
        #expect(rows(machine.wake(now: Instant(milliseconds: 100))) == [20..<200])

        // A reader who scrolls needs it at once.
        (machine, request) = first()
        #expect(rows(machine.viewport(0..<20, landing: 60..<80, now: Instant(milliseconds: 16))).joined().contains(60))
    }

    @Test func `Pages of one size are asked for whole from the first on`() {
        var machine = ListMachine(capabilities: [.positions, .wholePages], seed: 1)
        #expect(rows(machine.viewport(0..<20, now: Instant(milliseconds: 0))) == [0..<200])
    }

    @Test(arguments: [1, 2, 4])
    func `A screen taller than a request is filled by as few as can fill it`(inFlight: Int) {
        var driver = driver(10_000, LoadPolicy(maximumRequestsInFlight: inFlight))
        driver.look(0..<1)
        driver.settle()
        let before = driver.machine.counters.requests
        driver.look(5_000..<5_500)
        driver.settle()
        #expect(driver.machine.rows.missingRanges(in: 5_000..<5_500).isEmpty)
        // Requests of 200 rows: three for the screen, three for one ahead, two for half of one behind.
        #expect(driver.machine.counters.requests - before <= 8)
        #expect(driver.isSilent)
        #expect(driver.broken.isEmpty)
    }

    @Test(arguments: [0, 1, 100])
    func `A screen taller than the budget is kept whole`(budget: Int) {
        var driver = driver(10_000, LoadPolicy(itemBudget: budget))
        for row in stride(from: 0, to: 2_000, by: 100) {
            driver.look(row..<row + 300)
            driver.settle()
            #expect(driver.machine.rows.missingRanges(in: row..<row + 300).isEmpty)
        }
        #expect(driver.isSilent)
        #expect(driver.broken.isEmpty)
    }

    @Test func `Pages of one row are merged into requests of several`() {
        var driver = driver(1_000, LoadPolicy(pageSize: 1, maximumRequestSize: 50))
        driver.look(0..<20)
        driver.settle()
        #expect(driver.machine.rows.missingRanges(in: 0..<20).isEmpty)
        #expect(driver.machine.counters.requests <= 2)
    }

    @Test func `With one request at a time the landing comes before the way`() {
        var driver = driver(100_000, LoadPolicy(maximumRequestsInFlight: 1))
        driver.look(0..<20)
        driver.settle()
        for frame in 1...6 {
            driver.look(frame * 20..<frame * 20 + 20, landing: 3_000..<3_020)
            driver.pass(1_000.0 / 60)
        }
        driver.pass(100)
        #expect(driver.machine.rows.missingRanges(in: 3_000..<3_020).isEmpty)
        #expect(driver.broken.isEmpty)
    }

    @Test(arguments: [nil, 0, 200])
    func `Two viewers far apart both have what they look at, and neither costs the other its own`(budget: Int?) {
        var driver = driver(1_000_000, LoadPolicy(maximumRequestsInFlight: 2, itemBudget: budget))
        driver.look(0..<20)
        driver.settle()
        for step in 0..<40 {
            driver.look(step * 5..<step * 5 + 20)
            driver.look(900_000 - step * 5..<900_020 - step * 5, viewer: ViewerID(1))
            driver.settle()
            #expect(driver.machine.rows.missingRanges(in: step * 5..<step * 5 + 20).isEmpty)
            #expect(driver.machine.rows.missingRanges(in: 900_000 - step * 5..<900_020 - step * 5).isEmpty)
        }
        // 220 rows each: with ample memory two blocks each; with none a page at a time, with those on either side.
        #expect(driver.machine.counters.requests <= (budget == nil ? 6 : 16))
        #expect(driver.isSilent)
        #expect(driver.broken.isEmpty)
    }

    @Test func `Retry-After in a fling is waited out, and then what is on screen is asked for`() {
        var machine = ListMachine(capabilities: .positions, policy: LoadPolicy(), seed: 1)
        func instant(_ time: Double) -> Instant { Instant(milliseconds: time) }
        var asked = machine.viewport(0..<20, now: instant(0)).requests
        _ = machine.arrived(Page(Array(0..<200), at: 0, total: 1_000_000), for: asked[0].id, now: instant(200))
        asked = machine.viewport(100..<120, landing: 4_000..<4_020, now: instant(300)).requests
        #expect(!asked.isEmpty)
        for request in asked {
            let effects = machine.failed(request.id, isTransient: true, retryAfter: 1_000, now: instant(320))
            #expect(effects.requests.isEmpty)
        }
        var wake: Instant?
        for frame in 1...30 {
            let row = 100 + 130 * frame
            let effects = machine.viewport(
                row..<row + 20, landing: 4_000..<4_020, now: instant(320 + Double(frame) * 16))
            #expect(effects.requests.isEmpty, "asked at frame \(frame), though the server asked to be left alone")
            wake = effects.wakeAt
        }
        // The reader has gone on since: what he looks at now is asked for, not what failed.
        _ = machine.viewport(9_000..<9_020, now: instant(900))
        wake = machine.viewport(9_000..<9_020, now: instant(1_000)).wakeAt
        #expect(wake == instant(1_320))
        let requests = machine.wake(now: instant(1_320)).requests
        guard case .page(.positions(let rows))? = requests.first?.kind else {
            Issue.record("nothing asked for after the pause")
            return
        }
        #expect(rows.contains(9_000) && rows.contains(9_019))
        #expect(requests.count == 1)
    }
}
