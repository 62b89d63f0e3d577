internal import Foundation

/// A PostgreSQL database that is read and never written to, from any number of threads.
///
/// ```swift
/// let database = try PostgresDatabase(address: "postgres://reader@localhost/library")
/// let responder = Responder(.postgres(database))
/// ```
///
/// It keeps a few connections, and replaces broken ones. Each read is a transaction that sees one state of the
/// database (`REPEATABLE READ`), so that a count and the rows counted agree.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked. A connection that was
/// taken is used by the one thread that took it until that puts it back.
public final class PostgresDatabase: @unchecked Sendable {
    /// The address without its password: `user@host:5432/name`.
    public var name: String { address.name }

    let address: PostgresAddress
    let maintenance: PostgresMaintenance
    let replica: PostgresReplica?
    private let isStandby: Bool
    private let condition = NSCondition()
    private var idle: [PostgresConnection] = []
    private var used: [ReadUse: Int] = [:]
    private var pool = PostgresShares()
    /// The threads that wait for a connection, by its use, and all that wait, for a connection or for a list's share.
    private var (waiting, waiters): ([ReadUse: Int], Int) = ([:], 0)
    /// The number of times that a waiting thread was woken, for tests.
    private(set) var wakes = 0
    /// The number of threads that wait, for tests.
    var waitingThreads: Int { condition.withLock { waiters } }
    let states: PostgresStates
    private let ranks = RankFacts()
    private let versions = SharedQuestion<DatabaseVersion?>()

    /// Opens a database, and connects to it once, so that a wrong address is reported at once.
    ///
    /// With a replica, requests are answered by it as long as no reader goes back in time: the latest state that this process has told
    /// is the oldest that it tells from then on, and a request that names a later version than the replica has is answered by the
    /// database itself. So is everything while the replica cannot be reached.
    ///
    /// Nor does the replica answer while it lags behind by more than `replicaLagSeconds`, or by an unknown time. The primary's position in
    /// its log is read once a second, so a state is told for a second longer at most. If the primary cannot be reached, the replica
    /// answers whatever its lag.
    ///
    /// - Parameters:
    ///   - address: its address: `postgres://user:password@host:port/name`, or `postgres:///name?host=/folder` for a
    ///     socket. The lists are the tables and views in the schemas of its `search_path`, which `?options=-csearch_path=NAME` sets.
    ///   - replica: the address of a standby of its server, with the same database, or `nil` for none.
    ///   - replicaLagSeconds: the greatest lag of the replica in seconds, from 1.
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

    /// Reads one state of the database, in which later commits are not visible.
    ///
    /// - Parameters:
    ///   - milliseconds: the limit of each statement of `body`.
    ///   - isLatest: `true` for the latest state, which no replica has.
    ///   - list: the list that is asked about, which has a share of the connections, or `nil` if it is not about a list.
    ///   - use: the purpose of the read; each has connections of its own.
    ///   - client: the client that waits for it; its reads are cancelled when it goes away.
    ///   - body: reads what it needs; the snapshot must not be kept. Called again if the connection broke meanwhile.
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

    /// Notes a write: older states are not told from now on.
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
            // The server was started again, or a table changed under a prepared statement: what is kept is useless.
            forgetPrepared()
            return try readOnce(reading, body)
        } catch let error as PostgresError where error.reason == .statement {
            // A table or a column is gone: the schema may have changed since it was read.
            guard states.forgetSchema() else { throw error }
            return try readOnce(reading, body)
        }
    }

    /// Forgets the unused connections, with their prepared statements, and the schema.
    func forgetPrepared() {
        condition.withLock { idle = [] }
        _ = states.forgetSchema()
    }

    /// - Parameter check: called with the connection before the state is fixed, which contains all that was replayed by then.
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

    /// Begins a transaction, and reads the version of the database that it sees.
    ///
    /// - Returns: the position in the server's log before which everything visible to the transaction was written; without a timeline on a
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
            ranks: ranks.at(state.version), list: reading.list, relation: state.relation)
        return (snapshot, state.position)
    }

    /// The current version of the database. Callers that ask at the same time share one question.
    ///
    /// - Returns: `nil` if it is not known within ``ServerLimits/busyMilliseconds``, for example if the connection that asks does not answer, or is
    ///   useless, or with a replica, which answers most requests and whose states have no names.
    func sharedVersion() -> DatabaseVersion? {
        guard replica == nil else { return nil }
        let version = try? versions.answer(within: ServerLimits.busyMilliseconds) {
            let connection = try take(.version)
            defer { putBack(connection, .version) }
            return try states.state(connection, after: connection.transactionSettings).version
        }
        return version.flatMap { $0 }
    }

    /// Reads or writes a list within its share of the connections.
    ///
    /// - Throws: `busy` if the list uses its whole share of the connections and enough requests wait for it already, or the wait is too long.
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
                guard waitToBeWoken(until: deadline) else {
                    throw address.error(.busy, "read", "many other requests read this list")
                }
            }
        }
    }

    private func endReading(_ list: String?) {
        guard let list else { return }
        condition.withLock {
            pool.end(list)
            wake(oneOf: pool.waiters(for: list))
        }
    }

    /// Waits while `condition` is locked.
    ///
    /// - Returns: `false` if the time is over.
    private func waitToBeWoken(until deadline: Date) -> Bool {
        waiters += 1
        defer { waiters -= 1 }
        let isWoken = condition.wait(until: deadline)
        wakes += 1
        // Another thread may need the wake that this one got.
        if !isWoken { condition.broadcast() }
        return isWoken
    }

    /// Wakes a thread for which there is room now, while `condition` is locked. All are woken only if some wait for something else, as each wake
    /// costs two changes of threads.
    private func wake(oneOf count: Int) {
        guard count > 0 else { return }
        if count == waiters { condition.signal() } else { condition.broadcast() }
    }

    func take(_ use: ReadUse = .page) throws -> PostgresConnection {
        condition.lock()
        let deadline = Date(timeIntervalSinceNow: Double(ServerLimits.busyMilliseconds) / 1000)
        while used[use, default: 0] >= use.connections {
            waiting[use, default: 0] += 1
            let isWoken = waitToBeWoken(until: deadline)
            waiting[use, default: 1] -= 1
            guard isWoken else {
                condition.unlock()
                throw address.error(.busy, "read", "\(use.connections) other requests are reading it")
            }
        }
        used[use, default: 0] += 1
        let connection = idle.popLast()
        condition.unlock()
        if let connection, connection.hasEnded() { return connection }
        do {
            // The lock is not held, because a server that does not answer takes seconds.
            return try PostgresConnection(address)
        } catch {
            release(nil, use)
            throw error
        }
    }

    func putBack(_ connection: PostgresConnection, _ use: ReadUse = .page) {
        // A standby cannot be written to, so the server that it follows does it.
        if !isStandby { maintenance.schedule(connection.due) }
        connection.due = []
        release(connection.isReusable ? connection : nil, use)
    }

    private func release(_ connection: PostgresConnection?, _ use: ReadUse) {
        condition.lock()
        defer { condition.unlock() }
        used[use, default: 1] -= 1
        if let connection { idle.append(connection) }
        wake(oneOf: waiting[use, default: 0])
    }
}
