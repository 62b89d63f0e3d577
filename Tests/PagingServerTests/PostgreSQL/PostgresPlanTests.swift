import PostgresTesting
import Testing

@testable import PagingServer

/// Pages and cursors read ranges of an index; nothing is sorted whole or read from end to end.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresPlanTests {
    private func makeList() throws -> (PostgresConnection, ListDescription) {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, n int, s text NOT NULL)",
            "INSERT INTO t SELECT i, nullif(i % 5, 0), 's' || i FROM generate_series(1, 5000) i",
            "CREATE INDEX ON t (n, id)", "CREATE INDEX ON t (s, id)", "VACUUM ANALYZE t",
        ])
        let connection = try fixture.connection()
        let list = try #require(PostgresCatalog(connection).lists().first { $0.name == "t" })
        return (connection, list)
    }

    private func plan(_ connection: PostgresConnection, _ sql: String, _ bindings: [DatabaseValue] = []) throws
        -> String
    {
        var lines: [String] = []
        try connection.forEachRow("EXPLAIN (COSTS off) " + sql, bindings) { lines.append($0.string(0)) }
        return lines.joined(separator: "\n")
    }

    @Test(arguments: [[0], [1], [2]], [false, true]) func `Pages read an index`(columns: [Int], descends: Bool) throws {
        let (connection, list) = try makeList()
        let terms = columns.map { RowSelection.Term(column: $0, descending: descends) }
        let sql = SelectionSQL(RowSelection(sort: terms), of: list)
        for backwards in [false, true] {
            for range in sql.ranges(backwards: backwards) {
                let text = try plan(
                    connection, "SELECT \(sql.columns) FROM \(list.sql)\(range.filter)\(range.order) LIMIT 20")
                #expect(text.contains("Index"), "\(text)")
                #expect(!text.contains("Seq Scan"), "\(text)")
                #expect(!text.contains("->  Sort"), "\(text)")
            }
        }
    }

    @Test(arguments: [
        ([0], [DatabaseValue.integer(2500)]), ([1], [.integer(2), .integer(2502)]), ([1], [.null, .integer(2500)]),
        ([2], [.text("s250"), .integer(250)]),
    ])
    func `Cursors read an index`(columns: [Int], key: [DatabaseValue]) throws {
        let (connection, list) = try makeList()
        for backwards in [false, true] {
            let terms = columns.map { RowSelection.Term(column: $0, descending: false) }
            let sql = SelectionSQL(RowSelection(sort: terms), of: list)
            for segment in sql.segments(from: key, backwards: backwards) {
                let text = try plan(
                    connection, "SELECT \(sql.columns) FROM \(list.sql)\(segment.filter)\(segment.order) LIMIT 20",
                    segment.bindings)
                #expect(text.contains("Index Cond"), "\(segment.filter)\n\(text)")
                #expect(!text.contains("Seq Scan"), "\(text)")
            }
        }
    }

    /// A word that few rows have, which are all at the end of the order; one that most have; and several.
    @Test(arguments: ["rare", "s", "s25 ", "s1 s2"]) func `Searches read their index`(text: String) throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, s varchar(40) NOT NULL, n int, \"a b\" text)",
            "INSERT INTO t SELECT i, 's' || i, i % 5, CASE WHEN i > 4900 THEN 'rare' END FROM generate_series(1, 5000) i",
            "CREATE INDEX ON t (n, id)",
        ])
        try PostgresSearchIndexing(address: fixture.address).build(list: "t", columns: ["s", "a b", "n"])
        let connection = try fixture.connection()
        let list = try #require(PostgresCatalog(connection).lists().first { $0.name == "t" })
        try connection.script("BEGIN")
        try DatabaseConnection.postgres(connection).forceSearchIndexPlan()
        let filter = try RowFilter("n > 1", of: list)
        for rows in [
            RowSelection(sort: [], search: text),
            RowSelection(sort: [.init(column: 2, descending: true)], search: text),
            RowSelection(sort: [], filter: filter, search: text),
        ] {
            let sql = SelectionSQL(rows, of: list)
            let page = "SELECT \(sql.columns) FROM \(list.sql)"
            // Behind the first row, so that most rows follow.
            let key: [DatabaseValue] = [.integer(4), .integer(0)]
            let segments = sql.segments(from: Array(key.suffix(sql.places.count)), backwards: false)
            let cursor = try #require(segments.first { !$0.filter.contains("IS NULL") && !$0.filter.contains("=") })
            for (select, bindings) in [
                ("SELECT count(*) FROM \(list.sql)\(sql.filter)", sql.bindings),
                ("\(page)\(sql.filter)\(sql.order(backwards: false)) LIMIT 20", sql.bindings),
                ("\(page)\(cursor.filter)\(cursor.order) LIMIT 20", sql.bindings + cursor.bindings),
            ] {
                let text = try plan(connection, select, bindings)
                #expect(text.contains("Bitmap Index Scan on paging_search_1"), "\(text)")
            }
        }
    }

    @Test(arguments: ["n", "n desc", "n desc, s"]) func `Sections read their rank index`(order: String) throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, n int, s text NOT NULL)",
            "INSERT INTO t SELECT i, nullif(i % 5, 0), 's' || i FROM generate_series(1, 5000) i",
        ])
        try fixture.rank("t", order: order)
        try fixture.write(["VACUUM ANALYZE t"])
        let connection = try fixture.connection()
        let list = try #require(PostgresCatalog(connection).lists().first { $0.name == "t" })
        let reader = PostgresRankReader(
            connection: connection, index: try #require(list.ranks.first?.postgres), list: list)
        var plans = [try plan(connection, reader.firstRows(limit: 10))]
        for value in [DatabaseValue.null, .integer(3)] {
            for isMirrored in [false, true] {
                plans.append(
                    try plan(
                        connection, reader.firstRow(ofSection: value, isMirrored: isMirrored),
                        value == .null ? [] : [value]))
            }
        }
        for text in plans {
            #expect(text.contains("Index Cond"), "\(text)")
            #expect(!text.contains("Seq Scan"), "\(text)")
            #expect(!text.contains("Sort"), "\(text)")
        }
    }

    @Test func `Keys are looked up`() throws {
        let (connection, list) = try makeList()
        let text = try plan(
            connection, "SELECT id FROM \(list.sql) WHERE id = \(list.columns[0].parameter(1))", [.integer(9)])
        #expect(text.contains("Index Cond"), "\(text)")
    }
}
