import Paging
import PagingTesting
import Testing

/// Rows that a load for visible rows counts: those that the reader did not have.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FoundRowsTests {
    private let clock = VirtualClock()
    /// A list of posts that is rebuilt while it is read, behind edges that are each as old as when they were asked last.
    private final class Edges: PageSource {
        let capabilities: SourceCapabilities = .positions
        private let state: Locked<(order: [Int], edges: [[Int]], random: SplitMix64, asked: Int)>
        private let edgeCount: Int

        init(_ count: Int, edges: Int, seed: UInt64) {
            let order = Array(0..<count)
            edgeCount = edges
            state = Locked((order, Array(repeating: order, count: max(edges, 1)), SplitMix64(seed: seed), 0))
        }

        func rebuild() {
            state.withLock { state in
                state.order.shuffle(using: &state.random)
                // The edges take it over one after the other.
                if edgeCount > 0 { state.edges[state.asked % edgeCount] = state.order }
            }
        }

        func page(for request: PageRequest) async throws -> Page<Row> {
            guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
            return state.withLock { state in
                state.asked += 1
                let order = edgeCount == 0 ? state.order : state.edges[Int(state.random.next() % UInt64(edgeCount))]
                let inside = range.clamped(to: 0..<order.count)
                return Page(order[inside].map { Row(id: $0) }, at: inside.lowerBound, total: order.count)
            }
        }
    }

    @Test(arguments: [0, 2], [1, 2, 3] as [UInt64])
    func `Enough is as many new rows as were asked for`(edges: Int, seed: UInt64) async throws {
        let source = Edges(2_000, edges: edges, seed: seed)
        let list = PagedList(
            source, behavior: ListBehavior(membership: .changes, ranking: .rebuilt, content: .changes),
            policy: LoadPolicy(pageSize: 20, loadsAutomatically: false), clock: clock, seed: seed)
        list.hide { $0.id % 4 == 0 }
        var (short, loads) = ([Int](), 0)
        for load in 0..<40 {
            if load % 3 == 0 { source.rebuild() }
            let before = Set(list.rows.compactMap { $0?.id })
            guard let found = try? await list.loadMore(visible: 20) else { continue }
            let new = Set(list.rows.compactMap { $0?.id }).subtracting(before)
            loads += 1
            #expect(found.rows == new.count)
            if found.ending == .foundEnough, new.count < 20 { short.append(new.count) }
        }
        #expect(loads > 20)
        #expect(short == [], "loads that said that enough was found")
    }
}
