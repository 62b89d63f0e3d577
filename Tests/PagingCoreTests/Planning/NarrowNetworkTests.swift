import Testing

@testable import PagingCore

/// Where rows take time, what is on screen does not wait for what is not.
@Suite struct NarrowNetworkTests {
    @Test func `Answers of one size say nothing of what a row takes`() {
        var times = LatencyEstimator()
        for _ in 0..<20 { times.measured(450, rows: 200) }
        #expect(times.timeOfRow == 0)
        #expect(!times.knowsTimeOfRow)
        #expect(times.time(forRows: 50) == times.mean)
    }

    @Test func `Answers of unlike sizes tell what a row takes`() {
        var times = LatencyEstimator()
        // 50 ms and 2 ms a row.
        for round in 0..<20 {
            let rows = [200, 50, 100][round % 3]
            times.measured(50 + 2 * Double(rows), rows: rows)
        }
        #expect(times.knowsTimeOfRow)
        #expect((1.5...2).contains(times.timeOfRow))
        #expect((150...200).contains(times.time(forRows: 50)))
    }

    @Test func `Answers whose time varies for other reasons are not taken for slow rows`() {
        var chance = SplitMix64(seed: 3)
        var times = LatencyEstimator()
        var worst = 0.0
        for round in 0..<500 {
            let rows = [200, 150, 100][round % 3]
            times.measured(200 + 150 * Double.random(in: 0..<1, using: &chance), rows: rows)
            if round > 10 { worst = max(worst, times.timeOfRow) }
        }
        // A block of 200 rows would be cut down from a quarter of 275 ms a 150 rows on.
        #expect(worst < 0.46)
    }

    @Test func `Times beyond all measure stay numbers`() {
        var times = LatencyEstimator()
        for (sample, rows) in [(1e300, Int.max), (-1, -5), (0, 0), (.infinity, 1), (.nan, 2), (1e-300, 3), (5, 4)] {
            times.measured(sample, rows: rows)
            #expect(times.mean.isFinite && times.deviation.isFinite && times.timeOfRow.isFinite)
            #expect(times.time(forRows: 50).isFinite)
        }
    }

    // MARK: The machine

    /// A server that sends so many milliseconds a row, one answer after another.
    private struct Pipe {
        var machine = ListMachine(capabilities: .positions, policy: LoadPolicy(), seed: 1)
        var now = 0.0
        var asked: [Range<Int>] = []
        var mostRowsUnderWay = 0
        private var queue: [(id: RequestID, rows: Range<Int>, left: Double)] = []
        let latency: Double
        let timeOfRow: Double

        init(latency: Double, timeOfRow: Double) {
            (self.latency, self.timeOfRow) = (latency, timeOfRow)
        }

        mutating func carryOut(_ effects: ListEffects) {
            queue.removeAll { effects.cancellations.contains($0.id) }
            for request in effects.requests {
                guard case .page(.positions(let rows)) = request.kind else { continue }
                asked.append(rows)
                queue.append((request.id, rows, latency + timeOfRow * Double(rows.count)))
            }
            mostRowsUnderWay = max(mostRowsUnderWay, queue.reduce(0) { $0 + $1.rows.count })
        }

        mutating func look(_ rows: Range<Int>, landing: Range<Int>? = nil) {
            carryOut(machine.viewport(rows, landing: landing, now: Instant(milliseconds: now)))
        }

        /// Lets time pass until all is answered.
        ///
        /// - Returns: milliseconds until the rows were there.
        mutating func wait(for rows: Range<Int>) -> Double {
            let start = now
            var there: Double?
            while let next = queue.first {
                now += next.left
                queue.removeFirst()
                // Later ones have waited for their first row meanwhile.
                for index in queue.indices {
                    let wait = max(0, queue[index].left - timeOfRow * Double(queue[index].rows.count))
                    queue[index].left -= min(wait, next.left)
                }
                let page = Page(Array(next.rows), at: next.rows.lowerBound, total: 1_000_000)
                carryOut(machine.arrived(page, for: next.id, now: Instant(milliseconds: now)))
                if there == nil, machine.rows.count >= rows.upperBound, machine.rows.missingRanges(in: rows).isEmpty {
                    there = now - start
                }
            }
            return there ?? .infinity
        }

        /// Looks at places far apart, one after another.
        mutating func jumpAbout(_ count: Int) -> [Double] {
            (1...count).map { index in
                now += 1_000
                let row = index * 20_011 % 1_000_000 / 50 * 50 + 10
                look(row..<row + 20)
                return wait(for: row..<row + 20)
            }
        }
    }

    @Test func `On a narrow network what is on screen soon comes alone`() {
        var pipe = Pipe(latency: 50, timeOfRow: 2)
        pipe.look(0..<20)
        // A screen takes 90 ms, a page 150, a block 450.
        #expect(pipe.wait(for: 0..<20) == 90)
        let waits = pipe.jumpAbout(30)
        #expect(waits.prefix(6).last ?? 0 <= 90)
        #expect(waits.suffix(20).reduce(0, +) / 20 <= 90)
        #expect(pipe.machine.counters.cancellations == 0)
    }

    @Test func `On a narrow network a fling's landing comes before the way, and not with it`() throws {
        var pipe = Pipe(latency: 50, timeOfRow: 2)
        pipe.look(0..<20)
        _ = pipe.wait(for: 0..<20)
        _ = pipe.jumpAbout(8)
        pipe.now += 1_000
        pipe.asked = []
        pipe.mostRowsUnderWay = 0
        pipe.look(700_000..<700_020, landing: 701_010..<701_030)
        _ = pipe.wait(for: 701_010..<701_030)
        let first = try #require(pipe.asked.first { !$0.overlaps(700_000..<700_020) })
        #expect(first.overlaps(701_010..<701_030))
        #expect(pipe.mostRowsUnderWay <= 200)
    }

    @Test func `Where rows cost nothing blocks stay as large as they may be`() {
        for latency in [20.0, 200, 390] {
            var pipe = Pipe(latency: latency, timeOfRow: 0)
            pipe.look(0..<20)
            _ = pipe.wait(for: 0..<20)
            _ = pipe.jumpAbout(40)
            // The first screen is asked for alone, and with what is around it tells what a row takes.
            #expect(pipe.asked.first == 0..<20)
            #expect(pipe.asked.dropFirst(2).allSatisfy { $0.count == 200 }, "latency \(latency): \(pipe.asked)")
        }
        // Slow answers are questioned, and cleared.
        var pipe = Pipe(latency: 800, timeOfRow: 0)
        pipe.look(0..<20)
        _ = pipe.wait(for: 0..<20)
        _ = pipe.jumpAbout(40)
        #expect(pipe.asked.dropFirst(2).allSatisfy { $0.count >= 150 })
        #expect(pipe.asked.count { $0.count == 200 } > pipe.asked.count / 2)
    }

    @Test func `A network that becomes wide again is found out`() {
        var pipe = Pipe(latency: 50, timeOfRow: 2)
        pipe.look(0..<20)
        _ = pipe.wait(for: 0..<20)
        _ = pipe.jumpAbout(10)
        var wide = Pipe(latency: 50, timeOfRow: 0)
        (wide.machine, wide.now) = (pipe.machine, pipe.now)
        for index in 1...60 {
            wide.now += 1_000
            let row = 500_010 + index * 5_000
            wide.look(row..<row + 20)
            _ = wide.wait(for: row..<row + 20)
        }
        #expect(wide.asked.last?.count == 200)
    }
}
