/// A trigger: its name, and the statement that makes it.
struct SQLTrigger: Hashable, Sendable {
    let name: String
    let sql: String

    /// Makes a trigger's statement.
    ///
    /// - Parameters:
    ///   - name: its name, which needs no quotes.
    ///   - event: when it fires: `AFTER INSERT`.
    ///   - table: the table, quoted where it needs that.
    ///   - condition: what a row has to meet; `nil` for all rows.
    ///   - body: what it does: statements, each with its semicolon.
    init(_ name: String, _ event: String, on table: String, when condition: String? = nil, _ body: String) {
        self.name = name
        let when = condition.map { " WHEN \($0)" } ?? ""
        sql = "CREATE TRIGGER \(name) \(event) ON \(table)\(when) BEGIN \(body) END"
    }
}

/// The tables in the file besides those that are served.
extension SQLiteConnection {
    /// Opens a database that others may be writing to as well, for writing.
    ///
    /// - Throws: ``SQLiteError`` where the file is missing, is no database or may not be written to.
    static func openForWriting(path: String) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: path, mode: .readWrite, busyMilliseconds: ServerLimits.writerBusyMilliseconds)
        _ = try connection.value("PRAGMA schema_version")
        return connection
    }

    /// `true` if the schema has a table of a name.
    func hasTable(_ name: String) throws -> Bool {
        try value("SELECT 1 FROM sqlite_schema WHERE name = ?1", [.text(name)]) != nil
    }

    /// `true` if the schema has triggers, text for text: what was made for a table that has changed its shape since no longer fits.
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

    /// Runs statements, all of them or none.
    func run(_ statements: [String]) throws {
        try transaction { for statement in statements { try execute(statement) } }
    }
}

/// Names to choose from, as an error lists them.
enum KnownNames {
    /// Names that are listed at most: a database of ten thousand tables must not answer a typing error with all of them.
    static let limit = 50

    /// `There are: 'a', 'b'.`
    ///
    /// - Parameter none: what to say where there is none.
    static func list(_ known: [String], none: String) -> String {
        guard !known.isEmpty else { return none }
        let more = known.count > limit ? ", and \(known.count - limit) more" : ""
        return "There are: " + known.prefix(limit).map { "'\($0)'" }.joined(separator: ", ") + more + "."
    }
}
