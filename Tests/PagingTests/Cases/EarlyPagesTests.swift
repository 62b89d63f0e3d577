import PagingTesting
import Testing

@testable import Paging

/// Pages that come before the stream has told of the state that they are of.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct EarlyPagesTests {
    private let feed = LiveSourceTests.Feed()
    private let clock = VirtualClock()
    private let new = (1_000..<1_003).map { Row(id: $0) }

    /// A list whose rows 40 to 59 were asked for after so many rows had come on top, of which the stream has told nothing.
    private func listAhead(by count: Int) async -> PagedList<Row> {
        let list = PagedList(
            feed, behavior: ListBehavior(membership: .changes), policy: LoadPolicy(pageSize: 20, preloads: false),
            clock: clock, seed: 1)
        list.viewport(0..<10)
        await until { list.count > 0 }
        await turns { feed.streams.withLock { !$0.isEmpty } }
        for row in new.prefix(count) { feed.insertSilently(row) }
        list.viewport(40..<50)
        await turns {
            // Where a reader who jumped comes to rest shows after a moment.
            if feed.asked.withLock({ $0.count }) < 3 { clock.advance(by: .milliseconds(10)) }
            return list.early.count == 1
        }
        return list
    }

    @Test func `Such a page is shown when the stream has come as far, and nothing else is asked for`() async {
        let list = await listAhead(by: 2)
        #expect(list.rows[45] == nil && list.count == 100)
        feed.tell([new[0]], later: 1)
        await until { list.count == 101 }
        #expect(list.rows[45] == nil && list.early.count == 1)
        feed.tell([new[1]])
        await until { list.count == 102 }
        // With the event that brings the list there, and not later.
        #expect(list.early.count == 0 && list.position(ofID: 42) != nil)
        #expect(feed.asked.withLock { $0 }.filter { $0.hasPrefix("changes") }.isEmpty)
        #expect(feed.asked.withLock { $0 }.filter { $0.hasPrefix("page") }.count == 2)
    }

    @Test func `One that the stream goes past is waited for no longer than 200 ms`() async {
        let list = await listAhead(by: 1)
        for row in new.dropFirst() { feed.insertSilently(row) }
        feed.tell(new)
        await until { list.count == 103 }
        #expect(list.early.count == 1)
        clock.advance(by: .milliseconds(200))
        await turns { list.early.count == 0 }
        await turns {
            clock.advance(by: .milliseconds(100))
            return list.rows[45] != nil && list.inFlight.isEmpty
        }
        let rows = feed.rows.withLock { $0 }
        for position in 0..<list.count { if let row = list.rows[position] { #expect(row == rows[position]) } }
    }

    @Test func `One whose stream breaks off, or whose reader goes elsewhere, waits no longer`() async {
        let list = await listAhead(by: 1)
        feed.streams.withLock { $0[0].finish(throwing: ServerError(isTransient: true)) }
        await turns { list.early.count == 0 }
        let other = await EarlyPagesTests().listAhead(by: 1)
        let reload = Task { try await other.reload() }
        await turns { other.early.count == 0 }
        reload.cancel()
    }
}
