import Paging
import PagingHTTP
import Testing

/// The second article's API: limit and offset, and a CDN before it whose edges answer with states of different age.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FeedTests {
    /// Three descriptions of the API: none, how it pages, and beside that where an answer names the state of the list.
    nonisolated static let dialects = [Dialect.automatic, told, versioned]
    nonisolated static let told = Dialect.offset(items: "objects", total: .path("paging/totalCount"))
    nonisolated static let versioned: Dialect = {
        var dialect = told
        dialect.version = .path("state")
        return dialect
    }()

    /// One edge; two, of which the second is behind; two that answer out of their caches whatever is asked, which are of use only where
    /// the states are not told apart.
    nonisolated static let served =
        dialects.flatMap { dialect in
            [NewsServer.Edges(), NewsServer.Edges(lag: 3)].map { (dialect, $0) }
        } + [
            (Dialect.automatic, NewsServer.Edges(lag: 3, passOn: false)),
            (told, NewsServer.Edges(lag: 3, passOn: false)),
        ]

    private func list(
        _ news: NewsServer, _ dialect: Dialect, _ behavior: ListBehavior
    ) throws -> (list: PagedList<Post>, server: ArticleServer) {
        let server = try ArticleServer { news.answer($0) }
        let source = HTTPSource<Post>(server.url("/posts"), dialect: dialect)
        let policy = LoadPolicy(pageSize: 20, retry: RetryPolicy(firstDelay: .zero))
        return (PagedList(source, behavior: behavior, policy: policy), server)
    }

    @Test(arguments: served)
    func `While posts come on top, what was there from the start comes once, in order`(
        dialect: Dialect, edges: NewsServer.Edges
    ) async throws {
        let news = NewsServer(.growing, edges)
        let before = news.posts.map(\.id)
        let (list, server) = try list(news, dialect, ListBehavior(membership: .growsOnTop))
        try await list.loadMore()
        let ids = try await list.readThrough().map(\.id)
        #expect(ids.filter { $0 <= before.count } == before)
        #expect(Set(ids).count == ids.count)
        // Once both edges have them, a refresh brings all that came.
        news.settle()
        list.viewport(0..<20)
        try await list.refresh()
        #expect(try await list.readThrough().map(\.id) == news.posts.map(\.id))
        _ = server
    }

    @Test(
        arguments: served
    )
    func `Rebuilt by likes, with hidden authors: each post once, and the server's order once it rests`(
        dialect: Dialect, edges: NewsServer.Edges
    ) async throws {
        let news = NewsServer(.rebuilding, edges)
        let (list, server) = try list(
            news, dialect, ListBehavior(membership: .changes, ranking: .rebuilt, content: .changes))
        list.hide { $0.author == "bob" }
        let found = try await list.loadMore(visible: 20, budget: 5)
        #expect(found.rows >= 20 && found.ending == .foundEnough)
        for start in stride(from: 0, to: 200, by: 25) {
            try await list.look(at: start..<start + 25)
            let shown = (0..<list.count).compactMap { list.peek($0) }
            #expect(shown.allSatisfy { $0.author != "bob" })
            #expect(Set(shown.map(\.id)).count == shown.count)
        }
        news.settle()
        let posts = news.posts.filter { $0.author != "bob" }
        for start in stride(from: 0, to: posts.count, by: 20) {
            let screen = start..<min(start + 20, posts.count)
            list.viewport(screen)
            try await list.refresh()
            try await list.look(at: screen)
            #expect(screen.map { list.peek($0) } == screen.map { posts[$0] })
        }
        #expect(server.requests.count < 200)
    }
}
