/// Makes and drops the logs of changes of a SQLite file, which may be in use meanwhile.
///
/// ```swift
/// let logging = try ChangeLogging(path: "library.sqlite")
/// try logging.start(list: "books")
/// ```
///
/// With a log, a list has versions of its own, and clients can ask for the changes since one. Triggers keep it for every program
/// that writes to the table; each insert, delete or change costs some microseconds more. For one thread at a time.
public final class ChangeLogging {
    private let connection: SQLiteConnection

    /// Opens a database for writing.
    ///
    /// - Throws: ``SQLiteError`` if the file is missing, is no database or may not be written to.
    public init(path: String) throws {
        connection = try SQLiteConnection.openForWriting(path: path)
    }

    /// A log that a database has.
    public struct Description: Hashable, Sendable {
        /// The table's name.
        public var list: String
        /// The number of kept changes.
        public var keep: Int
        /// `true` if it can be used. If not, the table's schema has changed since.
        public var isUsable: Bool
        /// The reason why it ended by itself, or `nil` if it did not.
        public var ending: String?
    }

    /// The logs that the database has.
    public func logs() throws -> [Description] {
        let catalog = try ListCatalog(connection)
        return try ChangeLogCatalog.entries(connection).map { entry in
            Description(
                list: entry.list, keep: entry.keep,
                isUsable: catalog.list(named: entry.list)?.log?.number == entry.number)
        }
    }

    /// Begins to log the changes of a table. If they are logged already, with as many kept, nothing happens.
    ///
    /// A log that replaces an outdated one begins with a version of its own: clients with older versions load the list anew.
    ///
    /// - Parameters:
    ///   - list: the table's name.
    ///   - keep: the number of kept changes, at least 1. Each further one removes the oldest.
    ///   - isDryRun: `true` if nothing is to be written.
    /// - Returns: the statements that did it, or would do it; none if the log exists.
    /// - Throws: ``ChangeLogError``; ``SQLiteError``.
    @discardableResult
    public func start(
        list: String, keep: Int = ServerLimits.defaultLoggedChanges, isDryRun: Bool = false
    ) throws -> [String] {
        let catalog = try ListCatalog(connection)
        guard let description = catalog.list(named: list) else {
            throw ChangeLogError.unknownList(list, known: catalog.lists.map(\.name))
        }
        let keep = max(1, keep)
        if description.log?.keep == keep { return [] }
        let entries = try ChangeLogCatalog.entries(connection)
        let number = (entries.map(\.number).max() ?? 0) + 1
        let epoch = String(UInt64.random(in: .min ... .max), radix: 16)
        let plan = try ChangeLog(number: number, of: description, epoch: epoch, keep: keep, connection)
        var statements = [ChangeLogCatalog.definition]
        for entry in entries where entry.list == list {
            statements += try ChangeLogCatalog.removal(of: entry.number, connection)
        }
        statements += [plan.definition] + plan.triggers.map(\.sql)
        statements.append(
            "INSERT INTO \(ChangeLogCatalog.table) VALUES (\(number), \(SQLName.literal(list)), '\(epoch)', \(keep))")
        if !isDryRun { try connection.run(statements) }
        return statements
    }

    /// Removes a log.
    ///
    /// - Returns: the statements that did it, or would do it.
    /// - Throws: ``ChangeLogError``: `missing` if there is none; ``SQLiteError``.
    @discardableResult
    public func drop(list: String, isDryRun: Bool = false) throws -> [String] {
        let entries = try ChangeLogCatalog.entries(connection)
        let numbers = entries.filter { $0.list == list }.map(\.number)
        guard !numbers.isEmpty else { throw ChangeLogError.missing(list: list) }
        var statements: [String] = []
        for number in numbers { statements += try ChangeLogCatalog.removal(of: number, connection) }
        if numbers.count == entries.count { statements.append("DROP TABLE \(ChangeLogCatalog.table)") }
        if !isDryRun { try connection.run(statements) }
        return statements
    }
}
