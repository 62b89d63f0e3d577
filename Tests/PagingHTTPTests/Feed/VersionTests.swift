import Foundation
import Paging
import PagingHTTP
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Versions of lists, and whether they still hold.
@Suite
struct VersionTests {
    private let date = ("Date", "Sat, 21 Nov 2026 13:00:10 GMT")

    /// The version of a page that came with these headers.
    private func version(
        _ headers: [(String, String)], body: String = #"{"rows": [{"id": 1}], "total": 9, "state": 41}"#,
        _ change: (inout Dialect) -> Void = { $0.validators = .list }
    ) async throws -> String? {
        let transport = ScriptedTransport { _ in .json(body, headers: headers) }
        return try await HTTPSource<Row>(home, dialect: dialect(change), transport: transport)
            .page(for: .positions(0..<1)).version?.description
    }

    @Test func `An ETag names one answer, not the list, unless it is said to`() async throws {
        #expect(try await version([("ETag", "\"a\"")]) { _ in } == nil)
        #expect(try await version([("ETag", "\"a\"")]) == "a")
        for (name, dialect) in Dialect.named {
            let namesList = ["envelope", "kinto"].contains(name)
            #expect((dialect.validators == .list) == namesList, "\(name)")
        }
    }

    @Test(
        arguments: [
            "\"abc\"", "W/\"abc\"", "w/\"abc\"", " \"abc\" ", "\"abc-gzip\"", "W/\"abc--gzip\"", "\"abc;gzip\"",
            "\"abc-br\"", "\"abc\", \"def\"", "abc",
        ])
    func `Weak tags and those that compression rewrote name the same version`(tag: String) async throws {
        #expect(try await version([("etag", tag)]) == "abc")
    }

    @Test(arguments: ["\"\"", "W/\"\"", "", " "])
    func `A tag that says nothing is none`(tag: String) async throws {
        #expect(try await version([("ETag", tag)]) == nil)
    }

    @Test func `A tag that is the name of a compression is itself`() async throws {
        #expect(try await version([("ETag", "\"gzip\"")]) == "gzip")
        #expect(try await version([("ETag", "\"-gzip\"")]) == "-gzip")
        #expect(try await version([("ETag", "\"mygzip\"")]) == "mygzip")
    }

    @Test func `A date is a version once its second is over`() async throws {
        func at(_ second: String) -> (String, String) { ("Last-Modified", "Sat, 21 Nov 2026 13:00:\(second) GMT") }
        #expect(try await version([date, at("09")]) == "Sat, 21 Nov 2026 13:00:09 GMT")
        #expect(try await version([date, at("10")]) == nil)
        #expect(try await version([date, at("11")]) == nil)
        #expect(try await version([at("01")]) == nil)
        #expect(try await version([date, ("Last-Modified", "yesterday")]) == nil)
        #expect(try await version([date, at("01"), ("ETag", "\"t\"")]) == "t")
    }

