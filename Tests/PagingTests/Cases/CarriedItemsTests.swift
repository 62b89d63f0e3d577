import Paging
import PagingTesting
import Testing

/// Changes that carry the items concerned are applied without asking for them again.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CarriedItemsTests {
    /// A list whose server tells what changed, and sends what was added or edited along.
    private final class Posts: KeyedPageSource, ChangesPageSource {
        struct Post: Identifiable, Hashable, Sendable {
            let id: Int
            var likes = 0
        }

        let capabilities: SourceCapabilities = [.positions, .identifiers, .changes]
        let posts = Locked((0..<100).map { Post(id: $0) })
        let version = Locked(1)
        let asked = Locked<[String]>([])
        let carried: @Sendable ([Post]) -> [Post]

        init(carrying carried: @escaping @Sendable ([Post]) -> [Post]) { self.carried = carried }

        func page(for request: PageRequest) async throws -> Page<Post> {
            guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
            asked.withLock { $0.append("page \(range)") }
            let posts = posts.withLock { $0 }
            let inside = range.clamped(to: 0..<posts.count)
            return Page(
                posts[inside].map { $0 }, at: inside.lowerBound, total: posts.count,
                version: Version("\(version.withLock { $0 })"))
        }

        func items(withIDs ids: [Int]) async throws -> [Post] {
            asked.withLock { $0.append("items \(ids.sorted())") }
            return posts.withLock { $0.filter { ids.contains($0.id) } }
        }

        func changes(since version: Version) async throws -> ListChanges<Int>? {
            try await changesWithItems(since: version).changes
        }

        /// A post came on top, and that with the identifier 3 is liked.
        func changesWithItems(since version: Version) async throws -> (changes: ListChanges<Int>?, items: [Post]) {
            guard version == "1" else { return (nil, []) }
            let changes = ListChanges(from: "1", to: "2", added: [.init(1_000, at: 0)], edited: [3], total: 101)
            return (changes, carried(posts.withLock { $0.filter { [3, 1_000].contains($0.id) } }))
        }

        func change() {
            version.withLock { $0 = 2 }
            posts.withLock { posts in
                posts.insert(Post(id: 1_000), at: 0)
                posts[4].likes = 7
            }
        }
    }

    /// The requests of a refresh after the change, and the list.
    private func refreshed(
        _ carried: @escaping @Sendable ([Posts.Post]) -> [Posts.Post]
    ) async throws -> (list: PagedList<Posts.Post>, asked: [String]) {
        let source = Posts(carrying: carried)
        let clock = VirtualClock()
        let list = PagedList(
            source, behavior: ListBehavior(membership: .changes, content: .changes),
            policy: LoadPolicy(pageSize: 20, preloads: false), clock: clock, seed: 1)
        list.viewport(0..<20)
        await silence(of: list, clock)
        source.change()
        source.asked.withLock { $0 = [] }
        try await list.refresh()
        list.viewport(0..<20)
        await silence(of: list, clock)
        return (list, source.asked.withLock { $0 })
    }

    @Test func `What comes along is not asked for`() async throws {
        let (list, asked) = try await refreshed { $0 }
        #expect(asked == [])
        #expect(list.row(at: 0)?.item?.id == 1_000)
        #expect(list.row(at: 4)?.item == Posts.Post(id: 3, likes: 7))
        #expect(list.count == 101)
    }

    @Test func `What does not come along is`() async throws {
        let (list, asked) = try await refreshed { _ in [] }
        #expect(!asked.isEmpty)
        #expect(list.row(at: 0)?.item?.id == 1_000)
        #expect(list.row(at: 4)?.item == Posts.Post(id: 3, likes: 7))
    }

    @Test func `Items that nobody asked about are not taken`() async throws {
        let (list, _) = try await refreshed { $0 + [Posts.Post(id: 5_000)] }
        #expect(list.count == 101)
        #expect(!list.rows.contains { $0?.id == 5_000 })
    }
}
