import Foundation
import Paging
import PagingWire
import Testing

@testable import PagingHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server whose rows, headers and reachability a test changes, and the cache before it with its clock.
final class KeptServer: Sendable {
    struct State: Sendable {
        var rows = Rows(count: 9)
        var headers: [(String, String)] = []
        var failure: URLError.Code?
        var status = 200
        var body: String?
        var now = Date(timeIntervalSince1970: 1_800_000_000)
    }

    let state = Locked(State())
    let cache: PageCache
    let transport: ScriptedTransport

    init(
        pages: PageCache.Pages = .all, rules: PageCache.Rules = .server, directory: URL? = nil,
        identity: (@Sendable (URLRequest) -> String)? = nil
    ) {
        let state = state
        cache = PageCache(
            pages: pages, rules: rules, directory: directory, identity: identity, now: { state.withLock(\.now) })
        transport = ScriptedTransport { asked in
            try state.withLock { state in
                if let failure = state.failure { throw URLError(failure) }
                let headers = state.headers
                let tag = headers.first { $0.0 == "ETag" }?.1
                if let tag, asked.header("If-None-Match") == tag {
                    return HTTPAnswer(status: 304, headers: HTTPHeaders(headers))
                }
                let rows = state.rows.list(asked.int("offset") ?? 0, asked.int("limit") ?? 5)
                let body = #"{"rows": [\#(rows)], "total": \#(state.rows.count)}"#
                return .json(state.body ?? body, status: state.status, headers: headers)
            }
        }
    }

    func source(
        headers: [String: String] = [:], dialect given: Dialect = dialect { _ in },
        modify: HTTPSource<Row>.RequestHook? = nil,
        validate: HTTPSource<Row>.Validator? = nil
    ) -> HTTPSource<Row> {
        HTTPSource(
            home, dialect: given, headers: headers, modify: modify, validate: validate, cache: cache,
            transport: transport)
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    func pass(_ seconds: TimeInterval) { change { $0.now += seconds } }
    var requestCount: Int { transport.requests.count }
}

/// Answers that are kept.
@Suite(.timeLimit(.minutes(10)))
struct PageCacheTests {
    private let server = KeptServer()
    private let first = PageRequest.positions(0..<5)

    @Test func `For its lifetime an answer is there at once, with its age, and is to be confirmed`() async throws {
        #expect(try await server.source().page(for: first).age == nil)
        server.change { $0.rows.count = 8 }
        server.pass(179)
        let kept = try await server.source().page(for: first)
        #expect((kept.total, kept.age, kept.isStale) == (9, .seconds(179), true))
        server.pass(1)
        let new = try await server.source().page(for: first)
        #expect((new.total, new.age, new.isStale) == (8, nil, false))
        #expect(server.requestCount == 2)
    }

    @Test func `While the server vouches for it, it need not be confirmed`() async throws {
        server.change { $0.headers = [("Cache-Control", "max-age=600")] }
        _ = try await server.source().page(for: first)
        server.pass(599)
        let kept = try await server.source().page(for: first)
        #expect((kept.age, kept.isStale) == (.seconds(599), false))
        server.pass(1)
        #expect(try await server.source().page(for: first).age == nil)
        #expect(server.requestCount == 2)
    }

    @Test func `What is too old is confirmed by its tag, without being sent again`() async throws {
        server.change { $0.headers = [("ETag", "\"a\""), ("Cache-Control", "max-age=1")] }
        _ = try await server.source().page(for: first)
        server.pass(100)
        let page = try await server.source().page(for: first)
        #expect(page.items.count == 5)
        #expect((page.age, page.isStale, page.metadata?.status) == (nil, false, 200))
        #expect(server.transport.requests.last?.value(forHTTPHeaderField: "If-None-Match") == "\"a\"")
        server.pass(0.5)
        #expect(try await server.source().page(for: first).age == .seconds(0.5))
        #expect(server.requestCount == 2)
    }

    @Test func `Past the caches nothing kept is shown, and what comes is kept`() async throws {
        _ = try await server.source().page(for: first)
        server.change { $0.rows.count = 8 }
        let page = try await LoadOptions.$skipsCaches.withValue(true) {
            try await server.source().page(for: first)
        }
        #expect((page.total, page.age) == (8, nil))
        #expect(try await server.source().page(for: first).total == 8)
        #expect(server.requestCount == 2)
        server.change { $0.failure = .notConnectedToInternet }
        let refresh = await reason {
            _ = try await LoadOptions.$skipsCaches.withValue(true) { try await server.source().page(for: first) }
        }
        #expect(refresh == .offline)
    }

    @Test(arguments: [false, true])
    func `Without a connection an answer of any age is there, unless it must not be`(mustRevalidate: Bool) async throws
    {
        server.change { $0.headers = mustRevalidate ? [("Cache-Control", "max-age=1, must-revalidate")] : [] }
        _ = try await server.source().page(for: first)
        server.pass(100_000)
        for failure in [URLError.Code.notConnectedToInternet, .timedOut, .cannotConnectToHost, .networkConnectionLost] {
            server.change { $0.failure = failure }
            guard !mustRevalidate else {
                #expect(await reason { _ = try await server.source().page(for: first) } != nil)
                continue
            }
            let page = try await server.source().page(for: first)
            #expect((page.items.count, page.age, page.isStale) == (5, .seconds(100_000), true))
        }
        // That the server is there and fails is another thing.
        server.change { ($0.failure, $0.status) = (nil, 503) }
        #expect(await reason { _ = try await server.source().page(for: first) } != nil)
    }

