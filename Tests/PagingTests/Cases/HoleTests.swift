import Paging
import PagingTesting
import Testing

/// Holes behind plain limit and offset: closed, or shown as gaps.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct HoleTests {
    private let clock = VirtualClock()

    @Test(arguments: [(20, 42), (5, 12), (20, 19)], [0.5, 1, 3])
    func `Rows that move up past the reader are shown, or a gap is`(
        sizes: (page: Int, removed: Int), pagesPerStep: Double
    ) async {
        let (pageSize, removed) = sizes
        let feed = Feed(0..<1_000)
        let list = PagedList(
            feed, behavior: ListBehavior(membership: .changes),
            policy: LoadPolicy(pageSize: pageSize, preloads: false), clock: clock, seed: 1)
        for screen in 0..<3 {
            list.viewport(screen * pageSize..<(screen + 1) * pageSize)
            await silence(of: list, clock)
        }
        feed.shrink(by: removed)
        for step in 1...6 {
            let top = 2 * pageSize + Int(Double(step * pageSize) * pagesPerStep)
            list.viewport(top..<top + pageSize)
            await silence(of: list, clock)
            #expect(feed.holes(in: list) == [], "after step \(step)")
        }
    }
}
