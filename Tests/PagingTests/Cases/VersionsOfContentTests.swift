import Paging
import PagingTesting
import Testing

/// The version of a list says nothing of what is in its rows, unless the source says that it does.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct VersionsOfContentTests {
    private let clock = VirtualClock()
    private struct Post: Identifiable, Hashable, Sendable {
        let id: Int
        var likes = 0
    }

    /// A list whose rows stay where they are, and whose posts are liked.
    private final class Server: ContentSource, KeyedPageSource, SnapshotPageSource, VersionedPageSource {
        let capabilities: SourceCapabilities
        let likes = Locked(0)
        let asked = Locked<[String]>([])
        init(_ capabilities: SourceCapabilities) { self.capabilities = capabilities }

        private func post(_ id: Int) -> Post { Post(id: id, likes: likes.withLock { $0 }) }
        func page(for request: PageRequest) async throws -> Page<Post> {
            guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
            asked.withLock { $0.append("page") }
            let inside = range.clamped(to: 0..<100)
            return Page(inside.map(post), at: inside.lowerBound, total: 100, version: "1")
        }
        func items(withIDs ids: [Int]) async throws -> [Post] {
            asked.withLock { $0.append("items") }
            return ids.map(post)
        }
        func snapshot() async throws -> ListSnapshot<Int> { ListSnapshot(Array(0..<100), version: "1") }
        func check(_ version: Version) async throws -> VersionCheck {
            asked.withLock { $0.append("check") }
            return .unchanged
        }
        func records(withIDs ids: [Int]) async throws -> [Int: Int] {
            asked.withLock { $0.append("records") }
            let likes = likes.withLock { $0 }
            return Dictionary(uniqueKeysWithValues: ids.map { ($0, likes) })
        }
        func apply(_ record: Int, to post: inout Post) { post.likes = record }
    }

    private nonisolated static let sources: [SourceCapabilities] = [
        [.positions, .checks, .contents], [.positions, .checks, .identifiers], [.positions, .checks],
        [.positions, .checks, .identifiers, .snapshots], [.positions, .checks, .identifiers, .snapshots, .contents],
    ]

    private func list(_ server: Server, ranking: ListBehavior.Ranking) async -> PagedList<Post> {
        let list = PagedList(
            server, behavior: ListBehavior(membership: .changes, ranking: ranking, content: .changes),
            policy: LoadPolicy(pageSize: 20, preloads: false), clock: clock, seed: 1)
        list.viewport(0..<20)
        await silence(of: list, clock)
        server.likes.withLock { $0 = 7 }
        server.asked.withLock { $0 = [] }
        return list
    }

    @Test(arguments: sources, [ListBehavior.Ranking.stable, .rebuilt])
    func `Likes are fresh after a refresh though the list is at the same version`(
        capabilities: SourceCapabilities, ranking: ListBehavior.Ranking
    ) async throws {
        let server = Server(capabilities)
        let list = await list(server, ranking: ranking)
        try await list.refresh()
        await silence(of: list, clock)
        #expect((0..<20).map { list.peek($0)?.likes } == Array(repeating: 7, count: 20))
        #expect(server.asked.withLock { $0.first } == "check")
        #expect(server.asked.withLock { $0.count } == 2)
        // The rest is asked for when it is looked at.
        server.likes.withLock { $0 = 9 }
        try await list.refresh()
        list.viewport(10..<30)
        await silence(of: list, clock)
        #expect((10..<30).map { list.peek($0)?.likes } == Array(repeating: 9, count: 20))
    }
}
