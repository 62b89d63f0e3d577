import PagingCore
import Testing

/// The answers that a server may give, each case by name: handled, or a defect that says which.
@Suite struct ListMachineAnswerTests {
    private func machine(
        _ capabilities: SourceCapabilities = .positions
    ) -> ListMachine {
        let policy = LoadPolicy(preloads: false, retry: RetryPolicy(attempts: 1))
        return ListMachine(capabilities: capabilities, policy: policy, seed: 1)
    }

    private let start = Instant(milliseconds: 0)

    /// The first page of a list in `machine`, answered.
    private func answer(
        _ page: Page<Int>, in machine: inout ListMachine, looking rows: Range<Int> = 0..<20
    ) -> ListEffects {
        let effects = machine.viewport(rows, landing: rows, now: start)
        guard let request = effects.requests.first else { return effects }
        return machine.arrived(page, for: request.id, now: start)
    }

    @Test func `The first look asks for the first page`() {
        var machine = machine()
        let effects = machine.viewport(0..<20, now: start)
        #expect(effects.requests.map(\.kind) == [.page(.positions(0..<50))])
        #expect(machine.phase == .loading)
    }

    @Test func `A total gives the whole length at once`() {
        var machine = machine()
        let effects = answer(Page(Array(0..<50), at: 0, total: 155_000), in: &machine)
        #expect(machine.rows.count == 155_000)
        #expect(effects.updates.first?.inserted == PositionSet(0..<155_000))
        #expect(machine.endIsKnown)
        #expect(machine.phase == .idle)
    }

    @Test func `A negative total is a defect of the rows asked for`() {
        var machine = machine()
        _ = answer(Page([1, 2], at: 0, total: -1), in: &machine)
        #expect(machine.phase == .failed(.defect(.negativeTotal(-1))))
    }

    @Test func `A total beyond any list is a defect`() {
        var machine = machine()
        _ = answer(Page([1, 2], at: 0, total: .max), in: &machine)
        #expect(machine.phase == .failed(.defect(.totalTooLarge(.max))))
    }

    @Test func `A total below the items that came with it gives way to them`() {
        var machine = machine()
        _ = answer(Page(Array(0..<50), at: 0, total: 7), in: &machine)
        #expect(machine.rows.count == 50)
    }

    @Test func `Of an empty page counts the total, but no less than the rows that are there before it`() {
        var machine = machine()
        _ = answer(Page(Array(0..<20), at: 0, total: 100), in: &machine)
        _ = answer(Page([], at: 60, total: 40), in: &machine, looking: 60..<80)
        #expect(machine.rows.count == 40 && machine.endIsKnown)
        _ = answer(Page([], at: 30, total: 7), in: &machine, looking: 30..<40)
        #expect(machine.rows.count == 20 && machine.endIsKnown)
    }

    @Test func `A shrinking total drops the end, and identifiers with it`() {
        var machine = machine()
        _ = answer(Page(Array(0..<50), at: 0, total: 100), in: &machine)
        let effects = answer(Page(Array(50..<60), at: 50, total: 60), in: &machine, looking: 60..<80)
        #expect(machine.rows.count == 60)
        #expect(effects.updates.first?.removed == PositionSet(60..<100))
    }

    @Test func `A growing total grows the list at its end`() {
        var machine = machine()
        _ = answer(Page(Array(0..<50), at: 0, total: 100), in: &machine)
        let effects = answer(Page(Array(50..<100), at: 50, total: 130), in: &machine, looking: 60..<80)
        #expect(machine.rows.count == 130)
        #expect(effects.updates.first?.inserted == PositionSet(100..<130))
    }

    @Test func `A page longer than asked is taken whole`() {
        var machine = machine()
        _ = answer(Page(Array(0..<80), at: 0, total: 1_000), in: &machine)
        #expect(machine.rows.loadedCount == 80)
    }

    @Test func `A page shorter than asked leaves its rest to be asked for`() {
        var machine = machine()
        let effects = answer(Page(Array(0..<10), at: 0, total: 1_000), in: &machine)
        #expect(machine.rows.loadedCount == 10)
        #expect(effects.requests.map(\.kind).contains(.page(.positions(10..<50))))
    }

    @Test func `A short first page does not keep neighboring pages from being asked for together`() {
        var machine = machine()
        _ = answer(Page(Array(0..<25), at: 0, total: 1_000), in: &machine)
        let effects = machine.viewport(940..<960, landing: 940..<960, now: start)
        #expect(effects.requests.map(\.kind) == [.page(.positions(900..<1_000))])
    }

    @Test func `A merged request that is answered by a page is not made again`() {
        var machine = machine()
        _ = answer(Page(Array(0..<50), at: 0, total: 1_000), in: &machine)
        _ = answer(Page(Array(300..<350), at: 300, total: 1_000), in: &machine, looking: 340..<360)
        let effects = machine.viewport(740..<760, landing: 740..<760, now: start)
        #expect(effects.requests.map(\.kind) == [.page(.positions(740..<790))])
    }

