import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Tables that are replaced, locked and altered by the application, beside a server that looks at the catalog once a second.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresAlteredTests {
    private static let table = [
        "CREATE TABLE t (id int PRIMARY KEY, n int)", "INSERT INTO t SELECT i, -i FROM generate_series(1, 3000) i",
    ]

    private func responder(_ fixture: PostgresFixture, writing: WritePolicy? = nil) throws -> Responder {
        Responder(
            .postgres(try PostgresDatabase(address: fixture.address)), queryMilliseconds: 60_000, writing: writing)
    }

    private func get(_ responder: Responder, _ target: String) throws -> JSONValue {
        try responder.respond(to: Request(target: target)).json()
    }

    /// The counts of the table that had the name are not told of the one that has it now.
    @Test func `A table that takes another's place is served from then on`() throws {
        let fixture = try PostgresFixture(Self.table)
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "n")
        try PostgresChangeLogging(address: fixture.address).start(list: "t", keep: 100)
        let responder = try responder(fixture)
        #expect(try get(responder, "/lists/t?sort=n&limit=5").value(at: "paging/totalCount")?.int == 3000)
        try fixture.write([
            """
            BEGIN; ALTER TABLE t RENAME TO old; CREATE TABLE t (id int PRIMARY KEY, n int);
            INSERT INTO t SELECT i, -i FROM generate_series(1, 50) i; COMMIT
            """
        ])
        for target in ["/lists/t?sort=n&limit=5", "/lists/t", "/lists/t/ids"] {
            let page = try get(responder, target)
            #expect(page.value(at: "paging/totalCount")?.int == 50, "\(page)")
        }
        // The index and the log went with the other table.
        #expect(responder.respond(to: Request(target: "/lists/t/position?id=50&sort=n")).status == 422)
        #expect(responder.respond(to: Request(target: "/lists/t/changes?since=2-a-1")).status == 410)
    }

    /// A list that cannot be counted now has no count; the others have theirs, and nobody waits for it.
    @Test func `A locked table keeps nobody from the other lists`() throws {
        let fixture = try PostgresFixture(Self.table + ["CREATE TABLE u (id int PRIMARY KEY)"])
        let responder = try responder(fixture)
        let other = try fixture.connection()
        try other.script("BEGIN; ALTER TABLE t ADD COLUMN x int")
        let lists = try #require(try get(responder, "/lists").array)
        #expect(lists.compactMap { $0["name"]?.string } == ["t", "u"])
        #expect(lists[0]["count"] == .null && lists[1]["count"]?.int == 0)
        #expect(try !DatabaseDoctor.findings(fixture.address).isEmpty)
        try other.script("ROLLBACK")
    }

    @Test func `A column of another type is written to as before`() throws {
        let fixture = try PostgresFixture(Self.table)
        let responder = try responder(fixture, writing: WritePolicy(token: WritingTests.token))
        func patch(_ body: String) -> Response {
            responder.respond(
                to: Request(
                    method: "PATCH", target: "/lists/t/rows/7",
                    headers: [
                        ("Authorization", "Bearer \(WritingTests.token)"), ("Content-Type", "application/json"),
                    ], body: Array(body.utf8)))
        }
        #expect(patch(#"{"n": 1}"#).status == 200)
        try fixture.write(["ALTER TABLE t ALTER COLUMN n TYPE text"])
        for number in 2...4 {
            let answer = patch(#"{"n": "\#(number)"}"#)
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        }
    }
}
