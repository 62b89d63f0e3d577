/// The logs of changes that a PostgreSQL database has: one table of them in each schema.
enum PostgresLogCatalog {
    static func table(_ schema: String) -> String { "\(SQLName.quoted(schema)).paging_log" }

    static func definition(_ schema: String) -> String {
        "CREATE TABLE IF NOT EXISTS \(table(schema)) "
            + "(number int8 PRIMARY KEY, list text NOT NULL, epoch text NOT NULL, keep int4 NOT NULL)"
    }

    /// A log as the catalog has it.
    struct Entry: Hashable {
        var schema: String
        var number: Int64
        var list: String
        var epoch: String
        var keep: Int

        /// The name of one of its tables, functions or indexes.
        func name(_ part: String) -> String { "\(SQLName.quoted(schema)).paging_log_\(number)_\(part)" }
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

    /// A log that fits its table, or the reason why it does not.
    enum Fit {
        case usable(PostgresLog)
        case ended(String)
    }

    /// The log of an entry, or `nil` unless it fits the table as it is now, and may be read.
    static func log(_ entry: Entry, of list: ListDescription, _ connection: PostgresConnection) throws -> Fit? {
        do {
            let plan = try PostgresLog(
                number: entry.number, of: list, epoch: entry.epoch, keep: entry.keep, connection)
            guard plan.schema == entry.schema else { return nil }
            return try fit(plan, entry, connection)
        } catch is ChangeLogError {
            connection.due.append(.check(entry))
            return .ended("the table is no ordinary one with a primary key any more")
        }
    }

    /// `true` if all parts of a log exist: readable tables, and triggers that fire and run the right function.
    private static func fit(_ plan: PostgresLog, _ entry: Entry, _ connection: PostgresConnection) throws -> Fit {
        let names = plan.triggers.map { SQLName.literal($0.name) }.joined(separator: ", ")
        let tables = [plan.changes, plan.commits, plan.gaps, plan.life].map { "to_regclass(\(SQLName.literal($0)))" }
        let sequence = "to_regclass(\(SQLName.literal(plan.sequence))) IS NULL"
        let found = try connection.text(
            """
            SELECT (SELECT count(*) FROM pg_class c WHERE c.oid IN (\(tables.joined(separator: ", ")))
                AND has_table_privilege(c.oid, 'SELECT')),
            (SELECT count(*) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = to_regclass(?1::text)
                AND t.tgname IN (\(names)) AND t.tgenabled = 'A'),
            (SELECT count(*) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = to_regclass(?1::text)
                AND t.tgname IN (\(names)) AND p.prosrc = ?2::text), \(sequence)
            """, [.text(plan.table), .text(plan.noting.body)])
        guard found.count == 4, found[3] == "f", found[0] == "\(tables.count)" else {
            return .ended("the tables or the sequence of the log are gone, or may not be read")
        }
        guard found[1] == "\(plan.triggers.count)" else {
            connection.due.append(.check(entry))
            return .ended("its triggers are gone, or are or were disabled")
        }
        guard found[2] == found[1] else {
            return .ended("the columns or the key of the table have changed, or another version of paging made the log")
        }
        return .usable(plan)
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

    static func removal(of entry: Entry) -> [String] {
        let name = entry.name
        return [
            // The triggers go with the function that they run. The later names are those of a log that an earlier version made.
            "DROP FUNCTION IF EXISTS \(name("note"))() CASCADE",
            "DROP TABLE IF EXISTS \(["change", "commit", "gap", "life"].map(name).joined(separator: ", "))",
            "DROP FUNCTION IF EXISTS \(["keep", "end", "number_commit", "prune"].map { name($0) + "()" }.joined(separator: ", "))",
            "DROP SEQUENCE IF EXISTS \(name("number"))",
            "DELETE FROM \(table(entry.schema)) WHERE number = \(entry.number)",
        ]
    }
}

extension PostgresConnection {
    /// The schemas of the search path with a readable table of a name.
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
