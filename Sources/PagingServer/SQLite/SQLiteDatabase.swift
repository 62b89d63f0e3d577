internal import Foundation

/// A SQLite file, read from any number of threads, and written to by a ``Responder`` that may write, else never.
///
/// ```swift
/// let database = try SQLiteDatabase(path: "library.sqlite")
/// let responder = Responder(database)
/// ```
///
/// It keeps a few connections. A file that another takes the place of, by renaming, is opened anew. It does not keep the
/// file from being written to by others, nor hide that: each read sees one state of it, and knows which.
///
/// `@unchecked Sendable`: `pool` and everything in it are read and written only while `condition` is locked, `watch` while `watching` is. A
/// connection taken out of the pool is used by the one thread that took it until that puts it back.
public final class SQLiteDatabase: @unchecked Sendable {
    /// The database's file.
    public let path: String

    /// Milliseconds to wait for a writer of the file, or for a free connection.
    let busyMilliseconds: Int
    private let condition = NSCondition()
    private var pool = Pool()
    private let watching = NSLock()
    private var watch: SQLiteWatch
    /// The connection that writes, where there is one.
    let writer = SQLiteWriter()

    private struct Pool {
        var idle: [SQLiteConnection] = []
        var used = 0
        /// Counts the files that were at the path: connections to an older one are closed, not kept.
        var generation = 0
    }

    /// Opens a database, and reads so much of it that a file which is none is found out at once.
    ///
    /// - Parameter path: where the file is.
    /// - Throws: ``SQLiteError``: `missing`, `notPermitted`, `notADatabase`, `corrupt`, `busy`, or what SQLite said.
    public convenience init(path: String) throws {
        try self.init(path: path, busyMilliseconds: ServerLimits.busyMilliseconds)
    }

    /// - Parameter busyMilliseconds: how long to wait for a writer to let go of the file, or for a free connection.
    init(path: String, busyMilliseconds: Int) throws {
        self.path = path
        self.busyMilliseconds = busyMilliseconds
        watch = try SQLiteWatch(path: path, busyMilliseconds: busyMilliseconds)
    }

    /// Reads one state of the database. Nothing that is committed meanwhile shows.
    ///
    /// - Parameters:
    ///   - milliseconds: how long the statements of `body` may take together.
    ///   - body: reads what it needs; the snapshot must not be kept.
    func read<Result>(
        milliseconds: Int = ServerLimits.defaultQueryMilliseconds, _ body: (DatabaseSnapshot) throws -> Result
    ) throws -> Result {
        let (connection, generation) = try take()
        defer { putBack(connection, generation) }
        let (version, schema) = try begin(connection)
        defer { try? connection.execute("ROLLBACK") }
        return try connection.within(milliseconds: milliseconds) {
            try body(
                DatabaseSnapshot(
                    connection: .sqlite(connection), version: version, epoch: version?.epoch, schema: schema,
                    logs: LogReadings()))
        }
    }

    /// Begins a transaction, and finds out the version of the database that it sees.
    ///
    /// The version is known if it was the same before and after the snapshot was taken. It is `nil` if a writer is so busy that it never was.
    /// Then the rows read are right, but must not be cached.
    ///
    /// With a rollback journal a commit waits until no connection reads, and a new reader waits for that commit. So the snapshot is never held
    /// while waiting: if a commit waits, the snapshot is given up and taken anew.
    ///
    /// - Parameter whenTaken: called while a snapshot is held whose version is not known yet; for tests.
    func begin(
        _ connection: SQLiteConnection, whenTaken: () throws -> Void = {}
    ) throws -> (DatabaseVersion?, schema: Int64) {
        var schema: Int64 = 0
        for _ in 0..<ServerLimits.versionAttempts {
            let before = try currentVersion()
            try connection.execute("BEGIN")
            do {
                // The first read takes the snapshot; BEGIN does not.
                schema = try connection.value("PRAGMA schema_version")?.int64 ?? 0
                try whenTaken()
                if try watching.withLock({ try watch.versionWithoutWaiting() }) == before { return (before, schema) }
            } catch {
                try? connection.execute("ROLLBACK")
                throw error
            }
            try connection.execute("ROLLBACK")
        }
        try connection.execute("BEGIN")
        return (nil, try connection.value("PRAGMA schema_version")?.int64 ?? 0)
    }

    /// The version now, after the commit that is under way. It is waited for without the lock of the watch, which readers that hold a snapshot
    /// need before they end.
    private func currentVersion() throws -> DatabaseVersion {
        let deadline = Platform.monotonicNanoseconds + UInt64(max(0, busyMilliseconds)) * 1_000_000
        while true {
            if let version = try watching.withLock({ try watch.versionWithoutWaiting() }) { return version }
            guard Platform.monotonicNanoseconds < deadline else {
                throw SQLiteError(.busy, path: path, operation: "read", message: "database is locked")
            }
            Thread.sleep(forTimeInterval: Double(ServerLimits.lockedPauseMilliseconds) / 1000)
        }
    }

    /// Names the file that is at the path now.
    func currentEpoch() throws -> UInt64 {
        condition.lock()
        defer { condition.unlock() }
        try reopenIfReplaced()
        return watching.withLock { watch.epoch }
    }

    /// The version of the database, or `nil` if finding out would have to wait.
    func versionAtOnce() -> DatabaseVersion? {
        guard watching.try() else { return nil }
        defer { watching.unlock() }
        return watch.versionAtOnce()
    }

    private func take() throws -> (SQLiteConnection, generation: Int) {
        condition.lock()
        defer { condition.unlock() }
        try reopenIfReplaced()
        let deadline = Date(timeIntervalSinceNow: Double(busyMilliseconds) / 1000)
        while pool.used >= ServerLimits.maximumConnections {
            guard condition.wait(until: deadline) else {
                throw SQLiteError(
                    .busy, path: path, operation: "read",
                    message: "\(ServerLimits.maximumConnections) other requests are reading it")
            }
        }
        let connection =
            try pool.idle.popLast() ?? SQLiteConnection.openReadOnly(path: path, busyMilliseconds: busyMilliseconds)
        pool.used += 1
        return (connection, pool.generation)
    }

    private func putBack(_ connection: SQLiteConnection, _ generation: Int) {
        condition.lock()
        defer { condition.unlock() }
        pool.used -= 1
        // One that could not leave its transaction would show the next reader the past.
        if generation == pool.generation, !connection.isInTransaction { pool.idle.append(connection) }
        condition.signal()
    }

    private func reopenIfReplaced() throws {
        try watching.withLock {
            guard !watch.isCurrent else { return }
            pool.idle = []
            pool.generation += 1
            watch = try SQLiteWatch(path: path, busyMilliseconds: busyMilliseconds)
        }
    }
}
