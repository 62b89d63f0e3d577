import PagingTesting
import Testing

@testable import Paging

/// Pages that come before the stream has told of the state that they are of.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct EarlyPagesTests {
    private let new = (1_000..<1_003).map { Row(id: $0) }

    /// A list whose rows 40 to 59 were asked for after so many rows had come on top, of which the stream has told nothing.
    private func listAhead(
        by count: Int
    ) async -> (feed: LiveSourceTests.Feed, list: PagedList<Row>, clock: VirtualClock) {
        let (feed, list, clock) = await LiveSourceTests.listening()
        for row in new.prefix(count) { feed.insertSilently(row) }
        list.viewport(40..<50)
        await list.settle()
        // Where a reader who jumped comes to rest shows after a moment.
        for _ in 0..<100 where feed.asked.withLock({ $0.count }) < 3 {
            clock.advance(by: .milliseconds(10))
            await list.settle()
        }
        #expect(list.driver.early.count == 1)
        return (feed, list, clock)
    }

    @Test func `Such a page is shown when the stream has come as far, and nothing else is asked for`() async {
        let (feed, list, _) = await listAhead(by: 2)
        #expect(list.rows[45] == nil && list.count == 100)
        feed.tell([new[0]], later: 1)
        await until { list.count == 101 }
        #expect(list.rows[45] == nil && list.driver.early.count == 1)
        feed.tell([new[1]])
        await until { list.count == 102 }
        // With the event that brings the list there, and not later.
        #expect(list.driver.early.count == 0 && list.position(ofID: 42) != nil)
        #expect(feed.asked.withLock { $0 }.filter { $0.hasPrefix("changes") }.isEmpty)
        #expect(feed.asked.withLock { $0 }.filter { $0.hasPrefix("page") }.count == 2)
    }

    @Test func `One that the stream goes past is waited for no longer than 200 ms`() async {
        let (feed, list, clock) = await listAhead(by: 1)
        for row in new.dropFirst() { feed.insertSilently(row) }
        feed.tell(new)
        await until { list.count == 103 }
        #expect(list.driver.early.count == 1)
        clock.advance(by: .milliseconds(200))
        await list.settle()
        #expect(list.driver.early.count == 0)
        await silence(of: list, clock) { list.rows[45] != nil && list.inFlight.isEmpty }
        #expect(list.rows[45] != nil && list.inFlight.isEmpty)
        let rows = feed.rows.withLock { $0 }
        for position in 0..<list.count { if let row = list.rows[position] { #expect(row == rows[position]) } }
    }

    @Test func `One whose stream breaks off, or whose reader goes elsewhere, waits no longer`() async {
        let (feed, list, _) = await listAhead(by: 1)
        feed.streams.withLock { $0[0].finish(throwing: ServerError(isTransient: true)) }
        await list.settle()
        #expect(list.driver.early.count == 0)
        let (_, other, _) = await listAhead(by: 1)
        let reload = await started { try await other.reload() }
        await other.settle()
        #expect(other.driver.early.count == 0)
        reload.cancel()
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `Whatever comes ahead, few pages wait, none longer than 200 ms, and the rows come to be right`(seed: UInt64)
        async
    {
        let (feed, list, clock) = await LiveSourceTests.listening()
        var random = SplitMix64(seed: seed)
        var (untold, top): ([Row], Int) = ([], 0)
        for step in 0..<400 {
            switch random.next() % 12 {
            case 0, 1:
                untold.append(Row(id: 1_000 + step))
                feed.insertSilently(untold[untold.count - 1])
            case 2 where !untold.isEmpty:
                let count = 1 + Int(random.next() % UInt64(untold.count))
                feed.tell(Array(untold.prefix(count)), later: untold.count - count)
                untold.removeFirst(count)
            case 3 where random.next() % 3 == 0:
                top = Int(random.next() % 90)
                list.viewport(top..<top + 10)
            case 4 where random.next() % 10 == 0:
                feed.streams.withLock { $0[$0.count - 1].finish(throwing: ServerError(isTransient: true)) }
            default: clock.advance(by: .milliseconds(25))
            }
            if random.next() % 4 > 0 { await list.settle() }
            #expect(list.driver.early.count <= list.policy.maximumRequestsInFlight)
            let now = list.driver.time.now()
            if let oldest = list.driver.early.oldest, now.milliseconds(since: oldest) >= EarlyPages<Row>.patience {
                await list.settle()
                #expect(list.driver.early.oldest.map { now.milliseconds(since: $0) < EarlyPages<Row>.patience } ?? true)
            }
        }
        func isRight() -> Bool {
            let rows = feed.rows.withLock { $0 }
            return list.driver.early.count == 0 && list.count == rows.count
                && (top..<top + 10).allSatisfy { list.peek($0) == rows[$0] }
        }
        for turn in 0..<2_000 where !isRight() {
            clock.advance(by: .milliseconds(100))
            // A stream that is open again tells of something, and so that the list is behind.
            if turn % 50 == 0 { feed.insert(Row(id: 10_000 + turn)) }
            // Rows inserted above shift the viewport with its rows; the reader scrolls back to the same positions.
            list.viewport(top..<top + 10)
            await list.settle()
        }
        #expect(isRight())
    }
}
