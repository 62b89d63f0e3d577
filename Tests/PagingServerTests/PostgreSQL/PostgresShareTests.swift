import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// One list, or one table elsewhere, does not end service for others.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresShareTests {
    private static let tables = [
        "CREATE TABLE t (id int PRIMARY KEY, n int)", "INSERT INTO t SELECT i, i % 7 FROM generate_series(1, 1000) i",
        "CREATE TABLE other (id int PRIMARY KEY, n int)", "INSERT INTO other VALUES (1, 1)",
    ]

    /// Sixteen readers of a table that a migration has locked, which is as many as there are threads.
    @Test func `A locked table leaves room for others`() async throws {
        let fixture = try PostgresFixture(Self.tables)
        let served = try fixture.responder()
        #expect(served.get("/lists/t").status == 200)
        let migration = try fixture.connection()
        try migration.script("BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE")
        let statuses = Gathered<Int>()
        for offset in 0..<16 {
            Thread.detachNewThread { statuses.add(served.get("/lists/t?offset=\(offset)").status) }
        }
        let blocked = """
            SELECT count(*) FROM pg_locks WHERE relation = 't'::regclass AND mode = 'AccessShareLock' AND NOT granted
            """
        try await eventually("readers wait for the table") {
            try migration.script(blocked)
        } until: {
            $0 == ["\(ServerLimits.connectionsPerList)"]
        }
        // The requests that found no place to wait in were refused at once.
        try await statuses.wait(for: 16 - ServerLimits.connectionsPerList - ServerLimits.waitingPerList)
        #expect(served.get("/lists/other").status == 200)
        try migration.script("COMMIT")
        try await statuses.wait(for: 16)
        #expect(statuses.all.filter { $0 == 200 }.count >= ServerLimits.connectionsPerList)
        #expect(statuses.all.allSatisfy { $0 == 200 || $0 == 503 })
        #expect(served.get("/lists/t").status == 200)
    }

    /// Each reader that ends wakes the one that takes its place, and no other.
    @Test func `A thread that waits for a list is woken once`() async throws {
        let fixture = try PostgresFixture(Self.tables)
        let database = try PostgresDatabase(address: fixture.address)
        let (first, all) = (
            ServerLimits.connectionsPerList, ServerLimits.connectionsPerList + ServerLimits.waitingPerList
        )
        let (begun, ended) = (Gathered<Int>(), Gathered<Bool>())
        let gate = DispatchSemaphore(value: 0)
        for number in 0..<all {
            Thread.detachNewThread {
                let result: Void? = try? database.withShare(of: "t") {
                    begun.add(number)
                    gate.wait()
                }
                ended.add(result != nil)
            }
        }
        try await begun.wait(for: first)
        try await eventually("the others wait") {
            database.waitingThreads
        } until: {
            $0 == ServerLimits.waitingPerList
        }
        for count in 1...ServerLimits.waitingPerList {
            gate.signal()
            try await begun.wait(for: first + count)
        }
        for _ in 0..<first { gate.signal() }
        try await ended.wait(for: all)
        #expect(ended.all.allSatisfy { $0 })
        #expect(database.wakes == ServerLimits.waitingPerList)
    }

    /// The rows of a list with a log are counted once in each of its states, whatever happens to other tables.
    @Test func `Writes to other tables cost no count`() throws {
        let fixture = try PostgresFixture(Self.tables)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        let served = try fixture.responder()
        #expect(try served.get("/lists/t").json().value(at: "paging/totalCount")?.int == 1000)
        // The count is wrong on purpose: a second count would show.
        let connection = try fixture.connection()
        try connection.script("DELETE FROM t WHERE id = 1; DELETE FROM paging_log_1_change WHERE k0 = 1")
        for id in 2...5 {
            try fixture.write(["INSERT INTO other VALUES (\(id), 1)"])
            #expect(try served.get("/lists/t").json().value(at: "paging/totalCount")?.int == 1000)
        }
        try fixture.write(["DELETE FROM t WHERE id = 2"])
        // Added up from the log, of which that row is no part.
        #expect(try served.get("/lists/t").json().value(at: "paging/totalCount")?.int == 999)
    }

    /// The catalog is looked at once a second at most; a table that was changed meanwhile is found out by what fails.
    @Test func `A migration is noticed by the statement that fails`() throws {
        let fixture = try PostgresFixture(Self.tables)
        let responder = Responder(
            .postgres(try PostgresDatabase(address: fixture.address, schemaMilliseconds: 600_000)))
        func names() throws -> Set<String> {
            let page = try responder.respond(to: Request(target: "/lists/t?limit=1")).json()
            return Set(page.value(at: "objects/0")?.object?.keys.map { $0 } ?? [])
        }
        #expect(try names() == ["id", "n"])
        try fixture.write(["ALTER TABLE t RENAME COLUMN n TO m"])
        #expect(try names() == ["id", "m"])
        try fixture.write(["ALTER TABLE t ADD COLUMN o int", "ALTER TABLE t DROP COLUMN m"])
        #expect(try names() == ["id", "o"])
    }

    /// Clients are told nothing of hosts, users, statements and the names in them; operators are.
    @Test func `The database's messages are for operators`() throws {
        let fixture = try PostgresFixture([
            "CREATE FUNCTION secret_function() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT x FROM secret_table); END'",
            "CREATE VIEW v AS SELECT secret_function() AS n",
        ])
        let reports = Gathered<String>()
        let responder = Responder(try Database(fixture.address), report: { reports.add("\($1): \($0)") })
        let server = try HTTPServer(responder, configuration: .init(port: 0))
        defer { server.stop() }
        let answer = try RawClient(port: server.port).get("/lists/v", headers: ["X-Request-ID": "of-the-proxy"])
        #expect(answer.status == 422 && answer.headers["x-request-id"] == "of-the-proxy")
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("secret"))
        // The line of the log that has the request has the same name.
        #expect(reports.all.contains { $0.hasPrefix("of-the-proxy: ") && $0.contains("secret_table") })
    }
}
