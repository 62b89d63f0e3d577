internal import Foundation

/// A SQLite file, read from any number of threads. Only a ``Responder`` that allows writing writes to it.
///
/// ```swift
/// let database = try SQLiteDatabase(path: "library.sqlite")
/// let responder = Responder(database)
/// ```
///
/// It has a few connections. If another file replaces it by renaming, that is opened. Other processes may write to the file: each read sees one
/// state of it, and knows which.
///
/// `@unchecked Sendable`: `pool` and everything in it are read and written only while `condition` is locked, `watch` while `watching` is. A
/// connection taken from the pool is used only by the thread that took it, until it is returned.
public final class SQLiteDatabase: @unchecked Sendable {
    /// The database's file.
    public let path: String

    /// The longest wait in milliseconds for a writer of the file, or for a free connection.
    let busyMilliseconds: Int
    private let condition = NSCondition()
    private var pool = Pool()
    private let ranks = RankFacts()
    private let watching = NSLock()
    private var watch: SQLiteWatch
    /// The connection for writing, opened when it is needed.
    let writer = SQLiteWriter()

    private struct Pool {
        var idle: [SQLiteConnection] = []
        var used = 0
        /// The number of files that were at the path. Connections to an older one are closed instead of reused.
        var generation = 0
    }

    /// Opens a database, and reads enough of it to detect a file that is not a database.
    ///
    /// - Parameter path: the path of the file.
    /// - Throws: ``SQLiteError``: `missing`, `notPermitted`, `notADatabase`, `corrupt`, `busy`, or SQLite's error.
    public convenience init(path: String) throws {
        try self.init(path: path, busyMilliseconds: ServerLimits.busyMilliseconds)
    }

    /// - Parameter busyMilliseconds: the longest wait for a writer to release the file, or for a free connection.
    init(path: String, busyMilliseconds: Int) throws {
        self.path = path
        self.busyMilliseconds = busyMilliseconds
        watch = try SQLiteWatch(path: path, busyMilliseconds: busyMilliseconds)
    }

    /// Reads one state of the database. Later commits are invisible.
    ///
    /// - Parameters:
    ///   - milliseconds: the time limit of all statements in `body` together.
    ///   - body: reads rows. The snapshot must not be stored.
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
                    logs: LogReadings(), ranks: ranks.at(version)))
        }
    }

    /// Begins a transaction, and determines the version of the database in it.
    ///
    /// The version is known if it was the same before and after the snapshot was taken. It is `nil` if a busy writer changed it each time. The
    /// rows are then correct, but must not be cached.
    ///
    /// With a rollback journal, a commit waits for all readers, and new readers wait for that commit. Therefore the snapshot is never held while
    /// waiting: if a commit waits, the snapshot is released and taken again.
    ///
    /// - Parameter whenTaken: called while a snapshot is held whose version is still unknown, for tests.
    func begin(
        _ connection: SQLiteConnection, whenTaken: () throws -> Void = {}
    ) throws -> (DatabaseVersion?, schema: Int64) {
        var schema: Int64 = 0
        for _ in 0..<ServerLimits.versionAttempts {
            let before = try currentVersion()
            try connection.execute("BEGIN")
            do {
                // The first read takes the snapshot, not BEGIN.
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

    /// The current version, after a commit in progress. It waits without the lock of the watch, because readers with a snapshot need that lock
    /// before they end.
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

    /// Identifies the file that is at the path now.
    func currentEpoch() throws -> UInt64 {
        condition.lock()
        defer { condition.unlock() }
        try reopenIfReplaced(FileIdentity(path: path))
        return watching.withLock { watch.epoch }
    }

    /// The version of the database, or `nil` if finding out would have to wait.
    func versionAtOnce() -> DatabaseVersion? {
        guard watching.try() else { return nil }
        defer { watching.unlock() }
        return watch.versionAtOnce()
    }

    private func take() throws -> (SQLiteConnection, generation: Int) {
        // The other threads need not wait for the system.
        let found = FileIdentity(path: path)
        condition.lock()
        defer { condition.unlock() }
        try reopenIfReplaced(found)
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
        // A connection that could not end its transaction would show an old state to the next reader.
        if generation == pool.generation, !connection.isInTransaction { pool.idle.append(connection) }
        condition.signal()
    }

    /// - Parameter found: the file at the path, perhaps before another thread opened a newer one.
    private func reopenIfReplaced(_ found: FileIdentity?) throws {
        try watching.withLock {
            guard !watch.isCurrent(found), !watch.isCurrent else { return }
            pool.idle = []
            pool.generation += 1
            watch = try SQLiteWatch(path: path, busyMilliseconds: busyMilliseconds)
        }
    }
}