    @Test func `Where the app says so, it is there though the server says no-cache`() async throws {
        let server = KeptServer(rules: .app)
        server.change { $0.headers = [("Cache-Control", "no-cache")] }
        _ = try await server.source().page(for: first)
        #expect(try await server.source().page(for: first).isStale)
        server.change { $0.failure = .notConnectedToInternet }
        server.pass(100_000)
        #expect(try await server.source().page(for: first).age == .seconds(100_000))
    }

    @Test(arguments: [PageCache.Pages.first, .all])
    func `The first page alone, or all`(_ pages: PageCache.Pages) async throws {
        let server = KeptServer(pages: pages)
        for _ in 0..<2 {
            for range in [0..<5, 5..<9] { _ = try await server.source().page(for: .positions(range)) }
        }
        #expect(server.requestCount == (pages == .all ? 2 : 3))
    }

    @Test func `Each user has his own`() async throws {
        for token in ["Bearer a", "Bearer b", "Bearer a"] {
            _ = try await server.source(headers: ["Authorization": token]).page(for: first)
            _ = try await server.source(modify: { $0.setValue(token, forHTTPHeaderField: "X-Key") }).page(for: first)
        }
        _ = try await server.source().page(for: first)
        #expect(server.requestCount == 5)
    }

    @Test func `Where requests are signed anew each time, the app says whose they are`() async throws {
        let server = KeptServer(identity: { $0.value(forHTTPHeaderField: "X-User") ?? "" })
        for user in ["ann", "bob", "ann"] {
            let headers = ["X-User": user, "X-Signature": "\(UUID())"]
            _ = try await server.source(headers: headers).page(for: first)
        }
        #expect(server.requestCount == 2)
        server.change { $0.headers = [("Vary", "Accept-Language")] }
        for language in ["de", "de", "fr"] {
            _ = try await server.source(headers: ["X-User": "cleo", "Accept-Language": language]).page(for: first)
        }
        #expect(server.requestCount == 4)
    }

    @Test func `After one call nothing is kept; nor after the server has refused`() async throws {
        _ = try await server.source().page(for: first)
        #expect(server.cache.byteCount > 0)
        try server.cache.removeAll()
        #expect(server.cache.byteCount == 0)
        _ = try await server.source().page(for: first)
        #expect(server.requestCount == 2)
        server.pass(200)
        server.change { $0.status = 401 }
        #expect(await reason { _ = try await server.source().page(for: first) } != nil)
        server.change { $0.failure = .notConnectedToInternet }
        #expect(await reason { _ = try await server.source().page(for: first) } == .offline)
    }

    @Test func `What was kept and is of no use is asked for again`() async throws {
        struct Refused: Error {}
        server.change { $0.body = #"{"rows": "later"}"# }
        #expect(await reason { _ = try await server.source().page(for: first) } != nil)
        server.change { $0.body = nil }
        #expect(try await server.source().page(for: first).items.count == 5)
        #expect(server.requestCount == 2)
        // The app judges otherwise by now.
        await #expect(throws: Refused.self) {
            try await server.source(validate: { _, _ in throw Refused() }).page(for: first)
        }
        #expect(server.requestCount == 3)
    }

    @Test func `A list that is recognized, by way of a redirect, and one that is asked by POST`() async throws {
        let automatic = server.source(dialect: .automatic)
        _ = try await automatic.page(for: .after(nil, limit: 5))
        let again = server.source(dialect: .automatic)
        #expect(try await again.page(for: .after(nil, limit: 5)).isStale)
        #expect(again.recognized == automatic.recognized)
        #expect(server.requestCount == 1)

        var posted = dialect { $0.body = ["query": "x"] }
        _ = try await server.source(dialect: posted).page(for: first)
        #expect(try await server.source(dialect: posted).page(for: first).isStale)
        posted.body = ["query": "y"]
        #expect(try await !server.source(dialect: posted).page(for: first).isStale)
    }

    @Test func `Over files the next launch shows what this one has`() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("paging-\(UUID())/below")
        defer { try? FileManager.default.removeItem(at: directory.deletingLastPathComponent()) }
        let secret = ["Authorization": "Bearer of-nobody-else"]
        _ = try await KeptServer(directory: directory).source(headers: secret).page(for: first)
        let next = KeptServer(directory: directory)
        next.change { $0.failure = .notConnectedToInternet }
        #expect(try await next.source(headers: secret).page(for: first).items.count == 5)
        #expect(await reason { _ = try await next.source().page(for: first) } == .offline)
        for file in try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil) {
            #expect(try Data(contentsOf: file).range(of: Data("of-nobody-else".utf8)) == nil)
        }
        #expect(try FileManager.default.attributesOfItem(atPath: directory.path)[.posixPermissions] as? Int == 0o700)
    }
}
