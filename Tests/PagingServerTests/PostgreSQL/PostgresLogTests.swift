import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Logs of changes of PostgreSQL: versions in the order of commits, and what happened since each.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresLogTests {
    private let fixture: PostgresFixture
    private let logging: PostgresChangeLogging

    init() throws {
        fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, n int, name text)",
            "INSERT INTO t SELECT i, i % 4, 'row ' || i FROM generate_series(1, 10) i",
        ])
        logging = try PostgresChangeLogging(address: fixture.address)
    }

    private func leftovers() throws -> [String] {
        var names: [String] = []
        try fixture.connection().forEachRow(
            """
            SELECT relname FROM pg_class WHERE relname ~ '^paging_log' AND relnamespace = '\(fixture.schema)'::regnamespace
            UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = '\(fixture.schema)'::regnamespace
            UNION ALL SELECT tgname FROM pg_trigger WHERE tgrelid = 't'::regclass AND NOT tgisinternal
            """
        ) { names.append($0.string(0)) }
        return names
    }

    private func version(_ served: ServedFixture) throws -> String {
        try #require(try served.get("/lists/t?limit=1").json().value(at: "paging/version")?.string)
    }

    private func changes(_ served: ServedFixture, since version: String) throws -> JSONValue {
        try served.get("/lists/t/changes?since=\(version)").json()
    }

    @Test func `A log is made, listed and dropped`() throws {
        #expect(throws: ChangeLogError.missing(list: "t")) { try logging.drop(list: "t") }
        #expect(try logging.start(list: "t", isDryRun: true).contains { $0.hasPrefix("CREATE TRIGGER") })
        #expect(try leftovers() == [])
        try logging.start(list: "t", keep: 50)
        #expect(try logging.start(list: "t", keep: 50) == [])
        #expect(try logging.logs() == [.init(list: "t", keep: 50, isUsable: true)])
        try fixture.write(["ALTER TABLE t DISABLE TRIGGER paging_log_1_update"])
        #expect(try logging.logs().map(\.isUsable) == [false])
        #expect(try logging.start(list: "t", keep: 50).isEmpty == false)
        #expect(try logging.logs().map(\.isUsable) == [true])
        try logging.drop(list: "t")
        #expect(try leftovers() == [])
    }

    @Test func `Changes are told row by row`() throws {
        try logging.start(list: "t")
        let served = try fixture.responder()
        let first = try version(served)
        try fixture.write([
            "UPDATE t SET name = 'other' WHERE id = 3", "DELETE FROM t WHERE id = 4",
            "INSERT INTO t VALUES (20, 1, 'new')",
            "UPDATE t SET id = 30 WHERE id = 5", "UPDATE t SET n = n",
        ])
        let json = try changes(served, since: first)
        #expect(json["removed"]?.array == [4, 5])
        #expect(json["added"]?.array?.compactMap { $0["id"]?.int } == [20, 30])
        #expect(json["edited"]?.array == [3])
        #expect(json["total"]?.int == 10)
        let now = try #require(json["version"]?.string)
        #expect(try version(served) == now)
        // A statement without effect, or one that is rolled back, makes no new version.
        try fixture.write(["UPDATE t SET n = n", "DELETE FROM t WHERE false", "BEGIN; DELETE FROM t; ROLLBACK"])
        #expect(try version(served) == now)
        #expect(served.get("/lists/t", headers: [("If-None-Match", "\"\(now)\"")]).status == 304)
        #expect(served.get("/lists/t").header("Last-Modified") != nil)
    }

    @Test func `Versions are in the order of commits`() throws {
        try logging.start(list: "t")
        let served = try fixture.responder()
        let (early, late) = (try fixture.connection(), try fixture.connection())
        try early.script("BEGIN; DELETE FROM t WHERE id = 1")
        try late.script("BEGIN; DELETE FROM t WHERE id = 2; COMMIT")
        let between = try version(served)
        // The transaction that wrote first commits last, and is told as what happened last.
        try early.script("COMMIT")
        #expect(try changes(served, since: between)["removed"]?.array == [1])
    }

    @Test func `A change rolled back to a savepoint is not told`() throws {
        try logging.start(list: "t")
        let served = try fixture.responder()
        let first = try version(served)
        try fixture.write([
            """
            BEGIN; SAVEPOINT s; DELETE FROM t WHERE id = 1; ROLLBACK TO s; DELETE FROM t WHERE id = 2; SAVEPOINT s;
            DELETE FROM t WHERE id = 3; ROLLBACK TO s; COMMIT
            """
        ])
        #expect(try changes(served, since: first)["removed"]?.array == [2])
    }

    /// Numbers of transactions that were rolled back are gaps for a moment; those of open ones for as long as they are open.
    @Test func `Gaps are closed once their transactions are over`() async throws {
        try logging.start(list: "t")
        let served = try fixture.responder()
        // It has an older number than all that follows, and has nothing to do with the list.
        let bystander = try fixture.connection()
        try bystander.script("BEGIN; SELECT pg_current_xact_id()")
        let open = try fixture.connection()
        try open.script("BEGIN; UPDATE t SET n = 100 WHERE id = 1")
        for _ in 0..<200 {
            try fixture.write([
                "BEGIN; UPDATE t SET n = 200 WHERE id = 2; ROLLBACK", "UPDATE t SET n = n + 1 WHERE id = 3",
            ])
        }
        // More than a version can name, so there is none until they are looked after.
        #expect(try served.get("/lists/t").json().value(at: "paging/version") == .null)
        func gaps() throws -> Int? {
            try served.get("/lists/t").json().value(at: "paging/version")?.string.flatMap {
                ListVersion($0)?.gaps.count
            }
        }
        try await eventually("the gap is seen") {
            try gaps()
        } until: {
            $0 == 1
        }
        let since = try version(served)
        try open.script("COMMIT")
        #expect(try changes(served, since: since)["edited"]?.array == [1])
        try await eventually("the gap is closed") {
            try gaps()
        } until: {
            $0 == 0
        }
        #expect(try changes(served, since: since)["edited"]?.array == [1])
        try bystander.script("ROLLBACK")
    }

    @Test func `A version of too long ago is not known`() throws {
        try logging.start(list: "t", keep: 20)
        let served = try fixture.responder()
        let first = try version(served)
        for i in 1...40 { try fixture.write(["UPDATE t SET n = \(i) WHERE id = \(i % 10 + 1)"]) }
        let recent = try version(served)
        // The oldest are forgotten beside the answer that finds them too many.
        while served.get("/lists/t/changes?since=\(first)").status == 200 { _ = try version(served) }
        #expect(served.get("/lists/t/changes?since=\(first)").status == 410)
        #expect(try changes(served, since: recent)["edited"]?.array == [])
        try fixture.write(["UPDATE t SET n = -1 WHERE id = 1"])
        #expect(try changes(served, since: recent)["edited"]?.array == [1])
        // Nor is what a TRUNCATE took away.
        try fixture.write(["TRUNCATE t"])
        #expect(served.get("/lists/t/changes?since=\(recent)").status == 410)
        #expect(try served.get("/lists/t").json().value(at: "paging/totalCount")?.int == 0)
    }

    @Test func `An answer to a writer names the version that has the change`() throws {
        try logging.start(list: "t")
        let served = try fixture.responder()
        let before = try version(served)
        let token = "0123456789abcdef"
        let writing = Responder(
            try Database(fixture.address), queryMilliseconds: 60_000, writing: WritePolicy(token: token))
        let answer = writing.respond(
            to: Request(
                method: "DELETE", target: "/lists/t/rows/4", headers: [("Authorization", "Bearer \(token)")]))
        let named = try #require(
            try answer.json()["version"]?.string, "\(String(decoding: answer.body, as: UTF8.self))")
        #expect(named != before)
        #expect(try version(served) == named)
        #expect(try changes(served, since: before)["removed"]?.array == [4])
    }

    @Test func `Keys of several parts and types`() throws {
        try fixture.write([
            "CREATE TABLE u (k uuid, b bool, t text COLLATE \"de-x-icu\", j json, p point, PRIMARY KEY (k, b))",
            "INSERT INTO u SELECT md5(i::text)::uuid, i % 2 = 0, 't' || i, '{}', '(1,2)' FROM generate_series(1, 4) i",
        ])
        try logging.start(list: "u")
        let served = try fixture.responder()
        let page = try served.get("/lists/u").json()
        let since = try #require(page.value(at: "paging/version")?.string)
        let ids = try #require(page["objects"]?.array?.compactMap { $0["id"]?.string })
        try fixture.write(["UPDATE u SET j = '[]', p = '(2,2)'", "DELETE FROM u WHERE t = 't2'"])
        let json = try served.get("/lists/u/changes?since=\(since)").json()
        #expect(json["removed"]?.array?.count == 1)
        let edited = try #require(json["edited"]?.array).compactMap { $0.string }
        #expect(edited.allSatisfy(ids.contains))
        #expect(json["edited"]?.array?.count == 3)
    }

    @Test func `A stream is told of a commit at once`() async throws {
        try logging.start(list: "t")
        let served = try fixture.responder()
        let response = served.respond(
            to: Request(target: "/lists/t/changes", headers: [("Accept", "text/event-stream")]))
        let stream = try #require(response.stream)
        let first = String(decoding: try #require(try await stream.wait()), as: UTF8.self)
        #expect(first.contains("event: version"))
        try fixture.write(["DELETE FROM t WHERE id = 9"])
        let event = String(decoding: try #require(try await stream.wait()), as: UTF8.self)
        #expect(event.contains("event: changes"))
        #expect(event.contains(#""removed":[9]"#))
        stream.end()
        #expect(try await stream.wait() == nil)
    }
}
