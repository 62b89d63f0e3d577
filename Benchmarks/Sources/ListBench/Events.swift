import BenchTable
import CAllocations
@testable import PagingCore

/// A viewport event in the steady state: everything around is loaded, and the reader scrolls.
enum Events {
    private static let events = 100_000

    /// - Parameter isTimed: whether to add how long an event takes.
    static func run(_ table: inout BenchTable, isTimed: Bool) {
        var machine = ListMachine(capabilities: .positions, seed: 1)
        var now = Instant(milliseconds: 0)
        var effects = machine.viewport(0..<20, now: now)
        fill(&machine, effects, now: now)
        for row in stride(from: 0, to: 5_000, by: 10) {
            now = now.advanced(byMilliseconds: 16)
            effects = machine.viewport(row..<row + 20, now: now)
            fill(&machine, effects, now: now)
        }
        // The tables that events reuse find their size.
        for row in 0..<4_000 {
            now = now.advanced(byMilliseconds: 16)
            consume(machine.viewport(row..<row + 20, now: now).requests.isEmpty)
        }
        var rounds: [Double] = []
        var made = 0
        for _ in 0..<7 {
            rounds.append(
                nanoseconds(per: events) {
                    let before = allocations()
                    for event in 0..<events {
                        now = now.advanced(byMilliseconds: 16)
                        // Down and up again by a row an event: a jump would be no steady state.
                        let row = 2_000 + abs(event % 4_000 - 2_000)
                        consume(machine.viewport(row..<row + 20, now: now).requests.isEmpty)
                    }
                    made += allocations() - before
                })
        }
        table.section("A viewport event, everything around loaded")
        if isTimed { table.add("time", median(rounds) / 1e3, unit: "µs", atMost: 2) }
        table.add("allocations in \(7 * events) events", Double(made), unit: "", atMost: 0)
    }

    private static func fill(_ machine: inout ListMachine, _ effects: ListEffects, now: Instant) {
        var requests = effects.requests
        while let request = requests.popLast() {
            guard case .page(.positions(let range)) = request.kind else { continue }
            requests +=
                machine.arrived(Page(Array(range), at: range.lowerBound, total: 1_000_000), for: request.id, now: now)
                .requests
        }
    }
}
