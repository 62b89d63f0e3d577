/// Finds rows by position and positions by row in a rank index of a PostgreSQL table.
///
/// Two short sums find the bucket, one over the buckets of level 2 and one over those in one of them; the counts that wait to be
/// folded take part in both. The rest of the way is a walk in the table's index, within one bucket.
struct PostgresRankReader: RankReading {
    let connection: PostgresConnection
    let index: PostgresRank
    let list: ListDescription

    /// Rows at the beginning that are walked over without a look at the counts: half a bucket.
    private var shortWalk: Int { index.rows / 2 }

    /// A bucket of level 1.
    private struct Bucket {
        /// The position of its first row.
        var start: Int
        /// How many rows it has; `nil` for the last one.
        var size: Int?
        /// The key after which its rows are; `nil` for the first one.
        var key: [SQLiteValue]?
    }

    func total() throws -> Int {
        let sql =
            "SELECT (coalesce((SELECT sum(count) FROM \(index.nodes) WHERE parent IS NULL), 0) + coalesce(sum(n), 0))::int8, "
            + "count(*) FROM \(index.deltas)"
        var total = 0
        try connection.forEachRow(sql) { row in
            total = Int(row.int64(0))
            note(unfolded: row.int64(1))
        }
        return total
    }

    func objects(offset: Int, count: Int, isMirrored: Bool) throws -> PageObjects {
        let sql = selection
        var objects = PageObjects(ObjectWriter(list, hasHiddenKey: sql.hasHiddenKey))
        var (start, count) = (offset, count)
        if isMirrored {
            let end = max(0, try total() - offset)
            start = max(0, end - count)
            count = min(count, end)
        }
        try forEachRow(sql.columns, sql, from: start, count: count) { try objects.append(.postgres($0)) }
        if isMirrored { objects.reverse() }
        return objects
    }

    /// The identities of the rows at neighbouring positions, in order.
    func identities(offset: Int, count: Int) throws -> [[SQLiteValue]] {
        let key = list.declaredKey ?? []
        var identities: [[SQLiteValue]] = []
        let names = key.map { list.columns[$0].sql }.joined(separator: ", ")
        try forEachRow(names, selection, from: offset, count: count) { row in
            identities.append(key.indices.map { row.value($0) })
        }
        return identities
    }

    private func forEachRow(
        _ columns: String, _ sql: SelectionSQL, from start: Int, count: Int, _ body: (PostgresRow) throws -> Void
    ) throws {
        let first = Bucket(start: 0)
        guard count > 0, let bucket = start < shortWalk ? first : try bucket(of: start) else { return }
        var (rest, count) = (start - bucket.start, count)
        for range in sql.segments(from: bucket.key, backwards: false) where count > 0 {
            let from = "FROM \(list.sql)\(range.filter)"
            var read = 0
            try connection.forEachRow(
                "SELECT \(columns) \(from)\(range.order) LIMIT \(count) OFFSET \(rest)", range.bindings
            ) { row in
                read += 1
                try body(row)
            }
            count -= read
            if read > 0 {
                rest = 0
            } else if rest > 0 {
                // The range ends before the page begins.
                let rows = "SELECT count(*) FROM (SELECT \(from) LIMIT \(rest)) AS s"
                rest -= Int(try connection.value(rows, range.bindings)?.int64 ?? 0)
            }
        }
    }

    func offset(of identity: [SQLiteValue], isMirrored: Bool) throws -> Int? {
        guard list.canHold(identity), let bucket = try bucket(holding: identity) else { return nil }
        var place = bucket.start
        for range in selection.segments(from: bucket.key, backwards: false) {
            let limit = bucket.size.map { " LIMIT \(max(0, $0))" } ?? ""
            let rows =
                "SELECT row_number() OVER (\(range.order.dropFirst())) AS place, "
                + "\(list.keyCondition(from: range.bindings.count + 1)) AS found FROM \(list.sql)\(range.filter)\(range.order)\(limit)"
            var (found, count) = (nil as Int?, 0)
            try connection.forEachRow(
                "SELECT min(place) FILTER (WHERE found), count(*) FROM (\(rows)) AS s", range.bindings + identity
            ) { row in
                found = row.kind(0) == .null ? nil : Int(row.int64(0))
                count = Int(row.int64(1))
            }
            if let found {
                let offset = place + found - 1
                return isMirrored ? try total() - 1 - offset : offset
            }
            place += count
        }
        return nil
    }

