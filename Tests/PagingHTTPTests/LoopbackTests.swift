import Foundation
import PagingHTTP
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Over a real connection, from a hostile server.
@Suite
struct LoopbackTests {
    private func reason(
        _ server: LoopbackServer, limits: HTTPLimits = HTTPLimits()
    ) async throws -> HTTPSourceError.Reason {
        let source = HTTPSource<Row>(server.url(), limits: limits)
        let error = await #expect(throws: HTTPSourceError.self) { try await source.page(for: .after(nil, limit: 3)) }
        return try #require(error).reason
    }

    @Test func `A list is read, headers in any case, the next page by Link`() async throws {
        let server = try LoopbackServer { request in
            request.hasPrefix("GET /?page=2 ")
                ? .write(http(#"[{"id": 2}]"#))
                : .write(http(#"[{"id": 1}]"#, headers: "LINK: <?page=2>; rel=\"last next\"\r\nX-Other: 1\r\n"))
        }
        let source = HTTPSource<Row>(server.url())
        #expect(try await walk(source).map(\.id) == [1, 2])
    }

    @Test(
        arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"1\"", "Bearer"])
    func `A 401 is an answer, whatever it asks for`(scheme: String) async throws {
        let server = try LoopbackServer { _ in
            .write(http("{}", status: "401 Unauthorized", headers: "WWW-Authenticate: \(scheme)\r\n"))
        }
        guard case .status(401, _) = try await reason(server) else { return #expect(Bool(false), "no 401") }
    }

    @Test func `The user's own session is used`() async throws {
        let server = try LoopbackServer { request in
            .write(http(request.contains("X-Mine: yes") ? #"[{"id": 1}]"# : "[]"))
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Mine": "yes"]
        let transport = URLSessionTransport(session: URLSession(configuration: configuration))
        let source = HTTPSource<Row>(server.url(), transport: transport)
        #expect(try await source.page(for: .after(nil, limit: 3)).items.count == 1)
    }

    @Test func `An announced length over the limit is not received`() async throws {
        let server = try LoopbackServer { _ in .hold("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n[") }
        #expect(try await reason(server, limits: HTTPLimits(maximumBytes: 1000)) == .tooLarge(limit: 1000))
        for await _ in server.closed { break }
    }

    @Test func `An answer without end is cancelled`() async throws {
        let server = try LoopbackServer { _ in
            let chunk = "10000\r\n" + String(repeating: " ", count: 65536) + "\r\n"
            return .hold("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 16))
        }
        #expect(try await reason(server, limits: HTTPLimits(maximumBytes: 100_000)) == .tooLarge(limit: 100_000))
        for await _ in server.closed { break }
    }

    @Test(
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n[{\"id\"",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1,2,\r\n",
            "",
        ])
    func `A server that stops in the middle`(bytes: String) async throws {
        let server = try LoopbackServer { _ in .write(bytes) }
        #expect(try await reason(server) == .connectionLost)
    }

    @Test(
        arguments: ["\u{0}\u{1}garbage\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 abc\r\n\r\n"])
    func `What is not HTTP`(bytes: String) async throws {
        let server = try LoopbackServer { _ in .write(bytes) }
        let source = HTTPSource<Row>(server.url())
        await #expect(throws: HTTPSourceError.self) { try await source.page(for: .after(nil, limit: 3)) }
    }

    @Test func `A port that nobody listens on`() async throws {
        var server: LoopbackServer? = try LoopbackServer { _ in .write("") }
        let url = try #require(server?.url())
        server = nil
        let source = HTTPSource<Row>(url)
        let error = await #expect(throws: HTTPSourceError.self) { try await source.page(for: .after(nil, limit: 3)) }
        #expect(error?.reason == .connectionRefused)
    }

    @Test func `No credentials in the request that a redirect to another port makes`() async throws {
        let other = try LoopbackServer { request in
            .write(http(request.contains("secret") ? #"[{"id": 666}]"# : #"[{"id": 1}]"#))
        }
        let target = other.url("/x").absoluteString
        let server = try LoopbackServer { _ in .write(http("", status: "302 Found", headers: "Location: \(target)\r\n"))
        }
        for policy in [CrossOriginPolicy.refuse, .withoutCredentials] {
            let source = HTTPSource<Row>(
                server.url(), headers: ["Authorization": "secret", "Cookie": "a=secret"], crossOrigin: policy)
            let page = try? await source.page(for: .after(nil, limit: 3))
            #expect(page?.items == (policy == .refuse ? nil : [Row(id: 1)]))
        }
    }

    @Test(
        arguments: [
            .hold(""), .hold("HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\n[1,"),
            .dribble("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n["),
        ] as [LoopbackServer.Reaction])
    func `Cancelling closes the connection`(reaction: LoopbackServer.Reaction) async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { _ in
            ask.yield()
            return reaction
        }
        let source = HTTPSource<Row>(server.url())
        let task = Task { try await source.page(for: .after(nil, limit: 3)) }
        for await _ in asked { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for await _ in server.closed { break }
    }

    @Test func `A task cancelled before it asks does not ask`() async throws {
        let server = try LoopbackServer { _ in .write(http(#"[{"id": 1}]"#)) }
        let source = HTTPSource<Row>(server.url())
        // It ends with the task alone.
        let (cancelled, open) = AsyncStream.makeStream(of: Void.self)
        defer { open.finish() }
        let task = Task {
            for await _ in cancelled {}
            return try await source.page(for: .after(nil, limit: 3))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: [40])
    func `Many requests at once`(count: Int) async throws {
        let server = try LoopbackServer { request in
            let offset = request.split(separator: "offset=").last?.prefix { $0.isNumber } ?? ""
            return .write(http(#"[{"id": \#(offset)}]"#))
        }
        let source = HTTPSource<Row>(server.url(), dialect: .offset())
        let ids = try await withThrowingTaskGroup(of: [Row].self) { group in
            for index in 0..<count {
                group.addTask { try await source.page(for: .positions(index..<index + 1)).items }
            }
            return try await group.reduce(into: Set<Int>()) { $0.formUnion($1.map(\.id)) }
        }
        #expect(ids == Set(0..<count))
    }
}
