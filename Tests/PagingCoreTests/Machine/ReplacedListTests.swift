import PagingCore
import Testing

/// A list that is read in order and never changes turns out to be another one: it begins anew, and is a good guest all the same.
@Suite struct ReplacedListTests {
    private let page = LoadPolicy(pageSize: 5, maximumRequestSize: 5, preloads: false)
    private let start = Instant(milliseconds: 0)

    /// A list of fifteen rows that is read to its end, of which two pages are asked for again.
    private func refreshed() throws -> (machine: ListMachine, first: RequestID, second: RequestID) {
        var machine = ListMachine(capabilities: .cursors, policy: page, seed: 1)
        var asked = machine.viewport(0..<15, now: start).requests
        for (rows, next) in [(1...5, "1"), (6...10, "2"), (11...15, "")] {
            let end: PageContinuation = next.isEmpty ? .end : .next(Cursor(next))
            asked =
                machine.arrived(Page(Array(rows), continuation: end), for: try #require(asked.first).id, now: start)
                .requests
        }
        _ = machine.viewport(0..<5, now: start)
        _ = machine.viewport(10..<15, viewer: ViewerID(1), now: start)
        let requests = machine.refresh(now: start).effects.requests
        let first = try #require(requests.first { $0.kind == .page(.after(nil, limit: 5)) })
        let second = try #require(requests.first { $0.id != first.id })
        return (machine, first.id, second.id)
    }

    /// A page that has nothing of what was behind its cursor.
    private let other = Page([21, 22, 23, 24, 25], continuation: .next("3"))

    @Test func `What is on its way for the list that is gone is cancelled`() throws {
        var (machine, first, second) = try refreshed()
        let effects = machine.arrived(other, for: second, now: start)
        #expect(machine.rows.isEmpty)
        #expect(effects.cancellations == [first])
        #expect(effects.requests.count == 1)
    }

    @Test func `A server that asked to be left alone is asked for the new list when that is over`() throws {
        var (machine, first, second) = try refreshed()
        _ = machine.failed(first, isTransient: true, retryAfter: 900, now: start)
        let effects = machine.arrived(other, for: second, now: start)
        #expect(machine.rows.isEmpty)
        #expect(effects.requests.isEmpty)
        #expect(effects.wakeAt == Instant(milliseconds: 900))
        #expect(machine.wake(now: Instant(milliseconds: 900)).requests.count == 1)
    }

    @Test func `That a server wants to be left alone is heeded where nobody waits for the rows any more`() throws {
        var (machine, first, second) = try refreshed()
        let asked = try #require(machine.arrived(other, for: second, now: start).requests.first)
        _ = machine.failed(first, isTransient: true, retryAfter: 900, now: start)
        let effects = machine.arrived(
            Page([31, 32, 33, 34, 35], continuation: .next("4")), for: asked.id, now: start)
        #expect(machine.rows.count == 5)
        #expect(effects.requests.isEmpty)
        #expect(effects.wakeAt == Instant(milliseconds: 900))
    }
}
