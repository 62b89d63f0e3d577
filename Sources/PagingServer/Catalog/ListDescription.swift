/// A table or view that is served as a list: what its rows hold, and what tells one row from another.
struct ListDescription: Sendable {
    /// A column that is served.
    struct Column: Sendable {
        /// The name, as the schema has it.
        var name: String
        /// The type it was declared with; often empty, and never binding: any column may hold any value.
        var declaredType: String
        /// `true` if SQLite turns text that is compared with it into a number.
        var isNumeric: Bool
        /// The column as SQL names it: `"table"."column"`.
        var sql: String
        /// The column as JSON names it: `"column":`.
        var json: [UInt8]
        /// The SQL that is selected for objects, where it is not the column as compared.
        var selected: String?
        /// `true` if it may hold NULL.
        var isNullable = true
        /// `true` if it is one of PostgreSQL's integer types, whose parameters need an explicit type.
        var isInteger = false
        /// The column's form in JSON, where it is not PostgreSQL's own text.
        var form = Form.text

        /// How a value of PostgreSQL is written in JSON.
        enum Form {
            /// As its text, a number or a truth value.
            case text
            /// In base64.
            case bytes
            /// As the JSON that it is.
            case json
            /// As JSON that PostgreSQL makes of it: an array or a record.
            case composed
        }

        /// SQL that takes a value from a parameter.
        func written(_ number: Int, to table: String) -> String {
            guard form == .composed else { return "?\(number)" }
            return
                "(json_populate_record(NULL::\(table), json_build_object(\(SQLName.literal(name)), ?\(number)::text::json)))."
                + SQLName.quoted(name)
        }

        /// A parameter as it is compared with the column.
        ///
        /// A number that the column's type has no room for would be an error, where it only is another number.
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

    /// The columns that tell one row from another, and so make any order total.
    enum Key: Hashable, Sendable {
        /// The column that is the table's row number (`INTEGER PRIMARY KEY`), or PostgreSQL's key of one whole number.
        case integer(Int)
        /// The table's hidden row number, under a name that no column takes.
        case rowid(String)
        /// The primary key of a table without row numbers.
        case columns([Int])
        /// Nothing: a view, whose rows may even be the same. All columns together, and a number among those that are equal.
        case wholeRow
    }

    var name: String
    /// Of which database it is.
    var dialect = Dialect.sqlite
    var isView: Bool
    var columns: [Column]
    var key: Key
    /// The table as SQL names it, quoted.
    var sql: String
    /// The table and the state of its columns in PostgreSQL's catalog, see ``PostgresStates/relation(_:)``.
    var relation: String?
    /// The columns that an index begins with, the oldest index's first: sorting and grouping by them is quick.
    var indexed: [Int] = []
    /// The rank indexes that fit the table as it is.
    var ranks: [ListRank] = []
    /// The full-text index, where there is one that fits the table as it is.
    var search: ListSearch?
    /// The log of changes, where there is one that fits the table as it is.
    var log: ListLog?
    /// Why a log that there is cannot be used.
    var logEnding: String?

    /// The column of a name. Names compare byte by byte, as two of them may differ only in how Unicode composes them.
    func column(named name: String) -> Int? {
        columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The column named `id`, which is taken at its word: where there is one, objects get no other.
    var idColumn: Int? { column(named: "id") }

    /// The names of the columns that make the key; empty where it is no column.
    var keyNames: [String] {
        switch key {
        case .integer(let column): [columns[column].name]
        case .columns(let key): key.map { columns[$0].name }
        case .rowid, .wholeRow: []
        }
    }
}

/// Quoting names for SQL.
enum SQLName {
    /// A text as a literal.
    static func literal(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }

    /// A name as an identifier, whatever characters it holds.
    static func quoted(_ name: String) -> String {
        var text = "\""
        for scalar in name.unicodeScalars {
            text.unicodeScalars.append(scalar)
            if scalar == "\"" { text += "\"" }
        }
        return text + "\""
    }
}
