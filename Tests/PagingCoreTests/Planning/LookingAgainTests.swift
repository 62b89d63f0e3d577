import Testing

@testable import PagingCore

/// Rows that failed for want of a network are asked for again when they are looked at anew, and never by themselves.
@Suite struct LookingAgainTests {
    /// A list of 1,000 rows that was read at its start; then there is no network.
    private struct Offline {
        var machine = ListMachine(
            capabilities: .positions, policy: LoadPolicy(preloads: false, retry: RetryPolicy(attempts: 2)), seed: 1)
        var now = 0.0
        var asked: [Range<Int>] = []
        var isTransient = true
        private var wakeAt: Instant?

        init() {
            let effects = machine.viewport(0..<20, now: Instant(milliseconds: now))
            let page = Page(Array(0..<50), at: 0, total: 1_000)
            _ = machine.arrived(page, for: effects.requests[0].id, now: Instant(milliseconds: now))
        }

        mutating func look(_ rows: Range<Int>) {
            carryOut(machine.viewport(rows, now: Instant(milliseconds: now)))
        }

        /// Lets whatever comes by itself come, and all of it fail.
        mutating func wait(milliseconds: Double) {
            let end = now + milliseconds
            while let wake = wakeAt, wake.milliseconds <= end {
                now = max(now, wake.milliseconds)
                wakeAt = nil
                carryOut(machine.wake(now: Instant(milliseconds: now)))
            }
            now = end
        }

        private mutating func carryOut(_ effects: ListEffects) {
            wakeAt = effects.wakeAt
            for request in effects.requests {
                if case .page(.positions(let rows)) = request.kind { asked.append(rows) }
                carryOut(machine.failed(request.id, isTransient: isTransient, now: Instant(milliseconds: now)))
            }
        }
    }

    @Test func `Rows that failed are asked for again when they are looked at anew`() {
        var list = Offline()
        list.look(500..<520)
        list.wait(milliseconds: 60_000)
        #expect(list.asked == [500..<550, 500..<550])
        #expect(list.machine.state(at: 510) != .placeholder && list.machine.state(at: 510) != .loading)
        // The reader stays where they are, and scrolls by a row: nothing is asked for.
        for row in 500..<510 { list.look(row..<row + 20) }
        list.wait(milliseconds: 3_600_000)
        #expect(list.asked.count == 2)
        // They look elsewhere, and come back.
        list.look(0..<20)
        list.look(500..<520)
        #expect(list.asked.count == 3)
        #expect(list.machine.state(at: 510) != .loading)
    }

    @Test func `Looking back and forth waits longer and longer`() {
        var list = Offline()
        list.look(500..<520)
        list.wait(milliseconds: 60_000)
        list.asked = []
        // Ten minutes of a look every 200 ms.
        for _ in 0..<1_500 {
            list.look(0..<20)
            list.wait(milliseconds: 200)
            list.look(500..<520)
            list.wait(milliseconds: 200)
        }
        // 2, 4, 8 and 16 seconds, then 30 of them each.
        #expect((15...25).contains(list.asked.count), "\(list.asked.count)")
    }

    @Test func `What a look asks for too early comes when its time is there, if it is still looked at`() {
        var list = Offline()
        list.look(500..<520)
        list.wait(milliseconds: 400)
        // Failed twice by now, the last time at most 400 ms ago; a second is to be waited out.
        #expect(list.asked.count == 2)
        list.look(0..<20)
        list.look(500..<520)
        #expect(list.asked.count == 2)
        list.wait(milliseconds: 1_000)
        #expect(list.asked.count == 3)
    }

    @Test func `The phase says that rows on screen failed, and no longer when they are left`() {
        var list = Offline()
        #expect(list.machine.phase == .idle)
        list.look(500..<520)
        list.wait(milliseconds: 60_000)
        guard case .failed = list.machine.phase else { return #expect(Bool(false), "\(list.machine.phase)") }
        list.look(0..<20)
        #expect(list.machine.phase == .idle)
    }

    @Test func `What failed for good is not asked for again by looking`() {
        var list = Offline()
        list.isTransient = false
        list.look(500..<520)
        for _ in 0..<10 {
            list.wait(milliseconds: 60_000)
            list.look(0..<20)
            list.look(500..<520)
        }
        #expect(list.asked.count == 1)
        #expect(list.machine.phase == .idle)
    }
}
