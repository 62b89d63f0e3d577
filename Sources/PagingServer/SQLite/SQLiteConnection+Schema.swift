/// A trigger: its name, and the statement that creates it.
struct SQLTrigger: Hashable, Sendable {
    let name: String
    let sql: String

    /// Makes a trigger.
    ///
    /// - Parameters:
    ///   - name: its name, which needs no quotation marks.
    ///   - event: the event on which it fires: `AFTER INSERT`.
    ///   - table: the table's name, quoted if necessary.
    ///   - condition: the condition for rows, or `nil` for all rows.
    ///   - body: the statements to run, each with its semicolon.
    init(_ name: String, _ event: String, on table: String, when condition: String? = nil, _ body: String) {
        self.name = name
        let when = condition.map { " WHEN \($0)" } ?? ""
        sql = "CREATE TRIGGER \(name) \(event) ON \(table)\(when) BEGIN \(body) END"
    }
}

/// The tables in the file that are not served.
extension SQLiteConnection {
    /// Opens a database for writing that other processes may also write to.
    ///
    /// - Throws: ``SQLiteError`` if the file is missing, is not a database or may not be written to.
    static func openForWriting(path: String) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: path, mode: .readWrite, busyMilliseconds: ServerLimits.writerBusyMilliseconds)
        _ = try connection.value("PRAGMA schema_version")
        return connection
    }

    /// `true` if the schema has a table with a name.
    func hasTable(_ name: String) throws -> Bool {
        try value("SELECT 1 FROM sqlite_schema WHERE name = ?1", [.text(name)]) != nil
    }

    /// `true` if the schema has triggers with exactly the same text. Triggers for an earlier definition of a table differ.
    func has(_ triggers: [SQLTrigger]) throws -> Bool {
        try triggers.allSatisfy { trigger in
            let sql = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?1"
            return try value(sql, [.text(trigger.name)]) == .text(trigger.sql)
        }
    }

    /// The statements that remove all triggers whose names begin with a prefix.
    func triggerRemoval(prefix: String) throws -> [String] {
        var statements: [String] = []
        try forEachRow(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB ?1", [.text("\(prefix)*")]
        ) { statements.append("DROP TRIGGER IF EXISTS \(SQLName.quoted($0.string(0)))") }
        return statements
    }

    /// Runs statements in one transaction.
    func run(_ statements: [String]) throws {
        try transaction { for statement in statements { try execute(statement) } }
    }
}

/// A list of names in an error's text.
enum KnownNames {
    /// The most names in the list, so that a database of ten thousand tables does not answer a typing error with all of them.
    static let limit = 50

    /// `There are: 'a', 'b'.`
    ///
    /// - Parameter none: the text if there are no names.
    static func list(_ known: [String], none: String) -> String {
        guard !known.isEmpty else { return none }
        let more = known.count > limit ? ", and \(known.count - limit) more" : ""
        return "There are: " + known.prefix(limit).map { "'\($0)'" }.joined(separator: ", ") + more + "."
    }
}
