internal import CSQLite
internal import PagingWire

/// The error if a database cannot be used: the failure, the file, and advice.
public struct SQLiteError: Error, Hashable, Sendable {
    /// The kind of failure.
    public enum Reason: Hashable, Sendable {
        /// There is no file at the path.
        case missing
        /// The file, or the directory SQLite needs beside it, may not be read or written.
        case notPermitted
        /// The file is not a SQLite database, or it is encrypted.
        case notADatabase
        /// The file is a damaged database.
        case corrupt
        /// Another process, or too many requests, used the database for longer than the time limit.
        case busy
        /// A writer was interrupted, and its changes have to be rolled back, which needs write permission.
        case unfinished
        /// The statement exceeded its time limit.
        case tooSlow
        /// The disk, or the database's own limit, is full.
        case full
        /// A row violates a constraint of its table: an existing key, a missing value, a check.
        case constraint
        /// The database cannot run the statement: a view of a missing table, an extension that is not loaded.
        case statement
        /// Any other failure. The message describes it.
        case other
    }

    /// The kind of failure.
    public var reason: Reason
    /// The database's file.
    public var path: String
    /// The operation: "open", "read" ….
    public var operation: String
    /// The message of SQLite, or of the system.
    public var message: String

    /// `SQLITE_READONLY_ROLLBACK`, a macro that is not imported into Swift.
    static let unfinishedCode = SQLITE_READONLY | (3 << 8)

    init(_ reason: Reason, path: String, operation: String, message: String) {
        self.reason = reason
        self.path = path
        self.operation = operation
        self.message = message
    }

    /// Makes the error of the last call on a connection.
    ///
    /// - Parameter code: an extended result code.
    init(code: Int32, handle: OpaquePointer?, path: String, operation: String) {
        let message = handle.flatMap(sqlite3_errmsg) ?? sqlite3_errstr(code)
        self.init(
            Reason(code: code), path: path, operation: operation,
            message: message.map { String(cString: $0) } ?? "error \(code)")
    }
}

extension SQLiteError.Reason {
    /// The reason for a result code, extended or not.
    init(code: Int32) {
        if code == SQLiteError.unfinishedCode {
            self = .unfinished
            return
        }
        self =
            switch code & 0xFF {
            case SQLITE_PERM, SQLITE_AUTH, SQLITE_READONLY, SQLITE_CANTOPEN: .notPermitted
            case SQLITE_NOTADB: .notADatabase
            case SQLITE_CORRUPT: .corrupt
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
            case SQLITE_INTERRUPT: .tooSlow
            case SQLITE_FULL, SQLITE_TOOBIG, SQLITE_NOMEM: .full
            case SQLITE_CONSTRAINT: .constraint
            case SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH, SQLITE_RANGE: .statement
            default: .other
            }
    }
}

extension SQLiteError: CustomStringConvertible {
    /// The error, its place and advice, in two or three sentences.
    public var description: String {
        "Cannot \(operation) the database \(path): \(message.asSentence) \(advice)"
    }

    /// Advice.
    public var advice: String {
        switch reason {
        case .missing: "Check the path, and the folder it is relative to."
        case .notPermitted:
            "Check who may read the file. A database in WAL mode also needs a folder that may be written to, "
                + "or its -shm and -wal files in place."
        case .notADatabase: "Check that the file is a SQLite 3 database that is not encrypted."
        case .corrupt: "Restore it from a copy, or recover what is readable with 'sqlite3 FILE .recover'."
        case .busy: "Try again, and look for a program that holds the database open in a long transaction."
        case .unfinished:
            "Open it once with a program that may write to it: 'sqlite3 FILE .tables' undoes what is left."
        case .tooSlow: "Sort or group by a column that has an index, or add one."
        case .full: "Ask for less at a time, or make room on the disk."
        case .constraint: "Give values that the table takes."
        case .statement: "Check the definition of the table or view in the database."
        case .other: "Look at the file and its folder: 'sqlite3 FILE \"PRAGMA integrity_check\"' tells more."
        }
    }
}
