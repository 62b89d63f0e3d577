import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Snapshots of keys: streamed where there are many, as JSON and in bytes.
@Suite(.blocking, .serialized, .timeLimit(.minutes(10))) struct SnapshotTests {
    private static let compact = [(name: "Accept", value: "\(MediaType.keys), application/json;q=0.9")]

    /// A list of many rows, with a log where that is wanted.
    private func served(_ backend: Backend, rows: Int = 90_000, isLogged: Bool = false) throws -> ServedFixture {
        let fixture = try backend.fixture([
            "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, name TEXT)",
            "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < \(rows)) "
                + "INSERT INTO t SELECT i * 3, i * 7919 % \(rows), 'row ' || i FROM s",
            "CREATE INDEX t_n ON t (n)",
        ])
        if isLogged {
            let place = (fixture as? Fixture)?.path ?? (fixture as? PostgresFixture)?.address
            try ChangeLogs.open(try #require(place)).start(list: "t", keep: 100, isDryRun: false)
        }
        return try fixture.responder()
    }

    /// The body of an answer, whole; `nil` where it is broken off.
    private func body(_ response: Response) async throws -> [UInt8]? {
        guard let stream = response.stream else { return response.body }
        return try await stream.rest().map { response.body + $0 }
    }

    @Test(arguments: Backend.all) func `Many keys are sent as they are read`(backend: Backend) async throws {
        let served = try served(backend, isLogged: true)
        let answer = served.get("/lists/t/ids?sort=-n")
        #expect(answer.status == 200 && answer.stream != nil && answer.contentLength == nil)
        #expect(answer.header("X-Total-Count") == "90000" && answer.header("Content-Type") == "application/json")
        let json = try JSONValue(parsing: try #require(try await body(answer)))
        let keys = (json["ids"]?.array ?? []).compactMap(\.int)
        #expect(keys.count == 90_000 && Set(keys).count == 90_000)
        for place in [0, 4_095, 4_096, 50_000, 89_999] {
            let row = try served.objects("/lists/t?sort=-n&limit=1&offset=\(place)").first
            #expect(row?["id"]?.int == keys[place])
        }
        let bytes = served.get("/lists/t/ids?sort=-n", headers: Self.compact)
        #expect(bytes.header("Content-Type") == MediaType.keys && bytes.header("Vary") == "Accept")
        let snapshot = try KeySnapshot(reading: try #require(try await body(bytes)))
        #expect(snapshot.keys.map(Int.init) == keys)
        #expect(snapshot.version == json.value(at: "paging/version")?.string && snapshot.total == 90_000)
    }

    @Test(arguments: [1, 25_000]) func `Both forms are asked for by parts and conditions`(limit: Int) async throws {
        let served = try served(.sqlite)
        let first = served.get("/lists/t/ids?offset=10&limit=\(limit)", headers: Self.compact)
        #expect((first.stream != nil) == (limit > ServerLimits.keysAtOnce))
        let snapshot = try KeySnapshot(reading: try #require(try await body(first)))
        #expect(
            snapshot.offset == 10 && snapshot.total == 90_000
                && snapshot.keys == (11..<11 + limit).map { Int64($0 * 3) })
        let tag = try #require(first.header("ETag"))
        #expect(tag.hasPrefix("W/"))
        let target = "/lists/t/ids?limit=\(limit)"
        for headers in [[], Self.compact] {
            #expect(served.get(target, headers: headers + [("If-None-Match", tag)]).status == 304)
            #expect(served.get(target + "&version=2-0-0", headers: headers).status == 409)
            #expect(served.get(target + "&sort=nothing", headers: headers).status == 400)
            let head = served.respond(to: Request(method: "HEAD", target: target, headers: headers))
            #expect(head.status == 200 && head.body.isEmpty && head.stream == nil)
            #expect((head.contentLength == nil) == (limit > ServerLimits.keysAtOnce))
            #expect(head.header("X-Total-Count") == "90000" && head.header("ETag") != nil)
            // An answer to HEAD is not kept for GET.
            let json = served.get(target, headers: headers)
            #expect(try #require(try await body(json)).count > limit)
        }
    }

    @Test(arguments: [
        ("application/json", false), (MediaType.keys, true), ("\(MediaType.keys);q=0, */*", false), ("*/*", false),
        ("application/json, \(MediaType.keys);q=0.5", false), ("application/json;q=0.5, \(MediaType.keys);q=0.5", true),
    ])
    func `The client says which form`(accept: String, isCompact: Bool) throws {
        let served = try served(.sqlite, rows: 5)
        // Twice, as an answer that is kept is one of its form.
        for _ in 0..<2 {
            let answer = served.get("/lists/t/ids", headers: [("Accept", accept)])
            #expect(answer.header("Content-Type") == (isCompact ? MediaType.keys : MediaType.json))
        }
    }

    @Test func `Keys that are no numbers come as JSON`() throws {
        let served = try Fixture([
            "CREATE TABLE t (k TEXT PRIMARY KEY) WITHOUT ROWID", "INSERT INTO t VALUES ('a'), ('b')",
        ]).responder()
        #expect(try served.get("/lists/t/ids", headers: Self.compact).json()["ids"] == ["a", "b"])
    }

    @Test func `There are few long answers at a time`() async throws {
        let served = try served(.sqlite)
        var answers = (0..<ServerLimits.streamedAnswers).map { _ in served.get("/lists/t/ids") }
        #expect(answers.allSatisfy { $0.status == 200 })
        let refused = served.get("/lists/t/ids")
        #expect(refused.status == 503 && refused.header("Retry-After") != nil && refused.stream == nil)
        #expect(try refused.json()["type"]?.string?.hasSuffix(":too-many-streams") == true)
        // Parts of the list, and pages, are answered all the same.
        #expect(served.get("/lists/t/ids?limit=100").status == 200 && served.get("/lists/t").status == 200)
        #expect(try await body(answers.removeLast()) != nil)
        answers.append(served.get("/lists/t/ids"))
        #expect(answers.last?.status == 200)
        for answer in answers { #expect(try await body(answer) != nil) }
    }

    @Test func `A sort that takes too long is a problem`() throws {
        let served = try served(.sqlite)
        let impatient = Responder(try served.fixture.database(), queryMilliseconds: 0)
        #expect(impatient.respond(to: Request(target: "/lists/t/ids?sort=name")).status == 503)
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence))
    func `A database that fails in the middle breaks the connection off`() throws {
        // More than fits between a server and a client that takes nothing.
        let fixture = try PostgresFixture([
            "CREATE TABLE t (k text PRIMARY KEY)",
            "INSERT INTO t SELECT i || repeat('x', 1000) FROM generate_series(1, 25000) i",
        ])
        let served = try fixture.responder()
        let server = try HTTPServer(served.responder, configuration: .init(port: 0))
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send("GET /lists/t/ids HTTP/1.1\r\nHost: localhost\r\n\r\n")
        // The headers are there, so the answer has begun; most of it is not read yet, as nobody takes it.
        var received = try client.receive()
        #expect(String(decoding: received, as: UTF8.self).contains("Transfer-Encoding: chunked"))
        try fixture.connection().script(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%paging_rows%' AND pid <> pg_backend_pid()"
        )
        while let part = try? client.receive() { received += part }
        #expect(!received.suffix(5).elementsEqual("0\r\n\r\n".utf8))
        #expect(!received.suffix(16).contains(UInt8(ascii: "]")))
        // Others are answered.
        #expect(try RawClient(port: server.port).get("/lists/t?limit=1").status == 200)
    }

    @Test func `A stream that fails is not taken for a whole one`() throws {
        final class Failing: ResponseStream {
            func next() -> StreamPart { .failed }
            func whenReady(_ wake: @escaping @Sendable () -> Void) {}
            func end() {}
        }
        let server = try HTTPServer(configuration: .init(port: 0)) { _ in
            var response = Response(status: 200, body: Array("[1,2".utf8))
            response.stream = Failing()
            return response
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        var received: [UInt8] = []
        while let part = try? client.receive() { received += part }
        let text = String(decoding: received, as: UTF8.self)
        #expect(text.contains("[1,2") && !text.contains("0\r\n\r\n"))
    }

    @Test func `Long answers are whole over the wire`() throws {
        let served = try served(.sqlite)
        let server = try HTTPServer(served.responder, configuration: .init(port: 0))
        defer { server.stop() }
        let asking = try RawClient(port: server.port)
        let head = try asking.get("/lists/t/ids", method: "HEAD")
        #expect(head.status == 200 && head.headers["content-length"] == nil && head.headers["x-total-count"] == "90000")
        // Nothing follows, not even the end of a body.
        #expect(throws: RawClient.Failure.self) { try asking.receive() }
        let client = try RawClient(port: server.port)
        client.send("GET /lists/t/ids HTTP/1.1\r\nHost: localhost\r\n\r\n")
        var received: [UInt8] = []
        while !received.suffix(5).elementsEqual("0\r\n\r\n".utf8) { received += try client.receive() }
        #expect(received.count > 500_000)
        // The connection goes on.
        #expect(try client.get("/lists/t?limit=1").status == 200)
    }
}
