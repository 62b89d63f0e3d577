/// A table or view that is served as a list: its columns, its key and its indexes.
struct ListDescription: Sendable {
    /// A column that is served.
    struct Column: Sendable {
        /// The name in the schema.
        var name: String
        /// The declared type. In SQLite it is often empty and not enforced: any column may contain any value.
        var declaredType: String
        /// `true` if SQLite converts text that is compared with it to a number.
        var isNumeric: Bool
        /// The column in SQL: `"table"."column"`.
        var sql: String
        /// The column in JSON: `"column":`.
        var json: [UInt8]
        /// The SQL that is selected for objects, or `nil` if it is ``sql``.
        var selected: String?
        /// `true` if it may hold NULL.
        var isNullable = true
        /// `true` if it is one of PostgreSQL's integer types, whose parameters need an explicit type.
        var isInteger = false
        /// The column's form in JSON, if it is not PostgreSQL's own text.
        var form = Form.text

        /// The form of a PostgreSQL value in JSON.
        enum Form {
            /// Text, a number or a Boolean value.
            case text
            /// Bytes in base64.
            case bytes
            /// JSON, unchanged.
            case json
            /// JSON made by PostgreSQL: an array or a record.
            case composed
        }

        /// SQL that converts a parameter to a value.
        func written(_ number: Int, to table: String) -> String {
            guard form == .composed else { return "?\(number)" }
            return
                "(json_populate_record(NULL::\(table), json_build_object(\(SQLName.literal(name)), ?\(number)::text::json)))."
                + SQLName.quoted(name)
        }

        /// The SQL of a parameter that is compared with the column.
        ///
        /// PostgreSQL reports an error for a number outside of the column's type, although it is only unequal.
        func parameter(_ number: Int, _ value: DatabaseValue = .integer(0)) -> String {
            guard isInteger else { return "?\(number)" }
            switch value {
            case .real: return "?\(number)::float8"
            case .json: return "?\(number)::numeric"
            default: break
            }
            return "?\(number)::int8"
        }
    }

    /// The columns that identify a row, and therefore make any order total.
    enum Key: Hashable, Sendable {
        /// The column that is the table's row number (`INTEGER PRIMARY KEY`), or PostgreSQL's key of one integer.
        case integer(Int)
        /// The table's hidden row number, under a name that no column has.
        case rowid(String)
        /// The primary key of a table without row numbers.
        case columns([Int])
        /// No key: a view, which may even have equal rows. All columns are compared, and equal rows are numbered.
        case wholeRow
    }

    var name: String
    /// The SQL dialect of its database.
    var dialect = Dialect.sqlite
    var isView: Bool
    var columns: [Column]
    var key: Key
    /// The quoted table name in SQL.
    var sql: String
    /// The table and the version of its columns in PostgreSQL's catalog, see ``PostgresStates/relation(_:)``.
    var relation: String?
    /// The first columns of indexes, the oldest index first. Sorting and grouping by them is fast.
    var indexed: [Int] = []
    /// The rank indexes that match the current table.
    var ranks: [ListRank] = []
    /// The full-text index, if there is one that matches the current table.
    var search: ListSearch?
    /// The log of changes, if there is one that matches the current table.
    var log: ListLog?
    /// The reason why an existing log cannot be used, or `nil` if there is none.
    var logEnding: String?

    /// The column with a name. Names are compared byte by byte, because two may differ only in Unicode normalization.
    func column(named name: String) -> Int? {
        columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The column named `id`, or `nil` if there is none. If there is one, objects get no other `id`.
    var idColumn: Int? { column(named: "id") }

    /// The names of the key's columns, or none if the key is not a column.
    var keyNames: [String] {
        switch key {
        case .integer(let column): [columns[column].name]
        case .columns(let key): key.map { columns[$0].name }
        case .rowid, .wholeRow: []
        }
    }
}

/// Quoting for SQL.
enum SQLName {
    /// A text as a literal.
    static func literal(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }

    /// A name as a quoted identifier, with any characters.
    static func quoted(_ name: String) -> String {
        var text = "\""
        for scalar in name.unicodeScalars {
            text.unicodeScalars.append(scalar)
            if scalar == "\"" { text += "\"" }
        }
        return text + "\""
    }
}
