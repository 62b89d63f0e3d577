/// Compares a rank index with its table again, because rows may have come or gone past its triggers.
///
/// Rows written through a table that this one was a part of for a while fire none of its triggers. Attaching and detaching alter the catalog
/// rows of its columns, and disabling a trigger alters that of the trigger. Their versions are kept beside the index. When they differ the
/// index is not used until its rows are counted: harmless alterations, such as a default or a restored copy, change versions too.
///
/// Each step compares one bucket of level 2 in a state of its own, so nobody waits long for a lock of the table.
struct PostgresRecount: Sendable {
    let index: PostgresRank
    /// The table, as if its index could be used.
    let list: ListDescription
    /// The versions when the recount began.
    let marks: String
    /// The bucket that was compared last, or `nil` at the beginning.
    var bucket: Int64?

    /// The result of a step.
    enum Step {
        case next(PostgresRecount)
        case isRight
        case isWrong
    }

    init(of index: PostgresRank, list: ListDescription, marks: String) {
        var list = list
        list.ranks = [.postgres(index)]
        (self.index, self.list, self.marks) = (index, list, marks)
    }

    /// Compares the next bucket. At the last one, or at the first wrong one, the index can be used again or has ended.
    func step(_ connection: PostgresConnection) throws -> Step {
        let step = try compare(connection)
        switch step {
        case .next: break
        case .isRight, .isWrong:
            let isRight = if case .isRight = step { true } else { false }
            try connection.script("SELECT \(index.recounted.name)(\(SQLName.literal(marks)), \(isRight))")
        }
        return step
    }

    /// The same, without writing the result down.
    func compare(_ connection: PostgresConnection) throws -> Step {
        try connection.script(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(connection.transactionSettings)"
                + "SET LOCAL statement_timeout = \(ServerLimits.defaultQueryMilliseconds); SET LOCAL lock_timeout = 1000"
        )
        defer { _ = try? connection.script("ROLLBACK") }
        var rest = self
        guard let part = try part(connection) else {
            // The bucket is gone since.
            rest.bucket = nil
            return .next(rest)
        }
        guard try isRight(part, connection) else { return .isWrong }
        guard part.next != nil else { return .isRight }
        rest.bucket = part.id
        return .next(rest)
    }

    /// A bucket of level 2.
    private struct Part {
        var id: Int64
        /// The bucket after it, or `nil` at the end.
        var next: Int64?
        /// The key before its rows, or `nil` for the first one.
        var key: [DatabaseValue]?
        /// More rows than it can have by any count.
        var limit: Int64
    }

    /// The bucket after the one that was compared last.
    private func part(_ connection: PostgresConnection) throws -> Part? {
        var part: Part?
        try connection.forEachRow(
            """
            SELECT id, next, head, 1 + (SELECT coalesce(sum(abs(count)), 0) FROM \(index.nodes) AS c WHERE c.parent = s.id)
            + (SELECT coalesce(sum(abs(n)), 0) FROM \(index.buffer) AS b WHERE b.parent = s.id)
            + (SELECT coalesce(sum(abs(n)), 0) FROM \(index.deltas)), \(index.keys) FROM (
              SELECT *, lag(id) OVER w AS previous, lead(id) OVER w AS next FROM \(index.nodes) WHERE level = 2
              WINDOW w AS (ORDER BY head, \(index.order()))) AS s WHERE previous IS NOT DISTINCT FROM ?1::int4
            """, [bucket.map(DatabaseValue.integer) ?? .null]
        ) { row in
            part = Part(
                id: row.int64(0), next: row.kind(1) == .null ? nil : row.int64(1),
                key: row.int64(2) == 0 ? nil : index.columns.indices.map { row.value($0 + 4) }, limit: row.int64(3))
        }
        return part
    }

