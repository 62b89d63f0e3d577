import PagingCore
import Testing

/// Input that no reader, clock or server should give, and some will: the planner neither traps nor goes in circles.
@Suite struct PlannerExtremesTests {
    /// Asks a machine things at random and answers it at random; every number may be an extreme one.
    private struct Torment {
        var machine: ListMachine
        var chance: SplitMix64
        var now = 0.0
        var open: [LoadRequest] = []
        let count: Int

        static let times = [
            0, -1, -1e6, 1e-300, 1e9, 1e18, 1e300, -.infinity, .infinity, .nan, Double.greatestFiniteMagnitude,
        ]
        static let rows = [0, 1, -5, 9, 10, 99_999, 1_000_000, Int.max / 2, Int.max - 1, Int.min]

        mutating func time() -> Instant {
            switch chance.next() % 8 {
            case 0: return Instant(milliseconds: now - 500)
            case 1: return Instant(milliseconds: Self.times[Int(chance.next() % UInt64(Self.times.count))])
            default:
                now += 16.7
                return Instant(milliseconds: now)
            }
        }

        mutating func range() -> Range<Int> {
            let lower =
                chance.next() % 4 == 0
                ? Self.rows[Int(chance.next() % UInt64(Self.rows.count))] : Int(chance.next() % UInt64(max(count, 1)))
            let length = [0, 1, 20, 5_000, Int.max][Int(chance.next() % 5)]
            let (upper, overflows) = lower.addingReportingOverflow(length)
            return lower..<(overflows ? .max : upper)
        }

        mutating func carryOut(_ effects: ListEffects) {
            open.removeAll { effects.cancellations.contains($0.id) }
            open += effects.requests
            #expect(machine.inFlight.count <= machine.policy.maximumRequestsInFlight)
            for request in effects.requests {
                guard case .page(.positions(let rows)) = request.kind else { continue }
                #expect(rows.lowerBound >= 0)
                #expect(!rows.isEmpty)
                #expect(rows.count <= machine.policy.maximumRequestSize)
            }
        }

        mutating func step() {
            switch chance.next() % 8 {
            case 0..<4:
                let landing = chance.next() % 2 == 0 ? range() : nil
                let viewer = ViewerID(Int(chance.next() % 3))
                let range = range()
                carryOut(machine.viewport(range, landing: landing, viewer: viewer, now: time()))
            case 4: carryOut(machine.wake(now: time()))
            case 5 where chance.next() % 8 == 0:
                carryOut(machine.removeViewer(ViewerID(Int(chance.next() % 3)), now: time()))
            default:
                guard !open.isEmpty else { return }
                let request = open.remove(at: Int(chance.next() % UInt64(open.count)))
                guard case .page(.positions(let rows)) = request.kind else { return }
                if chance.next() % 4 == 0 {
                    let after = chance.next() % 2 == 0 ? Self.times[Int(chance.next() % UInt64(Self.times.count))] : nil
                    carryOut(machine.failed(request.id, isTransient: true, retryAfter: after, now: time()))
                } else {
                    let rows = rows.clamped(to: 0..<count)
                    carryOut(
                        machine.arrived(
                            Page(Array(rows), at: rows.lowerBound, total: count), for: request.id, now: time()))
                }
            }
        }
    }

    private static let policies = [
        LoadPolicy(), LoadPolicy(pageSize: 1), LoadPolicy(pageSize: 1, maximumRequestSize: 1),
        LoadPolicy(maximumRequestsInFlight: 1), LoadPolicy(itemBudget: 0), LoadPolicy(preloads: false),
        LoadPolicy(maximumRequestsInFlight: .max, preloadDistance: .max, itemBudget: .max, byteBudget: .max),
        LoadPolicy(pageSize: 7, maximumRequestSize: 20, maximumRequestsInFlight: 2, itemBudget: 3, byteBudget: 0),
    ]

    @Test(arguments: [0, 1, 10, 1_000_000])
    func `No number traps`(count: Int) {
        for (index, policy) in Self.policies.enumerated() {
            for seed in 0..<2 {
                let seed = UInt64(index * 100 + seed)
                var torment = Torment(
                    machine: ListMachine(capabilities: .positions, policy: policy, seed: seed),
                    chance: SplitMix64(seed: seed), count: count)
                for _ in 0..<200 { torment.step() }
            }
        }
    }

    @Test func `Numbers as large as they come make a policy that works`() {
        var driver = MachineDriver(
            SimulatedServer(count: 300, seed: 1),
            policy: LoadPolicy(
                pageSize: .max, maximumRequestSize: .max, maximumRequestsInFlight: .max, preloadDistance: .max,
                itemBudget: .max, byteBudget: .max, fruitlessAnswerLimit: .max))
        driver.look(0..<20, landing: 200..<220)
        driver.settle()
        #expect(driver.machine.rows.loadedCount == 300)
        #expect(driver.broken.isEmpty)
    }

    @Test func `An event of an earlier time counts as simultaneous with the last one`() throws {
        var machine = ListMachine(capabilities: .positions, policy: LoadPolicy(), seed: 1)
        let first = machine.viewport(0..<20, now: Instant(milliseconds: 10_000)).requests
        guard case .page(.positions(let rows)) = first[0].kind else { return }
        let page = Page(Array(rows), at: 0, total: 1_000_000)
        _ = machine.arrived(page, for: first[0].id, now: Instant(milliseconds: 10_200))
        // A jump, told by a clock that was set back: asked for at once, and never to be woken in the past.
        let effects = machine.viewport(500_000..<500_020, now: Instant(milliseconds: 3_000))
        #expect(effects.requests.count == 1)
        #expect(effects.wakeAt.map { $0 >= Instant(milliseconds: 10_200) } ?? true)
        // Nor is the answer that follows taken for one that took no time, or an age.
        let id = try #require(effects.requests.first).id
        _ = machine.arrived(
            Page(Array(500_000..<500_020), at: 500_000, total: 1_000_000), for: id, now: Instant(milliseconds: 10_400))
        #expect((100...300).contains(machine.counters.latencyMilliseconds))
    }

    @Test(arguments: [Double.infinity, 1e300, .nan, -.infinity])
    func `A check that the server puts off for ever is put off for a year at most`(retryAfter: Double) throws {
        var machine = ListMachine(
            capabilities: [.positions, .checks], behavior: ListBehavior(membership: .changes), seed: 1)
        var page = Page(Array(0..<5), at: 0, total: 5)
        page.version = "v0"
        let first = machine.viewport(0..<5, now: Instant(milliseconds: 0)).requests
        _ = machine.arrived(page, for: first[0].id, now: Instant(milliseconds: 100))
        let check = machine.refresh(now: Instant(milliseconds: 200)).effects.requests
        #expect(check.map(\.kind) == [.check("v0")])
        let effects = machine.failed(
            check[0].id, isTransient: true, retryAfter: retryAfter, now: Instant(milliseconds: 300))
        let wake = try #require(effects.wakeAt).milliseconds
        #expect(wake > 300 && wake <= 366 * 86_400_000)
    }
}