    @Test func `A page of another position than asked is put at its own position`() {
        var machine = machine()
        _ = answer(Page(Array(0..<50), at: 0, total: 1_000), in: &machine)
        _ = answer(Page(Array(400..<500), at: 400, total: 1_000), in: &machine, looking: 420..<440)
        #expect(machine.rows[400] == 400)
        #expect(machine.rows[499] == 499)
    }

    @Test func `A page that holds nothing of what was asked for is a defect, and nothing loops`() {
        var machine = machine()
        _ = answer(Page(Array(0..<50), at: 0, total: 1_000), in: &machine)
        let effects = answer(Page(Array(100..<150), at: 100, total: 1_000), in: &machine, looking: 420..<440)
        #expect(machine.state(at: 430) == .failed(.defect(.misplacedPage(asked: 400, answered: 100))))
        #expect(!effects.requests.contains { $0.kind == .page(.positions(400..<450)) })
    }

    @Test(arguments: [-1, Int.min, Int.max]) func `A position outside of any list is a defect`(position: Int) {
        var machine = machine()
        _ = answer(Page([1], at: position, total: 1_000), in: &machine)
        #expect(machine.phase == .failed(.defect(.positionOutOfRange(position))))
    }

    @Test func `An empty page in the middle is a defect of its rows alone`() {
        var machine = machine()
        _ = answer(Page(Array(0..<50), at: 0, total: 1_000), in: &machine)
        _ = answer(Page([], at: 400, total: 1_000), in: &machine, looking: 420..<440)
        #expect(machine.state(at: 430) == .failed(.defect(.emptyPage(position: 400))))
        #expect(machine.rows.count == 1_000)
        #expect(machine.phase == .idle)
    }

    @Test func `Past the end a total of nothing means that nothing is there`() {
        var machine = machine()
        _ = answer(Page(Array(0..<50), at: 0), in: &machine)
        _ = answer(Page([], at: 50, total: 0), in: &machine, looking: 40..<60)
        #expect(machine.rows.count == 50)
        #expect(machine.endIsKnown)
    }

    @Test func `Without a total a short first page may be a clamped one, so the next is asked for`() {
        var machine = machine()
        let effects = answer(Page(Array(0..<25), at: 0), in: &machine, looking: 0..<30)
        #expect(!machine.endIsKnown)
        #expect(effects.requests.map(\.kind) == [.page(.positions(25..<75))])
    }

    @Test func `Without a total an empty page is the end`() {
        var machine = machine()
        _ = answer(Page(Array(0..<50), at: 0), in: &machine)
        _ = answer(Page([], at: 50), in: &machine, looking: 40..<60)
        #expect(machine.isComplete)
        #expect(machine.rows.count == 50)
    }

    @Test func `An empty page past rows that nobody has seen leaves these to be asked for`() {
        // As where two requests were sent and the one for the first rows failed.
        var told = machine()
        _ = answer(Page([], at: 6, total: 6, continuation: .end), in: &told, looking: 0..<10)
        #expect(told.rows.count == 6)
        #expect(told.endIsKnown)
        var untold = machine()
        let effects = answer(Page([], at: 6, continuation: .end), in: &untold, looking: 0..<10)
        #expect(untold.rows.count == 6)
        // A server that says so whatever is asked for is not asked in circles: it was asked for these rows just now.
        #expect(effects.requests.isEmpty)
        #expect(untold.state(at: 0) == .failed(.defect(.emptyPage(position: 0))))
    }

    /// A request that is late is asked for again, and its answers come both. Of numbered pages one may begin before what was asked for.
    @Test(arguments: [100, 95, 81])
    func `A short page that brings what another one brought meanwhile is no fault of the server`(second: Int) throws {
        var machine = machine()
        let first = try #require(machine.viewport(0..<50, now: start).requests.first)
        _ = machine.arrived(Page(Array(0..<20), at: 0, total: 200), for: first.id, now: start)
        let later = start.advanced(byMilliseconds: 5_000)
        let asked =
            machine.viewport(100..<150, now: start).requests + machine.wake(now: later).requests
            + machine.wake(now: later.advanced(byMilliseconds: 5_000)).requests
        let both = asked.filter { if case .page(.positions(let rows)) = $0.kind { rows.contains(100) } else { false } }
        try #require(both.count >= 2)
        for (request, first) in zip(both, [100, second]) {
            _ = machine.arrived(Page(Array(first..<first + 20), at: first, total: 200), for: request.id, now: later)
        }
        #expect(machine.counters.failures == 0)
    }

    @Test func `An identifier twice in a page is shown once, and its second place says why`() {
        var machine = machine()
        _ = answer(Page([1, 2, 1], at: 0, total: 3), in: &machine)
        #expect(machine.rows[0] == 1)
        #expect(machine.state(at: 2) == .failed(.defect(.duplicateIdentifier(position: 2, first: 0))))
        #expect(machine.counters.duplicates == 1)
    }

