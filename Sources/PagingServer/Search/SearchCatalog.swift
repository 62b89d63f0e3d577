internal import PagingWire

/// The full-text indexes of a database.
enum SearchCatalog {
    static let table = "paging_search"

    static let definition = """
        CREATE TABLE IF NOT EXISTS \(table) \
        (number INTEGER PRIMARY KEY, list TEXT NOT NULL, columns TEXT NOT NULL, state TEXT NOT NULL)
        """

    /// The record of an index.
    struct Entry {
        var number: Int64
        var list: String
        var columns: [String]
        /// `true` if it was built completely.
        var isBuilt: Bool
    }

    /// All entries, including those of unfinished and outdated indexes.
    static func entries(_ connection: SQLiteConnection) throws -> [Entry] {
        guard try connection.hasTable(table) else { return [] }
        var entries: [Entry] = []
        try connection.forEachRow("SELECT number, list, columns, state FROM \(table) ORDER BY number") { row in
            let columns = (try? JSONValue(parsing: Array(row.string(2).utf8)))?.array?.compactMap(\.string)
            entries.append(
                Entry(
                    number: row.int64(0), list: row.string(1), columns: columns ?? [],
                    isBuilt: row.string(3) == "built"))
        }
        return entries
    }

    /// The index of an entry, or `nil` if it is incomplete, or was made for an earlier definition of the table.
    static func index(_ entry: Entry, of list: ListDescription, _ connection: SQLiteConnection) throws -> SearchIndex? {
        guard entry.isBuilt,
            let plan = try? SearchIndex(number: entry.number, of: list, columns: entry.columns)
        else { return nil }
        return try connection.has(plan.triggers) ? plan : nil
    }

    /// The statements that remove an index, even an incomplete one.
    static func removal(of number: Int64, _ connection: SQLiteConnection) throws -> [String] {
        try connection.triggerRemoval(prefix: "\(table)_\(number)_")
            + ["DROP TABLE IF EXISTS \(table)_\(number)", "DELETE FROM \(table) WHERE number = \(number)"]
    }
}
