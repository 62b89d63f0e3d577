/// Compares a rank index with its table, in one state of both.
struct PostgresRankCheck {
    let connection: PostgresConnection
    let index: PostgresRank

    /// The greatest number of listed faults.
    private static let mostFaults = 20

    /// The defect, in words.
    func faults() throws -> [String] {
        try connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        defer { _ = try? connection.script("ROLLBACK") }
        return Array((try rowFaults() + bucketFaults()).prefix(PostgresRankCheck.mostFaults))
    }

    /// Compares the count of each bucket of level 1, deltas included, with the table's rows in it.
    private func rowFaults() throws -> [String] {
        var faults: [String] = []
        try connection.forEachRow(
            """
            SELECT place, sum(n) FILTER (WHERE kind <> 1)::int8, -sum(n) FILTER (WHERE kind = 1)::int8 FROM (
              SELECT kind, n, count(*) FILTER (WHERE kind = 2) OVER (ORDER BY head, \(index.order()), kind
                ROWS UNBOUNDED PRECEDING) AS place FROM (
                  SELECT head, \(index.keys), 2 AS kind, count AS n FROM \(index.nodes) WHERE level = 1
                  UNION ALL SELECT 1, \(index.keys), 0, n FROM \(index.deltas)
                  UNION ALL SELECT 1, \(index.keys), 0, n FROM \(index.buffer)
                  UNION ALL SELECT 1, \(index.values("t")), 1, -1 FROM \(index.table) AS t) AS s) AS s
            GROUP BY place HAVING sum(n) <> 0 ORDER BY place LIMIT \(PostgresRankCheck.mostFaults)
            """
        ) { row in
            faults.append("bucket \(row.int64(0)) of level 1 says \(row.int64(1)) and has \(row.int64(2)) rows")
        }
        return faults
    }

    /// Compares each bucket of levels 2 and 3 with the buckets in it, and with the buffer.
    private func bucketFaults() throws -> [String] {
        var faults: [String] = []
        try connection.forEachRow(
            """
            SELECT t.level, t.count, (sum(s.count) + coalesce((SELECT sum(n) FROM \(index.buffer) WHERE parent = t.id), 0))::int8
            FROM \(index.nodes) AS t LEFT JOIN \(index.nodes) AS s ON s.parent = t.id WHERE t.level > 1 GROUP BY t.id
            HAVING t.count IS DISTINCT FROM sum(s.count) + coalesce((SELECT sum(n) FROM \(index.buffer) WHERE parent = t.id), 0)
            OR t.head IS DISTINCT FROM min(s.head) ORDER BY t.level LIMIT \(PostgresRankCheck.mostFaults)
            """
        ) { row in faults.append("a bucket of level \(row.int64(0)) says \(row.int64(1)), those in it \(row.int64(2))")
        }
        let lost = try connection.value(
            """
            SELECT (SELECT count(*) FROM \(index.nodes) AS t WHERE count < 0 OR level < 3
              AND NOT EXISTS (SELECT FROM \(index.nodes) AS s WHERE s.id = t.parent AND s.level = t.level + 1))
            + (SELECT count(*) FROM \(index.buffer) AS t
              WHERE NOT EXISTS (SELECT FROM \(index.nodes) AS s WHERE s.id = t.parent AND s.level = 2))
            """)
        if lost?.int64 != 0 {
            faults.append("\(lost?.int64 ?? 0) buckets have a count below 0, or are in none of the level above")
        }
        return faults
    }
}
