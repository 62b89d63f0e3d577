/// The logs of changes that a database has.
enum ChangeLogCatalog {
    static let table = "paging_log"

    static let definition = """
        CREATE TABLE IF NOT EXISTS \(table) \
        (number INTEGER PRIMARY KEY, list TEXT NOT NULL, epoch TEXT NOT NULL, keep INTEGER NOT NULL)
        """

    /// A log as the catalog has it.
    struct Entry {
        var number: Int64
        var list: String
        var epoch: String
        var keep: Int
    }

    /// All entries, those of logs that no longer fit their tables included.
    static func entries(_ connection: SQLiteConnection) throws -> [Entry] {
        guard try connection.hasTable(table) else { return [] }
        var entries: [Entry] = []
        try connection.forEachRow("SELECT number, list, epoch, keep FROM \(table) ORDER BY number") { row in
            entries.append(
                Entry(number: row.int64(0), list: row.string(1), epoch: row.string(2), keep: Int(row.int64(3))))
        }
        return entries
    }

    /// The log of an entry, or `nil` unless it fits the table as it is now.
    static func log(
        _ entry: Entry, of list: ListDescription, _ connection: SQLiteConnection
    ) throws -> ChangeLog? {
        do {
            let plan = try ChangeLog(
                number: entry.number, of: list, epoch: entry.epoch, keep: entry.keep, connection)
            // A table that was renamed, got a column or a unique index, or lost a trigger no longer fits.
            return try connection.has(plan.triggers) ? plan : nil
        } catch is ChangeLogError {
            return nil
        }
    }

    /// The statements that remove all that is left of a log.
    static func removal(of number: Int64, _ connection: SQLiteConnection) throws -> [String] {
        try connection.triggerRemoval(prefix: "paging_log_\(number)_")
            + ["DROP TABLE IF EXISTS paging_log_\(number)_change", "DELETE FROM \(table) WHERE number = \(number)"]
    }
}
