import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// A list that is never empty is never told as empty, whatever happens to its table's file while an answer waits for it.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresStorageTests {
    private static let filling = "SELECT i, 'new' FROM generate_series(1, 200) i"

    @Test(
        arguments: [
            ["TRUNCATE t", "INSERT INTO t \(filling)"],
            ["DROP TABLE t", "CREATE TABLE t (id int PRIMARY KEY, name text)", "INSERT INTO t \(filling)"],
            ["ALTER TABLE t ALTER name TYPE varchar(9)", "UPDATE t SET name = 'new'"],
            [
                "CREATE TABLE u (LIKE t INCLUDING ALL)", "INSERT INTO u \(filling)", "ALTER TABLE t RENAME TO old",
                "ALTER TABLE u RENAME TO t",
            ],
        ], ["?limit=5", "?limit=5&after=", "/ids", "?ids=7", "?groupBy=name&metadataOnly"])
    func `A table that is emptied and filled, or replaced, is not empty`(
        statements: [String], target: String
    ) async throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, name text)",
            "INSERT INTO t SELECT i, 'old' FROM generate_series(1, 200) i",
        ])
        let served = Responder(.postgres(try PostgresDatabase(address: fixture.address)), queryMilliseconds: 60_000)
        // Its catalog and its count are known.
        #expect(served.respond(to: Request(target: "/lists/t?limit=1")).status == 200)
        let (writer, observer) = (try fixture.connection(), try fixture.connection())
        try writer.script("BEGIN; " + statements.joined(separator: "; "))
        let answers = Gathered<Response>()
        Thread { answers.add(served.respond(to: Request(target: "/lists/t\(target)"))) }.start()
        try await eventually("the answer waits for the table") {
            try observer.script(
                "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.query LIKE '%\(fixture.schema)%'"
            )
        } until: {
            $0 == ["1"]
        }
        try writer.script("COMMIT")
        try await answers.wait(for: 1)
        let answer = try #require(answers.all.first)
        #expect(answer.status == 200)
        let json = try answer.json()
        let rows = json.array ?? json["objects"]?.array ?? json["ids"]?.array
        #expect(rows?.isEmpty == false, "\(json)")
    }

    @Test func `A list without rows is told as empty, and so is one without rows at a position`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY)", "CREATE TABLE p (id int PRIMARY KEY) PARTITION BY RANGE (id)",
            "CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (9)", "CREATE VIEW v AS SELECT * FROM t",
            "CREATE MATERIALIZED VIEW m AS SELECT * FROM t",
        ])
        let served = try fixture.responder()
        for list in ["t", "p", "v", "m"] {
            for target in ["", "?offset=9", "?groupBy=id&metadataOnly"] {
                #expect(served.get("/lists/\(list)\(target)").status == 200, "\(list)\(target)")
            }
        }
        try fixture.write(["TRUNCATE t", "TRUNCATE p", "VACUUM FULL t"])
        for list in ["t", "p"] { #expect(served.get("/lists/\(list)").status == 200, "\(list)") }
    }
}
