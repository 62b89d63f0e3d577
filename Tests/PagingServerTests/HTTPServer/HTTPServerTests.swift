import Foundation
import PagingServer
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@Suite(.blocking) struct HTTPServerTests {
    let people: Fixture

    init() throws { people = try Fixture.people() }

    private func server(
        _ configuration: HTTPServer.Configuration = HTTPServer.Configuration(port: 0)
    ) throws -> HTTPServer {
        try HTTPServer(people.responder().responder, configuration: configuration)
    }

    @Test func `It serves over a connection that is kept`() throws {
        let server = try server()
        defer { server.stop() }
        #expect(server.port > 0)
        let client = try RawClient(port: server.port)
        for offset in [0, 10, 50] {
            let answer = try client.get("/lists/people?offset=\(offset)&limit=10")
            #expect(answer.status == 200)
            let json = try JSONValue(parsing: answer.body)
            #expect(json.value(at: "paging/offset")?.int == offset)
            #expect(json["objects"]?.array?.count == 10)
            #expect(answer.headers["x-total-count"] == "60")
        }
    }

    @Test func `Escapes reach the responder as they were sent`() throws {
        let targets = Gathered<String>()
        let server = try HTTPServer(configuration: .init(port: 0)) { request in
            targets.add(request.path + "?" + (request.query ?? ""))
            return Response(status: 200)
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let sent = ["/a%2Fb?x=%00%26+y&&z", "/%zz?%", "/lists/%E2%82%AC?a=%2B"]
        for target in sent { #expect(try client.get(target).status == 200) }
        #expect(targets.all == sent)
    }

    @Test func `HEAD and Not Modified have no body`() throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let get = try client.get("/lists/people")
        let head = try client.get("/lists/people", method: "HEAD")
        #expect(head.headers["content-length"] == get.headers["content-length"])
        let tag = try #require(get.headers["etag"])
        #expect(try client.get("/lists/people", headers: ["If-None-Match": tag]).status == 304)
        // Had a body followed, this would not be read as an answer.
        #expect(try client.get("/lists").status == 200)
    }

    @Test func `Bodies are read and forgotten`() throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send("POST /lists HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello")
        #expect(try client.answer().status == 405)
        #expect(try client.get("/lists").status == 200)
        // A client that may write is told that its body is too long; others are refused before it is read.
        let token = "a-token-of-enough-letters"
        let written = try HTTPServer(
            Responder(try people.database(), writing: WritePolicy(token: token)), configuration: .init(port: 0))
        defer { written.stop() }
        let writer = try RawClient(port: written.port)
        let long = ServerLimits.maximumRequestBodyBytes + 1
        writer.send(
            "POST /lists/people HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\nContent-Length: \(long)\r\n\r\n"
        )
        writer.send([UInt8](repeating: 0x20, count: long))
        #expect(try writer.answer().status == 413)
        client.send("GET /lists HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n")
        while client.send([UInt8](repeating: 0x20, count: 1 << 16)) {}
        #expect(client.waitForEnd())
        #expect(try RawClient(port: server.port).get("/lists").status == 200)
    }

    @Test func `A slow answer keeps no other client waiting`() throws {
        let open = Gate()
        let server = try HTTPServer(configuration: .init(port: 0)) { request in
            if request.path == "/slow" { open.pass() }
            return Response(status: 204)
        }
        defer { server.stop() }
        let slow = try RawClient(port: server.port)
        slow.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for _ in 0..<3 { #expect(try RawClient(port: server.port).get("/quick").status == 204) }
        open.open()
        #expect(try slow.answer().status == 204)
    }

    @Test func `Many connections at once are all answered`() async throws {
        let server = try server()
        defer { server.stop() }
        let port = server.port
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let clients = (0..<8).compactMap { _ in try? RawClient(port: port) }
                    return (0..<20).reduce(0) { sum, turn in
                        let answer = try? clients[turn % 8].get("/lists/people?offset=\(turn)&limit=1")
                        return sum + (answer?.status == 200 ? 1 : 0)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 20, count: 8))
    }

    @Test func `A taken port is named`() throws {
        let server = try server()
        defer { server.stop() }
        let port = server.port
        #expect(throws: HTTPServerError.addressInUse(host: "127.0.0.1", port: port)) {
            try self.server(.init(port: port))
        }
        #expect(HTTPServerError.addressInUse(host: "127.0.0.1", port: port).description.contains("\(port)"))
    }

    @Test func `Addresses that are not ours are named`() throws {
        #expect(throws: HTTPServerError.addressNotLocal(host: "192.0.2.1")) {
            try server(.init(host: "192.0.2.1", port: 0))
        }
        #expect(throws: HTTPServerError.invalidPort(70_000)) { try server(.init(port: 70_000)) }
        #expect(throws: HTTPServerError.invalidPort(-1)) { try server(.init(port: -1)) }
        #expect {
            try server(.init(host: "no such host", port: 0))
        } throws: { error in
            if case HTTPServerError.unknownHost = error { true } else { false }
        }
    }

    @Test func `Requests are logged`() throws {
        let records = Gathered<AccessRecord>()
        let server = try server(.init(port: 0, log: { records.add($0) }))
        let client = try RawClient(port: server.port)
        let answer = try client.get("/lists/people?limit=2")
        _ = try client.get("/nowhere")
        server.stop()
        #expect(records.all.map(\.target) == ["/lists/people?limit=2", "/nowhere"])
        #expect(records.all.map(\.status) == [200, 404])
        #expect(records.all.first?.bytes == answer.body.count)
        #expect(records.all.allSatisfy { $0.method == "GET" && $0.isComplete && $0.milliseconds > 0 })
    }
}
