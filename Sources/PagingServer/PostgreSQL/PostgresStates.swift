internal import Foundation

/// Finds out which state of a database a connection sees, and remembers what need not be asked for each time: the server's history and its
/// schema.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class PostgresStates: @unchecked Sendable {
    private let lock = NSLock()
    /// The state that the schema was looked at in last.
    private var known: (version: DatabaseVersion, schema: Int64, at: UInt64)?
    /// The name of the server's history, and when it was asked for last.
    private var history: (name: String, at: UInt64)?
    /// How often it was asked for, for tests.
    private(set) var historyReads = 0
    /// Nanoseconds for which the schema is taken to be as it was, though something was committed.
    private let schemaPatience: UInt64

    init(schemaMilliseconds: Int) { schemaPatience = UInt64(schemaMilliseconds) * 1_000_000 }

    /// The state of a database that a statement sees.
    struct State {
        /// `nil` on a standby.
        var version: DatabaseVersion?
        var epoch: UInt64
        var isReplica: Bool
        var position: LogPosition
        /// The table that has the list's name, see ``relation(_:)``; `nil` where none was asked for, empty for no table.
        var relation: String?
    }

    /// Finds out which state of the database a connection sees.
    ///
    /// The version is PostgreSQL's own name of a snapshot: which transactions have ended. Two snapshots of one name see the same rows, as the
    /// outcome of a transaction that has ended never changes, except where a failover or a crash loses the last commits. So the version also names
    /// the server, its timeline, which a promotion changes, and when its counters were reset, which the recovery after a crash does. A standby
    /// does not know the snapshot: answers read there are right, but are not kept.
    ///
    /// - Parameters:
    ///   - statements: SQL that is run before, in the same round trip.
    ///   - list: the list that is asked about.
    func state(_ connection: PostgresConnection, after statements: String, list: String? = nil) throws -> State {
        let known = knownHistory(of: connection)
        // To plan the question takes five times as long as to answer it. It has no parameters, so that it is planned once a session.
        let question =
            known == nil || connection.isPooled
            ? Self.question(history: known == nil ? Self.historySQL : "''", hasList: list != nil)
            : "EXECUTE " + (try connection.prepare(Self.question(history: "''", hasList: list != nil)))
        let row = try connection.script(statements + (list.map(Self.naming) ?? "") + question)
        guard row.count == 6 else { throw connection.address.error(.other, "read", "the server names no snapshot") }
        var (state, epoch) = (StableHash(), StableHash())
        state.combine(row[0].utf8)
        let isReplica = row[1] == "t"
        let history = known ?? row[2]
        epoch.combine(history.utf8)
        epoch.combine(row[4].utf8)
        if known == nil { note(history, of: connection, isReplica: isReplica) }
        connection.isStandby = isReplica
        let version = isReplica ? nil : DatabaseVersion(epoch: epoch.value, state: Int64(state.value >> 1))
        return State(
            version: version, epoch: epoch.value, isReplica: isReplica, position: LogPosition(row[3...4]),
            relation: list == nil ? nil : row[5])
    }

    private static func question(history: String, hasList: Bool) -> String {
        let name = "convert_from(decode(current_setting('paging.list'), 'hex'), 'UTF8')"
        return """
            SELECT pg_current_snapshot(), pg_is_in_recovery(), \(history), \(LogPosition.columns), \
            \(hasList ? "(SELECT \(relation("r::oid")) FROM to_regclass(\(name)) AS r)" : "''")
            """
    }

    /// The statement that names the list to the question. A client names it: it is no part of the text, whatever characters it has.
    private static func naming(_ list: String) -> String {
        "SET LOCAL paging.list = '\(Hexadecimal.encode(Array(SQLName.quoted(list).utf8)))'; "
    }

    /// SQL for a text that names a table and the state of its columns and of our triggers.
    static func relation(_ table: String) -> String {
        "concat_ws(' ', \(table), \(PostgresTableKind.state(of: table, triggers: "^paging_")))"
    }

    /// The server, when its counters were reset, which the recovery after a crash does, and whose view of it this is: they change when history
    /// does. So does the timeline, which comes with the position in the log.
    private static let historySQL = """
        concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), pg_postmaster_start_time(), \
        (SELECT stats_reset FROM pg_stat_bgwriter), current_database(), current_user, current_schemas(false))
        """

    /// The name of the history that a session sees, where it need not be asked for: that takes as long as all else that begins a transaction.
    ///
    /// A recovery ends all sessions, so a session has one history, but for counters that an operator resets: each session finds that out a second
    /// later at most, when it or another one asks. Behind a pooler it may be another session each time; a standby's outlasts its promotion.
    private func knownHistory(of connection: PostgresConnection) -> String? {
        guard !connection.isPooled, let name = connection.history else { return nil }
        let patience = UInt64(ServerLimits.historyMilliseconds) * 1_000_000
        return lock.withLock {
            guard let history, history.name == name, Platform.monotonicNanoseconds < history.at + patience else {
                return nil
            }
            return name
        }
    }

    private func note(_ history: String, of connection: PostgresConnection, isReplica: Bool) {
        connection.history = isReplica ? nil : history
        lock.withLock {
            historyReads += 1
            self.history = (history, Platform.monotonicNanoseconds)
        }
    }

    /// Names the state of the schema: what is in the catalogs about tables, columns, indexes, triggers and our functions.
    func schema(_ connection: PostgresConnection, _ version: DatabaseVersion?) throws -> Int64 {
        let now = Platform.monotonicNanoseconds
        if let known = lock.withLock({ known }),
            known.version == version || known.version.epoch == version?.epoch && now < known.at + schemaPatience
        {
            return known.schema
        }
        let row = try connection.script(
            """
            SELECT (SELECT sum(hashtextextended(concat_ws(' ', oid, xmin), 0)) FROM pg_class WHERE oid >= 16384), \
            (SELECT sum(hashtextextended(concat_ws(' ', attrelid, attnum, xmin), 0)) FROM pg_attribute WHERE attrelid >= 16384), \
            (SELECT sum(hashtextextended(concat_ws(' ', oid, xmin), 0)) FROM pg_trigger WHERE tgrelid >= 16384), \
            (SELECT sum(hashtextextended(concat_ws(' ', indexrelid, xmin), 0)) FROM pg_index WHERE indexrelid >= 16384), \
            (SELECT sum(hashtextextended(concat_ws(' ', oid, xmin), 0)) FROM pg_proc WHERE oid >= 16384 AND proname ~ '^paging_')
            """)
        var hash = StableHash()
        hash.combine(row.joined(separator: " ").utf8)
        let schema = Int64(hash.value >> 1)
        if let version { lock.withLock { known = (version, schema, now) } }
        return schema
    }

    /// Forgets the schema: a statement failed that may have met another one.
    ///
    /// - Returns: whether there was anything to forget, so that the statement may succeed now.
    func forgetSchema() -> Bool {
        lock.withLock {
            defer { known = nil }
            return known != nil && schemaPatience > 0
        }
    }
}
