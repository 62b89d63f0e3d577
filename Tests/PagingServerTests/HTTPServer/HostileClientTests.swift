import Foundation
import PagingServer
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

/// Clients that are slow, rude or broken.
@Suite(.blocking) struct HostileClientTests {
    private let served: ServedFixture

    init() throws { served = try Fixture.people().responder() }

    private func server(_ configuration: HTTPServer.Configuration = .init(port: 0)) throws -> HTTPServer {
        try HTTPServer(served.responder, configuration: configuration)
    }

    @Test(arguments: Seeds.some(12))
    func `Garbage is survived`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let server = try server()
        defer { server.stop() }
        let parts = [
            "GET", "HEAD", " ", "/lists", "HTTP/1.1", "HTTP/9.9", "\r\n", "\n", "\r", "\0", "Host: x", ":",
            "Content-Length: 9",
            "Content-Length: -1", "Transfer-Encoding: chunked", "ffffffffffffffff", "Expect: 100-continue", "%%%",
            "\u{7F}é",
        ]
        for _ in 0..<20 {
            let client = try RawClient(port: server.port)
            for _ in 0..<random.below(30) {
                let part =
                    random.below(4) == 0
                    ? (0..<random.below(200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                    : Array(random.element(of: parts).utf8)
                if !client.send(part) { break }
            }
            client.hangUp()
        }
        let answer = try RawClient(port: server.port).get("/lists/people")
        #expect(answer.status == 200, "\(Seeds.replay(seed, "garbageIsSurvived"))")
    }

    /// A request that two programs may read differently is refused, and nothing that follows on the connection is taken
    /// for another request.
    @Test(arguments: [
        "GET /lists HTTP/1.1\r\n\r\n", "GET /lists HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "POST /lists HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "POST /lists HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /lists HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST /lists HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /lists HTTP/1.1\r\nHost: localhost\r\nContent-Length: +3\r\n\r\nabc",
        "GET /lists HTTP/1.1\r\nHost: localhost\r\nX-Odd: a\u{1}b\r\n\r\n",
        "GET /lists HTTP/1.1\r\nHost: localhost\r\nX odd: b\r\n\r\n",
        "GET /lists HTTP/1.1\r\nHost: localhost\r\nX(odd): b\r\n\r\n",
        "POST /lists HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ])
    func `A request that must be refused is`(request: String) throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send(request + "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect([400, 501].contains(try client.answer().status))
        #expect(client.waitForEnd(), "another answer came")
    }

    /// A long body is not read of anybody who may not write.
    @Test func `A long body is not read before it is known who sends it`() throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        // Not a byte of it is sent.
        client.send("POST /lists/people HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n")
        #expect(try client.answer().status == 405)
        #expect(client.waitForEnd())
    }

    @Test func `Targets of links are whole addresses`() throws {
        let server = try server()
        defer { server.stop() }
        let link = try #require(try RawClient(port: server.port).get("/lists/people?limit=2").headers["link"])
        #expect(link.contains("<http://localhost/lists/people?offset=2&limit=2>; rel=\"next\""), "\(link)")
        let forwarded = try RawClient(port: server.port).get(
            "/lists/people?limit=2", headers: ["X-Forwarded-Proto": "https"])
        #expect(forwarded.headers["link"]?.contains("<https://localhost/lists/people?offset=2&limit=2>") == true)
    }

    @Test func `Targets and headers are bounded`() throws {
        let server = try server()
        defer { server.stop() }
        let long = String(repeating: "x", count: 10_000)
        #expect(try RawClient(port: server.port).get("/lists/" + long).status == 414)
        let endless = try RawClient(port: server.port)
        endless.send("GET / HTTP/1.1\r\n")
        for _ in 0..<100 where !endless.send("X: \(long)\r\n") { break }
        #expect(endless.waitForEnd())
        #expect(try RawClient(port: server.port).get("/lists").status == 200)
    }

    @Test func `The connection of a client that dribbles is closed`() throws {
        let server = try server(.init(port: 0, connectionSeconds: 3))
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let other = try RawClient(port: server.port)
        client.send("GET /lists HTTP/1.1\r\nX: ")
        // Bytes keep coming, so that no pause gives the client away; between them others are served.
        var sent = 0
        while client.send("x"), sent < 1_000_000 {
            sent += 1
            for _ in 0..<4 { #expect(try other.get("/lists").status == 200) }
        }
        #expect(sent < 1_000_000)
        #expect(client.waitForEnd())
    }

    @Test func `The connection of a client that does not read is closed`() throws {
        let server = try HTTPServer(configuration: .init(port: 0, connectionSeconds: 1)) { _ in
            Response(status: 200, body: [UInt8](repeating: 0x20, count: 32 << 20))
        }
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        // Stopping waits for the answer, which ends when the server's patience does.
        server.stop()
        #expect(client.waitForEnd())
    }

    @Test func `Clients that hang up are forgotten`() async throws {
        let server = try server(.init(port: 0, connections: 4))
        defer { server.stop() }
        for _ in 0..<40 {
            let client = try RawClient(port: server.port)
            client.send("GET /lists/people?limit=500 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            client.hangUp()
        }
        try await waitUntilServed(server)
    }

    @Test func `More clients than connections wait or are turned away`() async throws {
        let server = try server(.init(port: 0, connections: 3))
        defer { server.stop() }
        var clients = try (0..<3).map { _ in try RawClient(port: server.port) }
        for client in clients { #expect(try client.get("/lists").status == 200) }
        let late = try RawClient(port: server.port)
        late.send("GET /lists HTTP/1.1\r\nHost: localhost\r\n\r\n")
        clients.removeAll()
        let isAnswered = (try? late.answer().status) == 200
        let isTurnedAway = !isAnswered && late.waitForEnd()
        #expect(isAnswered || isTurnedAway)
        try await waitUntilServed(server)
    }

    @Test func `Half-open connections shut no client out`() async throws {
        let server = try server(.init(port: 0, connections: 32, connectionSeconds: 3_600, headerSeconds: 3_600))
        defer { server.stop() }
        // They say the beginning of a request, and then nothing for an hour.
        var silent: [RawClient] = []
        for number in 0..<300 {
            guard let client = try? RawClient(port: server.port) else { continue }
            if number.isMultiple(of: 2) { client.send("GET /lists HTTP/1.1\r\nHost: local") }
            silent.append(client)
            if number % 50 == 49 { try await waitUntilServed(server) }
        }
        #expect(silent.count > 200)
        try await waitUntilServed(server)
    }

    @Test func `One address cannot take all connections`() throws {
        let server = try server(.init(port: 0, connections: 8, connectionsPerAddress: 2))
        defer { server.stop() }
        let greedy = try (0..<6).map { _ in try RawClient(port: server.port, from: 0x7F00_0002) }
        let served = greedy.count { (try? $0.get("/lists").status) == 200 }
        #expect(served == 2)
        #expect(try RawClient(port: server.port).get("/lists").status == 200)
    }

    @Test func `The connection of a request that never ends is closed sooner than an idle one`() throws {
        let server = try server(.init(port: 0, connectionSeconds: 3_600, headerSeconds: 1))
        defer { server.stop() }
        let idle = try RawClient(port: server.port)
        #expect(try idle.get("/lists").status == 200)
        let client = try RawClient(port: server.port)
        client.send("GET /lists HTTP/1.1\r\nHost: ")
        #expect(client.waitForEnd())
        #expect(try idle.get("/lists").status == 200)
    }

    /// Waits until a client is served: connections that were hung up on are given back one by one, as the system tells of them.
    private func waitUntilServed(_ server: HTTPServer) async throws {
        try await eventually("a client is served") {
            try? RawClient(port: server.port).get("/lists").status
        } until: {
            $0 == 200
        }
    }
}
