/// The rank indexes that a database has.
enum RankCatalog {
    static let table = "paging_rank"

    static let definition = """
        CREATE TABLE IF NOT EXISTS \(table) \
        (number INTEGER PRIMARY KEY, list TEXT NOT NULL, "order" TEXT NOT NULL, levels INTEGER NOT NULL, \
        fan_out INTEGER NOT NULL, state TEXT NOT NULL, builder TEXT NOT NULL)
        """

    /// An index as the catalog has it.
    struct Entry {
        var number: Int64
        var list: String
        var order: String
        var levels: Int
        var fanOut: Int
        /// `true` if it is complete.
        var isBuilt: Bool
    }

    /// All entries, those of unfinished and outdated indexes included.
    static func entries(_ connection: SQLiteConnection) throws -> [Entry] {
        guard try connection.hasTable(table) else { return [] }
        var entries: [Entry] = []
        try connection.forEachRow(
            "SELECT number, list, \"order\", levels, fan_out, state FROM \(table) ORDER BY number"
        ) { row in
            entries.append(
                Entry(
                    number: row.int64(0), list: row.string(1), order: row.string(2), levels: Int(row.int64(3)),
                    fanOut: Int(row.int64(4)), isBuilt: row.string(5) == "built"))
        }
        return entries
    }

    /// A number that no index has.
    static func nextNumber(_ connection: SQLiteConnection) throws -> Int64 {
        (try entries(connection).map(\.number).max() ?? 0) + 1
    }

    /// The statements that remove all that is left of an index.
    static func removal(of number: Int64, _ connection: SQLiteConnection) throws -> [String] {
        try connection.triggerRemoval(prefix: "paging_rank_\(number)_")
            + ["row", "node", "old"].map { "DROP TABLE IF EXISTS paging_rank_\(number)_\($0)" }
            + ["DELETE FROM \(table) WHERE number = \(number)"]
    }

    /// Removes the catalog with its last index.
    static func removeIfEmpty(_ connection: SQLiteConnection) throws {
        if try entries(connection).isEmpty { try connection.execute("DROP TABLE IF EXISTS \(table)") }
    }

    /// The index of an entry, or `nil` unless it is complete and fits the table as it is now.
    static func index(
        _ entry: Entry, of list: ListDescription, _ connection: SQLiteConnection
    ) throws -> RankIndex? {
        guard entry.isBuilt, let plan = try plan(entry, of: list, connection) else { return nil }
        // A table that was renamed, got another unique index or lost a trigger no longer fits.
        return try connection.has(plan.tableTriggers + plan.countTriggers) ? plan : nil
    }

    private static func plan(
        _ entry: Entry, of list: ListDescription, _ connection: SQLiteConnection
    ) throws -> RankIndex? {
        do {
            guard let order = RankOrder(try RankOrderText.read(entry.order, of: list), of: list),
                !order.isMirrored, 1...16 ~= entry.levels, 2...4096 ~= entry.fanOut
            else { return nil }
            return try RankIndex(
                number: entry.number, of: list, order: order, levels: entry.levels, fanOut: entry.fanOut,
                connection)
        } catch is RankIndexError {
            return nil
        }
    }
}
