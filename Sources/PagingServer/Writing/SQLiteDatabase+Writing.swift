internal import Foundation

extension SQLiteDatabase {
    /// Changes the database in one transaction, which is on disk when this returns. An error rolls it back.
    ///
    /// Only one write is in progress at a time. Others wait.
    ///
    /// - Parameters:
    ///   - milliseconds: the time limit of all statements in `body` together.
    ///   - body: makes the changes. The snapshot is the transaction's own state, and must not be stored.
    func write<Result>(milliseconds: Int, _ body: (DatabaseSnapshot) throws -> Result) throws -> Result {
        // Not through `read`, because a write would wait for readers' connections.
        let epoch = try currentEpoch()
        return try writer.withConnection(path: path, epoch: epoch, busyMilliseconds: busyMilliseconds) { connection in
            try connection.within(milliseconds: milliseconds) {
                try connection.transaction {
                    let schema = try connection.value("PRAGMA schema_version")?.int64 ?? 0
                    return try body(
                        DatabaseSnapshot(connection: .sqlite(connection), version: nil, epoch: epoch, schema: schema))
                }
            }
        }
    }

    /// Checks that the file can be written to.
    public func checkWriting() throws {
        try write(milliseconds: ServerLimits.defaultQueryMilliseconds) { _ in }
    }
}

/// The only connection through which a process writes.
///
/// `@unchecked Sendable`: everything mutable is used only while `lock` is held.
final class SQLiteWriter: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: (connection: SQLiteConnection, epoch: UInt64)?

    /// - Parameters:
    ///   - epoch: identifies the file. If another file has replaced it, it is opened again.
    ///   - busyMilliseconds: the longest wait for other users of the file.
    func withConnection<Result>(
        path: String, epoch: UInt64, busyMilliseconds: Int, _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
        try lock.withLock {
            if let kept, kept.epoch == epoch, !kept.connection.isInTransaction { return try body(kept.connection) }
            kept = nil
            let connection = try SQLiteConnection(path: path, mode: .readWrite, busyMilliseconds: busyMilliseconds)
            // Acknowledged writes survive a power failure, and the tables' constraints are enforced. Triggers maintain full-text indexes, which
            // are virtual tables. SQLite allows that only with a trusted schema, and an operator who permits writes trusts the file.
            for setting in ["foreign_keys = 1", "trusted_schema = 1", "cell_size_check = 1", "synchronous = FULL"] {
                try connection.execute("PRAGMA \(setting)")
            }
            kept = (connection, epoch)
            return try body(connection)
        }
    }
}
