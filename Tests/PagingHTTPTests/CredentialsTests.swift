import Foundation
import PagingHTTP
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Credentials stay with their origin.
@Suite
struct CredentialsTests {
    static let other = [
        "http://evil.test/items?page=2", "https://api.test/items?page=2", "http://api.test:8080/items?page=2",
        "//evil.test/items?page=2", "http://api.test.evil.test/items?page=2", "http://api.test@evil.test/?page=2",
    ]

    private func source(_ policy: CrossOriginPolicy, _ transport: ScriptedTransport, groupBy: String? = nil)
        -> HTTPSource<Row>
    {
        HTTPSource<Row>(
            home, headers: ["Authorization": "Bearer secret", "X-Api-Key": "secret"],
            modify: { $0.setValue("secret", forHTTPHeaderField: "X-Signature") }, crossOrigin: policy,
            groupBy: groupBy, transport: transport)
    }

    private func carriesCredentials(_ request: URLRequest) -> Bool {
        ["Authorization", "X-Api-Key", "X-Signature"].contains { request.value(forHTTPHeaderField: $0) != nil }
    }

    @Test func `At home the headers and the hook are applied, the next page included`() async throws {
        let transport = ScriptedTransport { asked in
            let next = asked.query.isEmpty ? #""http://API.test:80/items?cursor=a""# : "null"
            return .json(#"{"results": [{"id": \#(asked.query.isEmpty ? 1 : 2)}], "next": \#(next)}"#)
        }
        _ = try await walk(source(.refuse, transport))
        #expect(transport.requests.count == 2)
        for request in transport.requests {
            #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer secret")
            #expect(request.value(forHTTPHeaderField: "X-Api-Key") == "secret")
            #expect(request.value(forHTTPHeaderField: "X-Signature") == "secret")
        }
    }

    @Test(arguments: other)
    func `A next page on another origin is refused, and its page keeps its items`(target: String) async throws {
        let transport = ScriptedTransport { _ in .json(#"{"results": [{"id": 1}], "next": "\#(target)"}"#) }
        let source = source(.refuse, transport)
        let page = try await source.page(for: .after(nil, limit: 3))
        #expect(page.items.count == 1)
        guard case .next(let cursor) = page.continuation else { return #expect(Bool(false), "no cursor") }
        await #expect {
            try await source.page(for: .after(cursor, limit: 3))
        } throws: { error in
            guard case .otherOrigin = (error as? HTTPSourceError)?.reason else { return false }
            return !"\(error)".contains("secret")
        }
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: other)
    func `Or it is asked without credentials: neither headers nor hook`(target: String) async throws {
        let transport = ScriptedTransport { asked in
            let next = asked.query.isEmpty ? "\"\(target)\"" : "null"
            return .json(#"{"results": [{"id": \#(asked.query.isEmpty ? 1 : 2)}], "next": \#(next)}"#)
        }
        _ = try await walk(source(.withoutCredentials, transport))
        #expect(transport.requests.map(carriesCredentials) == [true, false])
        #expect(transport.requests.last?.httpShouldHandleCookies == false)
    }

    @Test func `From https to http is another origin`() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"results": [{"id": 1}], "next": "http://api.test/?c=1"}"#) }
        let source = HTTPSource<Row>(URL(string: "https://api.test/")!, transport: transport)
        guard case .next(let cursor) = try await source.page(for: .after(nil, limit: 3)).continuation else {
            return #expect(Bool(false), "no cursor")
        }
        await #expect(throws: HTTPSourceError(.otherOrigin("http://api.test/?c=…"), address: "http://api.test/?c=…")) {
            try await source.page(for: .after(cursor, limit: 3))
        }
    }

    @Test(arguments: other)
    func `A redirect to another origin is refused, or followed without credentials`(target: String) async throws {
        let transport = ScriptedTransport { asked in
            asked.query.isEmpty
                ? HTTPAnswer(status: 302, headers: ["location": target]) : .json(#"[{"id": 1}]"#)
        }
        await #expect(throws: HTTPSourceError.self) {
            try await source(.refuse, transport).page(for: .after(nil, limit: 3))
        }
        #expect(transport.requests.count == 1)
        _ = try await source(.withoutCredentials, transport).page(for: .after(nil, limit: 3))
        #expect(transport.requests.map(carriesCredentials) == [true, true, false])
    }

    @Test func `A redirect at home keeps them, relative ones are resolved, loops end`() async throws {
        let transport = ScriptedTransport { asked in
            asked.path == "/items" ? HTTPAnswer(status: 308, headers: ["Location": "new/?x=1"]) : .json(#"[{"id": 1}]"#)
        }
        _ = try await source(.refuse, transport).page(for: .after(nil, limit: 3))
        #expect(transport.targets == ["/items", "/new/?x=1"])
        #expect(transport.requests.map(carriesCredentials) == [true, true])
        let loop = ScriptedTransport { _ in HTTPAnswer(status: 301, headers: ["Location": "/items"]) }
        await #expect(throws: HTTPSourceError(.tooManyRedirects(limit: 10), address: "http://api.test/items")) {
            try await source(.refuse, loop).page(for: .after(nil, limit: 3))
        }
        for target in ["mailto:x", "http://[::1", "file:///etc/passwd"] {
            let bad = ScriptedTransport { _ in HTTPAnswer(status: 301, headers: ["Location": target]) }
            await #expect(throws: HTTPSourceError(.badAddress(target), address: "http://api.test/items")) {
                try await source(.refuse, bad).page(for: .after(nil, limit: 3))
            }
        }
    }

    @Test func `A section on another origin gets none either`() async throws {
        let transport = ScriptedTransport { asked in
            asked.query["groupBy"] == nil
                ? .json(#"[{"id": 1}]"#) : .json(#"[{"title": "A", "url": "http://evil.test/a", "count": 1}]"#)
        }
        await #expect(throws: HTTPSourceError.self) {
            try await source(.refuse, transport, groupBy: "x").page(for: .positions(0..<1))
        }
        #expect(transport.requests.count == 1)
        _ = try await source(.withoutCredentials, transport, groupBy: "x").page(for: .positions(0..<1))
        #expect(transport.requests.map(carriesCredentials) == [true, true, false])
    }

    @Test func `A user and password in the address are credentials too`() async throws {
        let transport = ScriptedTransport { asked in
            let next = asked.query.isEmpty ? #""/items?cursor=a""# : "null"
            return .json(#"{"results": [{"id": \#(asked.query.isEmpty ? 1 : 2)}], "next": \#(next)}"#)
        }
        let source = HTTPSource<Row>(URL(string: "http://ada:p%40ss@api.test/items")!, transport: transport)
        _ = try await walk(source)
        #expect(source.url == home)
        let value = "Basic " + Data("ada:p@ss".utf8).base64EncodedString()
        #expect(transport.requests.map { $0.value(forHTTPHeaderField: "Authorization") } == [value, value])
        #expect(!transport.requests.contains { $0.url?.absoluteString.contains("@") ?? true })
    }

    @Test func `What the hook throws is thrown`() async throws {
        struct NoToken: Error, Equatable {}
        let transport = ScriptedTransport { _ in .json("[]") }
        let source = HTTPSource<Row>(home, modify: { _ in throw NoToken() }, transport: transport)
        await #expect(throws: NoToken()) { try await source.page(for: .after(nil, limit: 3)) }
        #expect(transport.requests.isEmpty)
    }
}
