import Foundation
import PagingServer
import PagingTesting
import PostgresTesting
import Testing

@Suite(.blocking) struct StoppingTests {
    /// A stream that has nothing to tell, and is told when the server stops.
    private final class Quiet: ResponseStream {
        let ended = Gathered<Void>()
        private let wakes = Gathered<@Sendable () -> Void>()
        func next() -> StreamPart { ended.all.isEmpty ? .nothing : .end }
        func whenReady(_ wake: @escaping @Sendable () -> Void) { wakes.add(wake) }
        func end() {
            ended.add()
            for wake in wakes.all { wake() }
        }
    }

    @Test func `Answers under way are finished`() async throws {
        let (gate, quiet) = (Gate(), Quiet())
        let server = try HTTPServer(configuration: .init(port: 0)) { request in
            if request.path == "/stream" {
                var response = Response(status: 200)
                response.stream = quiet
                return response
            }
            gate.pass()
            return Response(status: 200, body: Array("late".utf8))
        }
        let port = server.port
        let listener = try RawClient(port: port)
        listener.send("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try listener.receive()
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await gate.arrivals()
        let stopped = Gathered<Void>()
        Thread.detachNewThread {
            server.stop()
            stopped.add()
        }
        // Stopping ends streams before it waits for answers.
        try await quiet.ended.wait(for: 1)
        #expect(stopped.all.isEmpty)
        gate.open()
        let answer = try client.answer()
        try await stopped.wait(for: 1)
        #expect(answer.body == Array("late".utf8))
        #expect(answer.headers["connection"] == "close")
    }

    @Test func `Stopping ends idle connections and delays`() throws {
        let server = try HTTPServer(configuration: .init(port: 0, delayMilliseconds: 60_000)) { _ in
            Response(status: 204)
        }
        let idle = try RawClient(port: server.port)
        let held = try RawClient(port: server.port)
        held.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        server.stop()
        server.stop()
        #expect(idle.waitForEnd())
        #expect(held.waitForEnd())
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
    }

    @Test func `A server that is released stops`() throws {
        var server: HTTPServer? = try HTTPServer(configuration: .init(port: 0)) { _ in Response(status: 204) }
        let port = try #require(server?.port)
        #expect(try RawClient(port: port).get("/").status == 204)
        server = nil
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    }

    /// Version 0.9.75 of the library crashed where it was stopped while it refused a request that makes no sense.
    @Test func `Stopping among nonsense is survived`() throws {
        for _ in 0..<100 {
            let server = try HTTPServer(configuration: .init(port: 0)) { _ in Response(status: 204) }
            let clients = try (0..<8).map { _ in try RawClient(port: server.port) }
            for client in clients { client.send("\r\n: nonsense\r\n\r\n HTTP/9.9\r\n\0") }
            server.stop()
        }
    }

    @Test func `The port is free afterwards`() throws {
        let first = try HTTPServer(configuration: .init(port: 0)) { _ in Response(status: 204) }
        #expect(try RawClient(port: first.port).get("/").status == 204)
        first.stop()
        let second = try HTTPServer(configuration: .init(port: first.port)) { _ in Response(status: 200) }
        #expect(try RawClient(port: second.port).get("/").status == 200)
    }

    @Test func `It listens on IPv6`() throws {
        let server = try HTTPServer(configuration: .init(host: "::1", port: 0)) { _ in Response(status: 204) }
        #expect(server.url == "http://[::1]:\(server.port)")
    }
}