    private var selection: SelectionSQL { SelectionSQL(RowSelection(sort: index.order.places), of: list) }

    /// The bucket that a position is in; beyond the end, the last one.
    private func bucket(of offset: Int) throws -> Bucket? {
        try find("", "before <= ?1::int8", "before <= ?1::int8 - (SELECT before FROM top)", [.integer(Int64(offset))])
    }

    /// The bucket that a row is in; `nil` where there is no such row.
    private func bucket(holding identity: [SQLiteValue]) throws -> Bucket? {
        let row =
            "SELECT \(index.values("t")), 0 AS n FROM \(list.sql) AS t WHERE \(list.keyCondition(from: 1, of: "t"))"
        // A transaction of one state that also writes may see a key twice: as it was when somebody removed it, and as it wrote it anew.
        func isBefore(_ stream: String) -> String { "place < (SELECT min(place) FROM \(stream) WHERE kind = 1)" }
        return try find(row, isBefore("highs"), isBefore("lows"), identity)
    }

    /// Finds the last bucket that meets a condition, first on level 2 and then in it.
    ///
    /// Rows, deltas and buckets of one key follow each other in this order: a bucket's rows come after its key.
    ///
    /// - Parameter row: the row that is looked for; may be empty.
    private func find(
        _ row: String, _ isHigh: String, _ isLow: String, _ bindings: [SQLiteValue]
    ) throws -> Bucket? {
        func stream(_ nodes: String) -> String {
            let marker = row.isEmpty ? "" : " UNION ALL SELECT NULL, 1, s.*, 1 FROM (\(row)) AS s"
            return
                "SELECT id, kind, head, \(index.keys), row_number() OVER w AS place, (sum(n) OVER w - n)::int8 AS before "
                + "FROM (SELECT id, head, \(index.keys), count AS n, 2 AS kind FROM \(index.nodes) WHERE \(nodes) "
                + "UNION ALL SELECT NULL, 1, \(index.keys), n, 0 FROM deltas\(marker)) AS s "
                + "WINDOW w AS (ORDER BY head, \(index.order()), kind ROWS UNBOUNDED PRECEDING)"
        }
        func pick(_ stream: String, _ condition: String) -> String {
            "SELECT * FROM (SELECT id, head, \(index.keys), place, before - first_value(before) OVER w AS before, "
                + "lead(before) OVER w - before AS size FROM \(stream) WHERE kind = 2 WINDOW w AS (ORDER BY place)) AS s "
                + "WHERE \(condition) ORDER BY place DESC LIMIT 1"
        }
        let sql = """
            WITH deltas AS MATERIALIZED (SELECT \(index.keys), n FROM \(index.deltas)),
            highs AS MATERIALIZED (\(stream("parent IS NULL"))), top AS MATERIALIZED (\(pick("highs", isHigh))),
            lows AS MATERIALIZED (\(stream("parent = (SELECT id FROM top)"))), low AS (\(pick("lows", isLow)))
            SELECT top.before + low.before, coalesce(low.size, top.size - low.before), low.head, (SELECT count(*) FROM deltas), \(index.keys.split(separator: ", ")
                .map { "low.\($0)" }.joined(separator: ", ")) FROM top, low
            """
        var bucket: Bucket?
        try connection.withoutReplanning(sql, bindings) { row in
            let key = index.columns.indices.map { row.value($0 + 4) }
            let size = row.kind(1) == .null ? nil : Int(row.int64(1))
            bucket = Bucket(start: Int(row.int64(0)), size: size, key: row.int64(2) == 0 ? nil : key)
            note(unfolded: row.int64(3))
        }
        return bucket
    }

    /// Lets the counts be folded once they have become many.
    private func note(unfolded count: Int64) {
        if count > ServerLimits.unfoldedCounts { connection.unfolded.insert(index) }
    }
}
