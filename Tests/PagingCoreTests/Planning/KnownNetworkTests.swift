import Testing

@testable import PagingCore

/// A list begins with what another list of the same server learned of the network.
@Suite struct KnownNetworkTests {
    private static func learned(latency: Double, timeOfRow: Double) -> LatencyEstimator {
        var times = LatencyEstimator()
        for round in 0..<20 {
            let rows = [20, 180, 50][round % 3]
            times.measured(latency + timeOfRow * Double(rows), rows: rows)
        }
        return times
    }

    @Test func `Answers of one size are no estimate for other lists`() {
        var times = LatencyEstimator()
        #expect(times.estimate == nil)
        for _ in 0..<3 { times.measured(450, rows: 200) }
        #expect(times.estimate == nil)
    }

    @Test func `An estimate has the latency and what a row adds`() throws {
        let estimate = try #require(Self.learned(latency: 50, timeOfRow: 2).estimate)
        #expect((1.7...2).contains(estimate.rowTime))
        #expect((50...90).contains(estimate.latency))
        let borrowed = LatencyEstimator(estimate, rows: 50)
        #expect(abs(borrowed.timeOfRow - estimate.rowTime) < 1e-9)
        #expect(abs(borrowed.time(forRows: 0) - estimate.latency) < 1e-9)
    }

    @Test func `A list that begins on a known narrow network asks for little around its screen`() throws {
        func firstAsked(knowing estimate: NetworkEstimate?) throws -> (rows: [Range<Int>], machine: ListMachine) {
            var machine = ListMachine(capabilities: .positions, policy: LoadPolicy(), seed: 1)
            if let estimate { machine.begin(with: estimate) }
            var asked: [Range<Int>] = []
            var effects = machine.viewport(0..<20, now: Instant(milliseconds: 0))
            let first = try #require(effects.requests.first)
            for request in effects.requests {
                if case .page(.positions(let rows)) = request.kind { asked.append(rows) }
            }
            let page = Page(Array(0..<20), at: 0, total: 1_000_000)
            effects = machine.arrived(page, for: first.id, now: Instant(milliseconds: 90))
            for request in effects.requests {
                if case .page(.positions(let rows)) = request.kind { asked.append(rows) }
            }
            return (asked, machine)
        }
        let narrow = NetworkEstimate(latency: 50, rowTime: 2)
        #expect(try firstAsked(knowing: nil).rows == [0..<20, 20..<200])
        let (rows, machine) = try firstAsked(knowing: narrow)
        #expect(rows.first == 0..<20)
        #expect(rows.dropFirst().allSatisfy { $0.count <= 50 } && rows.count == 2, "\(rows)")
        #expect(machine.planner.latency.hasMeasured && machine.planner.latency.timeOfRow > 1.5)
    }

    @Test(arguments: [(10.0, 0.0, 900.0), (2_000, 5, 40)])
    func `An answer that takes much longer or shorter makes it void`(latency: Double, rowTime: Double, sample: Double) {
        var times = LatencyEstimator(NetworkEstimate(latency: latency, rowTime: rowTime), rows: 50)
        #expect(times.isKnown && !times.hasMeasured)
        times.measured(sample, rows: 50)
        #expect(times.mean == sample && times.timeOfRow == 0 && times.hasMeasured && !times.isBorrowed)
    }

    @Test func `What a list has measured itself stays`() {
        var machine = ListMachine(capabilities: .positions, policy: LoadPolicy(), seed: 1)
        let request = machine.viewport(0..<20, now: Instant(milliseconds: 0)).requests[0]
        _ = machine.arrived(Page(Array(0..<20), at: 0, total: 90), for: request.id, now: Instant(milliseconds: 70))
        machine.begin(with: NetworkEstimate(latency: 5_000, rowTime: 50))
        #expect(machine.planner.latency.mean == 70)
    }

    @Test func `An answer that is late by another list's figures alone is not asked for twice`() {
        var machine = ListMachine(capabilities: .positions, policy: LoadPolicy(), seed: 1)
        machine.begin(with: NetworkEstimate(latency: 10, rowTime: 0))
        #expect(machine.viewport(0..<20, now: Instant(milliseconds: 0)).requests.count == 1)
        #expect(
            machine.wake(now: Instant(milliseconds: 5_000)).requests.allSatisfy { request in
                if case .page(.positions(let rows)) = request.kind { rows.lowerBound >= 20 } else { false }
            })
    }

    @Test(arguments: [Double.nan, -1, .infinity, -.infinity, 1e300])
    func `Figures beyond all measure stay numbers`(figure: Double) {
        let estimate = NetworkEstimate(latency: figure, rowTime: figure)
        #expect((0...Limits.answer).contains(estimate.latency) && (0...Limits.answer).contains(estimate.rowTime))
        var times = LatencyEstimator(estimate, rows: 0)
        #expect(times.mean.isFinite && times.timeOfRow.isFinite && times.time(forRows: 100_000).isFinite)
        times.measured(.nan, rows: .max)
        #expect(times.mean.isFinite && times.timeOfRow.isFinite)
    }

    @Test func `A reader at rest on a narrow network gets what a block brings elsewhere, piece by piece`() {
        var machine = ListMachine(capabilities: .positions, policy: LoadPolicy(), seed: 1)
        machine.begin(with: NetworkEstimate(latency: 50, rowTime: 2))
        var queue: [(id: RequestID, rows: Range<Int>)] = []
        var (now, asked, mostUnderWay) = (0.0, 0, 0)
        func add(_ effects: ListEffects) {
            for request in effects.requests {
                if case .page(.positions(let rows)) = request.kind { queue.append((request.id, rows)) }
            }
            mostUnderWay = max(mostUnderWay, queue.reduce(0) { $0 + $1.rows.count })
        }
        add(machine.viewport(0..<20, now: Instant(milliseconds: 0)))
        while !queue.isEmpty {
            let (id, rows) = queue.removeFirst()
            asked += rows.count
            now += 50 + 2 * Double(rows.count)
            let page = Page(Array(rows), at: rows.lowerBound, total: 1_000_000)
            add(machine.arrived(page, for: id, now: Instant(milliseconds: now)))
        }
        // A page, and what may come along with it in a quarter of its time.
        #expect(mostUnderWay <= 69)
        #expect(asked == 150 && machine.rows.missingRanges(in: 0..<150).isEmpty)
    }
}
