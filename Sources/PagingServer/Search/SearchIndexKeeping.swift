/// Builds and drops the full-text indexes of a database, which may be in use meanwhile.
///
/// ```swift
/// let indexing = try SearchIndexes.open("postgres://owner@localhost/library")
/// try indexing.build(list: "books", columns: ["title", "author"]) { _ in }
/// ```
///
/// It is used by one thread at a time.
public protocol SearchIndexKeeping: AnyObject {
    /// The indexes of the database.
    func indexes() throws -> [SearchIndexing.Description]

    /// The statements of a build, in order, without the copying of rows. Nothing is written.
    ///
    /// - Throws: ``SearchIndexError``; ``SQLiteError`` or ``PostgresError``.
    func statements(list: String, columns: [String]) throws -> [String]

    /// Builds an index, and replaces an existing one of the list.
    ///
    /// - Returns: the number of indexed rows.
    /// - Throws: ``SearchIndexError``; ``SQLiteError`` or ``PostgresError``; `CancellationError`; the errors of `progress`.
    @discardableResult
    func build(
        list: String, columns: [String], progress: (RankIndexing.Progress) throws -> Void
    ) throws -> Int

    /// Removes a list's index.
    ///
    /// - Returns: the statements that did it, or would do it.
    /// - Throws: ``SearchIndexError``: `missing` if there is none; ``SQLiteError`` or ``PostgresError``.
    @discardableResult
    func drop(list: String, isDryRun: Bool) throws -> [String]
}

extension SearchIndexing: SearchIndexKeeping {}

/// Opens the full-text indexes of a database.
public enum SearchIndexes {
    /// Opens a database for writing.
    ///
    /// - Parameter place: the path of a SQLite file, or the address of a PostgreSQL database.
    /// - Throws: ``SQLiteError`` or ``PostgresError`` if it cannot be used.
    public static func open(_ place: String) throws -> any SearchIndexKeeping {
        Database.isAddress(place) ? try PostgresSearchIndexing(address: place) : try SearchIndexing(path: place)
    }
}
