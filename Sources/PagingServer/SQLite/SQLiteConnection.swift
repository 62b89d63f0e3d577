internal import CSQLite

/// One connection to a database, with the statements it has prepared. For one thread at a time.
final class SQLiteConnection {
    /// How a database is opened.
    enum Mode {
        /// Nothing can be written through the connection.
        case readOnly
        /// The file is made where there is none.
        case create
    }

    let path: String
    private let handle: OpaquePointer
    private var statements: [StatementText: OpaquePointer] = [:]
    /// When the running statement is called off, in nanoseconds of the monotonic clock. Lives outside the object, as the
    /// progress handler reads it through a pointer.
    private let deadline: UnsafeMutablePointer<UInt64>

    /// Opens a database.
    ///
    /// It does not read the file: whether that is a database shows at the first statement.
    ///
    /// - Throws: `missing`, `notPermitted`, or what SQLite said.
    init(
        path: String, mode: Mode, busyMilliseconds: Int = ServerLimits.busyMilliseconds
    ) throws(SQLiteError) {
        if mode == .readOnly { try SQLiteConnection.checkFile(path) }
        let access = mode == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
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
        deadline = .allocate(capacity: 1)
        deadline.initialize(to: .max)
        sqlite3_busy_timeout(handle, Int32(clamping: busyMilliseconds))
        sqlite3_progress_handler(
            handle, ServerLimits.instructionsBetweenClockReads,
            { Platform.monotonicNanoseconds >= $0!.load(as: UInt64.self) ? 1 : 0 }, deadline)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
        deadline.deallocate()
    }

    /// Runs the statements of a body for no longer than given; what is slower fails with `tooSlow`.
    func within<Result>(milliseconds: Int, _ body: () throws -> Result) rethrows -> Result {
        deadline.pointee = Platform.monotonicNanoseconds + UInt64(max(0, milliseconds)) * 1_000_000
        defer { deadline.pointee = .max }
        return try body()
    }

    /// Whether the time that `within` gave is over.
    var isOutOfTime: Bool { Platform.monotonicNanoseconds >= deadline.pointee }

    /// Whether a transaction is under way.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs a statement and hands out each row.
    ///
    /// - Parameters:
    ///   - sql: one statement. Names in it come quoted from the schema, values are bound: never pasted.
    ///   - bindings: the values of its parameters in order.
    ///   - body: called with each row, which it must not keep.
    func forEachRow(_ sql: String, _ bindings: [SQLiteValue] = [], _ body: (SQLiteRow) throws -> Void) throws {
        let statement = try prepare(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in bindings.enumerated() { try bind(value, to: statement, at: Int32(index + 1)) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(SQLiteRow(statement: statement))
            case SQLITE_DONE: return
            case let code: throw error(code, "read")
            }
        }
    }

    /// The first column of the first row; `nil` where there is no row.
    func value(_ sql: String, _ bindings: [SQLiteValue] = []) throws -> SQLiteValue? {
        var result: SQLiteValue?
        try forEachRow(sql, bindings) { row in
            if result == nil { result = row.value(0) }
        }
        return result
    }

    /// Runs a statement that has no rows of interest.
    func execute(_ sql: String, _ bindings: [SQLiteValue] = []) throws {
        try forEachRow(sql, bindings) { _ in }
    }

    /// Checks that a statement can be run, without running it.
    func check(_ sql: String) throws(SQLiteError) {
        _ = try prepare(sql)
    }

    private func prepare(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        let key = StatementText(sql)
        if let statement = statements[key] { return statement }
        if statements.count >= ServerLimits.cachedStatements {
            // Requests repeat a handful of shapes; when they do not, starting over is as good as any order of eviction.
            for statement in statements.values where sqlite3_stmt_busy(statement) == 0 { sqlite3_finalize(statement) }
            statements = statements.filter { sqlite3_stmt_busy($0.value) != 0 }
        }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(code, "read") }
        statements[key] = statement
        return statement
    }

    private func bind(_ value: SQLiteValue, to statement: OpaquePointer, at index: Int32) throws(SQLiteError) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let value): sqlite3_bind_int64(statement, index, value)
            case .real(let value): sqlite3_bind_double(statement, index, value)
            case .text(let bytes):
                // An empty buffer has no address, and no address would bind NULL.
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

/// The text of a statement, told from others by its bytes: as strings, two that differ only in how a name's Unicode is composed
/// would be one.
private struct StatementText: Hashable {
    private let bytes: ContiguousArray<UInt8>

    init(_ sql: String) { bytes = ContiguousArray(sql.utf8) }

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
