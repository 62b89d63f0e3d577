import Foundation
import PagingServer
import Testing

@Suite struct StoppingTests {
    @Test func `Answers under way are finished`() async throws {
        let begun = Gate()
        let open = Gate()
        let server = try HTTPServer(configuration: .init(port: 0)) { _ in
            begun.open()
            open.wait()
            return Response(status: 200, body: Array("late".utf8))
        }
        let port = server.port
        let answer = Recorder<RawClient.Answer>()
        let finished = Gate()
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        begun.wait()
        let stopped = Gate()
        Thread.detachNewThread {
            server.stop()
            stopped.open()
        }
        // Stopping has begun when nobody is let in any more.
        while (try? RawClient(port: port)) != nil {}
        open.open()
        answer.add(try client.answer())
        finished.open()
        stopped.wait()
        #expect(answer.values.first?.body == Array("late".utf8))
        #expect(answer.values.first?.headers["connection"] == "close")
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

/// Lets threads wait until it is opened, once.
///
/// `@unchecked Sendable`: `isOpen` is read and written only while `condition` is locked.
final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    func wait() {
        condition.withLock { while !isOpen { condition.wait() } }
    }
}
