internal import Foundation

/// A PostgreSQL database that is read and never written to, from any number of threads.
///
/// ```swift
/// let database = try PostgresDatabase(address: "postgres://reader@localhost/library")
/// let responder = Responder(.postgres(database))
/// ```
///
/// It keeps a few connections, and connects anew where one broke. Each read is a transaction that sees one state of the
/// database (`REPEATABLE READ`), so that a count and the rows counted agree.
///
/// `@unchecked Sendable`: `idle`, `used` and `known` are read and written only while `condition` is locked. A connection that was
/// taken is used by the one thread that took it until that puts it back.
public final class PostgresDatabase: @unchecked Sendable {
    /// Which database it is, without its password: `user@host:5432/name`.
    public var name: String { address.name }

    let address: PostgresAddress
    let upkeep: PostgresUpkeep
    private let condition = NSCondition()
    private var idle: [PostgresConnection] = []
    private var used = 0
    /// The state that the schema was looked at in last.
    private var known: (version: DatabaseVersion, schema: Int64)?

    /// Opens a database, and connects to it once, so that what is wrong with the address is found out at once.
    ///
    /// - Parameter address: where it is: `postgres://user:password@host:port/name`, or `postgres:///name?host=/folder` for a
    ///   socket. The lists are the tables and views in the schemas of its `search_path`, which `?options=-csearch_path=NAME` sets.
    /// - Throws: ``PostgresError``: `badAddress`, `unreachable`, `notPermitted`, `unknownDatabase`, `busy`.
    public init(address: String) throws {
        self.address = try PostgresAddress(address)
        upkeep = PostgresUpkeep(self.address)
        idle = [try PostgresConnection(self.address)]
    }

    /// Reads one state of the database. Nothing that is committed meanwhile shows.
    ///
    /// - Parameters:
    ///   - milliseconds: how long each statement of `body` may take.
    ///   - body: reads what it needs; the snapshot must not be kept. Called again where the connection broke meanwhile.
    func read<Result>(
        milliseconds: Int = ServerLimits.defaultQueryMilliseconds, _ body: (DatabaseSnapshot) throws -> Result
    ) throws -> Result {
        do {
            return try readOnce(milliseconds, body)
        } catch let error as PostgresError where error.reason == .unreachable || error.reason == .outdated {
            // The server was started again, or a table changed under a prepared statement: what is kept is of no use.
            condition.withLock { idle = [] }
            return try readOnce(milliseconds, body)
        }
    }

    private func readOnce<Result>(_ milliseconds: Int, _ body: (DatabaseSnapshot) throws -> Result) throws -> Result {
        let connection = try take()
        defer { putBack(connection) }
        return try connection.within(milliseconds: milliseconds) {
            let snapshot = try begin(connection, milliseconds)
            defer { _ = try? connection.script("ROLLBACK") }
            return try body(snapshot)
        }
    }

    /// Begins a transaction, and finds out which version of the database it sees.
    ///
    /// The version is PostgreSQL's own name of a snapshot: which transactions are over. Two of one name see the same rows, since
    /// what became of a transaction that is over never changes. A standby does not know it: what is read there is right,
    /// but nothing to remember.
    private func begin(_ connection: PostgresConnection, _ milliseconds: Int) throws -> DatabaseSnapshot {
        let row = try connection.script(
            """
            BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = \(max(1, milliseconds)); \
            SELECT pg_current_snapshot(), pg_is_in_recovery(), concat_ws(' ', (SELECT system_identifier FROM \
            pg_control_system()), pg_postmaster_start_time(), current_database(), current_user, current_schemas(false))
            """)
        guard row.count == 3 else { throw address.error(.other, "read", "the server names no snapshot") }
        var (state, epoch) = (StableHash(), StableHash())
        state.combine(row[0].utf8)
        epoch.combine(row[2].utf8)
        let version = row[1] == "t" ? nil : DatabaseVersion(epoch: epoch.value, state: Int64(state.value >> 1))
        return DatabaseSnapshot(
            connection: .postgres(connection), version: version, epoch: epoch.value,
            schema: try schema(connection, version))
    }

    /// Names the state of the schema: what is in the catalogues about tables, columns and triggers.
    private func schema(_ connection: PostgresConnection, _ version: DatabaseVersion?) throws -> Int64 {
        if let known = condition.withLock({ known }), known.version == version { return known.schema }
        let row = try connection.script(
            """
            SELECT (SELECT sum(hashtextextended(concat_ws(' ', oid, xmin), 0)) FROM pg_class WHERE oid >= 16384), \
            (SELECT sum(hashtextextended(concat_ws(' ', attrelid, attnum, xmin), 0)) FROM pg_attribute WHERE attrelid >= 16384), \
            (SELECT sum(hashtextextended(concat_ws(' ', oid, xmin), 0)) FROM pg_trigger WHERE tgrelid >= 16384)
            """)
        var hash = StableHash()
        hash.combine(row.joined(separator: " ").utf8)
        let schema = Int64(hash.value >> 1)
        if let version { condition.withLock { known = (version, schema) } }
        return schema
    }

    private func take() throws -> PostgresConnection {
        condition.lock()
        let deadline = Date(timeIntervalSinceNow: Double(ServerLimits.busyMilliseconds) / 1000)
        while used >= ServerLimits.maximumConnections {
            guard condition.wait(until: deadline) else {
                condition.unlock()
                throw address.error(
                    .busy, "read", "\(ServerLimits.maximumConnections) other requests are reading it")
            }
        }
        used += 1
        let connection = idle.popLast()
        condition.unlock()
        if let connection { return connection }
        do {
            // Not while the lock is held: a server that does not answer takes seconds.
            return try PostgresConnection(address)
        } catch {
            release(nil)
            throw error
        }
    }

    private func putBack(_ connection: PostgresConnection) {
        upkeep.see(to: connection.unfolded, connection.overlong)
        (connection.unfolded, connection.overlong) = ([], [])
        release(connection.isReusable ? connection : nil)
    }

    private func release(_ connection: PostgresConnection?) {
        condition.lock()
        defer { condition.unlock() }
        used -= 1
        if let connection { idle.append(connection) }
        condition.signal()
    }
}
