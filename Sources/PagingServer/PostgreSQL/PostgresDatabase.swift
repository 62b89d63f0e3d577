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
/// `@unchecked Sendable`: `idle`, `used` and `pool` are read and written only while `condition` is locked. A connection that was
/// taken is used by the one thread that took it until that puts it back.
public final class PostgresDatabase: @unchecked Sendable {
    /// Which database it is, without its password: `user@host:5432/name`.
    public var name: String { address.name }

    let address: PostgresAddress
    let maintenance: PostgresMaintenance
    let replica: PostgresReplica?
    private let isStandby: Bool
    private let condition = NSCondition()
    private var idle: [PostgresConnection] = []
    private var used: [ReadUse: Int] = [:]
    private var pool = PostgresShares()
    let states: PostgresStates
    private let versions = SharedQuestion<DatabaseVersion?>()

    /// Opens a database, and connects to it once, so that what is wrong with the address is found out at once.
    ///
    /// With a replica, requests are answered by it, as long as no reader goes back in time: a state that this process has told anything
    /// of is the oldest that it tells from then on, and a request that names a later version than the replica has is answered by the
    /// database itself. So is everything while the replica cannot be reached.
    ///
    /// Nor does the replica answer while it lags behind by more than `replicaLagSeconds`, or is not known not to: the primary's position in
    /// its log is asked for once a second, so a state is told for a second longer at most. Where the primary cannot be reached, the replica
    /// answers whatever its lag.
    ///
    /// - Parameters:
    ///   - address: where it is: `postgres://user:password@host:port/name`, or `postgres:///name?host=/folder` for a
    ///     socket. The lists are the tables and views in the schemas of its `search_path`, which `?options=-csearch_path=NAME` sets.
    ///   - replica: where a standby of its server is, with the same database; `nil` for none.
    ///   - replicaLagSeconds: how far the replica may lag behind, in seconds from 1.
    /// - Throws: ``PostgresError``: `badAddress`, `unreachable`, `notPermitted`, `unknownDatabase`, `busy`.
    public convenience init(
        address: String, replica: String? = nil, replicaLagSeconds: Int = ServerLimits.defaultReplicaLagSeconds
    ) throws {
        try self.init(
            address: address, replica: replica, replicaLagSeconds: replicaLagSeconds,
            schemaMilliseconds: ServerLimits.schemaMilliseconds)
    }

    init(
        address: String, replica: String? = nil, replicaLagSeconds: Int = ServerLimits.defaultReplicaLagSeconds,
        schemaMilliseconds: Int
    ) throws {
        let place = try PostgresAddress(address)
        self.address = place
        (maintenance, isStandby) = (PostgresMaintenance(place), false)
        states = PostgresStates(schemaMilliseconds: schemaMilliseconds)
        self.replica = try replica.map {
            PostgresReplica(try PostgresAddress($0), of: place, lagSeconds: replicaLagSeconds)
        }
        idle = [try PostgresConnection(place)]
    }

    /// Another server's database, without a replica of its own.
    init(standby address: PostgresAddress) {
        (self.address, replica, maintenance, isStandby) = (address, nil, PostgresMaintenance(address), true)
        states = PostgresStates(schemaMilliseconds: ServerLimits.schemaMilliseconds)
    }

    /// Reads one state of the database. Nothing that is committed meanwhile shows.
    ///
    /// - Parameters:
    ///   - milliseconds: how long each statement of `body` may take.
    ///   - isLatest: whether it is to be the latest state, and no replica's.
    ///   - list: the list that is asked about, which has its share of the connections; `nil` where it is none.
    ///   - use: what is read for; each has connections of its own.
    ///   - client: the client that waits for it; its reads are cancelled when it goes away.
    ///   - body: reads what it needs; the snapshot must not be kept. Called again where the connection broke meanwhile.
    func read<Result>(
        milliseconds: Int = ServerLimits.defaultQueryMilliseconds, isLatest: Bool = false, list: String? = nil,
        for use: ReadUse = .page, client: WaitingClient? = nil, _ body: (DatabaseSnapshot) throws -> Result
    ) throws -> Result {
        try withShare(of: list) {
            try read(
                Reading(milliseconds: milliseconds, list: list, use: use, client: client), isLatest: isLatest, body)
        }
    }

    private func read<Result>(
        _ reading: Reading, isLatest: Bool, _ body: (DatabaseSnapshot) throws -> Result
    ) throws -> Result {
        guard let replica else { return try readAgain(reading) { snapshot, _ in try body(snapshot) } }
        if !isLatest, let result = try replica.read(reading, body) { return result }
        return try readAgain(reading) { snapshot, position in
            let result = try body(snapshot)
            replica.tell(position)
            return result
        }
    }

    /// Notes that something was written: from now on nothing older is told.
    func noteWritten(_ connection: PostgresConnection) {
        guard let replica else { return }
        replica.tell(try? connection.logPosition())
    }

