internal import Foundation

/// Finds the state of a database that a connection sees, and caches what need not be read each time: the server's history and its
/// schema.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class PostgresStates: @unchecked Sendable {
    private let lock = NSLock()
    /// The state in which the schema was last read.
    private var known: (version: DatabaseVersion, schema: Int64, at: UInt64)?
    /// The name of the server's history, and the time when it was last read.
    private var history: (name: String, at: UInt64)?
    /// The number of times that it was read, for tests.
    private(set) var historyReads = 0
    /// The tables that have the lists' names, as they were found last.
    private var relations: [String: Relation] = [:]

    private struct Relation {
        var version: DatabaseVersion
        /// PostgreSQL's own name of that state.
        var snapshot: String
        var text: String
    }
    /// The nanoseconds for which the schema is assumed unchanged although something was committed.
    private let schemaPatience: UInt64

    init(schemaMilliseconds: Int) { schemaPatience = UInt64(schemaMilliseconds) * 1_000_000 }

    /// The state of a database that a statement sees.
    struct State {
        /// `nil` on a standby.
        var version: DatabaseVersion?
        var epoch: UInt64
        var isReplica: Bool
        var position: LogPosition
        /// The table that has the list's name, see ``relation(_:)``: `nil` if none was asked for, empty if there is none.
        var relation: String?
    }

    /// Finds the state of the database that a connection sees.
    ///
    /// The version is PostgreSQL's own name of a snapshot: the set of ended transactions. Two snapshots of one name see the same rows, as the
    /// outcome of a transaction that has ended never changes, unless a failover or a crash loses the last commits. So the version also names
    /// the server, its timeline, which a promotion changes, and when its counters were reset, which the recovery after a crash does. A standby
    /// does not know the snapshot: answers read there are right, but are not kept.
    ///
    /// - Parameters:
    ///   - statements: SQL that runs before, in the same round trip.
    ///   - list: the list that is asked about.
    func state(_ connection: PostgresConnection, after statements: String, list: String? = nil) throws -> State {
        let known = knownHistory(of: connection)
        // Planning the query takes five times as long as running it. It has no parameters, so that it is planned once a session.
        let question =
            known == nil || connection.isPooled
            ? Self.question(history: known == nil ? Self.historySQL : "''", hasList: list != nil)
            : "EXECUTE " + (try connection.prepare(Self.question(history: "''", hasList: list != nil)))
        let earlier = list.flatMap { list in lock.withLock { relations[list] } }
        func naming(_ snapshot: String) -> String { list.map { Self.naming($0, snapshot) } ?? "" }
        var row = try connection.script(statements + naming(earlier?.snapshot ?? "") + question)
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
        if row[5] == Self.unchanged, let earlier, earlier.version == version {
            row[5] = earlier.text
        } else {
            // The snapshots of two servers, or of two histories of one, may have the same name.
            if row[5] == Self.unchanged { row[5] = try connection.script(naming("") + question).last ?? "" }
            if let list, let version { keep(Relation(version: version, snapshot: row[0], text: row[5]), of: list) }
        }
        return State(
            version: version, epoch: epoch.value, isReplica: isReplica, position: LogPosition(row[3...4]),
            relation: list == nil ? nil : row[5])
    }

    private func keep(_ relation: Relation, of list: String) {
        // Many transactions in progress have a long name.
        guard relation.snapshot.utf8.count <= 200, relation.snapshot.utf8.allSatisfy(Self.isOfSnapshot) else { return }
        lock.withLock {
            // Clients choose the names of lists, so they could fill the memory.
            if relations.count >= ServerLimits.cachedCounts { relations = [:] }
            relations[list] = relation
        }
    }

    private static func isOfSnapshot(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ",")
    }

    /// The answer in place of a table's text, in the snapshot in which it is known. Finding it takes longer than everything else in the query.
    private static let unchanged = "="

    private static func question(history: String, hasList: Bool) -> String {
        func part(_ number: Int) -> String { "split_part(current_setting('paging.list'), '/', \(number))" }
        let table = """
            CASE WHEN pg_current_snapshot()::text = \(part(2)) THEN '\(unchanged)' ELSE \
            (SELECT \(relation("r::oid")) FROM to_regclass(convert_from(decode(\(part(1)), 'hex'), 'UTF8')) AS r) END
            """
        return """
            SELECT pg_current_snapshot(), pg_is_in_recovery(), \(history), \(LogPosition.columns), \(hasList ? table : "''")
            """
    }

    /// The statement that passes the list's name to the query, and the snapshot in which its table is known. The name comes from a client, so it is
    /// never part of the SQL text.
    private static func naming(_ list: String, _ snapshot: String) -> String {
        "SET LOCAL paging.list = '\(Hexadecimal.encode(Array(SQLName.quoted(list).utf8)))/\(snapshot)'; "
    }

    /// SQL for a text that names a table and the state of its columns and of our triggers.
    static func relation(_ table: String) -> String {
        "concat_ws(' ', \(table), \(PostgresTableKind.state(of: table, triggers: "^paging_")))"
    }

    /// The server, the time when its counters were reset, as the recovery after a crash does, and the role: they change when history
    /// does. So does the timeline, which comes with the position in the log.
    private static let historySQL = """
        concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), pg_postmaster_start_time(), \
        (SELECT stats_reset FROM pg_stat_bgwriter), current_database(), current_user, current_schemas(false))
        """

    /// The cached name of the history that a session sees. Reading it takes as long as everything else that begins a transaction.
    ///
    /// A recovery ends all sessions, so a session has one history, unless an operator resets the counters: each session notices that a second
    /// later at most, when it or another one reads it. Behind a pooler each transaction may be in another session; a standby's session outlasts its promotion.
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

    /// The name of the schema's state: the catalog rows of tables, columns, indexes, triggers, subscriptions and our functions.
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
            (SELECT sum(hashtextextended(concat_ws(' ', srrelid, srsubid), 0)) FROM pg_subscription_rel), \
            (SELECT sum(hashtextextended(concat_ws(' ', oid, xmin), 0)) FROM pg_proc WHERE oid >= 16384 AND proname ~ '^paging_')
            """)
        var hash = StableHash()
        hash.combine(row.joined(separator: " ").utf8)
        let schema = Int64(hash.value >> 1)
        if let version { lock.withLock { known = (version, schema, now) } }
        return schema
    }

    /// Forgets the schema after a statement failed, possibly because the schema changed.
    ///
    /// - Returns: `true` if there was anything to forget, so that the statement may succeed now.
    func forgetSchema() -> Bool {
        lock.withLock {
            defer { known = nil }
            return known != nil && schemaPatience > 0
        }
    }
}
