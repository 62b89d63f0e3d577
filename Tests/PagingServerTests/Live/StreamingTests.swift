import Foundation
import PagingServer
import PagingTesting
import PostgresTesting
import Testing

/// Streams over connections: how many, for how long, and what ends them.
@Suite(.blocking, .timeLimit(.minutes(10))) struct StreamingTests {
    /// Says the numbers from 1 on, one each time that it is asked, and then waits.
    ///
    /// `@unchecked Sendable`: `said` is used by the one thread that asks, the rest only while `lock` is locked.
    private final class Numbers: ResponseStream, @unchecked Sendable {
        private let lock = NSLock()
        /// One value when it was ended.
        let ended = Gathered<Void>()
        private var wake: (@Sendable () -> Void)?
        private var said = 0
        private let last: Int
        init(upTo last: Int) { self.last = last }

        func next() -> StreamPart {
            if isOver { return .end }
            guard said < last else { return .nothing }
            said += 1
            return .bytes(Array("\(said)\n".utf8))
        }

        func whenReady(_ wake: @escaping @Sendable () -> Void) { lock.withLock { self.wake = wake } }

        func end() {
            ended.add()
            lock.withLock { wake }?()
        }
        var isOver: Bool { !ended.all.isEmpty }
    }

    private func server(connections: Int = 8, _ stream: @escaping @Sendable () -> Numbers) throws -> HTTPServer {
        try HTTPServer(configuration: .init(port: 0, connections: connections, connectionSeconds: 1)) { request in
            var response = Response(status: 200)
            if request.path == "/stream" { response.stream = stream() }
            return response
        }
    }

    @Test func `Events arrive as they are told`() throws {
        let numbers = Numbers(upTo: 3)
        let server = try server { numbers }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        _ = client.send("GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        let received = try client.text { $0.contains("3\n") }
        #expect(received.contains("Transfer-Encoding: chunked") && !received.contains("4\n"))
        // Longer than a connection may idle, as one that begins to later shows: a stream with nothing to tell is no slow client.
        let idle = try RawClient(port: server.port)
        #expect(try idle.get("/other").status == 200)
        #expect(idle.waitForEnd())
        #expect(!numbers.isOver)
        numbers.end()
        try client.text { $0.hasSuffix("0\r\n\r\n") }
    }

    @Test func `Stopping ends streams`() throws {
        let numbers = Numbers(upTo: 1)
        let server = try server { numbers }
        let client = try RawClient(port: server.port)
        _ = client.send("GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        _ = try client.receive()
        server.stop()
        #expect(numbers.isOver)
    }

    @Test func `A client that hangs up is told no more`() async throws {
        let numbers = Numbers(upTo: 1)
        let server = try server { numbers }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        _ = client.send("GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        _ = try client.receive()
        client.hangUp()
        try await numbers.ended.wait(for: 1)
    }

    @Test func `Hundreds listen, and each is told`() throws {
        let server = try server(connections: 1_000) { Numbers(upTo: 2) }
        defer { server.stop() }
        let clients = try (0..<400).map { _ in try RawClient(port: server.port) }
        for client in clients { client.send("GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") }
        for client in clients {
            try client.text { $0.contains("2\n") }
        }
        #expect(try RawClient(port: server.port).get("/other").status == 200)
    }

    @Test func `Streams leave room for requests`() async throws {
        let streams = Gathered<Numbers>()
        let server = try server(connections: 4) {
            let numbers = Numbers(upTo: 1)
            streams.add(numbers)
            return numbers
        }
        defer { server.stop() }
        let listening = try (0..<2).map { _ in try RawClient(port: server.port) }
        for client in listening {
            _ = client.send("GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            _ = try client.receive()
        }
        let third = try RawClient(port: server.port)
        let refused = try third.get("/stream")
        #expect(refused.status == 503 && String(decoding: refused.body, as: UTF8.self).contains("2 connections"))
        #expect(try third.get("/other").status == 200)
        listening[0].hangUp()
        try await streams.all[0].ended.wait(for: 1)
        #expect(try RawClient(port: server.port).get("/other").status == 200)
    }
}