    @Test func `A token in the body goes before all headers, and a header of the server's own before its validators`()
        async throws
    {
        let headers = [("ETag", "\"a\""), ("X-State", "s7")]
        #expect(try await version(headers) { $0.version = .path("state") } == "41")
        #expect(
            try await version(headers) {
                $0.version = .header("x-state")
                $0.validators = .list
            } == "s7")
        // Where it is missing, what is said of the validators holds.
        #expect(
            try await version(headers) {
                $0.version = .path("meta/none")
                $0.validators = .list
            } == "a")
        #expect(try await version(headers) { $0.version = .path("meta/none") } == nil)
        #expect(
            try await version([], body: #"{"rows": [], "state": {"no": 1}}"#) { $0.version = .path("state") } == nil)
    }

    @Test func `What is recognized keeps what the app said of versions`() async throws {
        var dialect = Dialect.automatic
        dialect.validators = .list
        dialect.lookup = Dialect.Lookup("id")
        let transport = ScriptedTransport { _ in
            .json(#"{"offset": 0, "limit": 1, "total": 2, "items": [{"id": 1}]}"#, headers: [("ETag", "\"v\"")])
        }
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        let page = try await source.page(for: .after(nil, limit: 1))
        #expect(page.version == "v")
        #expect(page.capabilities == [.positions, .identifiers, .checks])
        #expect(source.capabilities == [.positions, .identifiers, .checks])
    }

    @Test func `Numbered pages of two states are not put together`() async throws {
        let transport = ScriptedTransport { asked in
            let page = asked.int("page") ?? 1
            return .json("[{\"id\": \(page * 2)}, {\"id\": \(page * 2 + 1)}]", headers: [("ETag", "\"\(page / 3)\"")])
        }
        var dialect = Dialect.page()
        dialect.validators = .list
        let source = HTTPSource<Row>(home, dialect: dialect, pageSize: 2, transport: transport)
        let page = try await source.page(for: .positions(0..<8))
        #expect(page.items.map(\.id) == [2, 3])
        let more = try await source.page(for: .positions(0..<8))
        #expect(more.items.map(\.id) == [2, 3, 4, 5])
        #expect(more.version == "0")
    }

    // MARK: Checks

    /// A list of one row whose ETag is as a test says, and which takes HEAD or not.
    private func server(
        head: @escaping @Sendable (Asked) -> HTTPAnswer?, tag: @escaping @Sendable () -> String
    ) -> ScriptedTransport {
        ScriptedTransport { asked in
            if asked.request.httpMethod == "HEAD", let answer = head(asked) { return answer }
            let isKnown = asked.header("If-None-Match")?.contains(tag()) ?? false
            let headers = [("ETag", tag())]
            if isKnown { return HTTPAnswer(status: 304, headers: HTTPHeaders(headers)) }
            let isHead = asked.request.httpMethod == "HEAD"
            return .json(isHead ? "" : #"{"rows": [{"id": 1}], "total": 1}"#, headers: headers)
        }
    }

    @Test func `HEAD asks with what the version was named by, and the answer's tag says what is new`() async throws {
        let tag = Locked("W/\"a-gzip\"")
        let transport = server(head: { _ in nil }, tag: { tag.withLock { $0 } })
        let source = HTTPSource<Row>(home, dialect: dialect { $0.validators = .list }, transport: transport)
        let page = try await source.page(for: .positions(0..<1))
        #expect(page.version == "a")
        #expect(try await source.check("a") == .unchanged)
        let asked = try #require(transport.requests.last)
        #expect(asked.httpMethod == "HEAD")
        #expect(asked.value(forHTTPHeaderField: "If-None-Match") == "W/\"a-gzip\", \"a\"")
        #expect(asked.url == transport.requests.first?.url)
        tag.withLock { $0 = "\"b\"" }
        #expect(try await source.check("a") == .changed("b"))
        // A proxy that writes the tag anew has not changed the list.
        tag.withLock { $0 = "\"a-br\"" }
        #expect(try await source.check("a") == .unchanged)
        #expect(transport.requests.dropFirst().allSatisfy { $0.httpMethod == "HEAD" })
    }

    @Test(
        arguments: [405, 501, 404])
    func `A server that takes no HEAD is asked by a conditional GET, and not by HEAD again`(status: Int) async throws {
        let transport = server(head: { _ in HTTPAnswer(status: status) }, tag: { "\"a\"" })
        let source = HTTPSource<Row>(home, dialect: dialect { $0.validators = .list }, transport: transport)
        _ = try await source.page(for: .positions(0..<1))
        #expect(try await source.check("a") == .unchanged)
        #expect(try await source.check("old") == .changed("a"))
        #expect(transport.requests.map(\.httpMethod) == ["GET", "HEAD", "GET", "GET"])
        #expect(transport.requests[2].value(forHTTPHeaderField: "If-None-Match") == "\"a\"")
    }

    @Test func `A HEAD that names no version decides nothing`() async throws {
        let transport = server(head: { _ in HTTPAnswer(status: 200) }, tag: { "\"a\"" })
        let source = HTTPSource<Row>(home, dialect: dialect { $0.validators = .list }, transport: transport)
        #expect(try await source.check("old") == .changed("a"))
        #expect(transport.requests.map(\.httpMethod) == ["HEAD", "GET"])
    }

    @Test func `A date goes back as it came`() async throws {
        let modified = "Sat, 21 Nov 2026 12:00:00 GMT"
        let date = date
        let transport = ScriptedTransport { asked in
            if asked.header("If-Modified-Since") == modified { return HTTPAnswer(status: 304) }
            return .json(#"{"rows": [], "total": 0}"#, headers: [date, ("Last-Modified", modified)])
        }
        let source = HTTPSource<Row>(home, dialect: dialect { $0.validators = .list }, transport: transport)
        #expect(try await source.page(for: .positions(0..<1)).version?.description == modified)
        #expect(try await source.check(Version(modified)) == .unchanged)
        // So does one that was saved by an earlier run.
        let later = HTTPSource<Row>(home, dialect: dialect { $0.validators = .list }, transport: transport)
        #expect(try await later.check(Version(modified)) == .unchanged)
        #expect(transport.targets.last == "/items?offset=0&limit=1")
    }

    @Test func `A version in the body is looked up there, and a 304 that lies is shown by the next page`() async throws
    {
        let state = Locked(1)
        let transport = ScriptedTransport { asked in
            // A cache that goes on saying that nothing has changed.
            if asked.header("If-None-Match") != nil { return HTTPAnswer(status: 304) }
            let state = state.withLock { $0 }
            return .json(#"{"rows": [{"id": 1}], "total": 1, "state": \#(state)}"#, headers: [("ETag", "\"stuck\"")])
        }
        let source = HTTPSource<Row>(home, dialect: dialect { $0.version = .path("state") }, transport: transport)
        #expect(try await source.page(for: .positions(0..<1)).version == "1")
        state.withLock { $0 = 2 }
        #expect(try await source.check("1") == .unchanged)
        #expect(transport.requests.map(\.httpMethod) == ["GET", "GET"])
        #expect(try await source.page(for: .positions(0..<1)).version == "2")
        // A version that this source has not seen is asked for without conditions.
        let later = HTTPSource<Row>(home, dialect: dialect { $0.version = .path("state") }, transport: transport)
        #expect(try await later.check("1") == .changed("2"))
        #expect(try await later.check("2") == .unchanged)
    }

    @Test func `Caches on the way are passed by where that is asked, and only there`() async throws {
        let transport = server(head: { _ in nil }, tag: { "\"a\"" })
        let source = HTTPSource<Row>(home, dialect: dialect { $0.validators = .list }, transport: transport)
        _ = try await source.page(for: .positions(0..<1))
        try await LoadOptions.$skipsCaches.withValue(true) {
            _ = try await source.page(for: .positions(0..<1))
            _ = try await source.check("a")
        }
        #expect(
            transport.requests.map { $0.value(forHTTPHeaderField: "Cache-Control") } == [nil, "no-cache", "no-cache"])
        #expect(transport.requests[0].cachePolicy == .useProtocolCachePolicy)
        #expect(transport.requests[1].cachePolicy == .reloadIgnoringLocalCacheData)
    }

    @Test func `A check that fails says why`() async throws {
        let transport = ScriptedTransport { _ in HTTPAnswer(status: 503) }
        let source = HTTPSource<Row>(home, dialect: dialect { $0.validators = .list }, transport: transport)
        let error = await #expect(throws: HTTPSourceError.self) { try await source.check("a") }
        #expect(error?.isTransient == true)
        // A 304 that nobody asked for is no answer.
        let strange = ScriptedTransport { _ in HTTPAnswer(status: 304) }
        let other = HTTPSource<Row>(home, dialect: dialect { $0.version = .path("state") }, transport: strange)
        await #expect(throws: HTTPSourceError.self) { try await other.check("a") }
    }

    @Test func `HEAD over a real connection: a length without a body, and 304`() async throws {
        let server = try LoopbackServer { request in
            if request.hasPrefix("GET") {
                return .write(http(#"{"rows": [{"id": 1}], "total": 1}"#, headers: "ETag: \"a\"\r\n"))
            }
            let isKnown = request.lowercased().contains("if-none-match: \"a\"")
            let length = "Content-Length: 99999999999\r\nConnection: close\r\n\r\n"
            return .write(
                isKnown
                    ? "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nConnection: close\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nETag: \"a\"\r\n\(length)")
        }
        let source = HTTPSource<Row>(server.url(), dialect: dialect { $0.validators = .list })
        _ = try await source.page(for: .positions(0..<1))
        #expect(try await source.check("a") == .unchanged)
        #expect(try await source.check("b") == .changed("a"))
    }
}
