/// A log of the rows of a PostgreSQL table that came, went and changed, kept by triggers that never make a writer fail or wait.
///
/// It is made of ordinary tables, so that any program may write:
///
/// - `paging_log_N_change` holds the changes, each with the number of its transaction: a row's key, a mark if the row was
///   there before, and the changed columns.
/// - `paging_log_N_commit` holds one row for each transaction that wrote to the table. It takes its number from a sequence when it first
///   writes, so that writers share no lock and group commit still works.
/// - `paging_log_N_gap` holds the numbers of transactions that may still be open, up to the last one that was checked.
/// - `paging_log_N_life` is unlogged. PostgreSQL empties it after a crash and at a promotion, when history may have lost its end.
///
/// Numbers are not in the order of commits. A state of the list is named by the highest number that it sees and by the *gaps* below: the
/// numbers that it does not see, whose transactions may commit later. The changes between two states are those that the later one sees and
/// the earlier one does not. This needs only the tables, so it is the same in every state of the database and on every
/// standby. A number stays a gap until every transaction that may have drawn it is over: then it was rolled back. The same for snapshots of transactions: "Serializable Snapshot Isolation in PostgreSQL", Ports and Grittner, 2012, §2.
///
/// Entries of one row are in the order of their own numbers (`e`), as a row's lock lets one transaction at a time write to it.
/// The present content of a row is looked up in the table.
///
/// If the table is altered after the log was made, the log ends by itself, with a row that has the reason.
struct PostgresLog: Hashable, Sendable {
    /// The number in the names of its tables.
    let number: Int64
    /// The schema of the table and of these tables.
    let schema: String
    /// The table's name.
    let list: String
    /// The part of versions that no other log of the list has, here or in a database that it was restored from.
    let epoch: String
    /// The number of kept entries.
    let keep: Int
    /// The primary key's columns, and their types.
    let identity: [String]
    let types: [PostgresColumnType]
    /// All columns, in the order of the bits that say which changed.
    let columns: [String]
    /// The columns that the log was made for.
    let shape: PostgresShape

    /// The name of one of its tables, functions or indexes.
    func name(_ part: String) -> String { "\(SQLName.quoted(schema)).paging_log_\(number)_\(part)" }

    var table: String { "\(SQLName.quoted(schema)).\(SQLName.quoted(list))" }
    var changes: String { name("change") }
    var commits: String { name("commit") }
    var gaps: String { name("gap") }
    var life: String { name("life") }
    /// The sequence that numbers are drawn from.
    var sequence: String { name("number") }
    /// The number of neighboring transactions with different locks, whose keys have 31 bits.
    static let lockCycle = Int32.max
    /// The columns of an entry that hold the row's key.
    var keys: String { identity.indices.map { "k\($0)" }.joined(separator: ", ") }
}

extension PostgresLog {
    /// Makes the plan of a log, without writing anything.
    ///
    /// - Throws: ``ChangeLogError`` if the table cannot have one; ``PostgresError``.
    init(
        number: Int64, of list: ListDescription, epoch: String, keep: Int, _ connection: PostgresConnection
    ) throws {
        guard !list.isView else { throw ChangeLogError.notATable(list: list.name) }
        guard let key = list.declaredKey else { throw ChangeLogError.noKey(list: list.name) }
        // Clients identify rows by their `id`, so it must be the key that the triggers use.
        guard list.idIsKey else { throw ChangeLogError.otherID(list: list.name) }
        let kind = try PostgresTableKind(list, connection)
        guard let schema = kind.schema else { throw ChangeLogError.notATable(list: list.name) }
        guard kind.isOrdinary, !kind.hasRowSecurity else { throw ChangeLogError.unfit(list: list.name) }
        (self.number, self.schema, self.list, self.keep) = (number, schema, list.name, keep)
        identity = key.map { list.columns[$0].name }
        types = try identity.map { try PostgresColumnType($0, of: list, connection) }
        columns = list.columns.map(\.name)
        shape = try PostgresShape(of: list, required: identity, connection)
        // A restored copy has the same rows and another history from then on; its server or the table's number differs.
        let place = try connection.text(
            // So has a table whose columns or triggers were altered, which may change rows without our triggers.
            "SELECT concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), to_regclass(?1::text)::oid, "
                + PostgresTableKind.state(of: "?2::text::regclass", triggers: "^paging_log_\(number)_") + ")",
            [.text("\(SQLName.quoted(schema)).paging_log_\(number)_commit"), .text(list.sql)])
        var hash = StableHash()
        hash.combine("\(epoch) \(place.first ?? "")".utf8)
        self.epoch = hash.hexadecimal
    }
}