    /// Compares the buckets of level 1 in a part with the table's rows. Rows, deltas and buckets are sorted together, up to the next part's key.
    private func isRight(_ part: Part, _ connection: PostgresConnection) throws -> Bool {
        let segments = SelectionSQL(RowSelection(sort: index.order.places), of: list)
            .segments(from: part.key, backwards: false)
        // The parameters of each segment are the first ones of those of the longest.
        let bindings = segments.map(\.bindings).max { $0.count < $1.count } ?? []
        func parameter(_ place: Int) -> String { "?\(bindings.count + place)" }
        let rows = segments.map { segment in
            "(SELECT 1, \(index.values(list.sql)), 1, -1 FROM \(list.sql)\(segment.filter)\(segment.order) LIMIT \(parameter(1))::int8)"
        }
        let parts =
            [
                "SELECT head, \(index.keys), 2, count FROM \(index.nodes) WHERE parent = \(parameter(2))::int4",
                "SELECT 1, \(index.keys), 3, 0 FROM \(index.nodes) WHERE id = \(parameter(3))::int4",
                "SELECT 1, \(index.keys), 0, n FROM \(index.deltas)",
                "SELECT 1, \(index.keys), 0, n FROM \(index.buffer) WHERE parent = \(parameter(2))::int4",
            ] + rows
        let wrong = try connection.value(
            """
            SELECT 1 FROM (
              SELECT n, count(*) FILTER (WHERE kind = 2) OVER w AS place, count(*) FILTER (WHERE kind = 3) OVER w AS beyond
              FROM (\(parts.joined(separator: " UNION ALL "))) AS s (head, \(index.keys), kind, n)
              WINDOW w AS (ORDER BY head, \(index.order()), kind ROWS UNBOUNDED PRECEDING)) AS s
            WHERE place > 0 AND beyond = 0 GROUP BY place HAVING sum(n) <> 0 LIMIT 1
            """,
            bindings + [.integer(part.limit), .integer(part.id), part.next.map(DatabaseValue.integer) ?? .null])
        return wrong == nil
    }
}

/// Recounts of one index for one reason are the same, however far they are.
extension PostgresRecount: Hashable {
    static func == (one: PostgresRecount, other: PostgresRecount) -> Bool {
        one.index == other.index && one.marks == other.marks
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(index)
        hasher.combine(marks)
    }
}

extension PostgresRank {
    /// The table with the versions of the catalog rows for which the counts are right.
    var seen: String { name("seen") }

    /// SQL for the versions of the catalog rows of the table's columns and of the index's triggers, as one text.
    var marks: String {
        let names = triggers.map { SQLName.literal($0.name) }.joined(separator: ", ")
        let table = "to_regclass(\(SQLName.literal(table)))"
        return """
            (SELECT string_agg(m, ' ' ORDER BY m) FROM (
              SELECT concat(attnum, ':', xmin) FROM pg_attribute WHERE attrelid = \(table) AND attnum > 0 AND NOT attisdropped
              UNION ALL SELECT concat(tgname, ':', xmin) FROM pg_trigger WHERE tgrelid = \(table) AND tgname IN (\(names))) AS s (m))
            """
    }

    /// The versions as they are now if any is not the one that was seen, or none was, or `nil`. Added and removed columns are no difference.
    func alteration(_ connection: PostgresConnection) throws -> String? {
        let found = try connection.text(
            """
            SELECT m, EXISTS (SELECT FROM \(seen) AS s WHERE s.marks <> '' AND NOT EXISTS (
              SELECT FROM unnest(string_to_array(s.marks, ' ')) AS a JOIN unnest(string_to_array(m, ' ')) AS b
              ON split_part(a, ':', 1) = split_part(b, ':', 1) WHERE a <> b)) FROM (SELECT \(marks)) AS n (m)
            """, [])
        return found.count == 2 && found[1] == "f" ? found[0] : nil
    }

    /// The function that notes the result of a recount, for any role that may read the table; NULL makes one necessary.
    var recounted: PostgresFunction {
        let body = """

            BEGIN
              IF has_table_privilege(session_user, to_regclass(\(SQLName.literal(table))), 'SELECT') THEN
                IF is_right IS NULL THEN
                  UPDATE \(seen) AS s SET marks = '' WHERE s.marks <> '';
                  RETURN;
                ELSIF is_right THEN
                  UPDATE \(seen) AS s SET marks = known WHERE known = \(marks);
                ELSE
                  INSERT INTO \(off) SELECT 'rows came or went past its triggers: the table was a part of another one, or they were disabled'
                    WHERE NOT EXISTS (SELECT FROM \(off));
                END IF;
                -- It changes only the schema's state, which tells servers to look again.
                ALTER TABLE \(nodes) SET (fillfactor = 50);
              END IF;
            END
            """
        return PostgresFunction(
            name: name("recounted"), parameters: "known text, is_right boolean", body: body, result: "void")
    }
}
