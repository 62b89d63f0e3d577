import PagingCore
import Testing

/// Random readers, servers and networks; the laws of the list hold after every event.
///
/// Replay one: `PAGING_SEED=n swift test --filter ListMachineSimulation`.
@Suite struct ListMachineSimulationTests {
    @Test(arguments: Seeds.these(count: 100))
    func `Laws hold whatever the server does`(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        var driver = MachineDriver(Self.server(hostile: true, using: &chance), policy: Self.policy(&chance), seed: seed)
        driver.isNetworkHostile = chance.next() % 2 == 0
        for _ in 0..<60 { Self.act(on: &driver, using: &chance) }
        driver.settle()
        #expect(driver.broken.isEmpty, "seed \(seed): \(driver.broken.first ?? "")")
    }

    @Test(arguments: Seeds.these(count: 100))
    func `What is on screen becomes what the server has`(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        var driver = MachineDriver(
            Self.server(hostile: false, using: &chance), policy: Self.policy(&chance), seed: seed)
        driver.isNetworkHostile = chance.next() % 2 == 0
        for _ in 0..<40 { Self.act(on: &driver, using: &chance) }

        // The server is well again, the app loads what is looked at, and the reader asks for what failed.
        driver.server.faults = []
        driver.machine.policy = LoadPolicy(maximumRequestsInFlight: 5)
        driver.settle()
        let end = driver.server.items.count
        let start = driver.server.isRandom && driver.server.tellsTotal ? Int.random(in: 0..<end, using: &chance) : 0
        driver.look(start..<min(end, start + 20))
        driver.carryOut(driver.machine.retry(now: driver.now))
        driver.settle()
        #expect(driver.broken.isEmpty, "seed \(seed): \(driver.broken.first ?? "")")
        let screen = start..<min(end, start + 20)
        let shown = screen.map { $0 < driver.machine.rows.count ? driver.machine.rows[$0] : nil }
        #expect(shown == screen.map { driver.server.items[$0] }, "seed \(seed)")
    }

    @Test(arguments: Seeds.these(count: 30))
    func `Memory stays under its budget and pins stay`(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        var server = Self.server(hostile: false, using: &chance)
        (server.tellsTotal, server.isRandom) = (true, true)
        var driver = MachineDriver(server, policy: LoadPolicy(itemBudget: 600), seed: seed)
        driver.look(0..<20)
        driver.settle()
        let pinned = PositionSet(0..<5)
        driver.machine.pin(pinned)
        let isPinnedLoaded = driver.machine.rows.missingRanges(in: 0..<5).isEmpty
        for _ in 0..<60 {
            let start = Int.random(in: 0..<server.items.count, using: &chance)
            driver.look(start..<start + 20)
            driver.pass(Double.random(in: 0...300, using: &chance))
            #expect(driver.machine.rows.loadedCount <= 600, "seed \(seed)")
        }
        #expect(
            !isPinnedLoaded || driver.machine.rows.missingRanges(in: 0..<5).isEmpty, "seed \(seed): a pin was evicted")
    }

    private static func server(hostile: Bool, using chance: inout SplitMix64) -> SimulatedServer {
        var server = SimulatedServer(count: Int.random(in: 1...3_000, using: &chance), seed: chance.next())
        server.isRandom = chance.next() % 2 == 0
        server.tellsTotal = chance.next() % 2 == 0
        server.tellsContinuation = chance.next() % 2 == 0
        server.limit = [17, 25, 50, 500][Int(chance.next() % 4)]
        server.faults = SimulatedServer.Faults(rawValue: Int(chance.next() & 2047))
        if !hostile { server.faults.formIntersection(.harmless) }
        return server
    }

    private static func policy(_ chance: inout SplitMix64) -> LoadPolicy {
        LoadPolicy(
            pageSize: [1, 20, 50][Int(chance.next() % 3)],
            maximumRequestsInFlight: Int.random(in: 1...5, using: &chance),
            loadsAutomatically: chance.next() % 8 != 0, preloads: chance.next() % 4 != 0,
            itemBudget: chance.next() % 2 == 0 ? nil : Int.random(in: 0...500, using: &chance))
    }

    /// One thing that a reader or an app may do, and some time.
    private static func act(on driver: inout MachineDriver, using chance: inout SplitMix64) {
        let count = driver.machine.rows.count
        let start = Int.random(in: 0...count + 10, using: &chance)
        let rows = start..<start + Int.random(in: 0...30, using: &chance)
        let now = driver.now
        switch chance.next() % 16 {
        case 0...4: driver.look(rows)
        case 5...6: driver.look(rows, landing: start / 2..<start / 2 + 20)
        case 7: driver.look(rows, viewer: ViewerID(1))
        case 8: driver.carryOut(driver.machine.read(rows, now: now))
        case 9: driver.carryOut(driver.machine.removeViewer(now: now))
        case 10: driver.carryOut(driver.machine.loadMore(now: now).effects)
        case 11: driver.carryOut(driver.machine.refresh(now: now).effects)
        case 12: driver.carryOut(driver.machine.reload(now: now).effects)
        case 13: driver.carryOut(driver.machine.retry(now: now))
        case 14: driver.carryOut(driver.machine.releaseMemory(now: now))
        default: driver.look(max(0, start - 3)..<start + 17)
        }
        driver.pass(Double.random(in: 0...150, using: &chance))
    }
}

extension Seeds {
    /// So many seeds, or the one in `PAGING_SEED`.
    fileprivate static func these(count: UInt64) -> [UInt64] { all.count == 1 ? all : Array(1...count) }
}
