/// A log of which rows of a PostgreSQL table came, went and changed, whose versions are in the order in which that was committed.
///
/// It is made of two ordinary tables, kept by triggers, so that any program may write:
///
/// - `paging_log_N_change` holds what statements did, each entry with its transaction: a row's key, whether the row was there before, and
///   which columns changed.
/// - `paging_log_N_commit` holds one row for each transaction that wrote to the table: its number. The last number names the state of
///   the list.
///
/// Transactions get their numbers as the last thing before they commit, by a deferred trigger, one at a time: the lock that it takes is
/// held until the transaction has ended. So whoever sees a number sees all lower ones, in every state of the database, and on
/// every standby. Numbers that a rollback leaves out do no harm. What a row is like *now* is looked up in the table.
struct PostgresLog: Hashable, Sendable {
    /// The number in the names of what it is made of.
    let number: Int64
    /// The schema of the table and of all this.
    let schema: String
    /// The table's name.
    let list: String
    /// Tells this log's versions from those of any other that the list had.
    let epoch: String
    /// How many entries are kept.
    let keep: Int
    /// The primary key's columns, and their types as SQL declares them.
    let identity: [String]
    let types: [String]
    /// All columns, in the order of the bits that say which changed.
    let columns: [String]

    /// The name of one of the things that it is made of.
    func name(_ part: String) -> String { "\(SQLName.quoted(schema)).paging_log_\(number)_\(part)" }

    var table: String { "\(SQLName.quoted(schema)).\(SQLName.quoted(list))" }
    var changes: String { name("change") }
    var commits: String { name("commit") }
    /// The columns of an entry that hold the row's key.
    var keys: String { identity.indices.map { "k\($0)" }.joined(separator: ", ") }

    /// One lock for all logs: transactions that write to two lists take it once, and so never wait for each other in a ring.
    static let commitLock = "hashtextextended('paging_log', 0)"
    /// What is told to whoever listens, whenever a list with a log has changed.
    static let channel = "paging"
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
        (self.number, self.schema, self.list, self.epoch, self.keep) = (number, schema, list.name, epoch, keep)
        identity = key.map { list.columns[$0].name }
        types = try identity.map { try PostgresColumnType($0, of: list, connection).sql }
        columns = list.columns.map(\.name)
    }
}

/// What a table is, as far as triggers and counts are concerned.
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
