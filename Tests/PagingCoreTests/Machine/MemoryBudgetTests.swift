import PagingCore
import Testing

/// Eviction over budget, and that little memory costs no more requests than it must.
@Suite struct MemoryBudgetTests {
    /// A reader who scrolls slowly back and forth, far enough to leave pages behind, for so many seconds.
    private func wander(_ driver: inout MachineDriver, seconds: Int) -> [Int: [Double]] {
        var loads: [Int: [Double]] = [:]
        for frame in 0..<seconds * 60 {
            // 40 rows a second, two seconds in each direction; 20 rows on screen.
            let phase = Double(frame) / 60
            let leg = phase.truncatingRemainder(dividingBy: 4)
            let row = 200 + Int(40 * (leg < 2 ? leg : 4 - leg))
            let before = driver.machine.rows
            driver.look(row..<row + 20)
            driver.pass(1_000.0 / 60)
            for page in 0..<20 {
                let middle = page * 50 + 25
                if before.count > middle, before[middle] == nil, driver.machine.rows[middle] != nil {
                    loads[page, default: []].append(driver.now.milliseconds)
                }
            }
        }
        return loads
    }

    @Test(arguments: [0, 1, 20, 60, 100, 150])
    func `The smallest budgets load no page twice within a second`(budget: Int) throws {
        var driver = MachineDriver(
            SimulatedServer(count: 1_000, seed: 1), policy: LoadPolicy(itemBudget: budget))
        let loads = wander(&driver, seconds: 12)
        #expect(loads.count >= 3)
        for (page, times) in loads {
            for (first, second) in zip(times, times.dropFirst()) {
                #expect(second - first > 1_000, "page \(page) came at \(first) ms and again at \(second) ms")
            }
        }
        // The rows on screen, a page on either side, and the rows that had just been asked for.
        #expect(driver.machine.rows.loadedCount <= max(budget, 4 * 50))
        #expect(driver.broken.isEmpty)
    }

    @Test func `A budget in bytes goes by the mean size of what came`() {
        var machine = ListMachine(
            capabilities: .positions, policy: LoadPolicy(byteBudget: 30_000), seed: 1
        )
        var now = Instant(milliseconds: 0)
        for row in stride(from: 0, to: 5_000, by: 20) {
            now = now.advanced(byMilliseconds: 400)
            var requests = machine.viewport(row..<row + 20, now: now).requests
            while let request = requests.popLast() {
                guard case .page(.positions(let rows)) = request.kind else { continue }
                let size = rows.lowerBound < 100 ? 50 : 150
                let page = Page(Array(rows), at: rows.lowerBound, total: 10_000, byteCount: rows.count * size)
                requests += machine.arrived(page, for: request.id, now: now).requests
            }
        }
        // Items of 150 bytes, a few of 50: room for a little over 200.
        #expect(machine.rows.loadedCount <= 30_000 / 140)
        #expect(machine.rows.loadedCount >= 100)
    }

    @Test func `Without sizes a budget in bytes lets go of nothing`() {
        var driver = MachineDriver(SimulatedServer(count: 2_000, seed: 1), policy: LoadPolicy(byteBudget: 1))
        for row in stride(from: 0, to: 1_900, by: 20) {
            driver.look(row..<row + 20)
            driver.settle()
        }
        #expect(driver.machine.rows.loadedCount >= 1_900)
    }

    @Test func `The tighter of two budgets counts, and sizes beyond all measure trap nothing`() {
        for sizes in [Int.max, 1, 0, -5] {
            var machine = ListMachine(
                capabilities: .positions, policy: LoadPolicy(itemBudget: 100, byteBudget: .max), seed: 1
            )
            var now = Instant(milliseconds: 0)
            for row in stride(from: 0, to: 2_000, by: 20) {
                now = now.advanced(byMilliseconds: 400)
                var requests = machine.viewport(row..<row + 20, now: now).requests
                while let request = requests.popLast() {
                    guard case .page(.positions(let rows)) = request.kind else { continue }
                    let page = Page(Array(rows), at: rows.lowerBound, total: 10_000, byteCount: sizes)
                    requests += machine.arrived(page, for: request.id, now: now).requests
                }
            }
            #expect(machine.rows.loadedCount <= 250)
        }
    }
}