    @Test func `An identifier on two pages is shown once, and nothing loops`() {
        var machine = machine()
        _ = answer(Page(Array(0..<50), at: 0, total: 100), in: &machine)
        let effects = answer(Page([7] + Array(51..<100), at: 50, total: 100), in: &machine, looking: 50..<70)
        #expect(machine.state(at: 50) == .failed(.defect(.duplicateIdentifier(position: 50, first: 7))))
        #expect(effects.requests.isEmpty)
    }

    @Test func `In a list that is read in order a repeated item takes no place`() {
        var machine = machine(.cursors)
        _ = answer(Page([1, 2, 3], continuation: .next("a")), in: &machine)
        let request = machine.inFlight.first?.request
        _ = machine.arrived(Page([3, 4, 5], continuation: .end), for: request ?? RequestID(0), now: start)
        #expect(Array(machine.rows) == [1, 2, 3, 4, 5])
        #expect(machine.isComplete)
    }

    @Test func `The same cursor twice ends the walk with a defect`() {
        var machine = machine(.cursors)
        _ = answer(Page([1], continuation: .next("a")), in: &machine)
        let request = machine.inFlight.first?.request
        let effects = machine.arrived(Page([2], continuation: .next("a")), for: request ?? RequestID(0), now: start)
        #expect(machine.phase == .failed(.defect(.repeatedCursor(position: 2))))
        #expect(effects.requests.isEmpty)
        #expect(Array(machine.rows) == [1, 2])
    }

    @Test func `A circle of cursors with empty pages ends`() {
        var machine = machine(.cursors)
        var effects = machine.viewport(0..<20, now: start)
        var asked = 0
        while let request = effects.requests.first, asked < 1_000 {
            asked += 1
            effects = machine.arrived(
                Page([], continuation: .next(Cursor("\(asked % 7)"))), for: request.id, now: start)
        }
        #expect(asked < 30)
        #expect(machine.phase.isFailed)
    }

    @Test func `Empty pages on the way are followed, within a budget`() {
        var machine = machine(.cursors)
        var effects = machine.viewport(0..<20, now: start)
        var asked = 0
        while let request = effects.requests.first, asked < 1_000 {
            asked += 1
            effects = machine.arrived(Page([], continuation: .next(Cursor("\(asked)"))), for: request.id, now: start)
        }
        #expect(asked == 10)
        #expect(machine.phase == .failed(.defect(.noProgress(position: 0, answers: 10))))
    }

    @Test func `A cursor source without a way on has ended`() {
        var machine = machine(.cursors)
        _ = answer(Page([1, 2]), in: &machine)
        #expect(machine.isComplete)
    }

    @Test func `A cursor source's total makes placeholders, and its end overrules it`() {
        var machine = machine(.cursors)
        _ = answer(Page([1, 2], total: 50, continuation: .next("a")), in: &machine)
        #expect(machine.rows.count == 50)
        let request = machine.inFlight.first?.request
        _ = machine.arrived(Page([3], total: 50, continuation: .end), for: request ?? RequestID(0), now: start)
        #expect(machine.rows.count == 3)
    }

    @Test func `Rows evicted in a list that is read in order come back from the nearest checkpoint`() {
        var driver = MachineDriver(
            {
                var server = SimulatedServer(count: 1_000, seed: 1)
                (server.isRandom, server.tellsTotal) = (false, false)
                return server
            }(), policy: LoadPolicy(itemBudget: 150))
        for row in stride(from: 0, to: 500, by: 10) {
            driver.look(row..<row + 20)
            driver.settle()
        }
        #expect(driver.machine.rows[100] == nil)
        let before = driver.machine.counters.requests
        driver.look(100..<120)
        driver.settle()
        #expect(driver.machine.rows[100] == driver.server.items[100])
        #expect(driver.machine.counters.requests - before <= 2)
        #expect(driver.broken.isEmpty)
    }

    @Test func `An answer that was cancelled, or repeated, changes nothing`() {
        var machine = machine()
        let first = machine.viewport(0..<20, now: start).requests[0]
        _ = machine.arrived(Page(Array(0..<50), at: 0, total: 100), for: first.id, now: start)
        let before = machine.rows
        let effects = machine.arrived(Page(Array(500..<550), at: 0, total: 900), for: first.id, now: start)
        #expect(effects.updates.isEmpty)
        #expect(machine.rows == before)
        #expect(machine.counters.lateAnswers == 1)
    }

    @Test func `An answer of an older generation changes nothing`() throws {
        var machine = machine()
        let first = machine.viewport(0..<20, now: start).requests[0]
        _ = machine.arrived(Page(Array(0..<50), at: 0, total: 1_000), for: first.id, now: start)
        let old = try #require(machine.viewport(600..<620, now: start).requests.first)
        let (_, effects) = machine.reload(now: start)
        #expect(effects.cancellations.contains(old.id))
        #expect(effects.requests.allSatisfy { $0.generation == 1 && old.generation == 0 })
        #expect(machine.arrived(Page([1], at: 0, total: 1), for: old.id, now: start).updates.isEmpty)
        #expect(machine.rows.isEmpty)
    }
}

extension ListPhase {
    fileprivate var isFailed: Bool { if case .failed = self { true } else { false } }
}
