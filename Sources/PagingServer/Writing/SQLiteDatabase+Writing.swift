internal import Foundation

extension SQLiteDatabase {
    /// Changes the database in one transaction, which is on disk when this returns; an error undoes it.
    ///
    /// One at a time writes; others wait.
    ///
    /// - Parameters:
    ///   - milliseconds: how long the statements of `body` may take together.
    ///   - body: the snapshot is the transaction's own state; it must not be kept.
    func write<Result>(milliseconds: Int, _ body: (DatabaseSnapshot) throws -> Result) throws -> Result {
        // Not by reading: a write would wait for readers' connections.
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

    /// Makes sure that the file can be written to.
    public func checkWriting() throws {
        try write(milliseconds: ServerLimits.defaultQueryMilliseconds) { _ in }
    }
}

/// The one connection that a process writes through.
///
/// `@unchecked Sendable`: everything mutable is used only while `lock` is held.
final class SQLiteWriter: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: (connection: SQLiteConnection, epoch: UInt64)?

    /// - Parameters:
    ///   - epoch: which file it is; one that takes the place of another is opened anew.
    ///   - busyMilliseconds: how long to wait for others that use the file.
    func withConnection<Result>(
        path: String, epoch: UInt64, busyMilliseconds: Int, _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
        try lock.withLock {
            if let kept, kept.epoch == epoch, !kept.connection.isInTransaction { return try body(kept.connection) }
            kept = nil
            let connection = try SQLiteConnection(path: path, mode: .readWrite, busyMilliseconds: busyMilliseconds)
            // An acknowledged write outlives a power cut; rules that tables declare hold. Triggers keep full-text indexes, which are
            // virtual tables: SQLite lets them do that only where the schema is trusted, and who lets a file be written to trusts it.
            for setting in ["foreign_keys = 1", "trusted_schema = 1", "cell_size_check = 1", "synchronous = FULL"] {
                try connection.execute("PRAGMA \(setting)")
            }
            kept = (connection, epoch)
            return try body(connection)
        }
    }
}
