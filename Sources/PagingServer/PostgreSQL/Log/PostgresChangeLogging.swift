/// Makes and drops the logs of changes of a PostgreSQL database, which may be in use meanwhile.
///
/// ```swift
/// let logging = try PostgresChangeLogging(address: "postgres://owner@localhost/library")
/// try logging.start(list: "books", keep: 100_000, isDryRun: false)
/// ```
///
/// It needs PostgreSQL 13 or later, and a user who owns the table and may create in its schema; no rights of a superuser, no extension and
/// no setting of the server. For one thread at a time.
public final class PostgresChangeLogging: ChangeLogKeeping {
    private let connection: PostgresConnection

    /// Connects to a database, as a user who owns the tables to be logged.
    ///
    /// - Throws: ``PostgresError``.
    public init(address: String) throws {
        connection = try PostgresConnection(PostgresAddress(address), needsSession: true)
    }

    /// The logs of the tables that are served.
    public func logs() throws -> [ChangeLogging.Description] {
        let lists = try PostgresCatalog(connection).lists()
        return try PostgresLogCatalog.entries(connection).map { entry in
            let list = lists.first { $0.name == entry.list }
            guard let log = list?.log, log.number == entry.number else {
                let ending = list?.logEnding ?? "there is no such table any more"
                return ChangeLogging.Description(list: entry.list, keep: entry.keep, isUsable: false, ending: ending)
            }
            let ending = try log.reader(.postgres(connection)).state().ending
            return ChangeLogging.Description(
                list: entry.list, keep: entry.keep, isUsable: ending == nil, ending: ending)
        }
    }

    /// Begins to log the changes of a table. If they are logged already, with as many kept, nothing happens.
    ///
    /// It waits for a moment without an open transaction that has written to the table, and tries that for about a minute. Statements
    /// that come meanwhile wait behind it for 50 milliseconds at most.
    ///
    /// - Throws: ``ChangeLogError``; ``PostgresError``.
    @discardableResult
    public func start(
        list: String, keep: Int = ServerLimits.defaultLoggedChanges, isDryRun: Bool = false
    ) throws -> [String] {
        let lists = try PostgresCatalog(connection).lists()
        guard let description = lists.first(where: { $0.name == list }) else {
            throw ChangeLogError.unknownList(list, known: lists.map(\.name))
        }
        let keep = max(1, keep)
        if let log = description.log, log.keep == keep, try log.reader(.postgres(connection)).state().ending == nil {
            return []
        }
        let entries = try PostgresLogCatalog.entries(connection)
        let number = (entries.map(\.number).max() ?? 0) + 1
        let epoch = String(UInt64.random(in: .min ... .max), radix: 16)
        let plan = try PostgresLog(number: number, of: description, epoch: epoch, keep: keep, connection)
        let old = entries.filter { $0.list == list && $0.schema == plan.schema }
        let statements =
            [PostgresLogCatalog.definition(plan.schema)] + plan.foundation + [
                "INSERT INTO \(PostgresLogCatalog.table(plan.schema)) "
                    + "VALUES (\(number), \(SQLName.literal(list)), '\(epoch)', \(keep))"
            ] + old.flatMap(PostgresLogCatalog.removal) + plan.triggers.map(\.sql)
        if !isDryRun { try connection.patiently { try connection.transaction(statements) } }
        return statements
    }

    /// Removes a log.
    ///
    /// - Throws: ``ChangeLogError``: `missing` if there is none; ``PostgresError``.
    @discardableResult
    public func drop(list: String, isDryRun: Bool = false) throws -> [String] {
        let entries = try PostgresLogCatalog.entries(connection).filter { $0.list == list }
        guard !entries.isEmpty else { throw ChangeLogError.missing(list: list) }
        let statements = try PostgresLogCatalog.removal(of: entries, connection)
        if !isDryRun { try connection.patiently { try connection.transaction(statements) } }
        return statements
    }
}
