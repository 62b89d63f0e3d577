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

    @Test(arguments: migrations, LongTests.some(1, of: ["read committed", "repeatable read", "serializable"]))
    func `No migration makes a writer fail`(_ migration: Migration, isolation: String) throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "n desc, name")
        let served = try fixture.responder()
        let version = try #require(try served.get("/lists/t").json().value(at: "paging/version")?.string)
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
        func version() throws -> String {
            try #require(try served.get("/lists/t").json().value(at: "paging/version")?.string)
        }
        let before = try version()
        try fixture.write(["BEGIN; DELETE FROM t WHERE id = 3; PREPARE TRANSACTION '\(fixture.schema)'"])
        #expect(try version() == before)
        try fixture.write(["DELETE FROM t WHERE id = 4"])
        let between = try version()
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
        let version = try #require(try served.get("/lists/t").json().value(at: "paging/version")?.string)
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
