import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// A table whose rows a logical subscription applies, which fires no triggers of statements.
@Suite(.blocking, .long, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence))
struct PostgresSubscriberTests {
    private let publisher: PostgresFixture
    private let subscriber: String
    private let name: String

    init() throws {
        let table = "CREATE TABLE t (id int PRIMARY KEY, k int)"
        publisher = try PostgresFixture([table], in: PostgresCluster.logical)
        name = publisher.schema
        try publisher.write(["CREATE DATABASE \(name)", "CREATE PUBLICATION \(name) FOR TABLE t"])
        subscriber = publisher.address.replacing("/postgres?", with: "/\(name)?")
        try connection().script(
            "CREATE SCHEMA \(name); \(table); INSERT INTO t SELECT i, i FROM generate_series(1, 100) i")
    }

    private func connection() throws -> PostgresConnection { try PostgresConnection(PostgresAddress(subscriber)) }

    /// Subscribes, and applies a row that the publisher has. The slot is made first, as both databases are of one server.
    private func apply() async throws {
        try publisher.write(["SELECT pg_create_logical_replication_slot('\(name)', 'pgoutput')"])
        let folder = try PostgresCluster.logical.get().folder.path
        try connection().script(
            "CREATE SUBSCRIPTION \(name) CONNECTION 'host=''\(folder)'' user=paging dbname=postgres' PUBLICATION \(name) "
                + "WITH (create_slot = false, copy_data = false)")
        try publisher.write(["INSERT INTO t VALUES (1000, 50)"])
        let connection = try connection()
        try await eventually("the row is applied") {
            try connection.script("SELECT count(*) FROM t WHERE id = 1000")
        } until: {
            $0 == ["1"]
        }
    }

    private func end() throws {
        try connection().script("ALTER SUBSCRIPTION \(name) DISABLE")
        try connection().script("ALTER SUBSCRIPTION \(name) SET (slot_name = NONE)")
        try connection().script("DROP SUBSCRIPTION \(name)")
    }

    private func responder() throws -> Responder {
        Responder(
            .postgres(try PostgresDatabase(address: subscriber, schemaMilliseconds: 0)), queryMilliseconds: 60_000)
    }

    @Test func `A subscriber's table has neither a log nor a rank index`() async throws {
        try await apply()
        #expect(throws: ChangeLogError.unfit(list: "t")) {
            try PostgresChangeLogging(address: subscriber).start(list: "t")
        }
        #expect(throws: RankIndexError.unfit(list: "t", .hasParts)) {
            try PostgresRankIndexing(address: subscriber).build(list: "t", order: "k")
        }
        // Applied rows are seen: the list has the version of the database.
        let responder = try responder()
        let tag = try #require(responder.respond(to: Request(target: "/lists/t")).header("ETag"))
        try publisher.write(["INSERT INTO t VALUES (1001, 50)"])
        try await eventually("the second row is told") {
            responder.respond(to: Request(target: "/lists/t", headers: [("If-None-Match", tag)])).status
        } until: {
            $0 == 200
        }
        try end()
    }

    /// Its log and its index end, and stay so when the subscription is over.
    @Test func `A table that becomes a subscriber's is not told as unchanged`() async throws {
        try PostgresChangeLogging(address: subscriber).start(list: "t")
        try PostgresRankIndexing(address: subscriber, rows: 8, fanOut: 4).build(list: "t", order: "k")
        let responder = try responder()
        func get(_ target: String, _ tag: String = "") -> Response {
            responder.respond(to: Request(target: target, headers: [("If-None-Match", tag)]))
        }
        let first = get("/lists/t?sort=k&offset=80&limit=10")
        let tag = try #require(first.header("ETag"))
        let version = try #require(try first.json().value(at: "paging/version")?.string)
        try await apply()
        #expect(get("/lists/t?sort=k&offset=80&limit=10", tag).status == 200)
        #expect(get("/lists/t/changes?since=\(version)").status == 410)
        #expect(get("/lists/t/position?id=1000&sort=k").status == 422)
        #expect(try DatabaseDoctor.findings(subscriber).count { $0.what.contains("cannot be used") } == 2)
        let address = subscriber
        // The server writes that down in the background.
        try await eventually("the end is written down") {
            try connection().script(
                "SELECT (SELECT count(*) FROM paging_log_1_commit WHERE ended IS NOT NULL), (SELECT marks FROM paging_rank_1_seen)"
            )
        } until: {
            $0 == ["1", ""]
        }
        try end()
        #expect(get("/lists/t/changes?since=\(version)").status == 410)
        try await eventually("the rows are counted") {
            _ = get("/lists/t?sort=k&offset=80&limit=10")
            return try PostgresRankIndexing(address: address).indexes().first?.ending ?? ""
        } until: {
            $0.contains("past its triggers")
        }
        #expect(try PostgresChangeLogging(address: address).logs().map(\.isUsable) == [false])
    }
}
