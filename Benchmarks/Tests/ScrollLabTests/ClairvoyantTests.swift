@testable import PagingCore
import PagingTesting
import Testing

@testable import ScrollLabKit

/// The bound is a bound, and is what a calculation by hand gives.
@Suite struct ClairvoyantTests {
    /// Places of ten rows far apart, each looked at for 500 ms in frames of 20 ms.
    private func places(_ rows: [Int]) -> ScrollTrace {
        let frames = rows.enumerated().flatMap { place, row in
            (0..<25).map { ScrollTrace.Frame(milliseconds: Double(place * 25 + $0) * 20, firstRow: row) }
        }
        return ScrollTrace(viewportRows: 10, listRows: 100_000, frames: frames)
    }

    @Test func `With room for everything only the first load is missed`() {
        let trace = places([0, 1000, 2000, 3000])
        #expect(Clairvoyant(trace, latency: 200, requestRows: 50).bound(inFlight: 4) == 10 * 200)
    }

    @Test func `One at a time, the first answer saves most`() {
        // Two blocks an answer; the third place's block comes with the second answer, at 400 ms, long before its time.
        let trace = places([0, 1000, 2000])
        #expect(Clairvoyant(trace, latency: 200, requestRows: 50).bound(inFlight: 1) == 10 * 200)
        // Answers at 700 and 1400 ms: two places with the first, of which the one on screen has 300 ms left; the third
        // place, looked at from 1000 ms on, with the first too or 400 ms late.
        #expect(Clairvoyant(trace, latency: 700, requestRows: 50).bound(inFlight: 1) == 10 * (500 + 200))
    }

    @Test func `Without latency nothing is missed`() {
        #expect(Clairvoyant(places([0, 1000]), latency: 0, requestRows: 50).bound(inFlight: 1) == 0)
    }

    @Test(arguments: 1...40)
    func `An assignment is the best of all`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let rows = 1 + Int(random.next() % 5)
        let columns = 1 + Int(random.next() % 5)
        let values = (0..<rows).map { _ in (0..<columns).map { _ in Double(random.next() % 20) } }
        func best(_ row: Int, _ used: Set<Int>) -> Double {
            guard row < rows else { return 0 }
            var most = best(row + 1, used)
            for column in 0..<columns where !used.contains(column) {
                most = max(most, values[row][column] + best(row + 1, used.union([column])))
            }
            return most
        }
        #expect(Assignment.most(rows: rows, columns: columns) { values[$0][$1] } == best(0, []))
    }

    @Test(arguments: TraceFamily.allCases)
    func `No policy goes under it`(_ family: TraceFamily) {
        let experiments = [
            Experiment(), Experiment(network: NetworkModel(latency: 50), pageSize: 10),
            Experiment(network: NetworkModel(latency: 800, bandwidth: 500)),
            Experiment(network: NetworkModel(latency: 200, jitter: 150, loss: 0.02)),
        ]
        let trace = NamedTrace(name: family.rawValue, trace: family.trace(seed: 11))
        for experiment in experiments {
            for line in Results(experiment, trace: trace, policies: PolicyName.allCases).lines {
                #expect(
                    line.figures.rowMilliseconds >= line.bound - 0.01,
                    "\(line.policy.title), latency \(experiment.network.latency), page \(experiment.pageSize)")
            }
        }
    }
}
