/// A log of which rows of a PostgreSQL table came, went and changed, kept by triggers that never make a writer fail or wait.
///
/// It is made of ordinary tables, so that any program may write:
///
/// - `paging_log_N_change` holds what statements did, each entry with the number of its transaction: a row's key, whether the row was
///   there before, and which columns changed.
/// - `paging_log_N_commit` holds one row for each transaction that wrote to the table. It takes its number from a sequence when it first
///   writes, so that writers share no lock and group commit stays what it is.
/// - `paging_log_N_gap` holds the numbers, up to those that were looked at, of transactions that may still be open.
/// - `paging_log_N_life` is unlogged. PostgreSQL empties it after a crash and where a standby is promoted: when history may have lost its end.
///
/// Numbers are not in the order of commits. A state of the list is named by the highest number that it sees and by the *gaps* below: the
/// numbers that it does not see, whose transactions may commit later. What happened between two states is what the later one sees and
/// the earlier one does not. This needs nothing but what is in the tables, so it is the same in every state of the database and on every
/// standby. A number stays a gap until every transaction that may have drawn it is over: then it was rolled back. The same for snapshots of transactions: "Serializable Snapshot Isolation in PostgreSQL", Ports and Grittner, 2012, §2.
///
/// Entries of one row are in the order of their own numbers (`e`), as a row's lock lets one transaction at a time write to it.
/// The present content of a row is looked up in the table.
///
/// Where the table is no longer what it was when the log was made, the log ends by itself, with a row that says why.
struct PostgresLog: Hashable, Sendable {
    /// The number in the names of what it is made of.
    let number: Int64
    /// The schema of the table and of all this.
    let schema: String
    /// The table's name.
    let list: String
    /// Tells this log's versions from those of any other that the list had, here or in a database that it was restored from.
    let epoch: String
    /// How many entries are kept.
    let keep: Int
    /// The primary key's columns, and their types as SQL declares them.
    let identity: [String]
    let types: [String]
    /// All columns, in the order of the bits that say which changed.
    let columns: [String]
    /// The columns' numbers, names, types and collations, see ``PostgresTableKind/shape(of:_:)``: those that the log was made for.
    let shape: String

    /// The name of one of the things that it is made of.
    func name(_ part: String) -> String { "\(SQLName.quoted(schema)).paging_log_\(number)_\(part)" }

    var table: String { "\(SQLName.quoted(schema)).\(SQLName.quoted(list))" }
    var changes: String { name("change") }
    var commits: String { name("commit") }
    var gaps: String { name("gap") }
    var life: String { name("life") }
    /// Numbers of transactions are told apart by locks, whose keys have 31 bits: those of so many neighbors differ.
    static let lockCycle = Int32.max
    /// The columns of an entry that hold the row's key.
    var keys: String { identity.indices.map { "k\($0)" }.joined(separator: ", ") }
}

extension PostgresLog {
    /// Makes the plan of a log; it writes nothing.
    ///
    /// - Throws: ``ChangeLogError`` where the table cannot have one; ``PostgresError``.
    init(
        number: Int64, of list: ListDescription, epoch: String, keep: Int, _ connection: PostgresConnection
    ) throws {
        guard !list.isView else { throw ChangeLogError.notATable(list: list.name) }
        guard let key = list.declaredKey else { throw ChangeLogError.noKey(list: list.name) }
        // Rows are told apart by their `id`, which must then be what the triggers know them by.
        guard list.idIsKey else { throw ChangeLogError.otherID(list: list.name) }
        let kind = try PostgresTableKind(list, connection)
        guard let schema = kind.schema else { throw ChangeLogError.notATable(list: list.name) }
        guard kind.isOrdinary, !kind.hasRowSecurity else { throw ChangeLogError.unfit(list: list.name) }
        (self.number, self.schema, self.list, self.keep) = (number, schema, list.name, keep)
        identity = key.map { list.columns[$0].name }
        types = try identity.map { try PostgresColumnType($0, of: list, connection).sql }
        columns = list.columns.map(\.name)
        shape = try PostgresTableKind.shape(of: list, nil, connection)
        // A restored copy has the same rows, and another history from then on: the server or the table's number differs.
        let place = try connection.text(
            "SELECT concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), to_regclass(?1::text)::oid)",
            [.text("\(SQLName.quoted(schema)).paging_log_\(number)_commit")])
        var hash = StableHash()
        hash.combine("\(epoch) \(place.first ?? "")".utf8)
        self.epoch = hash.hexadecimal
    }
}

/// The kind of a table, as far as triggers and counts are concerned.
struct PostgresTableKind {
    /// Its schema; `nil` where there is no such table.
    let schema: String?
    /// Whether every statement that writes to it fires its triggers, and it outlives a crash.
    let isOrdinary: Bool
    /// Whether users see different rows of it.
    let hasRowSecurity: Bool

    init(_ list: ListDescription, _ connection: PostgresConnection) throws {
        let found = try connection.text(
            """
            SELECT n.nspname, c.relkind = 'r' AND c.relpersistence = 'p'
                AND NOT EXISTS (SELECT FROM pg_inherits WHERE c.oid IN (inhrelid, inhparent)), c.relrowsecurity
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = ?1::text::regclass
            """, [.text(list.sql)])
        schema = found.first
        isOrdinary = found.count == 3 && found[1] == "t"
        hasRowSecurity = found.count == 3 && found[2] == "t"
    }

    /// SQL for a text of all that a trigger takes for granted of a table: its columns' numbers, names, types and collations.
    ///
    /// - Parameter names: the columns that matter; `nil` for all.
    static func shape(of table: String, _ names: [String]? = nil) -> String {
        let isWanted = names.map { " AND a.attname IN (\($0.map(SQLName.literal).joined(separator: ", ")))" } ?? ""
        return """
            (SELECT string_agg(concat_ws(' ', a.attnum, a.attname, a.atttypid, a.attcollation), ',' ORDER BY a.attnum) \
            FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = \(table) AND a.attnum > 0 AND NOT a.attisdropped\(isWanted))
            """
    }
}

extension PostgresTableKind {
    /// The columns of a table as they are now.
    static func shape(of list: ListDescription, _ names: [String]?, _ connection: PostgresConnection) throws -> String {
        try connection.text("SELECT \(shape(of: "?1::text::regclass", names))", [.text(list.sql)]).first ?? ""
    }
}

/// The type of a column.
struct PostgresColumnType {
    /// As SQL declares it, with its collation.
    let sql: String
    /// Whether PostgreSQL itself compares it, and no extension.
    let isBuiltIn: Bool

    init(_ column: String, of list: ListDescription, _ connection: PostgresConnection) throws {
        let found = try connection.text(
            """
            SELECT format_type(a.atttypid, a.atttypmod),
            (SELECT format(' COLLATE %I.%I', cn.nspname, o.collname) FROM pg_collation o
                JOIN pg_namespace cn ON cn.oid = o.collnamespace
                WHERE o.oid = a.attcollation AND o.collname <> 'default'),
            b.typnamespace = 'pg_catalog'::regnamespace OR b.typtype <> 'b'
            FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
            JOIN pg_type b ON b.oid = CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END
            WHERE a.attrelid = ?1::text::regclass AND a.attname = ?2::text
            """, [.text(list.sql), .text(column)])
        sql = found.count == 3 ? found[0] + found[1] : "text"
        isBuiltIn = found.count == 3 && found[2] == "t"
    }
}
