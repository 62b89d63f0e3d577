import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Pages deep in a section, which a rank index finds whose first column is the sections'.
@Suite(.blocking) struct SectionPageTests {
    private func makeList(_ backend: Backend, order: String) throws -> any TestDatabase {
        let fixture = try backend.fixture([
            "CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT, n INTEGER, k INTEGER)",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO t SELECT i * 2, CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN 'b' ELSE 'c' END, i % 2 + 4,
                CASE WHEN i % 11 = 0 THEN NULL ELSE i * 7919 % 500 END FROM n
            """,
        ])
        try fixture.rank("t", order: order)
        return fixture
    }

    /// A section in an order, and the same rows as a filter has them, which no rank index does.
    private static let sections = [
        ("kind", "group=b", "kind = 'b'"), ("kind", "groupType=null", "kind is null"), ("n", "group=4", "n = 4"),
        ("n", "group=5&groupType=integer", "n = 5"), ("n", "group=5.0", "n = 5"),
        ("kind", "group=none", "kind = 'none'"),
        ("n", "groupType=null", "n is null"),
    ]

    private func check(_ served: ServedFixture, _ column: String, sort: String, isRanked: Bool = true) throws {
        for (name, section, filter) in Self.sections where name == column {
            let filter = PercentEncoding.encode(filter)
            let sorts = sort.isEmpty ? "" : "&sort=\(sort)"
            // A group of PostgreSQL's whole numbers is one.
            if section.hasSuffix(".0"), served.fixture is PostgresFixture { continue }
            let sorted = try #require(served.get("/lists/t/ids?where=\(filter)\(sorts)").json()["ids"]?.array)
            for offset in [0, 500, 1100, sorted.count - 30, sorted.count]
            where 0...sorted.count ~= offset {
                let page = served.get("/lists/t?groupBy=\(column)&\(section)\(sorts)&offset=\(offset)&limit=40")
                let note: Comment = "\(section) \(sort) \(offset)"
                #expect(
                    try page.json()["objects"]?.array?.compactMap { $0["id"] }
                        == Array(sorted.dropFirst(offset).prefix(40)), note)
                #expect(page.header("X-Total-Count") == "\(sorted.count)", note)
                if isRanked, 500..<max(500, sorted.count - 540) ~= offset {
                    #expect(page.header("Server-Timing")?.hasPrefix("rank") == true, note)
                }
            }
        }
    }

    static let orders = [
        ("kind", "kind", ["", "-id", "kind", "-kind"]), ("kind", "kind desc", ["", "-kind"]),
        ("kind", "kind, k desc", ["k", "-k", "kind,k", "-kind,-k"]), ("kind", "kind desc, k", ["k", "-k,-id"]),
        ("n", "n, kind, k", ["kind,k", "-kind,-k", "-kind,-k,-id"]),
        ("n", "n desc, kind desc, k", ["-kind,k", "kind,-k"]),
    ]
    /// All orders in both databases in `make check`; else the simplest and the longest.
    static let cases = Backend.all.flatMap { backend in
        (LongTests.areRun ? orders : [orders[0], orders[2]]).map { (backend, $0.0, $0.1, $0.2) }
    }

    @Test(arguments: cases)
    func `Pages are those of a sort`(backend: Backend, column: String, order: String, sorts: [String]) throws {
        let fixture = try makeList(backend, order: order)
        let served = try fixture.responder()
        for statement in [
            "SELECT 1", "UPDATE t SET kind = 'b', n = 4 WHERE id % 5 = 0",
            "DELETE FROM t WHERE id % 7 = 0 AND id > 3000",
            "INSERT INTO t SELECT id + 1, 'b', 5, k FROM t WHERE id % 4 = 0",
        ] {
            try fixture.write([statement])
            for sort in sorts { try check(served, column, sort: sort) }
        }
        if backend == .postgres { try PostgresRankIndexing(address: fixture.place).fold() }
        for sort in sorts { try check(served, column, sort: sort) }
        // Another order in the section has no such index.
        try check(served, column, sort: "k,-id", isRanked: false)
    }

    @Test func `A key that is grouped by is a section of one row`() throws {
        for backend in Backend.all {
            let fixture = try makeList(backend, order: "")
            let page = try fixture.responder().get("/lists/t?groupBy=id&group=8")
            #expect(try page.json()["objects"]?.array?.compactMap { $0["id"] } == [8])
            #expect(page.header("X-Total-Count") == "1")
        }
    }
}
