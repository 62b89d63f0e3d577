import Paging
import PagingCore
import PagingTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CountedSourceTests {
    struct Row: Identifiable, Hashable, Sendable {
        let id: Int
    }

    private let policy = LoadPolicy(preloads: false)
    private let source = CountedSource(
        PositionSource<Row> { range in
            Page(range.map { Row(id: $0) }, at: range.lowerBound, total: 10_000)
        })

    @Test func `What a viewport asks for is waited for and counted`() async throws {
        let list = PagedList(source, policy: policy)
        try await source.expectRequests(1, of: list) { list.viewport(0..<20) }
        #expect(list.peek(19) == Row(id: 19))
        try await source.expectRequests(0, of: list) { list.viewport(10..<30) }
        // A row that is read is asked for in a later turn, by a list that no view shows.
        list.removeViewer()
        try await source.expectRequests(1, of: list) { _ = list[500] }
        #expect(list.peek(500) == Row(id: 500))
        #expect(source.requests == [.page(.positions(0..<50)), .page(.positions(500..<550))])
    }

    @Test func `More or fewer are an error that names them`() async throws {
        let list = PagedList(source, policy: policy)
        let made = [SourceRequest.page(.positions(0..<50))]
        for expected in [0, 2] {
            let error = await #expect(throws: UnexpectedRequests.self) {
                try await source.expectRequests(expected, of: list) { try await list.reload() }
            }
            #expect(error?.expected == expected...expected)
            #expect(error?.made == made)
            #expect(error?.code == "unexpected-requests")
            #expect(error?.description.hasSuffix("there were 1: rows 0..<50.") == true)
        }
    }

    @Test func `As many as a range has are expected`() async throws {
        let list = PagedList(source, policy: policy)
        try await source.expectRequests(0...1, of: list) { list.viewport(0..<20) }
        let error = await #expect(throws: UnexpectedRequests.self) {
            try await source.expectRequests(2...3, of: list) { list.viewport(500..<520) }
        }
        #expect(error?.description == "Expected 2 to 3 requests, and there were 1: rows 500..<550.")
    }

    @Test func `Every request is counted once, whatever the list does`() async throws {
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let source = CountedSource(
                PositionSource<Row> { range in
                    // Answers come in a later turn, and in another order than they were asked for.
                    for _ in 0..<Int(range.lowerBound % 7) { await Task.detached {}.value }
                    return Page(range.map { Row(id: $0) }, at: range.lowerBound, total: 10_000)
                })
            // No time passes, so that no answer is late and nothing is asked for again by itself.
            let list = PagedList(
                source, behavior: ListBehavior(membership: .changes, content: .changes), clock: VirtualClock())
            var counted = 0
            for _ in 0..<12 {
                let kind = Int.random(in: 0..<5, using: &random)
                let position = Int.random(in: 0..<9_900, using: &random)
                let error = await #expect(throws: UnexpectedRequests.self) {
                    try await source.expectRequests(1_000, of: list) {
                        switch kind {
                        case 0: try await list.refresh()
                        case 1: _ = try await list.jump(to: .position(position))
                        case 2: try await list.reload()
                        default:
                            list.viewport(position..<position + 20)
                            list.viewport(position / 2..<position / 2 + 20)
                        }
                    }
                }
                counted += error?.made.count ?? 0
                #expect(counted == source.requests.count, "seed \(seed)")
            }
        }
    }

    @Test func `What the work returns and throws goes through`() async throws {
        #expect(try await source.expectRequests(0) { 3 } == 3)
        await #expect(throws: CancellationError.self) {
            try await source.expectRequests(0) { throw CancellationError() }
        }
    }

    struct Keyed: KeyedPageSource, SnapshotPageSource, VersionedPageSource, SectionedPageSource, ChangesPageSource {
        func page(for request: PageRequest) async throws -> Page<Row> { Page([Row(id: 1)], at: 0, total: 1) }
        func items(withIDs ids: sending [Int]) async throws -> [Row] { ids.map { Row(id: $0) } }
        func snapshot() async throws -> ListSnapshot<Int> { ListSnapshot([1]) }
        func check(_ version: Version) async throws -> VersionCheck { .unchanged }
        func sections() async throws -> [ListSection] { [ListSection(title: "A", count: 1)] }
        func changes(since version: Version) async throws -> ListChanges<Int>? { nil }
    }

    @Test func `Other requests than pages are passed on and named`() async throws {
        let source = CountedSource(Keyed())
        #expect(source.capabilities == Keyed().capabilities)
        #expect((source as Any) is any KeyedPageSource)
        #expect(!((self.source as Any) is any KeyedPageSource))
        _ = try await source.items(withIDs: [1, 2])
        _ = try await source.snapshot()
        _ = try await source.check("7")
        _ = try await source.sections()
        _ = try await source.changes(since: "7")
        #expect(source.requests == [.items(2), .snapshot, .check("7"), .sections, .changes("7")])
        #expect(
            source.requests.map(\.description).joined(separator: ", ").contains(
                "2 items by their identifiers, a snapshot"))
    }
}
