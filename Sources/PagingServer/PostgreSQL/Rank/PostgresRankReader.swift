/// Finds rows by position and positions by row in a rank index of a PostgreSQL table.
///
/// Two short sums find the bucket, one over the buckets of level 2 and one over the buckets in one of them; deltas
/// are part of both. The rest of the way is a walk in the table's index, within one bucket.
struct PostgresRankReader: RankReading {
    let connection: PostgresConnection
    let index: PostgresRank
    let list: ListDescription
    var facts: RankFacts.InState?

    /// The rows at the beginning that are walked over without reading counts: half a bucket.
    private var shortWalk: Int { index.rows / 2 }

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

    func objects(_ sql: SelectionSQL, offset: Int, count: Int, isMirrored: Bool) throws -> PageObjects {
        var objects = PageObjects(sql, of: list, count: count)
        var (start, count) = (offset, count)
        if isMirrored {
            let end = max(0, try total() - offset)
            start = max(0, end - count)
            count = min(count, end)
        }
        try forEachRow(sql.placedColumns, selection, from: start, count: count) { try objects.append(.postgres($0)) }
        if isMirrored { objects.reverse() }
        return objects
    }

    /// The identities of the rows at neighboring positions, in order.
    func identities(offset: Int, count: Int) throws -> [[DatabaseValue]] {
        let key = list.declaredKey ?? []
        var identities: [[DatabaseValue]] = []
        let names = key.map { list.columns[$0].sql }.joined(separator: ", ")
        try forEachRow(names, selection, from: offset, count: count) { row in
            identities.append(key.indices.map { row.value($0) })
        }
        return identities
    }

    private func forEachRow(
        _ columns: String, _ sql: SelectionSQL, from start: Int, count: Int, _ body: (PostgresRow) throws -> Void
    ) throws {
        let first = RankBucket(start: 0)
        guard count > 0, let bucket = start < shortWalk ? first : try bucket(of: start) else { return }
        var (rest, count) = (start - bucket.start, count)
        for range in sql.segments(from: bucket.key, backwards: false) where count > 0 {
            let from = "FROM \(list.sql)\(range.filter)"
            var read = 0
            try connection.forEachRow(
                "SELECT \(columns) \(from)\(range.order) LIMIT ?\(range.bindings.count + 1) OFFSET ?\(range.bindings.count + 2)",
                range.bindings + [.integer(Int64(count)), .integer(Int64(rest))]
            ) { row in
                read += 1
                try body(row)
            }
            count -= read
            if read > 0 {
                rest = 0
            } else if rest > 0 {
                // The range ends before the page begins.
                let rows = "SELECT count(*) FROM (SELECT \(from) LIMIT ?\(range.bindings.count + 1)) AS s"
                rest -= Int(try connection.value(rows, range.bindings + [.integer(Int64(rest))])?.int64 ?? 0)
            }
        }
    }

