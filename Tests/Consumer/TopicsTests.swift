import Foundation
import Paging
import PagingHTTP
import Testing

/// The article on preloading: topics at `entity/topics`, pages by the literal name `page.currentPage`, and a document that says whether
/// it is one.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct TopicsTests {
    struct Topic: Decodable, Identifiable, Hashable, Sendable {
        let id: Int
        let title: String
    }

    /// A whole description of the API, which leaves nothing to be found out.
    nonisolated static let told = Dialect.page(
        "page.currentPage", size: nil, items: "entity/topics", total: .path("totalResultSize"),
        pageCount: "totalPageSize")

    /// Ten topics a page. A page past the end has none.
    private func server(of count: Int, ok: Bool = true) throws -> ArticleServer {
        try ArticleServer { asked in
            let page = max(1, asked.number("page.currentPage", or: 1))
            let start = min((page - 1) * 10, count)
            let topics = (start..<min(start + 10, count)).map { #"{"id": \#($0), "title": "topic \#($0)"}"# }
            return .init(
                body: #"{"success": \#(ok), "message": "page \#(page)", "totalResultSize": \#(count), "#
                    + #""totalPageSize": \#((count + 9) / 10), "currentPage": \#(page), "#
                    + #""entity": {"topics": [\#(topics.joined(separator: ","))]}}"#)
        }
    }

    @Test(arguments: [Dialect.automatic, told], [0, 1, 10, 27, 240])
    func `Every topic comes, in order`(dialect: Dialect, count: Int) async throws {
        let server = try server(of: count)
        let list = PagedList(HTTPSource<Topic>(server.url("/topics?lang=en"), dialect: dialect))
        try await list.loadMore()
        #expect(try await list.readThrough().map(\.id) == Array(0..<count))
        #expect(list.isComplete)
        #expect(server.requests.allSatisfy { $0["lang"] == "en" && $0["page[currentPage]"] == nil })
    }

    @Test(arguments: [Dialect.automatic, told])
    func `The end is one load away`(dialect: Dialect) async throws {
        let server = try server(of: 1_000)
        let list = PagedList(
            HTTPSource<Topic>(server.url("/topics"), dialect: dialect),
            policy: LoadPolicy(pageSize: 10, preloads: false))
        try await list.loadMore()
        #expect(list.count == 1_000)
        // Where nothing was said, the second page shows how pages are asked for.
        try await list.look(at: 10..<20)
        let before = server.requests.count
        try await list.look(at: 990..<1_000)
        #expect(list.peek(999)?.id == 999)
        #expect(server.requests.dropFirst(before).map { $0["page.currentPage"] } == ["100"])
    }

    @Test(arguments: [Dialect.automatic, told])
    func `The next page is asked for three rows before the end`(dialect: Dialect) async throws {
        let server = try server(of: 100)
        let list = PagedList(
            HTTPSource<Topic>(server.url("/topics"), dialect: dialect), policy: LoadPolicy(pageSize: 10))
        try await list.loadMore()
        list.viewport(2..<8)
        var changes = list.changes.makeAsyncIterator()
        while list.peek(10) == nil { try #require(await changes.next() != nil) }
        #expect(list.peek(10)?.id == 10)
    }

    @Test(
        arguments: [Dialect.automatic, told])
    func `A document that says that it is none is an error, and its words reach the app`(dialect: Dialect) async throws
    {
        struct Refused: Error { let message: String }
        let server = try server(of: 27, ok: false)
        let source = HTTPSource<Topic>(
            server.url("/topics"), dialect: dialect,
            validate: { document, _ in
                guard document["success"]?.bool == true else {
                    throw Refused(message: document["message"]?.string ?? "")
                }
            })
        let list = PagedList(source, policy: LoadPolicy(retry: RetryPolicy(attempts: 1)))
        let refusal = await #expect(throws: Refused.self) { try await list.loadMore() }
        #expect(refusal?.message == "page 1")
        #expect((list.state.error as? Refused)?.message == "page 1")
    }
}
