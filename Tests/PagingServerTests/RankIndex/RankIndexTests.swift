import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Rank indexes as they are built, used, outdated and dropped.
@Suite(.blocking) struct RankIndexTests {
    private static let rows = """
        WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 5000)
        INSERT INTO t SELECT i * 3, CASE i % 50 WHEN 0 THEN NULL ELSE i * 7919 % 400 END, 'name ' || i % 90 FROM s
        """
    private let fixture: Fixture

    init() throws {
        fixture = try Fixture([
            "PRAGMA journal_mode = WAL", "CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER, name TEXT)", Self.rows,
        ])
    }

    private func indexing() throws -> RankIndexing { try RankIndexing(path: fixture.path) }

    private func leftovers() throws -> [String] {
        var names: [String] = []
        try SQLiteConnection(path: fixture.path, mode: .readOnly).forEachRow(
            "SELECT name FROM sqlite_schema WHERE name LIKE 'paging_rank%'"
        ) { names.append($0.string(0)) }
        return names
    }

    @Test(arguments: [("k", "k"), ("-k", "k"), ("name,-k", "-name, k"), ("-name,k", "-name, k"), ("", ""), ("-id", "")])
    func `Deep pages are those of a walk`(sort: String, order: String) throws {
        let query = sort.isEmpty ? "" : "&sort=\(sort)"
        let targets = [0, 499, 500, 501, 1500, 2499, 2500, 3777, 4499, 4975, 4999, 5000, 9000].map {
            "/lists/t?offset=\($0)&limit=13\(query)"
        }
        let served = try fixture.responder()
        func page(_ target: String) throws -> [JSONValue?] {
            let json = try served.get(target).json()
            return [json["objects"], json.value(at: "paging/totalCount"), json.value(at: "paging/next")]
        }
        let walked = try targets.map(page)
        try indexing().build(list: "t", order: order)
        for (target, wanted) in zip(targets, walked) { #expect(try page(target) == wanted, "\(target)") }
        let deep = served.get(targets[6])
        #expect(deep.header("Server-Timing")?.hasPrefix("rank;") == true)
        // Near the end of an index that the table has anyway, walking is as quick.
        let isSorted = sort != "" && sort != "-id"
        #expect(served.get(targets[0]).header("Server-Timing")?.hasPrefix("rank;") == isSorted)
    }

    @Test func `Rows say where they are`() throws {
        let served = try fixture.responder()
        let without = served.get("/lists/t/position?id=3&sort=k")
        #expect(without.status == 422)
        #expect(try without.json()["detail"]?.string?.contains("paging index DATABASE 't' --order 'k, id'") == true)
        try indexing().build(list: "t", order: "k desc")
        for sort in ["k", "-k"] {
            for offset in [0, 1, 77, 2500, 4998, 4999] {
                let row = try #require(served.objects("/lists/t?offset=\(offset)&limit=1&sort=\(sort)").first)
                let position = try served.get("/lists/t/position?id=\(row["id"]?.int ?? 0)&sort=\(sort)").json()
                #expect(position["offset"]?.int == offset)
                #expect(position["totalCount"]?.int == 5000)
            }
        }
        for (query, status) in [
            ("id=4&sort=k", 404), ("id=x&sort=k", 404), ("sort=k", 400), ("id=3&sort=none", 400),
            ("id=3&offset=1", 400),
            ("id=3&sort=name", 422),
        ] {
            #expect(served.get("/lists/t/position?\(query)").status == status, "\(query)")
        }
        #expect(served.get("/lists/u/position?id=3").status == 404)
        #expect(served.get("/lists/t/place?id=3").status == 404)
    }

    @Test func `Rows of composite keys say where they are`() throws {
        try fixture.write([
            "CREATE TABLE c (a TEXT, b INTEGER, v, PRIMARY KEY (a, b)) WITHOUT ROWID",
            "INSERT INTO c SELECT name, id, k FROM t",
        ])
        try indexing().build(list: "c", order: "v desc, a")
        let served = try fixture.responder()
        let row = try #require(served.objects("/lists/c?offset=3210&limit=1&sort=-v,a").first)
        let id = PercentEncoding.encode(try #require(row["id"]?.string))
        #expect(try served.get("/lists/c/position?id=\(id)&sort=-v,a").json()["offset"]?.int == 3210)
        #expect(served.get("/lists/c/position?id=1&sort=-v,a").status == 400)
    }

    @Test func `The tables of an index are no lists`() throws {
        try indexing().build(list: "t", order: "k")
        #expect(try fixture.responder().get("/lists").json().array?.compactMap { $0["name"]?.string } == ["t"])
    }

    @Test(arguments: [
        "CREATE UNIQUE INDEX u ON t (id, name)", "DROP TRIGGER paging_rank_1_delete", "ALTER TABLE t RENAME TO s",
        "ALTER TABLE t RENAME COLUMN k TO z", "DROP TRIGGER paging_rank_1_count_insert",
        "UPDATE paging_rank SET state = 'building'", "UPDATE paging_rank SET levels = 99",
    ])
    func `An index that no longer fits is not used`(change: String) throws {
        try indexing().build(list: "t", order: "k")
        #expect(try indexing().indexes().map(\.isUsable) == [true])
        try fixture.write([change])
        #expect(try indexing().indexes().map(\.isUsable) == [false])
        let list = change.hasSuffix("TO s") ? "s" : "t"
        let sort = change.hasSuffix("TO z") ? "z" : "k"
        let page = try fixture.responder().get("/lists/\(list)?sort=\(sort)&offset=2000")
        #expect(page.header("Server-Timing")?.hasPrefix("rank;") == false)
        // Building anew, or dropping what is left, mends it.
        try indexing().drop(list: "t", order: "k, id")
        #expect(try leftovers() == [])
        try indexing().build(list: list, order: sort)
        #expect(try indexing().check(list: list, order: sort) == [])
    }

    @Test func `A table without a lasting key is refused`() throws {
        try fixture.write([
            "CREATE VIEW v AS SELECT * FROM t", "CREATE TABLE h (uuid TEXT PRIMARY KEY)",
            "CREATE TABLE e (id INTEGER PRIMARY KEY, x)", "CREATE UNIQUE INDEX e_x ON e (lower(x))",
            "CREATE TABLE w (k TEXT COLLATE NOCASE, PRIMARY KEY (k COLLATE BINARY)) WITHOUT ROWID",
            "CREATE VIRTUAL TABLE f USING fts5 (x)",
        ])
        let refusals: [(String, String, RankIndexError)] = [
            ("v", "k", .notATable(list: "v")), ("h", "uuid", .noKey(list: "h")),
            ("e", "x", .uniqueExpression(list: "e", index: "e_x")),
            ("w", "k", .unlikeCollations(list: "w", column: "k")), ("t", "k sideways", .badOrder("k sideways")),
            ("t", "k,,name", .badOrder("k,,name")), ("t", "\"k", .badOrder("\"k")),
            ("t", "size", .unknownColumn("size", list: "t", known: ["id", "k", "name"])),
        ]
        for (list, order, error) in refusals {
            #expect(throws: error) { try indexing().build(list: list, order: order) }
            #expect(throws: error) { try indexing().statements(list: list, order: order) }
        }
        #expect(throws: RankIndexError.self) { try indexing().build(list: "none", order: "") }
        #expect(throws: RankIndexError.self) { try indexing().build(list: "f", order: "x") }
        #expect(throws: RankIndexError.missing(list: "t", order: "k")) { try indexing().drop(list: "t", order: "k") }
        #expect(try leftovers() == [])
    }

    @Test func `Names are quoted and directions read`() throws {
        try fixture.write([
            #"CREATE TABLE "a b" ("x, y" INTEGER PRIMARY KEY, "q""q" TEXT, "-m" INTEGER)"#,
            #"INSERT INTO "a b" SELECT id, name, k FROM t"#,
        ])
        for order in [#""q""q" desc, "x, y""#, #"-"q""q""#, "-m ASC", #"-"-m""#] {
            try indexing().build(list: "a b", order: order)
            #expect(try indexing().check(list: "a b", order: order) == [], "\(order)")
            try indexing().drop(list: "a b", order: order)
        }
        #expect(try leftovers() == [])
    }

    @Test(arguments: ["", "k", "name desc, k"])
    func `Every lookup uses the whole key`(order: String) throws {
        try indexing().build(list: "t", order: order)
        let connection = try SQLiteConnection(path: fixture.path, mode: .readOnly)
        let index = try #require(try ListCatalog(connection).list(named: "t")?.ranks.first?.sqlite)
        let key = index.columns.map { "\($0.name)=?" }.joined(separator: " AND ")
        let values = index.columns.map { $0.value(of: "paging_t") }
        var plan: [String] = []
        try connection.forEachRow(
            "EXPLAIN QUERY PLAN SELECT 1 FROM t AS paging_t "
                + "WHERE EXISTS (SELECT 1 FROM \(index.rows) WHERE \(index.key.equals(values)))"
        ) { plan.append($0.string(3)) }
        #expect(plan.contains { $0.contains(key) }, "\(plan)")
    }

    @Test func `A dry run writes nothing`() throws {
        let statements = try indexing().statements(list: "t", order: "k")
        #expect(try leftovers() == [])
        let connection = try SQLiteConnection(path: fixture.path, mode: .create)
        for statement in statements { try connection.execute(statement) }
        #expect(try leftovers().count > 10)
    }

    @Test func `An interrupted build leaves nothing`() throws {
        struct Enough: Error {}
        for stop in [0, 1, 2] {
            var calls = 0
            #expect(throws: Enough.self) {
                try indexing().build(list: "t", order: "k") { _ in
                    if calls == stop { throw Enough() }
                    calls += 1
                }
            }
            #expect(try leftovers() == [])
        }
    }

    @Test func `A cancelled build leaves nothing`() async throws {
        let path = fixture.path
        let work = Task.detached {
            try RankIndexing(path: path).build(list: "t", order: "k") { step in
                if step.total == nil { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(try leftovers() == [])
    }

    @Test func `Others write while an index is built`() throws {
        try fixture.write([
            "INSERT INTO t SELECT id + 100000, k, name FROM t", "INSERT INTO t SELECT id + 900000, k, name FROM t",
        ])
        let writer = try SQLiteConnection(path: fixture.path, mode: .create)
        var steps = 0
        try indexing().build(list: "t", order: "k, name desc") { _ in
            steps += 1
            try writer.execute("DELETE FROM t WHERE id % 11 = \(steps)")
            try writer.execute("UPDATE t SET k = k + 1000 WHERE id % 13 = \(steps)")
            try writer.execute("INSERT OR REPLACE INTO t SELECT id + 1, k, name FROM t WHERE id % 17 = \(steps)")
        }
        #expect(steps > 3)
        #expect(try indexing().check(list: "t", order: "k, name desc") == [])
    }

    @Test func `Of two builders the later one wins`() throws {
        var isFirst = true
        let fixture = fixture
        #expect(throws: RankIndexError.takenOver(list: "t")) {
            try indexing().build(list: "t", order: "k") { step in
                guard step.total != nil, isFirst else { return }
                isFirst = false
                try RankIndexing(path: fixture.path).build(list: "t", order: "k")
            }
        }
        #expect(try indexing().indexes().map(\.isUsable) == [true])
        #expect(try indexing().check(list: "t", order: "k") == [])
    }

    @Test func `Vacuum and cascades keep the counts`() throws {
        try fixture.write([
            "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES c ON DELETE CASCADE, k INTEGER)",
            "INSERT INTO c SELECT id, CASE WHEN id < 300 THEN NULL ELSE id / 3 / 2 * 3 END, k FROM t",
        ])
        try indexing().build(list: "c", order: "k desc")
        try fixture.write(["VACUUM"])
        let connection = try SQLiteConnection(path: fixture.path, mode: .create)
        try connection.execute("PRAGMA foreign_keys = 1")
        try connection.execute("DELETE FROM c WHERE id IN (240, 120, 243)")
        #expect(try connection.value("SELECT count(*) FROM c")?.int64 ?? 5000 < 4950)
        #expect(try indexing().check(list: "c", order: "k desc") == [])
        try connection.execute("DELETE FROM c")
        #expect(try indexing().check(list: "c", order: "k desc") == [])
    }

    @Test func `A check finds changes that went past the triggers`() throws {
        try indexing().build(list: "t", order: "k")
        try fixture.write(["UPDATE paging_rank_1_node SET count = count + 1 WHERE level = 2"])
        #expect(try indexing().check(list: "t", order: "k").isEmpty == false)
        try indexing().build(list: "t", order: "k")
        try fixture.write(["DELETE FROM paging_rank_2_row WHERE c1 = 5"])
        #expect(try indexing().check(list: "t", order: "k").isEmpty == false)
    }

    @Test func `A request that would take seconds is refused`() throws {
        #expect(PageCost.milliseconds(total: 10_000_000, walk: 5_000_000, isSorted: false) > 2_000)
        #expect(PageCost.milliseconds(total: 10_000_000, walk: 5_000_000, isSorted: true) < 2_000)
        #expect(PageCost.milliseconds(total: 1_000_000, walk: 100, isSorted: false) < 2_000)
        let list = try #require(try ListCatalog(SQLiteConnection(path: fixture.path, mode: .readOnly)).list(named: "t"))
        let order = RankOrder([RowSelection.Term(column: 2, descending: true)], of: list)
        let problem = Problem.needsIndex(list, order: order, isPart: false)
        #expect(problem.status == 422)
        #expect(problem.detail.contains("paging index DATABASE 't' --order 'name, id'"))
    }
}
