/// Makes and drops the logs of changes of a database, which may be in use meanwhile. For one thread at a time.
public protocol ChangeLogKeeping: AnyObject {
    /// The logs that the database has.
    func logs() throws -> [ChangeLogging.Description]

    /// Begins to log the changes of a table. If they are logged already, with as many kept, nothing happens.
    ///
    /// - Returns: the statements that did it, or would do it; none if the log exists.
    /// - Throws: ``ChangeLogError``; ``SQLiteError`` or ``PostgresError``.
    @discardableResult
    func start(list: String, keep: Int, isDryRun: Bool) throws -> [String]

    /// Removes a log.
    ///
    /// - Returns: the statements that did it, or would do it.
    /// - Throws: ``ChangeLogError``: `missing` if there is none; ``SQLiteError`` or ``PostgresError``.
    @discardableResult
    func drop(list: String, isDryRun: Bool) throws -> [String]
}

extension ChangeLogging: ChangeLogKeeping {}

/// Opens the logs of changes of a database, to make and drop them.
public enum ChangeLogs {
    /// Opens a database for writing.
    ///
    /// - Parameter place: the path of a SQLite file, or the address of a PostgreSQL database.
    /// - Throws: ``SQLiteError`` or ``PostgresError`` if it cannot be used.
    public static func open(_ place: String) throws -> any ChangeLogKeeping {
        Database.isAddress(place) ? try PostgresChangeLogging(address: place) : try ChangeLogging(path: place)
    }
}
