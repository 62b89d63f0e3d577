import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Rank indexes of PostgreSQL: made, used, checked, folded and dropped, on tables in use.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresRankTests {
    private let fixture: PostgresFixture

    init() throws {
        fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, k int, name text)",
            "INSERT INTO t SELECT i * 3, nullif(i * 7919 % 1000, 0), 'name ' || i % 50 FROM generate_series(1, 5000) i",
        ])
    }

    private func indexing(rows: Int = 32, fanOut: Int = 4) throws -> PostgresRankIndexing {
        try PostgresRankIndexing(address: fixture.address, rows: rows, fanOut: fanOut)
    }

    /// The remains of a rank index in the schema.
    private func leftovers() throws -> [String] {
        var names: [String] = []
        try fixture.connection().forEachRow(
            """
            SELECT relname FROM pg_class WHERE relname ~ '^paging_rank_' AND relnamespace = '\(fixture.schema)'::regnamespace
            UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = '\(fixture.schema)'::regnamespace
            UNION ALL SELECT tgname FROM pg_trigger WHERE tgrelid = 't'::regclass AND NOT tgisinternal
            """
        ) { names.append($0.string(0)) }
        return names
    }

    @Test(arguments: ["", "k", "k desc", "name desc, k", "k desc, name"])
    func `Pages and positions are those of the order`(
        order: String
    )
        throws
    {
        #expect(try indexing().build(list: "t", order: order) == 5000)
        let served = try fixture.responder()
        let sort = order.split(separator: ", ").map { $0.hasSuffix(" desc") ? "-" + $0.dropLast(5) : String($0) }
        for mirrored in [false, true] {
            let sort = sort.map { mirrored ? ($0.hasPrefix("-") ? String($0.dropFirst()) : "-" + $0) : $0 }.joined(
                separator: ",")
            let ids = try #require(try served.get("/lists/t/ids?sort=\(sort)").json()["ids"]?.array)
            for offset in [0, 255, 256, 300, 2500, 4600, 4990, 5000] {
                let page = served.get("/lists/t?sort=\(sort)&offset=\(offset)&limit=20")
                #expect(
                    try page.json()["objects"]?.array?.compactMap { $0["id"] }
                        == Array(ids.dropFirst(offset).prefix(20)), "\(sort) \(offset)")
                #expect(page.header("X-Total-Count") == "5000")
                if 600...4300 ~= offset { #expect(page.header("Server-Timing")?.hasPrefix("rank") == true, "\(sort)") }
                guard offset < 5000, !(mirrored && order.isEmpty) else { continue }
                let position = try served.get("/lists/t/position?sort=\(sort)&id=\(ids[offset].json)").json()
                #expect(position["offset"]?.int == offset, "\(sort)")
                #expect(position["totalCount"]?.int == 5000)
            }
            #expect(served.get("/lists/t/position?sort=\(sort)&id=2").status == 404)
            #expect(served.get("/lists/t/position?sort=\(sort)&id=x").status == 404)
        }
    }

    /// Positions of many rows are found together, beside counts that wait to be folded, from either end.
    @Test func `Many rows are found at once where each is found alone`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, n int, v text)",
            "INSERT INTO t SELECT i, nullif(i % 7, 3), 'v' || i % 11 FROM generate_series(1, 300) i",
        ])
        try PostgresRankIndexing(address: fixture.address, rows: 8, fanOut: 4).build(list: "t", order: "n desc, v")
        try fixture.write([
            "UPDATE t SET n = n + 1 WHERE id % 3 = 0", "DELETE FROM t WHERE id % 5 = 0",
            "INSERT INTO t VALUES (1000, NULL, 'a')",
        ])
        try fixture.database().read(milliseconds: 60_000) { snapshot in
            let list = try ResponderCache().catalog(snapshot).known("t")
            let reader = try #require(list.ranks.first).reader(snapshot.connection, of: list)
            let identities = (1...1001).map { [DatabaseValue.integer($0)] }
            for isMirrored in [false, true] {
                let found = try reader.offsets(of: identities, isMirrored: isMirrored)
                #expect(found.count == 241)
                for identity in identities {
                    #expect(try found[identity] == reader.offset(of: identity, isMirrored: isMirrored), "\(identity)")
                }
            }
        }
    }

    @Test func `An index is listed, checked, folded and dropped`() throws {
        let indexing = try indexing()
        #expect(try indexing.indexes() == [])
        #expect(throws: RankIndexError.missing(list: "t", order: "k")) { try indexing.drop(list: "t", order: "k") }
        let statements = try indexing.statements(list: "t", order: "k desc")
        #expect(statements.contains { $0.hasPrefix("CREATE TRIGGER") })
        #expect(try leftovers() == [])
        try indexing.build(list: "t", order: "k desc")
        // The order is kept in the form that ascends at its end; read from there it is the one asked for.
        #expect(try indexing.indexes() == [.init(list: "t", order: "k, id", isUsable: true)])
        try fixture.write([
            "INSERT INTO t VALUES (1, 5, 'new')", "UPDATE t SET k = 6 WHERE id = 1", "UPDATE t SET name = 'n'",
        ])
        #expect(try indexing.check(list: "t", order: "k desc") == [])
        // One row came, and then went elsewhere: two counts. What leaves the order alone is not counted.
        #expect(try indexing.fold(list: "t") == 3)
        #expect(try indexing.fold() == 0)
        #expect(try indexing.check(list: "t", order: "k desc") == [])
        let planned = try indexing.drop(list: "t", order: "k desc", isDryRun: true)
        #expect(try indexing.drop(list: "t", order: "k desc") == planned)
        #expect(try leftovers() == [])
        #expect(try indexing.indexes() == [])
    }

    @Test func `A statement of many rows is counted by the bucket`() throws {
        let indexing = try indexing(rows: 100)
        try indexing.build(list: "t", order: "k")
        let connection = try fixture.connection()
        try connection.script("INSERT INTO t SELECT 20000 + i, i % 1000, 'bulk' FROM generate_series(1, 3000) i")
        let buckets = try connection.value("SELECT count(*) FROM paging_rank_1_node WHERE level = 1")?.int64 ?? 0
        let deltas = try connection.value("SELECT count(*) FROM paging_rank_1_delta")?.int64 ?? 0
        // As many as a bucket has one by one, the others by the bucket.
        #expect(101...buckets + 100 ~= deltas)
        #expect(try indexing.check(list: "t", order: "k") == [])
        // A state of its own may be older than the buckets: there every row is counted by itself.
        try connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ")
        try connection.script("DELETE FROM t WHERE id > 20000")
        #expect(try connection.value("SELECT count(*) FROM paging_rank_1_delta")?.int64 == deltas + 3000)
        try connection.script("COMMIT")
        try indexing.fold()
        #expect(try indexing.check(list: "t", order: "k") == [])
    }

    @Test func `A bucket is not split under a statement of many rows`() throws {
        let indexing = try indexing(rows: 20)
        try indexing.build(list: "t", order: "k")
        let (open, other) = (try fixture.connection(), try fixture.connection())
        func buckets() throws -> Int64? { try other.value("SELECT count(*) FROM paging_rank_1_node")?.int64 }
        let before = try buckets()
        try open.script("BEGIN; INSERT INTO t SELECT 20000 + i, 500, 'open' FROM generate_series(1, 300) i")
        for i in 1...60 { try other.script("INSERT INTO t VALUES (30000 + \(i), 500, 'committed')") }
        #expect(try indexing.fold() == 60)
        #expect(try buckets() == before)
        try open.script("COMMIT")
        #expect(try indexing.check(list: "t", order: "k") == [])
        _ = try indexing.fold(leaving: 0)
        #expect(try buckets() ?? 0 > before ?? 0)
        #expect(try indexing.check(list: "t", order: "k") == [])
    }

    /// A transaction of one state sees a row that was deleted meanwhile, and may insert one with the same key beside it.
    @Test func `A key that a transaction sees twice is at the first of its rows`() throws {
        try indexing().build(list: "t", order: "k")
        let (open, other) = (try fixture.connection(), try fixture.connection())
        let list = try #require(try PostgresCatalog(open).lists().first { $0.name == "t" })
        let rank = try #require(list.ranks.first?.postgres)
        let reader = PostgresRankReader(connection: open, index: rank, list: list)
        try open.script("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM t")
        let old = try #require(try reader.offset(of: [.integer(3)], isMirrored: false))
        try other.script("DELETE FROM t WHERE id = 3")
        for (key, position) in [(-1, nil), (2000, old)] {
            try open.script("SAVEPOINT s; INSERT INTO t VALUES (3, \(key), 'again')")
            #expect(try open.value("SELECT count(*) FROM t WHERE id = 3")?.int64 == 2)
            // NULLs come first.
            let nulls = Int(try open.value("SELECT count(*) FROM t WHERE k IS NULL")?.int64 ?? 0)
            #expect(try reader.offset(of: [.integer(3)], isMirrored: false) == position ?? nulls)
            try open.script("ROLLBACK TO s")
        }
        try open.script("ROLLBACK")
    }

    @Test func `Tables that cannot be counted are refused`() throws {
        try fixture.write([
            "CREATE TABLE parted (id int PRIMARY KEY) PARTITION BY RANGE (id)", "CREATE VIEW v AS SELECT * FROM t",
            "CREATE TABLE secret (id int PRIMARY KEY)", "ALTER TABLE secret ENABLE ROW LEVEL SECURITY",
            "CREATE TABLE p (id int PRIMARY KEY, at point)", "CREATE TABLE heap (a int)",
            "CREATE UNLOGGED TABLE loose (id int PRIMARY KEY)",
        ])
        let indexing = try indexing()
        for (list, order, error) in [
            ("parted", "", RankIndexError.unfit(list: "parted", .hasParts)), ("v", "", .notATable(list: "v")),
            ("secret", "", .unfit(list: "secret", .rowSecurity)),
            ("p", "at", .unfit(list: "p", .unsortable(column: "at"))),
            ("heap", "a", .noKey(list: "heap")), ("loose", "", .unfit(list: "loose", .hasParts)),
            ("t", "x", .unknownColumn("x", list: "t", known: ["id", "k", "name"])),
            ("t", "k down", .badOrder("k down")),
        ] {
            #expect(throws: error, "\(error)") { try indexing.build(list: list, order: order) }
        }
        #expect(try leftovers() == [])
    }

    @Test func `An index that no longer fits is not used`() throws {
        let indexing = try indexing()
        for change in [
            "ALTER TABLE t DISABLE TRIGGER paging_rank_1_insert", "DROP INDEX paging_rank_1_order",
            "ALTER TABLE t ENABLE ROW LEVEL SECURITY", "DROP TABLE paging_rank_1_delta",
        ] {
            try indexing.build(list: "t", order: "k")
            let served = try fixture.responder()
            #expect(served.get("/lists/t/position?sort=k&id=3").status == 200)
            try fixture.write([change])
            #expect(served.get("/lists/t/position?sort=k&id=3").status == 422, "\(change)")
            #expect(try indexing.indexes().map(\.isUsable) == [false], "\(change)")
            try fixture.write(["ALTER TABLE t DISABLE ROW LEVEL SECURITY"])
            try indexing.drop(list: "t", order: "k, id")
        }
        #expect(try leftovers() == [])
    }

    @Test func `A role that may read the table may use the index`() throws {
        try fixture.write([
            "DROP ROLE IF EXISTS librarian", "CREATE ROLE librarian LOGIN",
            "GRANT USAGE ON SCHEMA \(fixture.schema) TO librarian",
            "GRANT SELECT, INSERT ON t TO librarian",
        ])
        try indexing().build(list: "t", order: "k")
        let address = fixture.address.replacing("paging@", with: "librarian@")
        // A role that may write to the table need not know of the counts.
        let writer = try PostgresConnection(PostgresAddress(address))
        try writer.script("INSERT INTO t VALUES (1, 5, 'theirs')")
        #expect(throws: PostgresError.self) { try writer.script("DELETE FROM paging_rank_1_delta") }
        let responder = Responder(try Database(address), queryMilliseconds: 60_000)
        let position = responder.respond(to: Request(target: "/lists/t/position?sort=k&id=1"))
        #expect(position.status == 200)
        #expect(try position.json()["totalCount"]?.int == 5001)
        try fixture.write(["DROP OWNED BY librarian", "DROP ROLE librarian"])
    }

    @Test func `A build that is cancelled or fails leaves nothing`() async throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try indexing().build(list: "t", order: "k") { if $0.total != nil { throw Stop() } }
        }
        #expect(try leftovers() == [])
        // A writer keeps the triggers from being made, for as long as its transaction is open.
        let address = fixture.address
        let (writer, look) = (try fixture.connection(), try fixture.connection())
        try writer.script("BEGIN; INSERT INTO t VALUES (1, 2, 'open')")
        // On a thread of its own: it waits for the writer.
        let work = BlockingThreads.detached { try PostgresRankIndexing(address: address).build(list: "t", order: "k") }
        let waiting = """
            SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%\(fixture.schema)%' AND wait_event_type = 'Lock'
            """
        try await eventually("the build waits for the writer") {
            try look.script(waiting)
        } until: {
            $0 != ["0"]
        }
        work.cancel()
        // An unfinished index is removed once nobody writes to the table.
        try writer.script("ROLLBACK")
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(try leftovers() == [])
    }

    @Test func `The server folds waiting entries`() async throws {
        try indexing().build(list: "t", order: "k")
        let connection = try fixture.connection()
        for i in 1...80 { try connection.script("INSERT INTO t VALUES (20000 + \(i), \(i), 'x')") }
        let served = try fixture.responder()
        var looks = 0
        // Each look finds them waiting, until they are folded beside it. What was asked before is answered without a look.
        try await eventually("all entries are folded") {
            looks += 1
            #expect(served.get("/lists/t?sort=k&offset=\(1000 + looks % 3000)").status == 200)
            return try connection.script("SELECT count(*) FROM paging_rank_1_delta")
        } until: {
            $0 == ["0"]
        }
        #expect(try indexing().check(list: "t", order: "k") == [])
    }
}
