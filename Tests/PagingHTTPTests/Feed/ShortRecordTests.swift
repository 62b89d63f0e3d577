import Foundation
import Paging
import PagingHTTP
import PagingTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ShortRecordTests {
    struct Post: Codable, Identifiable, Hashable, Sendable {
        let id: Int
        let text: String
        var likes: Int
    }

    struct Likes: Decodable, Identifiable, Sendable {
        let id: Int
        let likes: Int
    }

    /// A server of posts, whole at one address and short at another.
    private final class Server: Sendable {
        let likes = Locked(0)
        let transport: ScriptedTransport

        init(total: Int = 9, gone: Substring? = "3") {
            let likes = likes
            transport = ScriptedTransport { asked in
                let likes = likes.withLock { $0 }
                if asked.query["fields"] == "id,likes" {
                    let ids = (asked.query["ids"] ?? "").split(separator: ",").filter { $0 != gone }
                    let records = ids.map { #"{"id": \#($0), "likes": \#(likes)}"# }
                    return .json(#"{"rows": [\#(records.joined(separator: ","))]}"#)
                }
                let start = asked.int("offset") ?? 0
                let rows = (min(start, total)..<min(total, start + (asked.int("limit") ?? 5))).map {
                    #"{"id": \#($0), "text": "post \#($0)", "likes": \#(likes)}"#
                }
                return .json(
                    #"{"rows": [\#(rows.joined(separator: ","))], "total": \#(total), "offset": \#(start), "limit": 5}"#
                )
            }
        }

        func source(_ given: Dialect, lookup: Dialect.Lookup? = Dialect.Lookup("ids")) -> ShortRecordSource<Post, Likes>
        {
            var url = home
            url.append(queryItems: [URLQueryItem(name: "fields", value: "id,likes")])
            let short = dialect { $0.lookup = lookup }
            return ShortRecordSource(
                HTTPSource<Post>(home, dialect: given, transport: transport),
                records: HTTPSource<Likes>(url, dialect: short, transport: transport)
            ) { $1.likes = $0.likes }
        }
    }

    @Test(arguments: [Dialect.automatic, dialect { _ in }])
    func `A refresh asks for the records of the rows that are looked at alone`(_ dialect: Dialect) async throws {
        let server = Server()
        let policy = LoadPolicy(pageSize: 5, preloads: false, retry: RetryPolicy(attempts: 1))
        let list = PagedList(server.source(dialect), behavior: ListBehavior(content: .changes), policy: policy)
        list.viewport(0..<3)
        await list.settle()
        #expect(list.peek(2) != nil)
        let before = server.transport.targets.count
        server.likes.withLock { $0 = 7 }
        try await list.refresh()
        #expect((0..<3).map { list.peek($0)?.likes } == [7, 7, 7])
        #expect(list.peek(1)?.text == "post 1")
        let since = server.transport.targets.dropFirst(before)
        #expect(since.count == 1)
        #expect(since.allSatisfy { $0.contains("fields=id,likes") && $0.contains("ids=0") }, "\(since)")
    }

    @Test(arguments: [LoadPolicy(), LoadPolicy(pageSize: 5)], [0..<2, 0..<8, 0..<20])
    func `A refresh is one request with rows that were loaded ahead, too`(policy: LoadPolicy, rows: Range<Int>)
        async throws
    {
        let server = Server(total: 30, gone: nil)
        let list = PagedList(
            server.source(dialect { _ in }), behavior: ListBehavior(content: .changes), policy: policy)
        list.viewport(rows)
        await list.settle()
        #expect(rows.allSatisfy { list.peek($0) != nil })
        let before = server.transport.targets.count
        server.likes.withLock { $0 = 7 }
        try await list.refresh()
        await list.settle()
        #expect(rows.allSatisfy { list.peek($0)?.likes == 7 })
        let since = server.transport.targets.dropFirst(before)
        #expect(since.count == 1 && since.allSatisfy { $0.contains("fields=id,likes") }, "\(since)")
    }

    @Test func `A refresh in mid-list asks for no page besides`() async throws {
        let server = Server(total: 30)
        let policy = LoadPolicy(pageSize: 5, preloads: false, retry: RetryPolicy(attempts: 1))
        let list = PagedList(
            server.source(dialect { _ in }), behavior: ListBehavior(content: .changes), policy: policy)
        list.viewport(0..<3)
        await list.settle()
        #expect(list.count == 30)
        list.viewport(20..<23)
        await list.settle()
        #expect(list.peek(22) != nil)
        // The first page is no longer there, and nobody looks at it.
        list.releaseMemory()
        #expect(list.peek(0) == nil)
        let before = server.transport.targets.count
        server.likes.withLock { $0 = 7 }
        try await list.refresh()
        #expect((20..<23).map { list.peek($0)?.likes } == [7, 7, 7])
        let since = server.transport.targets.dropFirst(before)
        #expect(since.count == 1 && since.allSatisfy { $0.contains("fields=id,likes") }, "\(since)")
    }

    @Test nonisolated func `What no longer comes has no record, and without a lookup the error says what is missing`()
        async throws
    {
        let server = Server()
        let records = try await server.source(dialect { _ in }).records(withIDs: [1, 3])
        #expect(records.mapValues(\.likes) == [1: 0])
        let missing = await reason {
            _ = try await server.source(dialect { _ in }, lookup: nil).records(withIDs: [1])
        }
        #expect(missing == .notOffered(.identifiers))
    }
}
