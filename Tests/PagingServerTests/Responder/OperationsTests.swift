import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Requests of operators and tools: whether the server is well, how busy it is, and what it answers.
@Suite(.blocking) struct OperationsTests {
    private let fixture: Fixture
    private let metrics = ServerMetrics()

    init() throws {
        fixture = try Fixture.people()
        try ChangeLogging(path: fixture.path).start(list: "people")
        try RankIndexing(path: fixture.path).build(list: "people", order: "")
    }

    private func responder() throws -> Responder { Responder(try SQLiteDatabase(path: fixture.path), metrics: metrics) }

    @Test func `A server that can read its database is well`() throws {
        let responder = try responder()
        let answer = responder.respond(to: Request(target: "/healthz"))
        #expect(answer.status == 200)
        #expect(try answer.json() == ["status": "ok"])
        #expect(responder.respond(to: Request(target: "/healthz?deep")).status == 400)
        try fixture.write(["DROP TABLE people"])
        #expect(responder.respond(to: Request(target: "/healthz")).status == 200)
        #expect(remove(fixture.path) == 0)
        #expect(responder.respond(to: Request(target: "/healthz")).status == 503)
    }

    /// A database that is away is no reason to start the server again.
    @Test func `Live is not ready`() throws {
        let operators = OperatorEndpoints(try responder(), metrics: metrics)
        func status(_ path: String) -> Int { operators.respond(to: Request(target: path)).status }
        #expect(status("/live") == 200 && status("/ready") == 200 && status("/metrics") == 200)
        #expect(status("/lists") == 404 && status("/") == 404)
        #expect(operators.respond(to: Request(method: "POST", target: "/live")).status == 405)
        #expect(try responder().respond(to: Request(target: "/live")).status == 200)
        operators.beginStopping()
        #expect(status("/live") == 200 && status("/ready") == 503)
        let others = OperatorEndpoints(try responder())
        #expect(remove(fixture.path) == 0)
        #expect(others.respond(to: Request(target: "/ready")).status == 503)
        #expect(others.respond(to: Request(target: "/live")).status == 200)
        #expect(others.respond(to: Request(target: "/metrics")).status == 404)
    }

    /// Of a database with more than is to be seen, what is named is served.
    @Test func `Lists that are not named are not there`() throws {
        try fixture.write(["CREATE TABLE secrets (id INTEGER PRIMARY KEY)"])
        let served = Responder(try Database(fixture.path), lists: ["people", "nothing"])
        func get(_ target: String) -> Response { served.respond(to: Request(target: target)) }
        #expect(try get("/lists").json().array?.compactMap { $0["name"]?.string } == ["people"])
        for address in ["", "/ids", "/changes?since=2-1-1", "/rows/1", "/position?id=1"] {
            #expect(get("/lists/secrets" + address).status == 404, "\(address)")
        }
        #expect(!String(decoding: get("/openapi.json").body, as: UTF8.self).contains("secrets"))
        #expect(!String(decoding: get("/lists/secrets").body, as: UTF8.self).contains("secrets'. There is one"))
    }

    /// A line of the log tells which request was slow, and why.
    @Test func `A request is logged with what it cost`() async throws {
        let records = Gathered<AccessRecord>()
        let server = try HTTPServer(try responder(), configuration: .init(port: 0, log: { records.add($0) }))
        let answer = try RawClient(port: server.port).get(
            "/lists/people?sort=-age&limit=7", headers: ["X-Request-ID": "abc-1", "X-Forwarded-For": "192.0.2.7"])
        #expect(answer.headers["x-request-id"] == "abc-1")
        let other = try RawClient(port: server.port).get("/lists", headers: ["X-Request-ID": "not one"])
        let given = try #require(other.headers["x-request-id"])
        #expect(!given.isEmpty && given != "not one")
        server.stop()
        let record = try #require(try await records.wait(for: 2).first { $0.id == "abc-1" })
        #expect(record.client == "192.0.2.7" && record.list == "people" && record.rows == 7)
        #expect(["sort", "walk"].contains(record.found))
    }

