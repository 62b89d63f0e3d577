import CSQLiteBench

/// SQLite as any program uses it: what the server is measured against, and what writes beside it.
final class Database {
    private var handle: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]

    init(_ path: String) {
        check(sqlite3_open(path, &handle))
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")
        run("PRAGMA cache_size = -65536")
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close(handle)
    }

    /// Runs a statement to its end.
    ///
    /// - Returns: how many rows it had.
    @discardableResult
    func run(_ sql: String, _ values: [Int64] = []) -> Int {
        var statement = statements[sql]
        if statement == nil {
            check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
            statements[sql] = statement
        }
        defer { sqlite3_reset(statement) }
        for (index, value) in values.enumerated() { check(sqlite3_bind_int64(statement, Int32(index + 1), value)) }
        var rows = 0
        while true {
            let code = sqlite3_step(statement)
            guard code == SQLITE_ROW else {
                check(code == SQLITE_DONE ? SQLITE_OK : code)
                return rows
            }
            for column in 0..<sqlite3_column_count(statement) { _ = sqlite3_column_text(statement, column) }
            rows += 1
        }
    }

    private func check(_ code: Int32) {
        guard code == SQLITE_OK else { fatalError(String(cString: sqlite3_errmsg(handle))) }
    }
}