    private func readAgain<Result>(
        _ reading: Reading, _ body: (DatabaseSnapshot, LogPosition) throws -> Result
    ) throws -> Result {
        do {
            return try readOnce(reading, body)
        } catch let error as PostgresError where error.reason == .unreachable || error.reason == .outdated {
            // The server was started again, or a table changed under a prepared statement: what is kept is of no use.
            forgetPrepared()
            return try readOnce(reading, body)
        } catch let error as PostgresError where error.reason == .statement {
            // A table or a column that is gone: the schema may be another since it was looked at.
            guard states.forgetSchema() else { throw error }
            return try readOnce(reading, body)
        }
    }

    /// Forgets the connections that nobody uses, with the statements that they have prepared, and the schema.
    func forgetPrepared() {
        condition.withLock { idle = [] }
        _ = states.forgetSchema()
    }

    /// - Parameter check: called with the connection before the state is fixed: all that was replayed by then is in it.
    func readOnce<Result>(
        _ reading: Reading, after check: ((PostgresConnection) throws -> Void)? = nil,
        _ body: (DatabaseSnapshot, LogPosition) throws -> Result
    ) throws -> Result {
        let milliseconds = reading.milliseconds
        let connection = try take(reading.use)
        defer { putBack(connection, reading.use) }
        // Another thread may cancel it; the end waits for that.
        try reading.client?.begin(connection)
        defer { reading.client?.end(connection) }
        try check?(connection)
        return try connection.within(milliseconds: milliseconds) {
            let (snapshot, position) = try begin(connection, reading)
            defer { connection.endReading() }
            return try body(snapshot, position)
        }
    }

    /// Begins a transaction, and finds out which version of the database it sees.
    ///
    /// - Returns: the position in the log of the server up to which anything that the transaction sees was written; of no timeline on a
    ///   standby.
    private func begin(
        _ connection: PostgresConnection, _ reading: Reading
    ) throws -> (snapshot: DatabaseSnapshot, position: LogPosition) {
        let state = try states.state(
            connection,
            after: """
                BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = \(max(1, reading.milliseconds)); \
                \(connection.transactionSettings)
                """, list: reading.list)
        let snapshot = DatabaseSnapshot(
            connection: .postgres(connection), version: state.version, epoch: state.epoch,
            schema: try states.schema(connection, state.version), isReplica: state.isReplica, logs: LogReadings(),
            list: reading.list, relation: state.relation)
        return (snapshot, state.position)
    }

    /// The version that the database has now, asked for once for all that want to know it meanwhile.
    ///
    /// - Returns: `nil` where it is not known within ``ServerLimits/busyMilliseconds``, as where the connection that asks does not answer, or is
    ///   of no use: with a replica, which answers most and whose states have no names.
    func sharedVersion() -> DatabaseVersion? {
        guard replica == nil else { return nil }
        let version = try? versions.answer(within: ServerLimits.busyMilliseconds) {
            let connection = try take(.version)
            defer { putBack(connection, .version) }
            return try states.state(connection, after: connection.transactionSettings).version
        }
        return version.flatMap { $0 }
    }

    /// Reads or writes a list as one of those that may do so at a time.
    ///
    /// - Throws: `busy` where the list has its share of the connections, and others wait for it already or it takes too long.
    func withShare<Result>(of list: String?, _ body: () throws -> Result) throws -> Result {
        try beginReading(list)
        defer { endReading(list) }
        return try body()
    }

    private func beginReading(_ list: String?) throws {
        guard let list else { return }
        try condition.withLock {
            let deadline = Date(timeIntervalSinceNow: Double(ServerLimits.busyMilliseconds) / 1000)
            guard pool.wait(for: list) else {
                throw address.error(.busy, "read", "many other requests read this list")
            }
            defer { pool.endWaiting(for: list) }
            while !pool.begin(list) {
                guard condition.wait(until: deadline) else {
                    throw address.error(.busy, "read", "many other requests read this list")
                }
            }
        }
    }

    private func endReading(_ list: String?) {
        guard let list else { return }
        condition.withLock {
            pool.end(list)
            condition.broadcast()
        }
    }

    func take(_ use: ReadUse = .page) throws -> PostgresConnection {
        condition.lock()
        let deadline = Date(timeIntervalSinceNow: Double(ServerLimits.busyMilliseconds) / 1000)
        while used[use, default: 0] >= use.connections {
            guard condition.wait(until: deadline) else {
                condition.unlock()
                throw address.error(.busy, "read", "\(use.connections) other requests are reading it")
            }
        }
        used[use, default: 0] += 1
        let connection = idle.popLast()
        condition.unlock()
        if let connection, connection.hasEnded() { return connection }
        do {
            // Not while the lock is held: a server that does not answer takes seconds.
            return try PostgresConnection(address)
        } catch {
            release(nil, use)
            throw error
        }
    }

    func putBack(_ connection: PostgresConnection, _ use: ReadUse = .page) {
        // A standby cannot be written to; the server that it follows has seen to it.
        if !isStandby { maintenance.schedule(connection.due) }
        connection.due = []
        release(connection.isReusable ? connection : nil, use)
    }

    private func release(_ connection: PostgresConnection?, _ use: ReadUse) {
        condition.lock()
        defer { condition.unlock() }
        used[use, default: 1] -= 1
        if let connection { idle.append(connection) }
        // Some wait for a connection, others for a list's share: all are woken.
        condition.broadcast()
    }
}