    @Test(arguments: Backend.all) func `Each list has a typed schema`(_ backend: Backend) throws {
        let fixture = try backend.fixture([
            "CREATE TABLE books (id int PRIMARY KEY, title text NOT NULL, lent boolean, price numeric(9, 2))",
            #"CREATE TABLE "a/b" (x int)"#,
        ])
        let served = try fixture.responder()
        let answer = served.get("/openapi.json")
        let document = try answer.json()
        let row = try #require(document.value(at: "components/schemas")?["Row.books"])
        #expect(row["required"] == ["id", "title", "lent", "price"])
        let types = row["properties"]?.object?.mapValues { $0["type"] ?? .null }
        let typed: [String: JSONValue] = [
            "id": "integer", "title": "string", "lent": ["boolean", "null"], "price": .null,
        ]
        #expect(types == (backend == .postgres ? typed : typed.mapValues { _ in .null }))
        #expect(document["paths"]?["/lists/books"]?["get"]?["operationId"] == "page.Row.books")
        #expect(document["paths"]?["/lists/a%2Fb"]?["get"]?["operationId"] == "page.Row.list-1")
        let etag = try #require(answer.header("ETag"))
        // Other tests write to the same PostgreSQL server, whose states have names.
        if backend == .sqlite { #expect(served.get("/openapi.json", headers: [("If-None-Match", etag)]).status == 304) }
    }

    @Test func `Answers are counted`() throws {
        for (status, milliseconds, isComplete) in [(200, 0.5, true), (200, 30, true), (404, 9_000, false)] {
            metrics.record(
                AccessRecord(
                    method: "GET", target: "/", status: status, bytes: 100, milliseconds: milliseconds,
                    isComplete: isComplete))
        }
        let answer = try responder().respond(to: Request(target: "/metrics"))
        #expect(answer.header("Content-Type") == "text/plain; version=0.0.4")
        let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n").map(String.init)
        for line in [
            "paging_responses_total{status=\"200\"} 2", "paging_responses_total{status=\"404\"} 1",
            "paging_response_bytes_total 300", "paging_responses_aborted_total 1",
            "paging_response_seconds_bucket{le=\"0.001\"} 1", "paging_response_seconds_bucket{le=\"0.1\"} 2",
            "paging_response_seconds_bucket{le=\"2.5\"} 2", "paging_response_seconds_bucket{le=\"+Inf\"} 3",
            "paging_response_seconds_count 3",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(
            Responder(try SQLiteDatabase(path: fixture.path)).respond(to: Request(target: "/metrics")).status == 404)
    }

    @Test func `Connections, streams and logs are reported`() throws {
        let responder = try responder()
        let server = try HTTPServer(responder, configuration: .init(port: 0))
        defer { server.stop() }
        metrics.watch(server)
        metrics.watch(responder)
        try fixture.write(["DELETE FROM people WHERE id < 10"])
        let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
        for client in clients.prefix(2) {
            let answer = try client.get("/lists/people/changes", headers: ["Accept": "text/event-stream"])
            #expect(answer.status == 200)
        }
        let answer = try clients[2].get("/metrics")
        let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n").map(String.init)
        for line in [
            "paging_connections 3", "paging_streams 2", #"paging_log_entries{list="people"} 3"#,
            "# TYPE paging_stream_lag_seconds histogram", "# TYPE paging_stream_longest_wait_seconds gauge",
        ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test func `The description is true of the answers`() throws {
        let responder = try responder()
        let document = try responder.respond(to: Request(target: "/openapi.json")).json()
        #expect(document["openapi"] == "3.1.0")
        let paths = try #require(document["paths"]?.object)
        let version = try #require(
            responder.respond(to: Request(target: "/lists/people")).json().value(at: "paging/version")?.string)
        let needed = ["position": "?id=3", "changes": "?since=\(version)"]
        for operation in OpenAPI.operations {
            let described = try #require(paths[operation.path]?["get"])
            #expect(described["parameters"]?.array?.allSatisfy { $0["description"] != "" } == true)
            let base = operation.path.replacing("{list}", with: "people").replacing("{key}", with: "3")
            let target = base + (needed[operation.name] ?? "")
            let answer = responder.respond(to: Request(target: target))
            #expect(answer.status == 200, "\(target)")
            #expect(answer.header("Content-Type") == operation.type)
            let content = described["responses"]?["200"]?["content"]?[operation.type]
            for name in try #require(content)["schema"]?["required"]?.array ?? [] {
                #expect(try answer.json()[name.string ?? ""] != nil, "\(target) \(name)")
            }
            // Each parameter is known to what answers: whatever else is wrong, that is not.
            for name in operation.parameters {
                #expect(OpenAPI.parameters[name] != nil, "\(name)")
                let problem = try responder.respond(to: Request(target: "\(base)?\(name)=1")).json()
                #expect(problem["type"]?.string?.hasSuffix(":unknown-parameter") != true, "\(base) \(name)")
            }
        }
    }
}
