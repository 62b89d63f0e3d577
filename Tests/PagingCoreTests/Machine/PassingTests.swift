import Testing

@testable import PagingCore

/// Rows that are passed while the thumb of a scroll bar is dragged. Pages hold five rows.
@Suite struct PassingTests {
    private static let rebuilt = ListBehavior(membership: .changes, ranking: .rebuilt)

    @Test func `Rows that a thumb passes are asked for when it stops`() {
        var table = Table("abcdefghijklmnopqrstuvwxyz", Self.rebuilt)
        table.look(0..<3)
        _ = table.requests()
        for first in stride(from: 5, to: 20, by: 3) { table.drag(over: first..<first + 3) }
        #expect(table.requests() == 0)
        table.look(17..<20)
        #expect(table.requests() > 0)
        #expect(table.picture.contains("rst"))
    }

    @Test func `Rows that come on top meanwhile do not move the row under a thumb`() throws {
        var table = Table("abcdefghijklmnopqrstuvwxyz", Self.rebuilt)
        table.look(15..<18)
        table.look(0..<3)
        table.drag(over: 15..<18)
        let slot = table.machine.rows.slotID(at: 15)
        table.server = "0123abcdefghijklmnopqrstuvwxyz"
        table.refresh()
        #expect(table.machine.rows.position(of: slot) == 19)
        #expect(table.machine.rows[19] == Table.number("p"))
    }
    @Test func `What was given up may be asked for again once a thumb has gone elsewhere`() {
        var machine = ListMachine(capabilities: .positions, policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
        let now = Instant(milliseconds: 0)
        _ = machine.viewport(0..<3, now: now)
        machine.comparison.patience.answersSinceInput = Limits.answersSinceInput
        #expect(machine.comparison.patience.isExhausted)
        _ = machine.pass(10..<13, now: now)
        // It stops where it was seen last.
        _ = machine.viewport(10..<13, now: now)
        #expect(!machine.comparison.patience.isExhausted)
    }
}
