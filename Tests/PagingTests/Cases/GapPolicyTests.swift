import Paging
import PagingTesting
import Testing

/// A refresh that meets none of the loaded rows, behind plain limit and offset without a total.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct GapPolicyTests {
    private let clock = VirtualClock()
    private nonisolated static let behaviors = [
        ListBehavior(membership: .growsOnTop), ListBehavior(membership: .changes),
    ]

    /// A list of which three pages were loaded, and to which a hundred rows came on top.
    private func refreshed(_ behavior: ListBehavior, _ policy: GapPolicy, added: Int = 100) async throws -> (
        PagedList<Row>, Feed
    ) {
        let feed = Feed((0..<500).reversed())
        let list = PagedList(
            feed, behavior: behavior, policy: LoadPolicy(pageSize: 20, preloads: false), clock: clock, seed: 1)
        list.gapPolicy = policy
        list.viewport(0..<20)
        await silence(of: list, clock)
        while list.count < 60 { try await list.loadMore() }
        feed.grow(by: added)
        try await list.refresh()
        await silence(of: list, clock)
        return (list, feed)
    }

    private func shown(_ list: PagedList<Row>) -> [Int] { list.rows.compactMap { $0?.id } }

    @Test(arguments: behaviors)
    func `What was loaded is dropped`(behavior: ListBehavior) async throws {
        let (list, feed) = try await refreshed(behavior, .reset)
        #expect(shown(list).prefix(20) == ArraySlice((580..<600).reversed()))
        #expect(!shown(list).contains { $0 < 500 })
        #expect(list.gapPositions.isEmpty && feed.holes(in: list) == [])
    }

    @Test(arguments: behaviors)
    func `Pages are loaded from the top down until one meets what is loaded`(behavior: ListBehavior) async throws {
        let (list, feed) = try await refreshed(behavior, .fill(maxPages: 10))
        #expect(shown(list).prefix(160) == ArraySlice((440..<600).reversed()))
        #expect(list.gapPositions.isEmpty && feed.holes(in: list) == [])
    }

    @Test(arguments: behaviors)
    func `Where so many pages do not meet it, the gap is shown`(behavior: ListBehavior) async throws {
        let (list, feed) = try await refreshed(behavior, .fill(maxPages: 2), added: 200)
        // The refresh asked for all rows again and one of overlap, and two pages followed.
        #expect(list.gapPositions == [101])
        #expect(shown(list).prefix(101) == ArraySlice((599..<700).reversed()))
        #expect(feed.holes(in: list) == [])
    }

    @Test(arguments: behaviors)
    func `The gap is shown, and filled when the app says so`(behavior: ListBehavior) async throws {
        let (list, feed) = try await refreshed(behavior, .showGap)
        #expect(list.gapPositions == [61] && feed.holes(in: list) == [])
        var filled = 0
        while let gap = list.gapPositions.first, filled < 5 {
            #expect(gap == 61 + 20 * filled)
            list.fillGap(at: gap)
            await silence(of: list, clock)
            #expect(feed.holes(in: list) == [])
            filled += 1
        }
        #expect(list.gapPositions.isEmpty)
        #expect(shown(list).prefix(160) == ArraySlice((440..<600).reversed()))
    }

    @Test(arguments: behaviors, [GapPolicy.reset, .showGap, .fill(maxPages: 4)])
    func `A refresh that meets what is loaded opens no gap and drops nothing`(
        behavior: ListBehavior, policy: GapPolicy
    ) async throws {
        let (list, feed) = try await refreshed(behavior, policy, added: 7)
        #expect(shown(list).prefix(67) == ArraySlice((440..<507).reversed()))
        #expect(list.gapPositions.isEmpty && feed.holes(in: list) == [])
    }
}
