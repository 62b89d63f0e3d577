internal import CSQLite
internal import Foundation

/// A connection to a database, with its prepared statements. It is used by one thread at a time.
final class SQLiteConnection {
    /// The mode in which a database is opened.
    enum Mode {
        /// Read-only.
        case readOnly
        /// Read and write. The file must exist.
        case readWrite
        /// Read and write. The file is created if it does not exist.
        case create
    }

    let path: String
    private let handle: OpaquePointer
    private let busyMilliseconds: Int32
    private var statements: [StatementText: OpaquePointer] = [:]
    /// The time at which the running statement is cancelled, in nanoseconds of the monotonic clock. It is stored outside the object, because the
    /// progress handler reads it through a pointer.
    private let deadline: UnsafeMutablePointer<UInt64>
    /// `true` if cancelling the task interrupts the running statement.
    var stopsWhenCancelled = false {
        didSet { deadline[1] = stopsWhenCancelled ? 1 : 0 }
    }

    /// Waits before SQLite checks again for a journal.
    var waitForRollback: () -> Void = {
        Thread.sleep(forTimeInterval: Double(ServerLimits.lockedPauseMilliseconds) / 1000)
    }

    /// Opens a database.
    ///
    /// It does not read the file. If the file is not a database, the first statement fails.
    ///
    /// - Throws: `missing`, `notPermitted`; SQLite's errors.
    init(
        path: String, mode: Mode, busyMilliseconds: Int = ServerLimits.busyMilliseconds
    ) throws(SQLiteError) {
        if mode != .create { try SQLiteConnection.checkFile(path) }
        let access =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            SQLiteConnection.uri(path: path), &opened,
            access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteError(code: code, handle: opened, path: path, operation: "open")
            sqlite3_close_v2(opened)
            throw error
        }
        self.path = path
        handle = opened
        // The second word is not zero if cancelling the task interrupts the statement.
        deadline = .allocate(capacity: 2)
        deadline.initialize(to: .max)
        (deadline + 1).initialize(to: 0)
        self.busyMilliseconds = Int32(clamping: busyMilliseconds)
        sqlite3_busy_timeout(handle, self.busyMilliseconds)
        sqlite3_progress_handler(
            handle, ServerLimits.instructionsBetweenClockReads,
            { context in
                let words = context!.assumingMemoryBound(to: UInt64.self)
                return Platform.monotonicNanoseconds >= words[0] || (words[1] == 1 && Task.isCancelled) ? 1 : 0
            }, deadline)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
        deadline.deallocate()
    }

    /// Runs a body's statements with a time limit. After that they fail with `tooSlow`.
    func within<Result>(milliseconds: Int, _ body: () throws -> Result) rethrows -> Result {
        deadline.pointee = Platform.monotonicNanoseconds + UInt64(max(0, milliseconds)) * 1_000_000
        defer { deadline.pointee = .max }
        return try body()
    }

    /// Runs a body whose statements fail at once with `busy` if they would have to wait for a writer.
    func withoutWaiting<Result>(_ body: () throws -> Result) rethrows -> Result {
        sqlite3_busy_timeout(handle, 0)
        defer { sqlite3_busy_timeout(handle, busyMilliseconds) }
        return try body()
    }

    /// `true` if the time limit of `within` has passed.
    var isOutOfTime: Bool { Platform.monotonicNanoseconds >= deadline.pointee }

    /// `true` if a transaction is in progress.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs a statement and passes each row to a closure.
    ///
    /// - Parameters:
    ///   - sql: one statement. Names in it are quoted names of the schema. Values are bound, never inserted.
    ///   - bindings: the values of its parameters in order.
    ///   - body: called with each row, which it must not store.
    func forEachRow(_ sql: String, _ bindings: [DatabaseValue] = [], _ body: (SQLiteRow) throws -> Void) throws {
        try readRows(sql, bindings) { row in
            try body(row)
            return true
        }
    }

    /// Runs a statement and passes each row to `body`, as long as it returns `true`.
    func readRows(_ sql: String, _ bindings: [DatabaseValue] = [], while body: (SQLiteRow) throws -> Bool) throws {
        try run(try prepare(sql), bindings, body)
    }

    /// Runs a statement once with each of some bindings, one after the other.
    func forEachRow(_ sql: String, each bindings: [[DatabaseValue]], _ body: (SQLiteRow) throws -> Void) throws {
        let statement = try prepare(sql)
        for values in bindings {
            try run(statement, values) { row in
                try body(row)
                return true
            }
        }
    }

    private func run(
        _ statement: OpaquePointer, _ bindings: [DatabaseValue], _ body: (SQLiteRow) throws -> Bool
    ) throws {
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in bindings.enumerated() { try bind(value, to: statement, at: Int32(index + 1)) }
        while true {
            switch afterRollback({ sqlite3_step(statement) }) {
            case SQLITE_ROW: guard try body(SQLiteRow(statement: statement)) else { return }
            case SQLITE_DONE: return
            case let code: throw error(code, "read")
            }
        }
    }

    /// The first column of the first row, or `nil` if there is no row.
    func value(_ sql: String, _ bindings: [DatabaseValue] = []) throws -> DatabaseValue? {
        var result: DatabaseValue?
        try forEachRow(sql, bindings) { row in
            if result == nil { result = row.value(0) }
        }
        return result
    }

    /// Runs a statement without using its rows.
    func execute(_ sql: String, _ bindings: [DatabaseValue] = []) throws {
        try forEachRow(sql, bindings) { _ in }
    }

    /// The collation by which a table's column is compared if a query names none.
    func collation(of column: String, in table: String) throws(SQLiteError) -> String {
        var collation: UnsafePointer<CChar>?
        let code = sqlite3_table_column_metadata(handle, "main", table, column, nil, &collation, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, "read") }
        return collation.map { String(cString: $0) } ?? "BINARY"
    }

    /// Runs a body in a transaction that holds the write lock from the start. An error rolls it back.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Checks that a statement is valid, without running it.
    func check(_ sql: String) throws(SQLiteError) {
        _ = try prepare(sql)
    }

    private func prepare(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        let key = StatementText(sql)
        if let statement = statements[key] { return statement }
        if statements.count >= ServerLimits.cachedStatements {
            // Requests use only a few different statements. If there are more, starting over is as good as any order of eviction. All statements
            // are asked if they are running before any is freed, never after.
            let running = statements.filter { sqlite3_stmt_busy($0.value) != 0 }
            for (key, statement) in statements where running[key] == nil { sqlite3_finalize(statement) }
            statements = running
        }
        var statement: OpaquePointer?
        let code = afterRollback {
            sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        }
        guard code == SQLITE_OK, let statement else { throw error(code, "read") }
        statements[key] = statement
        return statement
    }

    /// Repeats a call if SQLite confuses the journal of a writer that is rolling back with that of an interrupted writer (`hasHotJournal` in
    /// SQLite's pager.c). A read-only connection may not touch the latter. The error occurs when a statement starts, before its first row.
    private func afterRollback(_ call: () -> Int32) -> Int32 {
        var attempts = ServerLimits.rollbackAttempts
        while true {
            let code = call()
            guard code == SQLiteError.unfinishedCode, attempts > 0 else { return code }
            attempts -= 1
            waitForRollback()
        }
    }

    private func bind(_ value: DatabaseValue, to statement: OpaquePointer, at index: Int32) throws(SQLiteError) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let value): sqlite3_bind_int64(statement, index, value)
            case .real(let value): sqlite3_bind_double(statement, index, value)
            case .text(let bytes), .json(let bytes):
                // An empty buffer has no address, and a null address would bind NULL.
                bytes.isEmpty
                    ? csqlite_bind_text(statement, index, "", 0)
                    : bytes.withUnsafeBytes { csqlite_bind_text(statement, index, $0.baseAddress, UInt64($0.count)) }
            case .blob(let bytes):
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, index, 0)
                    : bytes.withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
            }
        guard code == SQLITE_OK else { throw error(code, "read") }
    }

    private func error(_ code: Int32, _ operation: String) -> SQLiteError {
        SQLiteError(code: code, handle: handle, path: path, operation: operation)
    }
}

/// The text of a statement, compared by its bytes. As strings, two statements would be equal if their names differ only in Unicode
/// normalization.
struct StatementText: Hashable {
    private let bytes: ContiguousArray<UInt8>

    init(_ sql: String) { bytes = ContiguousArray(sql.utf8) }

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
