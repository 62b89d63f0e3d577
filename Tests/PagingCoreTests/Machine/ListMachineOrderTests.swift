import PagingCore
import Testing

/// Jobs of lists that are read in order, where requests fail. Pages hold five rows.
@Suite struct ListMachineOrderTests {
    private var machine = ListMachine(
        capabilities: .cursors, policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)

    private func time(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

    /// Three pages of ten rows each, though five are asked for, of which the first fifteen rows are kept.
    private mutating func load() {
        var requests = machine.viewport(0..<1, now: time(0)).requests
        for page in 0..<3 {
            let items = Array(10 * page..<10 * page + 10)
            let answer = Page(items, continuation: .next(Cursor("\(page)")))
            _ = machine.arrived(answer, for: requests[0].id, now: time(0))
            if page < 2 { requests = machine.loadMore(now: time(0)).effects.requests }
        }
        machine.pin(PositionSet(0..<15))
        _ = machine.releaseMemory(now: time(0))
    }

    @Test mutating func `More waits for a failed request that brings the rows before it`() {
        load()
        #expect(machine.rows.loadedCount == 15)
        let requests = machine.loadMore(now: time(10)).effects.requests
        #expect(requests.map(\.kind) == [.page(.after(Cursor("0"), limit: 5))])
        #expect(machine.failed(requests[0].id, isTransient: true, now: time(20)).wakeAt != nil)
    }

    @Test mutating func `More ends when the rows before it are refused`() {
        load()
        let (job, effects) = machine.loadMore(now: time(10))
        let finished = machine.failed(effects.requests[0].id, isTransient: false, now: time(20)).finished
        #expect(finished.map(\.job) == [job])
    }

    @Test mutating func `More of a list that is loaded anew begins at its start`() {
        load()
        _ = machine.loadMore(now: time(10))
        let (reload, effects) = machine.reload(now: time(20))
        let page = Page([0, 1, 2, 3, 4], continuation: .next(Cursor("4")))
        let answered = machine.arrived(page, for: effects.requests[0].id, now: time(30))
        #expect(answered.finished.count == 2)
        #expect(answered.finished.last?.job == reload)
        #expect(answered.requests.isEmpty)
    }
}