/// The kind of a table, as far as triggers and counts are concerned.
struct PostgresTableKind {
    /// Its schema, or `nil` if there is no such table.
    let schema: String?
    /// `true` if every statement that writes to it fires its triggers, and it survives a crash.
    let isOrdinary: Bool
    /// `true` if users see different rows of it.
    let hasRowSecurity: Bool

    init(_ list: ListDescription, _ connection: PostgresConnection) throws {
        let found = try connection.text(
            """
            SELECT n.nspname, c.relkind = 'r' AND c.relpersistence = 'p'
                AND NOT EXISTS (SELECT FROM pg_inherits WHERE c.oid IN (inhrelid, inhparent))
                AND NOT EXISTS (SELECT FROM pg_subscription_rel WHERE srrelid = c.oid), c.relrowsecurity
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = ?1::text::regclass
            """, [.text(list.sql)])
        schema = found.first
        isOrdinary = found.count == 3 && found[1] == "t"
        hasRowSecurity = found.count == 3 && found[2] == "t"
    }
}

extension PostgresTableKind {
    /// SQL for texts that change when a column or one of our triggers is altered, which may change rows without our triggers, or when rows come
    /// by a subscription. A restored copy has other texts, too.
    static func state(of table: String, triggers: String) -> String {
        "(SELECT sum(a.xmin::text::int8 * a.attnum) FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = \(table) AND a.attnum > 0), "
            + "(SELECT sum(g.xmin::text::int8 * g.oid::int8) FROM pg_catalog.pg_trigger AS g "
            + "WHERE g.tgrelid = \(table) AND g.tgname ~ '\(triggers)'), "
            + "(SELECT sum(s.srsubid::int8) FROM pg_catalog.pg_subscription_rel AS s WHERE s.srrelid = \(table))"
    }
}

extension PostgresColumnType {
    /// The other types that PostgreSQL converts to this type implicitly, in one or more steps; for an array, arrays of them.
    func casts(_ connection: PostgresConnection) throws -> [String] {
        try connection.column(
            """
            WITH RECURSIVE t AS (SELECT ?1::text::regtype::oid AS id),
            e AS (SELECT coalesce((SELECT y.oid FROM pg_type y WHERE y.typarray = t.id), t.id) AS id FROM t),
            s AS (SELECT id FROM e UNION SELECT c.castsource FROM s JOIN pg_cast c ON c.casttarget = s.id AND c.castcontext = 'i')
            SELECT format_type(CASE WHEN e.id = t.id THEN y.oid ELSE y.typarray END, -1) FROM t, e, s JOIN pg_type y ON y.oid = s.id
            WHERE s.id <> e.id AND (e.id = t.id OR y.typarray <> 0) ORDER BY 1
            """, [.text(name)])
    }
}

/// The type with which we declare copies of a column's values.
///
/// It has no limits of length and precision, and none of a domain, so that it still fits when a column's limits are widened.
struct PostgresColumnType: Hashable, Sendable {
    /// The declaration in SQL, without a collation.
    let name: String
    /// The declaration in SQL, with its collation.
    let sql: String
    /// `true` if PostgreSQL itself compares it, not an extension.
    let isBuiltIn: Bool
    /// `true` if a value may be longer than a row of an index.
    let isLong: Bool
    /// `true` if its text is about as long as its entry in an index.
    let isText: Bool

    init(_ column: String, of list: ListDescription, _ connection: PostgresConnection) throws {
        let found = try connection.text(
            """
            WITH RECURSIVE b AS (
                SELECT a.atttypid AS id, a.attcollation AS collation FROM pg_attribute a
                    WHERE a.attrelid = ?1::text::regclass AND a.attname = ?2::text
                UNION ALL SELECT t.typbasetype, b.collation FROM b JOIN pg_type t ON t.oid = b.id WHERE t.typtype = 'd')
            SELECT format_type(t.oid, -1),
            (SELECT format(' COLLATE %I.%I', cn.nspname, o.collname) FROM pg_collation o
                JOIN pg_namespace cn ON cn.oid = o.collnamespace
                WHERE o.oid = b.collation AND o.collname <> 'default'),
            t.typnamespace = 'pg_catalog'::regnamespace OR t.typtype <> 'b', t.typlen < 0, t.typcategory = 'S' OR t.oid = 'bytea'::regtype
            FROM b JOIN pg_type t ON t.oid = b.id WHERE t.typtype <> 'd'
            """, [.text(list.sql), .text(column)])
        guard found.count == 5 else {
            (name, sql, isBuiltIn, isLong, isText) = ("text", "text", false, true, true)
            return
        }
        (name, sql) = (found[0], found[0] + found[1])
        (isBuiltIn, isLong, isText) = (found[2] == "t", found[3] == "t", found[4] == "t")
    }
}
