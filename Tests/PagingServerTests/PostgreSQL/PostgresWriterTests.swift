import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// A log and a rank index never disturb the programs that write to their tables: no statement fails or waits because of
/// them.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresWriterTests {
    private static let table = [
        "CREATE TABLE t (id int PRIMARY KEY, n int, name text)",
        "INSERT INTO t SELECT i, i % 4, 'row ' || i FROM generate_series(1, 20) i",
    ]

    /// A change of the table, and statements that it takes afterwards.
    struct Migration: Sendable, CustomTestStringConvertible {
        var change: String
        var writes: [String]
        /// Whether clients can go on with the log afterwards, once the change is undone where that is what it says.
        var ends = true
        var testDescription: String { change }
    }

    static let migrations = [
        Migration(
            change: "ALTER TABLE t RENAME COLUMN name TO title",
            writes: ["UPDATE t SET title = 'x' WHERE id = 1", "INSERT INTO t VALUES (100, 1, 'y')"]),
        Migration(
            change: "ALTER TABLE t RENAME COLUMN id TO key",
            writes: ["UPDATE t SET n = 9 WHERE key = 1", "INSERT INTO t VALUES (100, 1, 'y')"]),
        Migration(change: "ALTER TABLE t RENAME COLUMN n TO m", writes: ["UPDATE t SET m = 9 WHERE id = 1"]),
        Migration(change: "ALTER TABLE t DROP COLUMN name", writes: ["UPDATE t SET n = 9 WHERE id = 1"]),
        Migration(change: "ALTER TABLE t DROP COLUMN n", writes: ["UPDATE t SET name = 'x' WHERE id = 1"]),
        Migration(change: "ALTER TABLE t DROP COLUMN id", writes: ["UPDATE t SET n = 9", "INSERT INTO t VALUES (1)"]),
        Migration(
            change: "ALTER TABLE t ALTER id TYPE bigint",
            writes: ["INSERT INTO t VALUES (3000000000, 1, 'y')", "UPDATE t SET n = 7 WHERE id = 3000000000"]),
        Migration(
            change: "ALTER TABLE t ALTER n TYPE text",
            writes: ["INSERT INTO t VALUES (100, 'many', 'y')", "UPDATE t SET n = 'few' WHERE id = 1"]),
        Migration(
            change: "ALTER TABLE t ADD COLUMN more json",
            writes: ["UPDATE t SET more = '{}' WHERE id = 1", "INSERT INTO t VALUES (100, 1, 'y', '1')"]),
        Migration(
            change: "ALTER TABLE t SET (autovacuum_enabled = off)", writes: ["UPDATE t SET n = 9 WHERE id = 1"],
            ends: false),
    ]

    private static let everyWrite = ["DELETE FROM t WHERE ctid = (SELECT max(ctid) FROM t)", "TRUNCATE t"]

    @Test(
        arguments: LongTests.spread(5, of: migrations),
        LongTests.some(1, of: ["read committed", "repeatable read", "serializable"]))
    func `No migration makes a writer fail`(_ migration: Migration, isolation: String) throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "n desc, name")
        let served = try fixture.responder()
        let version = try served.version(of: "t")
        try fixture.write([migration.change])
        for statement in migration.writes + Self.everyWrite {
            try fixture.write(["BEGIN ISOLATION LEVEL \(isolation); \(statement); COMMIT"])
        }
        let page = served.get("/lists/t")
        #expect(page.status == 200, "\(String(decoding: page.body, as: UTF8.self))")
        let changes = served.get("/lists/t/changes?since=\(version)")
        #expect(changes.status == 410, "\(String(decoding: changes.body, as: UTF8.self))")
        let log = try #require(try PostgresChangeLogging(address: fixture.address).logs().first)
        #expect(log.isUsable == !migration.ends)
        #expect((log.ending != nil) == migration.ends)
    }

    /// The table that a transaction looked at when it first wrote is another one after its own change.
    @Test(
        arguments: LongTests.spread(
            6,
            of: migrations.map { ($0.change, $0.writes) } + [
                ("ALTER TABLE paging_log_1_change RENAME TO renamed", []), ("DROP TABLE paging_log_1_commit", []),
                ("DROP SEQUENCE paging_log_1_number", []), ("ALTER TABLE paging_rank_1_delta RENAME TO renamed", []),
                ("DROP TABLE paging_rank_1_node CASCADE", []), ("DROP INDEX paging_rank_1_order", []),
                ("SAVEPOINT a; DROP TABLE paging_log_1_change, paging_rank_1_delta; ROLLBACK TO a", []),
                ("SET track_counts = off; DROP TABLE paging_log_1_change, paging_rank_1_delta", []),
            ]))
    func `No transaction fails that alters its table and goes on`(_ change: String, _ writes: [String]) throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "n desc, name")
        let before = ["UPDATE t SET n = n + 1 WHERE id < 4", "INSERT INTO t SELECT 50, n, name FROM t WHERE id = 5"]
        let after = ["DELETE FROM t WHERE false", "DELETE FROM t WHERE ctid = (SELECT max(ctid) FROM t)"]
        try fixture.write([
            (["BEGIN"] + before + [change] + writes + after + ["COMMIT"]).joined(separator: "; ")
        ])
        let page = try fixture.responder().get("/lists/t?sort=-n,name")
        #expect(page.status == 200 || !writes.isEmpty)
    }

    /// A transaction that goes on writing looks at the catalog when it begins to, and once more where it has altered anything.
    @Test func `A transaction looks at the catalog once`() throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "n desc, name")
        let connection = try fixture.connection()
        let scans = "SELECT pg_stat_get_xact_numscans('pg_attribute_relid_attnum_index'::regclass)"
        func looks(_ statements: [String]) throws -> Int {
            let before = try #require(Int(try connection.script(scans)[0]))
            for statement in statements { try connection.script(statement) }
            return try #require(Int(try connection.script(scans)[0])) - before
        }
        let writes = [
            "UPDATE t SET n = n + 1 WHERE id = 1", "INSERT INTO t VALUES (30, 1, 'x')", "DELETE FROM t WHERE id = 30",
        ]
        for write in writes { try connection.script(write) }
        try connection.script("BEGIN")
        #expect(try looks([writes[0]]) > 0)
        #expect(try looks(writes + writes) == 0)
        try connection.script("ALTER TABLE t ALTER name SET DEFAULT 'x'")
        #expect(try looks([writes[0]]) > 0)
        #expect(try looks(writes) == 0)
        let undone = "ALTER TABLE t ALTER name DROP DEFAULT; UPDATE t SET n = 0 WHERE id = 2"
        try connection.script("SAVEPOINT a; \(undone); ROLLBACK TO a")
        #expect(try looks([writes[0]]) > 0)
        try connection.script("COMMIT")
        #expect(try PostgresChangeLogging(address: fixture.address).logs().map(\.isUsable) == [true])
        #expect(try PostgresRankIndexing(address: fixture.address).check(list: "t", order: "n desc, name").isEmpty)
    }

    /// A unique key that is no primary one may come to take NULL.
    @Test func `A key that takes NULL ends a log`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int NOT NULL UNIQUE, n int)", "INSERT INTO t VALUES (1, 1)",
        ])
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try fixture.write([
            "ALTER TABLE t ALTER id DROP NOT NULL", "INSERT INTO t VALUES (NULL, 2)", "UPDATE t SET n = 3",
        ])
        #expect(try PostgresChangeLogging(address: fixture.address).logs().map(\.isUsable) == [false])
    }

    /// A transaction that began before the table was changed sees the old catalog, and writes to the new table.
    @Test func `A transaction that began before a migration goes on`() throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "n desc, name")
        let old = try fixture.connection()
        try old.script("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM pg_class")
        try fixture.write(["ALTER TABLE t RENAME COLUMN name TO title"])
        try old.script("UPDATE t SET title = 'x', n = 3 WHERE id = 1; INSERT INTO t VALUES (100, 1, 'y'); COMMIT")
        #expect(try fixture.connection().script("SELECT count(*) FROM t WHERE title IN ('x', 'y')") == ["2"])
        #expect(try PostgresChangeLogging(address: fixture.address).logs().map(\.isUsable) == [false])
    }

    /// A column as it was, its change, and a value that did not fit before.
    struct Widening: Sendable, CustomTestStringConvertible {
        var type: String
        var change: String
        var value: String
        var testDescription: String { "\(type): \(change)" }
    }

    static let widenings = [
        Widening(type: "varchar(20)", change: "TYPE varchar(200)", value: "repeat('x', 150)"),
        Widening(type: "numeric(4,2)", change: "TYPE numeric(12,4)", value: "12345.6789"),
        Widening(type: "char(3)", change: "TYPE char(10)", value: "'abcdefgh'"),
        Widening(type: "timestamp(0)", change: "TYPE timestamp(6)", value: "'2020-01-01 00:00:00.4'"),
        Widening(type: "smallint", change: "TYPE bigint", value: "3000000000"),
        Widening(type: "int", change: "TYPE smallint", value: "4"),
        Widening(type: "text", change: "TYPE json USING to_json(v)", value: "'{}'"),
        Widening(type: "int", change: "TYPE json USING to_json(v)", value: "'[1]'"),
        Widening(type: "text", change: "TYPE point USING point(1, 2)", value: "'(1, 2)'"),
        Widening(type: "int", change: "TYPE int USING -v", value: "1"),
        Widening(
            type: "text", change: "SET STATISTICS 100",
            value: "(SELECT string_agg(md5(i::text), '') FROM generate_series(1, 1000) i)"),
    ]

    @Test(arguments: LongTests.spread(4, of: widenings)) func `No value fails that a column takes`(_ widening: Widening)
        throws
    {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, v \(widening.type))",
            "INSERT INTO t SELECT i FROM generate_series(1, 20) i",
        ])
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "v desc")
        if widening.type == "text" {
            try PostgresSearchIndexing(address: fixture.address).build(list: "t", columns: ["v"])
        }
        let served = ServedFixture(
            fixture: fixture,
            responder: Responder(
                .postgres(try PostgresDatabase(address: fixture.address)), queryMilliseconds: 60_000))
        #expect(try served.objects("/lists/t?sort=-v").count == 20)
        try fixture.write([
            "ALTER TABLE t ALTER v \(widening.change)", "INSERT INTO t VALUES (100, \(widening.value))",
            "UPDATE t SET v = \(widening.value) WHERE id = 1",
            "INSERT INTO t SELECT 200 + i FROM generate_series(1, 3) i",
        ])
        let (answer, all) = (served.get("/lists/t?sort=-v"), try fixture.connection().column("SELECT id FROM t", []))
        let ids = try answer.json()["objects"]?.array?.compactMap { $0["id"]?.int.map(String.init) } ?? []
        #expect(answer.status == 200 && ids.sorted() == all.sorted())
        // The rank index steps aside, and says so.
        #expect(
            try PostgresRankIndexing(address: fixture.address).indexes().map(\.isUsable) == [widening.change.isEmpty])
        if widening.change.contains("STATISTICS") {
            #expect(
                try PostgresRankIndexing(address: fixture.address).indexes().map(\.ending) == [
                    "a value is too long for an index"
                ])
        }
    }

    @Test func `A table with values that are too long has no rank index`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, v text)",
            "INSERT INTO t SELECT 1, string_agg(md5(i::text), '') FROM generate_series(1, 1000) i",
        ])
        #expect(throws: RankIndexError.unfit(list: "t", .hasLongValues)) {
            try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "v")
        }
        #expect(
            try fixture.connection().column(
                "SELECT proname FROM pg_proc WHERE pronamespace = '\(fixture.schema)'::regnamespace", []
            ).isEmpty)
    }

    /// The operators of its type are in a schema that a trigger does not look into.
    @Test func `A key of an extension's type is logged`() throws {
        let fixture = try PostgresFixture()
        let isThere = try fixture.connection().column("SELECT 1 FROM pg_available_extensions WHERE name = 'ltree'", [])
        guard !isThere.isEmpty else { return }
        try fixture.write([
            "CREATE EXTENSION ltree SCHEMA \(fixture.schema)", "CREATE TABLE t (id ltree PRIMARY KEY, n int)",
            "INSERT INTO t VALUES ('a', 1), ('b', 2), ('c', 3)",
        ])
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        let served = try fixture.responder()
        let version = try served.version(of: "t")
        try fixture.write([
            "UPDATE t SET id = 'a.x' WHERE id = 'a'", "UPDATE t SET n = 4", "DELETE FROM t WHERE id = 'c'",
        ])
        let changes = try served.get("/lists/t/changes?since=\(version)").json()
        #expect(changes["removed"]?.array == ["a", "c"] && changes["edited"]?.array == ["b"], "\(changes)")
    }

    @Test func `A log whose sequence is gone ends`() throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try fixture.write([
            "UPDATE t SET n = 9", "DROP SEQUENCE paging_log_1_number", "UPDATE t SET n = 8",
            "DELETE FROM t WHERE id = 2",
            "TRUNCATE t",
        ])
        #expect(try PostgresChangeLogging(address: fixture.address).logs().map(\.isUsable) == [false])
    }

    /// As when a stopped server's folder is put back: the numbers are those of before, and name other commits.
    @Test func `A copy that was put back has other versions`() throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        let served = try fixture.responder()
        let tables = ["paging_log_1_change", "paging_log_1_commit", "paging_log_1_gap"]
        try fixture.write(["UPDATE t SET n = 9 WHERE id = 1"] + tables.map { "CREATE TABLE kept_\($0) AS TABLE \($0)" })
        let known = try served.version(of: "t")
        try fixture.write(["DELETE FROM t WHERE id = 2", "DELETE FROM t WHERE id = 3"])
        let lost = try served.version(of: "t")
        try fixture.write(
            tables.flatMap { ["DELETE FROM \($0)", "INSERT INTO \($0) OVERRIDING SYSTEM VALUE TABLE kept_\($0)"] } + [
                "SELECT setval('paging_log_1_number', (SELECT max(n) FROM paging_log_1_commit))",
                "DELETE FROM t WHERE id = 4", "DELETE FROM t WHERE id = 5", "DELETE FROM t WHERE id = 6",
            ])
        #expect(served.get("/lists/t/changes?since=\(lost)").status == 410)
        #expect(try served.get("/lists/t/changes?since=\(known)").json()["removed"]?.array == [4, 5, 6])
    }

    /// Both in one transaction, or while rows are restored: nobody sees the triggers as they were in between.
    @Test(arguments: [
        "BEGIN; ALTER TABLE t DISABLE TRIGGER USER; DELETE FROM t WHERE id = 1; ALTER TABLE t ENABLE TRIGGER USER; COMMIT",
        "BEGIN; ALTER TABLE t DISABLE TRIGGER ALL; DELETE FROM t WHERE id = 1; ALTER TABLE t ENABLE TRIGGER ALL; COMMIT",
    ]) func `Triggers that were off for a moment end a log and an index`(_ writing: String) throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "n desc, name")
        let served = ServedFixture(
            fixture: fixture,
            responder: Responder(
                .postgres(try PostgresDatabase(address: fixture.address)), queryMilliseconds: 60_000))
        let page = try served.get("/lists/t?sort=-n,name").json()
        let version = try #require(page.value(at: "paging/version")?.string)
        try fixture.write([writing])
        #expect(try served.get("/lists/t?sort=-n,name").json().value(at: "paging/totalCount")?.int == 19)
        #expect(served.get("/lists/t", headers: [("If-None-Match", "\"\(version)\"")]).status == 200)
        #expect(served.get("/lists/t/changes?since=\(version)").status == 410)
        #expect(try PostgresChangeLogging(address: fixture.address).logs().map(\.isUsable) == [false])
        #expect(try PostgresRankIndexing(address: fixture.address).indexes().map(\.isUsable) == [false])
    }

    @Test func `A session that replays what others wrote is seen`() throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "n desc, name")
        let served = try fixture.responder()
        let version = try served.version(of: "t")
        try fixture.connection().script("SET session_replication_role = replica; DELETE FROM t WHERE id = 1")
        #expect(try served.get("/lists/t/changes?since=\(version)").json()["removed"]?.array == [1])
        #expect(try PostgresRankIndexing(address: fixture.address).check(list: "t", order: "n desc, name").isEmpty)
    }

    /// Writers go on where our tables are gone.
    @Test func `No writer fails where our tables are gone`() throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "n desc, name")
        try fixture.write([
            "DROP TABLE paging_log_1_change, paging_log_1_commit, paging_rank_1_node CASCADE",
            "UPDATE t SET n = 9", "INSERT INTO t VALUES (100, 1, 'y')", "DELETE FROM t WHERE id < 5", "TRUNCATE t",
        ])
    }

    @Test func `A prepared transaction is told when it is committed`() throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        let served = try fixture.responder()
        let before = try served.version(of: "t")
        try fixture.write(["BEGIN; DELETE FROM t WHERE id = 3; PREPARE TRANSACTION '\(fixture.schema)'"])
        #expect(try served.version(of: "t") == before)
        try fixture.write(["DELETE FROM t WHERE id = 4"])
        let between = try served.version(of: "t")
        #expect(try served.get("/lists/t/changes?since=\(before)").json()["removed"]?.array == [4])
        try fixture.write(["COMMIT PREPARED '\(fixture.schema)'"])
        #expect(try served.get("/lists/t/changes?since=\(between)").json()["removed"]?.array == [3])
        #expect(try served.get("/lists/t/changes?since=\(before)").json()["removed"]?.array?.count == 2)
    }

    /// A session that has written single rows keeps the plans of them; comparing each row of many with each would take minutes.
    @Test func `A statement of many rows after small ones is quick`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, n int, name text)",
            "INSERT INTO t SELECT i, i % 4, 'row ' || i FROM generate_series(1, 20000) i",
        ])
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        let connection = try fixture.connection()
        for id in 1...12 { try connection.script("UPDATE t SET n = n + 1 WHERE id = \(id)") }
        try connection.script("SET statement_timeout = '30s'")
        try connection.script("UPDATE t SET n = n + 1")
        try connection.script("UPDATE t SET id = id + 100000")
        try connection.script("DELETE FROM t")
    }

    /// Making a log waits for a transaction that has written to the table; who comes meanwhile does not wait for both.
    @Test func `Making a log lets others pass`() async throws {
        let fixture = try PostgresFixture(Self.table)
        let (open, other) = (try fixture.connection(), try fixture.connection())
        try open.script("BEGIN; UPDATE t SET n = 9 WHERE id = 1")
        try other.script("SET lock_timeout = '10s'")
        let address = fixture.address
        let making = Gathered<Result<Void, any Error>>()
        Thread.detachNewThread {
            making.add(Result { _ = try PostgresChangeLogging(address: address).start(list: "t") })
        }
        let waiting = """
            SELECT count(*) FROM pg_locks WHERE relation = 't'::regclass AND mode = 'ShareRowExclusiveLock' AND NOT granted
            """
        try await eventually("the log waits for the table") {
            try other.script(waiting)
        } until: {
            $0 != ["0"]
        }
        try other.script("UPDATE t SET n = 9 WHERE id = 2")
        #expect(try PostgresChangeLogging(address: address).logs().isEmpty)
        try open.script("COMMIT")
        try await making.wait(for: 1)[0].get()
        #expect(try PostgresChangeLogging(address: address).logs().map(\.isUsable) == [true])
    }

    /// A table that becomes a part of another one is written to past its triggers.
    @Test func `A log ends where its triggers miss something`() async throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        let served = try fixture.responder()
        let version = try served.version(of: "t")
        try fixture.write([
            "ALTER TABLE t DISABLE TRIGGER USER", "DELETE FROM t WHERE id = 1",
        ])
        try await eventually("the log is seen to have ended") {
            served.get("/lists/t/changes?since=\(version)").status
        } until: {
            $0 == 410
        }
        // The reader that saw it end writes that down, so that it is not forgotten with the cause.
        let ended = "SELECT count(*) FROM paging_log_1_commit WHERE ended IS NOT NULL"
        let connection = try fixture.connection()
        try await eventually("its end is written down") {
            _ = served.get("/lists/t")
            return try connection.script(ended)
        } until: {
            $0 != ["0"]
        }
        try fixture.write(["ALTER TABLE t ENABLE TRIGGER USER"])
        #expect(served.get("/lists/t/changes?since=\(version)").status == 410)
        #expect(try PostgresChangeLogging(address: fixture.address).logs().map(\.isUsable) == [false])
        #expect(try PostgresChangeLogging(address: fixture.address).start(list: "t").isEmpty == false)
        #expect(served.get("/lists/t/changes?since=\(version)").status == 410)
    }

    /// Whatever one transaction does, and however long it stays open, others write.
    @Test func `No writer waits for another`() throws {
        let fixture = try PostgresFixture(Self.table + ["CREATE TABLE u (id int PRIMARY KEY, n int)"])
        let logging = try PostgresChangeLogging(address: fixture.address)
        try logging.start(list: "t")
        try logging.start(list: "u")
        let (open, other) = (try fixture.connection(), try fixture.connection())
        try open.script(
            "BEGIN; UPDATE t SET n = 9 WHERE id = 1; INSERT INTO u VALUES (1, 1); SET CONSTRAINTS ALL IMMEDIATE")
        // A statement that would have to wait for a lock fails at once.
        try other.script("SET lock_timeout = 1")
        try other.script("UPDATE t SET n = 9 WHERE id = 2")
        try other.script("INSERT INTO u VALUES (2, 2)")
        try other.script("BEGIN; DELETE FROM t WHERE id = 3; SET CONSTRAINTS ALL IMMEDIATE; COMMIT")
        try open.script("COMMIT")
        #expect(try fixture.connection().script("SELECT count(*) FROM u") == ["2"])
    }
}