    func offset(of identity: [DatabaseValue], isMirrored: Bool) throws -> Int? {
        guard list.canHold(identity), let bucket = try bucket(holding: identity) else { return nil }
        var place = bucket.start
        for range in selection.segments(from: bucket.key, backwards: false) {
            let (first, last) = (range.bindings.count + 1, range.bindings.count + identity.count + 1)
            let rows =
                "SELECT row_number() OVER (\(range.order.dropFirst())) AS place, "
                + "\(list.keyCondition(from: first)) AS found FROM \(list.sql)\(range.filter)\(range.order) LIMIT ?\(last)"
            var (found, count) = (nil as Int?, 0)
            try connection.forEachRow(
                "SELECT min(place) FILTER (WHERE found), count(*) FROM (\(rows)) AS s",
                range.bindings + identity + [.integer(Int64(bucket.size.map { max(0, $0) } ?? .max))]
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

    /// A few rows are found one by one down the levels. For many rows, their buckets of level 1 are found at once, and each is walked over once.
    func offsets(of identities: [[DatabaseValue]], isMirrored: Bool) throws -> [[DatabaseValue]: Int] {
        var offsets: [[DatabaseValue]: Int] = [:]
        guard identities.count > ServerLimits.rowsCountedSingly else {
            for identity in identities { offsets[identity] = try offset(of: identity, isMirrored: isMirrored) }
            return offsets
        }
        for (bucket, wanted) in try buckets(holding: identities.filter(list.canHold)) {
            try walk(over: bucket, to: wanted, &offsets)
        }
        guard isMirrored, !offsets.isEmpty else { return offsets }
        let last = try total() - 1
        return offsets.mapValues { last - $0 }
    }

    /// Notes the positions of some of a bucket's rows.
    private func walk(over bucket: RankBucket, to wanted: Set<[DatabaseValue]>, _ offsets: inout [[DatabaseValue]: Int])
        throws
    {
        let key = list.declaredKey ?? []
        let names = key.map { list.columns[$0].sql }.joined(separator: ", ")
        var place = bucket.start
        let end = bucket.size.map { bucket.start + $0 } ?? .max
        for range in selection.segments(from: bucket.key, backwards: false) where place < end {
            try connection.forEachRow(
                "SELECT \(names) FROM \(list.sql)\(range.filter)\(range.order) LIMIT ?\(range.bindings.count + 1)",
                range.bindings + [.integer(Int64(end - place))]
            ) { row in
                let identity = key.indices.map { row.value($0) }
                if wanted.contains(identity) { offsets[identity] = place }
                place += 1
            }
        }
    }

    /// The buckets that rows are in, with those rows.
    private func buckets(holding identities: [[DatabaseValue]]) throws -> [(
        bucket: RankBucket, rows: Set<[DatabaseValue]>
    )] {
        let key = list.declaredKey ?? []
        let keyNames = key.map { "t." + SQLName.quoted(list.columns[$0].name) }.joined(separator: ", ")
        let (marks, width) = (key.indices.map { "i\($0)" }, index.columns.count)
        let nothing = marks.map { _ in "NULL" }.joined(separator: ", ")
        var found: [Int64: (bucket: RankBucket, rows: Set<[DatabaseValue]>)] = [:]
        let most = ServerLimits.keysLookedUp / max(1, key.count)
        for start in stride(from: 0, to: identities.count, by: most) {
            let batch = identities[start..<min(start + most, identities.count)]
            // Few sizes, so that few statements are prepared: the last key stands for those that are left out.
            let keys = batch + Array(repeating: batch[batch.endIndex - 1], count: most - batch.count)
            let rows = "\(list.sql) WHERE \(list.keyCondition(count: most, from: 1))"
            let sql = """
                WITH wanted AS MATERIALIZED (SELECT \(index.values("t")), \(keyNames) FROM (SELECT * FROM \(rows)) AS t),
                s AS MATERIALIZED (
                  SELECT *, count(*) FILTER (WHERE kind = 2) OVER w AS bucket, sum(n) OVER w - n AS before FROM (
                    SELECT 1 AS kind, 1::int2 AS head, 0::int8 AS n, wanted.* FROM wanted AS wanted (\(index.keys), \(marks.joined(separator: ", ")))
                    UNION ALL SELECT 2, head, count, \(index.keys), \(nothing) FROM \(index.nodes) WHERE level = 1
                    UNION ALL SELECT 0, 1, n, \(index.keys), \(nothing) FROM \(index.deltas)
                    UNION ALL SELECT 0, 1, n, \(index.keys), \(nothing) FROM \(index.buffer)) AS s
                  WINDOW w AS (ORDER BY head, \(index.order()), kind ROWS UNBOUNDED PRECEDING))
                SELECT b.bucket, b.before::int8, (e.before - b.before)::int8, b.head, \(index.keys(of: "b")), \(marks.map { "r.\($0)" }.joined(separator: ", "))
                FROM s AS r JOIN s AS b ON b.kind = 2 AND b.bucket = r.bucket
                LEFT JOIN s AS e ON e.kind = 2 AND e.bucket = r.bucket + 1 WHERE r.kind = 1
                """
            try connection.withoutReplanning(sql, keys.flatMap { $0 }) { row in
                let number = row.int64(0)
                if found[number] == nil {
                    let key = index.columns.indices.map { row.value($0 + 4) }
                    let bucket = RankBucket(
                        start: Int(row.int64(1)), size: row.kind(2) == .null ? nil : max(0, Int(row.int64(2))),
                        key: row.int64(3) == 0 ? nil : key)
                    found[number] = (bucket, [])
                }
                found[number]?.rows.insert(key.indices.map { row.value($0 + 4 + width) })
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The list in the order of the index.
    var selection: SelectionSQL { SelectionSQL(RowSelection(sort: index.order.places), of: list) }

    /// The bucket that a position is in; beyond the end, the last one.
    private func bucket(of offset: Int) throws -> RankBucket? {
        if let known = facts?.bucket(of: offset, in: index.nodes) { return known }
        let found = try find("", { _ in "before <= ?1::int8" }, [.integer(Int64(offset))])
        if let found { facts?.keep(found, of: index.nodes) }
        return found
    }

    /// The bucket that a row is in, or `nil` if there is no such row.
    private func bucket(holding identity: [DatabaseValue]) throws -> RankBucket? {
        let row =
            "SELECT \(index.values("t")), 0 AS n FROM \(list.sql) AS t WHERE \(list.keyCondition(from: 1, of: "t"))"
        // A transaction of one state that also writes may see a key twice: the row that another transaction removed, and its own new one.
        return try find(row, { "place < (SELECT min(place) FROM \($0) WHERE kind = 1)" }, identity)
    }

    /// Finds the last bucket that meets a condition, first on level 3 and then in each that was found.
    ///
    /// On each level rows, deltas and buckets of one key follow each other in this order, because a bucket's rows come after its key. Only
    /// those in the bucket above are read. `place` numbers them; `before` is the number of rows before one.
    ///
    /// - Parameters:
    ///   - row: SQL for the row to find; may be empty.
    ///   - condition: the condition for a bucket of a level.
    private func find(
        _ row: String, _ condition: (_ level: String) -> String, _ bindings: [DatabaseValue]
    ) throws -> RankBucket? {
        let marker = row.isEmpty ? "" : " UNION ALL SELECT NULL, 1, s.*, 1 FROM (\(row)) AS s"
        let waiting = "SELECT NULL, 1, \(index.keys), n, 0 FROM"
        let sql = """
            WITH deltas AS MATERIALIZED (SELECT \(index.keys), n FROM \(index.deltas)),
            \(level(3, start: "0", "parent IS NULL", "\(waiting) deltas\(marker)", condition)),
            \(level(2, start: "(SELECT before FROM b3)", "parent = (SELECT id FROM b3)", within(3), condition)),
            \(level(1, start: "(SELECT before FROM b2)", "parent = (SELECT id FROM b2)",
                "\(within(2)) UNION ALL \(waiting) \(index.buffer) WHERE parent = (SELECT id FROM b2)", condition))
            SELECT b1.before, coalesce(e1.before, e2.before, e3.before) - b1.before, b1.head, (SELECT count(*) FROM deltas), \(index.keys(of: "b1"))
            FROM b1 LEFT JOIN e1 ON true LEFT JOIN e2 ON true LEFT JOIN e3 ON true
            """
        var bucket: RankBucket?
        try connection.withoutReplanning(sql, bindings) { row in
            let key = index.columns.indices.map { row.value($0 + 4) }
            let size = row.kind(1) == .null ? nil : Int(row.int64(1))
            bucket = RankBucket(start: Int(row.int64(0)), size: size, key: row.int64(2) == 0 ? nil : key)
            note(unfolded: row.int64(3))
        }
        return bucket
    }

    /// SQL of one level: its entries, the found bucket, and the one after it.
    private func level(
        _ level: Int, start: String, _ nodes: String, _ waiting: String, _ condition: (String) -> String
    ) -> String {
        """
        s\(level) AS MATERIALIZED (SELECT id, kind, head, \(index.keys), n, row_number() OVER w AS place, (\(start) + sum(n) OVER w - n)::int8 AS before
          FROM (SELECT id, head, \(index.keys), count AS n, 2 AS kind FROM \(index.nodes) WHERE \(nodes) UNION ALL \(waiting)) AS s
          WINDOW w AS (ORDER BY head, \(index.order()), kind ROWS UNBOUNDED PRECEDING)),
        b\(level) AS MATERIALIZED (SELECT * FROM s\(level) WHERE kind = 2 AND \(condition("s\(level)")) ORDER BY place DESC LIMIT 1),
        e\(level) AS MATERIALIZED (SELECT * FROM s\(level) WHERE kind = 2 AND place > (SELECT place FROM b\(level)) ORDER BY place LIMIT 1)
        """
    }

    /// SQL of the content of the bucket found on a level, without the buckets in it.
    private func within(_ level: Int) -> String {
        "SELECT NULL, head, \(index.keys), n, kind FROM s\(level) WHERE kind < 2 AND place > (SELECT place FROM b\(level)) "
            + "AND (place < (SELECT place FROM e\(level)) OR NOT EXISTS (SELECT FROM e\(level)))"
    }

    /// Requests folding if there are many deltas.
    private func note(unfolded count: Int64) {
        if count > ServerLimits.unfoldedCounts { connection.due.append(.fold(index)) }
    }
}
