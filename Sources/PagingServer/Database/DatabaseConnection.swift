/// A connection to a database of either kind, for one thread at a time.
///
/// Statements use `?1` for their first parameter. Names in them are quoted names of the schema, and values are bound.
enum DatabaseConnection {
    case sqlite(SQLiteConnection)
    case postgres(PostgresConnection)

    /// Runs a statement and passes each row to `body`, which must not store it.
    func forEachRow(_ sql: String, _ bindings: [DatabaseValue] = [], _ body: (DatabaseRow) throws -> Void) throws {
        switch self {
        case .sqlite(let connection): try connection.forEachRow(sql, bindings) { try body(.sqlite($0)) }
        case .postgres(let connection): try connection.forEachRow(sql, bindings) { try body(.postgres($0)) }
        }
    }

    /// Runs a statement once with each of some bindings, one after the other, and passes each row to `body`.
    func forEachRow(_ sql: String, each bindings: [[DatabaseValue]], _ body: (DatabaseRow) throws -> Void) throws {
        switch self {
        case .sqlite(let connection): try connection.forEachRow(sql, each: bindings) { try body(.sqlite($0)) }
        case .postgres(let connection):
            for values in bindings { try connection.forEachRow(sql, values) { try body(.postgres($0)) } }
        }
    }

    /// Runs a statement with many rows and passes each to `body` as it arrives, as long as `body` returns `true`.
    func readRows(_ sql: String, _ bindings: [DatabaseValue] = [], while body: (DatabaseRow) throws -> Bool) throws {
        switch self {
        case .sqlite(let connection): try connection.readRows(sql, bindings) { try body(.sqlite($0)) }
        case .postgres(let connection): try connection.readRows(sql, bindings) { try body(.postgres($0)) }
        }
    }

    /// Runs a statement with very many rows and passes each to `body`, fetching them in parts.
    func forEachRowInParts(_ sql: String, _ bindings: [DatabaseValue] = [], _ body: (DatabaseRow) throws -> Void) throws
    {
        switch self {
        case .sqlite(let connection): try connection.forEachRow(sql, bindings) { try body(.sqlite($0)) }
        case .postgres(let connection): try connection.forEachRowInParts(sql, bindings) { try body(.postgres($0)) }
        }
    }

    /// The first column of the first row, or `nil` if there is no row.
    func value(_ sql: String, _ bindings: [DatabaseValue] = []) throws -> DatabaseValue? {
        switch self {
        case .sqlite(let connection): try connection.value(sql, bindings)
        case .postgres(let connection): try connection.value(sql, bindings)
        }
    }

    /// Makes PostgreSQL find the rows of a search by its index, until the snapshot ends.
    ///
    /// PostgreSQL assumes that the words of each row in the index have to be computed. So it reads the whole table if many rows have a word, or
    /// scans in an order in which it expects a match soon. Either way it computes the words of unnecessary rows.
    func forceSearchIndexPlan() throws {
        guard case .postgres(let connection) = self else { return }
        try connection.script(
            "SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
    }

    /// Runs a body whose failure leaves the snapshot readable. It returns `nil` if the body failed.
    ///
    /// - Parameter lockMilliseconds: the time limit of each statement for a lock, or `nil` for the statement's own.
    func attempt<Result>(lockMilliseconds: Int? = nil, _ body: () throws -> Result) throws -> Result? {
        switch self {
        case .sqlite: try? body()
        case .postgres(let connection): try connection.attempt(lockMilliseconds: lockMilliseconds, body)
        }
    }

    /// `true` if the time limit of the answer has passed.
    var isOutOfTime: Bool {
        switch self {
        case .sqlite(let connection): connection.isOutOfTime
        case .postgres(let connection): connection.isOutOfTime
        }
    }
}

/// The current row of a statement, valid only inside the closure that receives it.
enum DatabaseRow {
    case sqlite(SQLiteRow)
    case postgres(PostgresRow)

    func int64(_ column: Int) -> Int64 {
        switch self {
        case .sqlite(let row): row.int64(column)
        case .postgres(let row): row.int64(column)
        }
    }

    func value(_ column: Int) -> DatabaseValue {
        switch self {
        case .sqlite(let row): row.value(column)
        case .postgres(let row): row.value(column)
        }
    }
}

extension JSONBuffer {
    /// Writes a column of a row.
    mutating func column(_ index: Int, of row: DatabaseRow) {
        switch row {
        case .sqlite(let row): column(index, of: row)
        case .postgres(let row): column(index, of: row)
        }
    }
}
