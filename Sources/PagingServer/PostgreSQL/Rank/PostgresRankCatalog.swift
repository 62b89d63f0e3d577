/// The rank indexes that a PostgreSQL database has: one table of them in each schema.
enum PostgresRankCatalog {
    static func table(_ schema: String) -> String { "\(SQLName.quoted(schema)).paging_rank" }

    static func definition(_ schema: String) -> String {
        "CREATE TABLE IF NOT EXISTS \(table(schema)) (number int8 PRIMARY KEY, list text NOT NULL, \"order\" text NOT NULL, "
            + "rows int4 NOT NULL, fan_out int4 NOT NULL, state text NOT NULL, builder text NOT NULL)"
    }

    /// An index as the catalog has it.
    struct Entry: Hashable {
        var schema: String
        var number: Int64
        var list: String
        var order: String
        var rows: Int
        var fanOut: Int
        /// `true` if it is complete.
        var isBuilt: Bool
    }

    /// All entries in the schemas of the search path that may be read, those of unfinished and outdated indexes included.
    static func entries(_ connection: PostgresConnection) throws -> [Entry] {
        var entries: [Entry] = []
        for schema in try connection.schemas(with: "paging_rank") {
            try connection.forEachRow(
                "SELECT number, list, \"order\", rows, fan_out, state FROM \(table(schema)) ORDER BY number"
            ) { row in
                entries.append(
                    Entry(
                        schema: schema, number: row.int64(0), list: row.string(1), order: row.string(2),
                        rows: Int(row.int64(3)), fanOut: Int(row.int64(4)), isBuilt: row.string(5) == "built"))
            }
        }
        return entries
    }

    /// The plan of an entry, complete or not, or `nil` if the table no longer fits it.
    static func plan(
        _ entry: Entry, of list: ListDescription, _ connection: PostgresConnection
    ) throws -> PostgresRank? {
        do {
            guard let order = RankOrder(try RankOrderText.read(entry.order, of: list), of: list), !order.isMirrored,
                1...1_000_000 ~= entry.rows, 2...4096 ~= entry.fanOut
            else { return nil }
            let plan = try PostgresRank(
                number: entry.number, of: list, order: order, rows: entry.rows, fanOut: entry.fanOut, connection)
            return plan.schema == entry.schema ? plan : nil
        } catch is RankIndexError {
            return nil
        }
    }

    /// The index of an entry, or `nil` unless it is complete, fits the table as it is now, and may be read. If the table was altered since
    /// its rows were counted, there is none until they are counted again, which becomes due.
    static func index(
        _ entry: Entry, of list: ListDescription, _ connection: PostgresConnection
    ) throws -> PostgresRank? {
        guard let plan = try whole(entry, of: list, connection) else {
            // The table may be a part of another one, or a subscriber's, and is written to past the triggers.
            if entry.isBuilt { connection.due.append(.expectRecount(entry)) }
            return nil
        }
        guard let marks = try plan.alteration(connection) else { return plan }
        connection.due.append(.recount(PostgresRecount(of: plan, list: list, marks: marks)))
        return nil
    }

    /// The same, though the table was altered since its rows were counted.
    static func whole(
        _ entry: Entry, of list: ListDescription, _ connection: PostgresConnection
    ) throws -> PostgresRank? {
        guard entry.isBuilt, let plan = try plan(entry, of: list, connection) else { return nil }
        return try isWhole(plan, connection) ? plan : nil
    }

    /// The reason why an index has ended, or why it is not used now, or `nil` if there is none.
    static func ending(
        of entry: Entry, list: ListDescription?, _ connection: PostgresConnection
    ) throws -> String? {
        if let list, let plan = try whole(entry, of: list, connection) {
            return try plan.alteration(connection).map { _ in
                "the table was altered, and its rows wait to be counted by a server or by 'paging index --check'"
            }
        }
        let off = "\(SQLName.quoted(entry.schema)).paging_rank_\(entry.number)_off"
        let isThere = try connection.column(
            "SELECT 1 FROM pg_class WHERE oid = to_regclass(?1::text) AND has_table_privilege(oid, 'SELECT')",
            [.text(off)])
        return isThere.isEmpty ? nil : try connection.column("SELECT why FROM \(off) LIMIT 1", []).first
    }

    /// `true` if all parts of an index exist: readable tables, triggers that fire and run the right function, and
    /// a valid index.
    private static func isWhole(_ plan: PostgresRank, _ connection: PostgresConnection) throws -> Bool {
        let names = plan.triggers.map { SQLName.literal($0.name) }.joined(separator: ", ")
        let found = try connection.text(
            """
            SELECT (SELECT count(*) FROM pg_class c WHERE c.oid IN (to_regclass(?1::text), to_regclass(?2::text),
                to_regclass(?8::text), to_regclass(?9::text), to_regclass(?10::text))
                AND has_table_privilege(c.oid, 'SELECT')),
            (SELECT count(*) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = to_regclass(?3::text)
                AND t.tgname IN (\(names)) AND t.tgenabled = 'A' AND p.prosrc = ?4::text),
            (SELECT count(*) FROM pg_proc p WHERE p.oid = to_regproc(?5::text) AND p.prosrc = ?6::text
                OR p.oid = to_regproc(?11::text) AND p.prosrc = ?12::text),
            (SELECT count(*) FROM pg_index i WHERE i.indexrelid = to_regclass(?7::text) AND i.indisvalid
                AND i.indrelid = to_regclass(?3::text) AND \(plan.isMarked))
            """,
            [
                .text(plan.nodes), .text(plan.deltas), .text(plan.table), .text(plan.counting.body),
                .text(plan.folding.name), .text(plan.folding.body), .text(plan.name("order")), .text(plan.buffer),
                .text(plan.off), .text(plan.seen), .text(plan.recounted.name), .text(plan.recounted.body),
            ])
        guard found == ["5", "\(plan.triggers.count)", "2", "1"] else { return false }
        return try connection.value("SELECT 1 FROM \(plan.off) LIMIT 1") == nil
    }

    /// The statements that remove indexes, and with the last of a schema the table of them.
    static func removal(of entries: [Entry], _ connection: PostgresConnection) throws -> [String] {
        let schemas = Set(entries.map(\.schema)).sorted()
        let left = try self.entries(connection).filter { entry in
            !entries.contains { $0.number == entry.number && $0.schema == entry.schema }
        }
        return entries.flatMap(removal)
            + schemas.filter { schema in !left.contains { $0.schema == schema } }.map { "DROP TABLE \(table($0))" }
    }

    /// The statements that remove all that is left of an index.
    static func removal(of entry: Entry) -> [String] {
        func name(_ part: String) -> String { "\(SQLName.quoted(entry.schema)).paging_rank_\(entry.number)_\(part)" }
        return [
            // The triggers go with the function that they run.
            "DROP FUNCTION IF EXISTS \(name("count"))() CASCADE",
            "DROP FUNCTION IF EXISTS \(name("fold")), \(name("recounted"))",
            "DROP TABLE IF EXISTS \(["node", "delta", "buffer", "off", "seen"].map(name).joined(separator: ", "))",
            "DROP INDEX IF EXISTS \(name("order"))",
            PostgresRank.removal(ofFunctions: entry.number, in: entry.schema),
            "DELETE FROM \(table(entry.schema)) WHERE number = \(entry.number)",
        ]
    }
}
