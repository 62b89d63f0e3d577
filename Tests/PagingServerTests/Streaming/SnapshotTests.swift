import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Snapshots of keys: stored where there are many, as JSON and in bytes.
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

    @Test(arguments: Backend.all) func `Many keys come part by part`(backend: Backend) async throws {
        let served = try served(backend, isLogged: true)
        let answer = served.get("/lists/t/ids?sort=-n")
        #expect(answer.status == 200 && answer.stream != nil)
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

    /// A client that takes none of its answer keeps nobody from the table: not from changing it, nor from writing to it.
    @Test(arguments: Backend.all) func `What is being sent holds no lock`(backend: Backend) async throws {
        let served = try served(backend)
        let answers = (0..<5).map { _ in served.get("/lists/t/ids") }
        #expect(answers.map(\.status) == [200, 200, 200, 200, 200])
        if backend == .postgres {
            try served.fixture.write([
                "BEGIN; SET LOCAL lock_timeout = '10s'; ALTER TABLE t ADD COLUMN x text; COMMIT",
                "BEGIN; SET LOCAL lock_timeout = '10s'; UPDATE t SET n = -1; COMMIT",
            ])
        } else {
            // With the rollback journal of SQLite a commit waits for every reader.
            try served.fixture.write(["ALTER TABLE t ADD COLUMN x TEXT", "UPDATE t SET n = -1"])
        }
        for answer in answers {
            let bytes = try #require(try await body(answer))
            #expect(bytes.count == answer.contentLength)
            #expect(try JSONValue(parsing: bytes)["ids"]?.array?.count == 90_000)
        }
    }

    @Test func `A sort that takes too long is a problem`() throws {
        let served = try served(.sqlite)
        let impatient = Responder(try served.fixture.database(), queryMilliseconds: 0)
        for target in ["/lists/t/ids", "/lists/t/ids?sort=name"] {
            let refused = impatient.respond(to: Request(target: target))
            #expect(refused.status == 503 && refused.header("Retry-After") != nil)
            #expect(try refused.json()["type"]?.string?.hasSuffix(":too-slow") == true)
        }
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence))
    func `A database that goes away takes nothing of what is being sent`() async throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t SELECT generate_series(1, 90000)",
        ])
        let name = "leaving_\(fixture.schema)"
        let database = try PostgresDatabase(address: fixture.address + "&application_name=\(name)")
        let answer = Responder(.postgres(database), queryMilliseconds: 60_000)
            .respond(to: Request(target: "/lists/t/ids"))
        try fixture.connection().script(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)'")
        #expect(try JSONValue(parsing: try #require(try await body(answer)))["ids"]?.array?.count == 90_000)
    }

    /// Each statement of a transaction has the limit, and all of them together have little more.
    @Test(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence))
    func `No transaction takes longer than a statement may`() throws {
        let database = try PostgresDatabase(address: try PostgresFixture().address)
        var statements = 0
        #expect(throws: PostgresError.self) {
            try database.read(milliseconds: 400) { snapshot in
                for _ in 0..<20 {
                    _ = try snapshot.connection.value("SELECT pg_sleep(0.15)")
                    statements += 1
                }
            }
        }
        #expect(statements < 4)
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
        #expect(try JSONValue(parsing: client.get("/lists/t/ids").body)["ids"]?.array?.count == 90_000)
        // The connection goes on.
        #expect(try client.get("/lists/t?limit=1").status == 200)
    }
}
