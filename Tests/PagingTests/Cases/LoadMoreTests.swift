import Paging
import PagingTesting
import Testing

/// Lists that are paged by hand while rows come on top, behind plain limit and offset.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct LoadMoreTests {
    private let clock = VirtualClock()
    private nonisolated static let growing = ListBehavior(membership: .growsOnTop)

    private func list(_ feed: Feed, _ behavior: ListBehavior = growing) -> PagedList<Row> {
        PagedList(
            feed, behavior: behavior, policy: LoadPolicy(pageSize: 20, loadsAutomatically: false),
            clock: clock, seed: 1)
    }

    /// The oldest row that is loaded.
    private func lowest(_ list: PagedList<Row>) -> Int { list.rows.compactMap { $0?.id }.min() ?? .max }

    @Test(arguments: [true, false], [1, 20, 45, 200])
    func `Each load brings the next rows below, however many have come on top`(tellsTotal: Bool, added: Int) async {
        let feed = Feed((0..<1_000).reversed(), tellsTotal: tellsTotal)
        let list = list(feed)
        for _ in 0..<2 { #expect(await ends(list, clock) { try await list.loadMore() }) }
        #expect(lowest(list) == 960)
        for load in 1...10 {
            feed.grow(by: added)
            let before = lowest(list)
            #expect(await ends(list, clock) { try await list.loadMore() })
            #expect(lowest(list) < before, "load \(load) of a list to which \(added) rows came")
        }
        #expect(feed.holes(in: list) == [])
    }

    @Test(arguments: [true, false])
    func `A load for visible rows goes down as well`(tellsTotal: Bool) async throws {
        let feed = Feed((0..<1_000).reversed(), tellsTotal: tellsTotal)
        let list = list(feed)
        for _ in 0..<2 { try await list.loadMore() }
        for load in 1...10 {
            feed.grow(by: 20)
            let before = lowest(list)
            let found = try await list.loadMore(visible: 20)
            #expect(found.ending == .foundEnough)
            #expect(lowest(list) <= before - 20, "load \(load)")
        }
    }

    @Test func `A reader who has jumped gets the rows below his screen`() async throws {
        let feed = Feed((0..<1_000).reversed(), tellsTotal: true)
        let list = PagedList(feed, policy: LoadPolicy(pageSize: 20, preloads: false))
        list.viewport(0..<20)
        list.viewport(500..<520)
        await until { list.count > 0 && (500..<520).allSatisfy { list.peek($0) != nil } }
        try await list.loadMore()
        #expect((520..<540).allSatisfy { list.peek($0) != nil })
        #expect(list.peek(30) == nil)
    }

    @Test(arguments: [5, 20, 500, 990])
    func `What an app pages by hand is one stretch, though its reader looks below it`(reader: Int) async {
        let feed = Feed((0..<1_000).reversed(), tellsTotal: true)
        let list = list(feed)
        #expect(await ends(list, clock) { try await list.loadMore() })
        list.viewport(reader..<reader + 10)
        for load in 2...4 {
            #expect(await ends(list, clock) { try await list.loadMore() })
            #expect(list.rows.loadedRanges == [0..<20 * load])
        }
    }
}
