import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Rank indexes of tables that were written to past their triggers.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresRecountTests {
    private let fixture: PostgresFixture

    init() throws {
        fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, k int, name text)",
            "INSERT INTO t SELECT i, nullif(i * 7919 % 1000, 0), 'name ' || i % 50 FROM generate_series(1, 2000) i",
        ])
    }

    private func indexing() throws -> PostgresRankIndexing {
        try PostgresRankIndexing(address: fixture.address, rows: 16, fanOut: 4)
    }

    /// Asks for a deep page until the rows have been counted, and returns what the index is then said to be.
    private func settled(_ served: ServedFixture) async throws -> RankIndexing.Description {
        let indexing = try indexing()
        return try await eventually("the rows are counted") {
            _ = served.get("/lists/t?sort=k&offset=1500")
            return try #require(try indexing.indexes().first)
        } until: {
            $0.isUsable || $0.ending?.contains("wait to be counted") == false
        }
    }

    /// No server runs meanwhile, and neither triggers nor columns are other ones afterwards.
    @Test(
        arguments: LongTests.some(
            1,
            of: [
                [
                    "CREATE TABLE p (LIKE t) PARTITION BY RANGE (id)",
                    "ALTER TABLE p ATTACH PARTITION t FOR VALUES FROM (MINVALUE) TO (MAXVALUE)",
                    "DELETE FROM p WHERE id <= 893", "UPDATE p SET k = 2 WHERE id = 900",
                    "ALTER TABLE p DETACH PARTITION t",
                ],
                [
                    "CREATE TABLE p (name text)", "ALTER TABLE t INHERIT p", "DELETE FROM p WHERE name < 'name 2'",
                    "ALTER TABLE t NO INHERIT p",
                ],
                [
                    "ALTER TABLE t DISABLE TRIGGER USER", "UPDATE t SET k = 900 WHERE k < 50",
                    "ALTER TABLE t ENABLE ALWAYS TRIGGER paging_rank_1_insert",
                    "ALTER TABLE t ENABLE ALWAYS TRIGGER paging_rank_1_update",
                    "ALTER TABLE t ENABLE ALWAYS TRIGGER paging_rank_1_delete",
                    "ALTER TABLE t ENABLE ALWAYS TRIGGER paging_rank_1_truncate",
                ],
            ])) func `An index whose table was written to past its triggers ends`(_ writing: [String]) async throws
    {
        try indexing().build(list: "t", order: "k")
        try fixture.write(writing)
        // It is not used from the first request on.
        let reports = Gathered<String>()
        let responder = Responder(try fixture.database(), queryMilliseconds: 60_000) { text, _ in reports.add(text) }
        let served = ServedFixture(fixture: fixture, responder: responder)
        let ids = try #require(try served.get("/lists/t/ids?sort=k").json()["ids"]?.array)
        let page = try served.get("/lists/t?sort=k&offset=1000&limit=20").json()
        #expect(page["objects"]?.array?.compactMap { $0["id"] } == Array(ids.dropFirst(1000).prefix(20)))
        #expect(page.value(at: "paging/totalCount")?.int == ids.count)
        let index = try await settled(served)
        #expect(!index.isUsable && index.ending?.contains("past its triggers") == true, "\(index)")
        #expect(try DatabaseDoctor.findings(fixture.address).contains { $0.what.contains("past its triggers") })
        _ = try await reports.wait(for: 1)
        // Made anew it is right.
        for step in try DatabaseMaintenance(fixture.address).migration() { try step.run() }
        #expect(try indexing().indexes().map(\.isUsable) == [true])
        #expect(try indexing().check(list: "t", order: "k") == [])
    }

    /// Statements that alter the same rows of the catalog and none of the table.
    @Test func `An index whose table was altered without harm is used again`() async throws {
        try indexing().build(list: "t", order: "k")
        let served = try fixture.responder()
        #expect(served.get("/lists/t/position?sort=k&id=3").status == 200)
        try fixture.write(["INSERT INTO t SELECT 3000 + i, i, 'new' FROM generate_series(1, 70) i"])
        for alteration in ["ALTER k SET DEFAULT 5", "ALTER id SET STATISTICS 5", "ALTER name SET NOT NULL"] {
            try fixture.write(["ALTER TABLE t \(alteration)"])
            #expect(try indexing().indexes().map(\.isUsable) == [false], "\(alteration)")
            #expect(try await settled(served).isUsable, "\(alteration)")
            #expect(served.get("/lists/t/position?sort=k&id=3").status == 200)
        }
        // Of what was added or removed since no row can have gone.
        try fixture.write(["ALTER TABLE t ADD COLUMN x int", "ALTER TABLE t DROP COLUMN name"])
        #expect(try indexing().indexes().map(\.isUsable) == [true])
        // Without a server.
        try fixture.write(["ALTER TABLE t ALTER k DROP DEFAULT"])
        #expect(try indexing().indexes().map(\.isUsable) == [false])
        #expect(try indexing().check(list: "t", order: "k") == [])
        #expect(try indexing().indexes().map(\.isUsable) == [true])
    }

    /// The parts in which a server counts find what a comparison with the whole table finds.
    @Test(arguments: Seeds.some(1, of: 6)) func `A recount in parts agrees with one at once`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let table = PostgresTable(&random)
        let fixture = try PostgresFixture(table.statements)
        let connection = try fixture.connection()
        for _ in 0..<20 { _ = try? connection.script(table.statement(&random)) }
        let indexing = try PostgresRankIndexing(address: fixture.address, rows: 2 + random.below(3), fanOut: 2)
        for order in table.orders { try indexing.build(list: "t", order: order) }
        let list = try #require(try PostgresCatalog(connection).lists().first { $0.name == "t" })
        let ranks = list.ranks.compactMap(\.postgres)
        let replay = Seeds.replay(seed, "PostgresRecountTests")
        for round in 0..<4 {
            let isPast = round % 2 == 1
            try connection.script("BEGIN")
            if isPast { try connection.script("ALTER TABLE t DISABLE TRIGGER USER") }
            for _ in 0..<4 {
                try connection.script("SAVEPOINT s")
                if (try? connection.script(table.statement(&random))) == nil { try connection.script("ROLLBACK TO s") }
            }
            if isPast { try connection.script("ALTER TABLE t ENABLE TRIGGER USER") }
            try connection.script("COMMIT")
            for rank in ranks {
                if random.below(3) == 0 { try connection.fold(rank, leaving: random.below(4)) }
                let faults = try PostgresRankCheck(connection: connection, index: rank).faults()
                #expect(try isRight(rank, list, connection) == faults.isEmpty, "\(rank.rowOrder()) \(replay)")
            }
        }
    }

    private func isRight(
        _ rank: PostgresRank, _ list: ListDescription, _ connection: PostgresConnection
    ) throws -> Bool {
        var recount = PostgresRecount(of: rank, list: list, marks: "")
        while true {
            switch try recount.compare(connection) {
            case .next(let rest): recount = rest
            case .isRight: return true
            case .isWrong: return false
            }
        }
    }
}
