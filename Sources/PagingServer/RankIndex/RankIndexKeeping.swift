/// Makes, checks and drops the rank indexes of a database, which may be in use meanwhile.
///
/// ```swift
/// let indexing = try RankIndexes.open("postgres://owner@localhost/library")
/// try indexing.build(list: "books", order: "year desc") { print($0.done, $0.total) }
/// ```
///
/// For one thread at a time.
public protocol RankIndexKeeping: AnyObject {
    /// The indexes that the database has.
    func indexes() throws -> [RankIndexing.Description]

    /// `true` if the list has an index that can be used and has its rows in an order, or in the opposite one.
    ///
    /// - Throws: ``RankIndexError``; ``SQLiteError`` or ``PostgresError``.
    func isIndexed(list: String, order: String) throws -> Bool

    /// The statements that a build runs, in order, without the copying of rows. Nothing is written.
    ///
    /// - Throws: ``RankIndexError``; ``SQLiteError`` or ``PostgresError``.
    func statements(list: String, order: String) throws -> [String]

    /// Removes an index.
    ///
    /// - Returns: the statements that did it, or would do it.
    /// - Throws: ``RankIndexError``: `missing` if there is none; ``SQLiteError`` or ``PostgresError``.
    @discardableResult
    func drop(list: String, order: String, isDryRun: Bool) throws -> [String]

    /// Compares an index with its table, row by row.
    ///
    /// - Returns: the defects in words, or none.
    /// - Complexity: that of sorting the table.
    func check(list: String, order: String) throws -> [String]

    /// Builds an index, and replaces one of the same order.
    ///
    /// - Returns: the number of indexed rows.
    /// - Throws: ``RankIndexError``; ``SQLiteError`` or ``PostgresError``; `CancellationError`; what `progress` throws.
    @discardableResult
    func build(list: String, order: String, progress: (RankIndexing.Progress) throws -> Void) throws -> Int

    /// Adds the deltas of writers to the counts of one list, or of all. SQLite counts at once, and has nothing to add.
    ///
    /// - Returns: the number of folded deltas.
    @discardableResult
    func fold(list: String?) throws -> Int
}

/// Opens the rank indexes of a database, to make, check and drop them.
public enum RankIndexes {
    /// Opens a database for writing.
    ///
    /// - Parameter place: the path of a SQLite file, or the address of a PostgreSQL database.
    /// - Throws: ``SQLiteError`` or ``PostgresError`` if it cannot be used.
    public static func open(_ place: String) throws -> any RankIndexKeeping {
        Database.isAddress(place) ? try PostgresRankIndexing(address: place) : try RankIndexing(path: place)
    }
}

extension RankIndexing: RankIndexKeeping {
    /// A SQLite file has no deltas.
    public func fold(list: String?) -> Int { 0 }
}
