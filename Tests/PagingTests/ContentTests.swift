import Paging
import PagingTesting
import Testing

@testable import Paging
@testable import PagingCore

/// Rows that have other content the next time, refreshed by short records.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ContentTests {
    private struct Topic: Identifiable, Hashable, Sendable {
        let id: String
        var likes = 0
        var height = 0.0
    }

    private final class Server: ContentSource, KeyedPageSource {
        let capabilities: SourceCapabilities
        let likes = Locked(0)
        let asked = Locked<[String]>([])
        init(_ capabilities: SourceCapabilities) { self.capabilities = capabilities }

        func page(for request: PageRequest) async throws -> Page<Topic> {
            asked.withLock { $0.append("page") }
            let likes = likes.withLock { $0 }
            return Page("abcd".map { Topic(id: "\($0)", likes: likes) }, at: 0, total: 4)
        }
        func items(withIDs ids: [String]) async throws -> [Topic] {
            asked.withLock { $0.append("items \(ids.joined())") }
            let likes = likes.withLock { $0 }
            return ids.map { Topic(id: $0, likes: likes) }
        }
        func records(withIDs ids: [String]) async throws -> [String: Int] {
            asked.withLock { $0.append("records \(ids.joined())") }
            let likes = likes.withLock { $0 }
            return Dictionary(uniqueKeysWithValues: ids.map { ($0, likes) })
        }
        func apply(_ record: Int, to item: inout Topic) { item.likes = record }
    }

    private func refreshed(_ capabilities: SourceCapabilities, _ behavior: ListBehavior) async throws -> (
        PagedList<Topic>, Server
    ) {
        let server = Server(capabilities)
        let list = PagedList(
            server, behavior: behavior, clock: VirtualClock(),
            prepare: { topics in
                topics.map { Topic(id: $0.id, likes: $0.likes, height: 10 + Double($0.likes)) }
            })
        list.viewport(0..<4)
        await until { list.isComplete }
        server.likes.withLock { $0 = 7 }
        try await list.refresh()
        return (list, server)
    }

    @Test func `A refresh asks for short records and puts them into the rows`() async throws {
        let (list, server) = try await refreshed([.positions, .contents], ListBehavior(content: .changes))
        #expect(server.asked.withLock { $0 } == ["page", "records abcd"])
        #expect(list.rows.map { $0?.likes } == [7, 7, 7, 7])
        // Prepared as whole items are.
        #expect(list.rows.map { $0?.height } == [17, 17, 17, 17])
    }

    @Test func `A source that does not declare short records is asked for items`() async throws {
        let (list, server) = try await refreshed([.positions, .identifiers], ListBehavior(content: .changes))
        #expect(list.rows.map { $0?.likes } == [7, 7, 7, 7])
        #expect(server.asked.withLock { $0 } == ["page", "items abcd"])
    }

    @Test func `Rows that read the same for ever are asked for by pages`() async throws {
        let (list, server) = try await refreshed([.positions, .contents], .fixed)
        #expect(list.rows.map { $0?.likes } == [7, 7, 7, 7])
        #expect(server.asked.withLock { $0 } == ["page", "page"])
    }
}
