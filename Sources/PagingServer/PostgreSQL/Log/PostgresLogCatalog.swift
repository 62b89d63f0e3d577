/// The logs of changes that a PostgreSQL database has: one table of them in each schema.
enum PostgresLogCatalog {
    static func table(_ schema: String) -> String { "\(SQLName.quoted(schema)).paging_log" }

    static func definition(_ schema: String) -> String {
        "CREATE TABLE IF NOT EXISTS \(table(schema)) "
            + "(number int8 PRIMARY KEY, list text NOT NULL, epoch text NOT NULL, keep int4 NOT NULL)"
    }

    /// A log as it is on file.
    struct Entry {
        var schema: String
        var number: Int64
        var list: String
        var epoch: String
        var keep: Int
    }

    /// All entries in the schemas of the search path that may be read, those of logs that no longer fit their tables included.
    static func entries(_ connection: PostgresConnection) throws -> [Entry] {
        var entries: [Entry] = []
        for schema in try connection.schemas(with: "paging_log") {
            try connection.forEachRow("SELECT number, list, epoch, keep FROM \(table(schema)) ORDER BY number") { row in
                entries.append(
                    Entry(
                        schema: schema, number: row.int64(0), list: row.string(1), epoch: row.string(2),
                        keep: Int(row.int64(3))))
            }
        }
        return entries
    }

    /// The log of an entry, if it was made for the table as it is now, and may be read.
    static func log(_ entry: Entry, of list: ListDescription, _ connection: PostgresConnection) throws -> PostgresLog? {
        do {
            let plan = try PostgresLog(
                number: entry.number, of: list, epoch: entry.epoch, keep: entry.keep, connection)
            guard plan.schema == entry.schema else { return nil }
            return try isWhole(plan, connection) ? plan : nil
        } catch is ChangeLogError {
            return nil
        }
    }

    /// Whether everything that a log is made of is there: readable tables, and triggers that fire and run what they are to run.
    private static func isWhole(_ plan: PostgresLog, _ connection: PostgresConnection) throws -> Bool {
        let names = plan.triggers.map { SQLName.literal($0.name) }.joined(separator: ", ")
        let found = try connection.text(
            """
            SELECT (SELECT count(*) FROM pg_class c WHERE c.oid IN (to_regclass(?1::text), to_regclass(?2::text))
                AND has_table_privilege(c.oid, 'SELECT')),
            (SELECT count(*) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = to_regclass(?3::text)
                AND t.tgname IN (\(names)) AND t.tgenabled IN ('O', 'A') AND p.prosrc = ?4::text),
            (SELECT count(*) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = to_regclass(?2::text)
                AND t.tgenabled IN ('O', 'A') AND p.prosrc = ?5::text)
            """,
            [
                .text(plan.changes), .text(plan.commits), .text(plan.table), .text(plan.noting.body),
                .text(plan.numbering.body),
            ])
        return found == ["2", "\(plan.triggers.count)", "1"]
    }

    /// The statements that remove logs, and with the last of a schema the table of them.
    static func removal(of entries: [Entry], _ connection: PostgresConnection) throws -> [String] {
        let schemas = Set(entries.map(\.schema)).sorted()
        let left = try self.entries(connection).filter { entry in
            !entries.contains { $0.number == entry.number && $0.schema == entry.schema }
        }
        return entries.flatMap(removal)
            + schemas.filter { schema in !left.contains { $0.schema == schema } }.map { "DROP TABLE \(table($0))" }
    }

    private static func removal(of entry: Entry) -> [String] {
        func name(_ part: String) -> String { "\(SQLName.quoted(entry.schema)).paging_log_\(entry.number)_\(part)" }
        return [
            // The triggers go with the function that they run.
            "DROP FUNCTION IF EXISTS \(name("note"))() CASCADE",
            "DROP TABLE IF EXISTS \(name("change")), \(name("commit"))",
            "DROP FUNCTION IF EXISTS \(name("number_commit"))(), \(name("prune"))()",
            "DROP SEQUENCE IF EXISTS \(name("number"))",
            "DELETE FROM \(table(entry.schema)) WHERE number = \(entry.number)",
        ]
    }
}

extension PostgresConnection {
    /// The schemas of the search path that have a table of a name, which may be read.
    func schemas(with table: String) throws -> [String] {
        var schemas: [String] = []
        try forEachRow(
            """
            SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = ?1::text
            AND c.relkind = 'r' AND n.nspname = ANY (current_schemas(false)) AND has_table_privilege(c.oid, 'SELECT')
            """, [.text(table)]
        ) { schemas.append($0.string(0)) }
        return schemas
    }
}
