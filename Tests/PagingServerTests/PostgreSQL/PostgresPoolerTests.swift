import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Behind pgbouncer in transaction mode, where each transaction may be another session's.
@Suite(
    .blocking,
    .enabled(
        if: PostgresCluster.isInstalled && PostgresCluster.poolerProgram != nil,
        "PostgreSQL or pgbouncer is not installed: 'make test-packages' does that")
)
struct PostgresPoolerTests {
    /// An answer without what names its state, which is the whole server's, in which other tests write; and without cursors, which have a time.
    private static func content(_ answer: Response) -> JSONValue {
        guard case .object(var members)? = try? answer.json(), case .object(var paging)? = members["paging"] else {
            return (try? answer.json()) ?? .string("\(answer.status)")
        }
        for name in paging.keys where ["version", "after", "before"].contains(name) { paging[name] = nil }
        members["paging"] = .object(paging)
        members["version"] = nil
        return .object(members)
    }

    @Test(.long) func `The answers are the same`() async throws {
        let cluster = try PostgresCluster.shared.get()
        let direct = try PostgresConnection(PostgresAddress(cluster.address()))
        try direct.script("DROP DATABASE IF EXISTS pooled")
        try direct.script("CREATE DATABASE pooled")
        let owner = try PostgresConnection(PostgresAddress(cluster.address("pooled")))
        for statement in Fixture.peopleStatements { try owner.script(statement) }
        try owner.script("CREATE TABLE kinds (id int PRIMARY KEY, d interval, t timestamptz, b bytea, f float8)")
        try owner.script("INSERT INTO kinds VALUES (1, '1 day 2 hours', '2026-01-02 03:04:05+06', 'ab', 0.1)")
        try owner.script("CREATE TABLE long (id int PRIMARY KEY)")
        try owner.script("INSERT INTO long SELECT generate_series(1, 30000)")
        try PostgresChangeLogging(address: cluster.address("pooled")).start(list: "people")
        let lifeline = Pipe()
        defer { try? lifeline.fileHandleForWriting.close() }
        let pooler = try cluster.pooler(lifeline: lifeline)
        let address = PostgresCluster.address(in: pooler, "pooled")
        #expect(try PostgresConnection(PostgresAddress(address)).isPooled)
        #expect(!owner.isPooled)
        #expect(throws: PostgresError.self) { try PostgresChangeLogging(address: address) }

        let policy = CursorPolicy()
        let writing = WritePolicy(token: String(repeating: "t", count: 40))
        let through = Responder(
            try Database(address), queryMilliseconds: 60_000, cursors: policy, writing: writing)
        let beside = Responder(
            try Database(cluster.address("pooled")), queryMilliseconds: 60_000, cursors: policy)
        let targets = [
            "/lists", "/lists/people?sort=-age&offset=7", "/lists/people?where=age%20%3E%201&sort=town",
            "/lists/kinds", "/lists/people?groupBy=town&metadataOnly", "/lists/people?ids=3,9,4",
            "/lists/people/ids", "/lists/people?offset=40&limit=9&count=none",
        ]
        let differences = Gathered<String?>()
        for number in 0..<8 {
            Thread.detachNewThread {
                for round in 0..<5 {
                    let target = targets[(number + round) % targets.count]
                    let (one, other) = (
                        through.respond(to: Request(target: target)), beside.respond(to: Request(target: target))
                    )
                    let (content, expected) = (PostgresPoolerTests.content(one), PostgresPoolerTests.content(other))
                    if one.status != 200 || content != expected {
                        differences.add("\(target): \(content), \(expected)")
                    }
                }
                differences.add(nil)
            }
        }
        try await differences.wait(for: "eight readers are done") { $0.count { $0 == nil } == 8 }
        #expect(differences.all.compactMap { $0 } == [])
        for target in ["/lists/kinds", "/lists/people?after=&limit=3&sort=-age"] {
            let (one, other) = (
                try through.respond(to: Request(target: target)).json(),
                try beside.respond(to: Request(target: target)).json()
            )
            #expect(one["objects"] == other["objects"], "\(target)")
        }
        let keys = through.respond(to: Request(target: "/lists/long/ids"))
        #expect(keys.status == 200 && keys.stream != nil)
        let written = through.respond(
            to: Request(
                method: "POST", target: "/lists/people",
                headers: [
                    ("Authorization", "Bearer " + String(repeating: "t", count: 40)),
                    ("Content-Type", "application/json"),
                ], body: Array(#"{"id":1000,"name":"new"}"#.utf8)))
        #expect(written.status == 201)
        #expect(beside.respond(to: Request(target: "/lists/people/rows/1000")).status == 200)
        // Nobody else's session was changed.
        let other = try PostgresConnection(PostgresAddress(address))
        #expect(try other.script("SHOW IntervalStyle") == ["postgres"])
    }
}
