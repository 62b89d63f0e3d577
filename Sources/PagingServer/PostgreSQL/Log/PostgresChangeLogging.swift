/// Makes and drops the logs of changes of a PostgreSQL database, which may be in use meanwhile.
///
/// ```swift
/// let logging = try PostgresChangeLogging(address: "postgres://owner@localhost/library")
/// try logging.start(list: "books", keep: 100_000, isDryRun: false)
/// ```
///
/// Transactions that write to the table end one after another, so that its versions are in the order of commits. For one thread at a
/// time.
public final class PostgresChangeLogging: ChangeLogKeeping {
    private let connection: PostgresConnection

    /// Connects to a database, as a user who owns the tables to be logged.
    ///
    /// - Throws: ``PostgresError``.
    public init(address: String) throws {
        connection = try PostgresConnection(PostgresAddress(address))
    }

    /// The logs of the tables that are served.
    public func logs() throws -> [ChangeLogging.Description] {
        let lists = try PostgresCatalog(connection).lists()
        return try PostgresLogCatalog.entries(connection).map { entry in
            let log = lists.first { $0.name == entry.list }?.log
            return ChangeLogging.Description(
                list: entry.list, keep: entry.keep, isUsable: log?.number == entry.number)
        }
    }

    /// Begins to log the changes of a table. Where that is done already, with as many kept, nothing happens.
    ///
    /// It waits for the transactions that write to the table, and those that begin then wait for it.
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
        if description.log?.keep == keep { return [] }
        let entries = try PostgresLogCatalog.entries(connection)
        let number = (entries.map(\.number).max() ?? 0) + 1
        let epoch = String(UInt64.random(in: .min ... .max), radix: 16)
        let plan = try PostgresLog(number: number, of: description, epoch: epoch, keep: keep, connection)
        let old = entries.filter { $0.list == list && $0.schema == plan.schema }
        let statements =
            try PostgresLogCatalog.removal(of: old, connection) + [PostgresLogCatalog.definition(plan.schema)]
            + plan.statements + [
                "INSERT INTO \(PostgresLogCatalog.table(plan.schema)) "
                    + "VALUES (\(number), \(SQLName.literal(list)), '\(epoch)', \(keep))"
            ]
        if !isDryRun { try connection.transaction(statements) }
        return statements
    }

    /// Removes a log.
    ///
    /// - Throws: ``ChangeLogError``: `missing` where there is none; ``PostgresError``.
    @discardableResult
    public func drop(list: String, isDryRun: Bool = false) throws -> [String] {
        let entries = try PostgresLogCatalog.entries(connection).filter { $0.list == list }
        guard !entries.isEmpty else { throw ChangeLogError.missing(list: list) }
        let statements = try PostgresLogCatalog.removal(of: entries, connection)
        if !isDryRun { try connection.transaction(statements) }
        return statements
    }
}
