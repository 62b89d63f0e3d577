internal import CSQLite

/// The current row of a statement, valid only inside the closure that receives it.
struct SQLiteRow {
    /// The types of a value.
    enum Kind {
        case null, integer, real, text, blob
    }

    let statement: OpaquePointer

    var columnCount: Int { Int(sqlite3_column_count(statement)) }

    func kind(_ column: Int) -> Kind {
        switch sqlite3_column_type(statement, Int32(column)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    func int64(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

    func double(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(column)) }

    /// Passes the bytes of a text or a blob to a closure without copying them.
    func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let index = Int32(column)
        let isText = sqlite3_column_type(statement, index) == SQLITE_TEXT
        // The order matters: reading the bytes may convert the value, and the count is that of the converted value.
        let start =
            isText
            ? UnsafeRawPointer(sqlite3_column_text(statement, index)) : sqlite3_column_blob(statement, index)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, index))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    func value(_ column: Int) -> DatabaseValue {
        switch kind(column) {
        case .null: .null
        case .integer: .integer(int64(column))
        case .real: .real(double(column))
        case .text: .text(withBytes(column) { Array($0) })
        case .blob: .blob(withBytes(column) { Array($0) })
        }
    }

    /// The text of a column, repaired if it is not UTF-8. It is empty for NULL.
    func string(_ column: Int) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }
}
