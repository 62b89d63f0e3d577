/// Builds one rank index.
///
/// First come the tables and the triggers of the table, which from then on keep the keys of rows that change. Then the keys of
/// all rows are sorted into a temporary table, and copied in short transactions; a row that a trigger has added is
/// skipped, and a removed row is not found. Last, in one transaction, the buckets are counted, and the
/// triggers that keep the counts begin.
struct RankBuild {
    let connection: SQLiteConnection
    private(set) var index: RankIndex
    /// The text of the order in the catalog.
    let text: String
    /// The name of this build, which no other process has.
    private let builder = "\(Platform.processID)-\(Platform.monotonicNanoseconds)"

    /// The rows copied in one transaction.
    private static let chunk = 10_000
    /// The rows of a new bucket on level 1: three quarters of its limit, so that the next inserts split none.
    private var filling: Int { index.fanOut * 3 / 2 }

    init(connection: SQLiteConnection, index: RankIndex, text: String) {
        self.connection = connection
        self.index = index
        self.text = text
    }

    private var table: String { SQLName.quoted(index.list) }

    mutating func run(_ progress: (RankIndexing.Progress) throws -> Void) throws -> Int {
        index = try connection.transaction { try begin() }
        let total = try sort()
        defer { try? connection.execute("DROP TABLE IF EXISTS temp.paging_sorted") }
        for start in stride(from: 0, to: total, by: RankBuild.chunk) {
            try progress(RankIndexing.Progress(done: start, total: total))
            try Task.checkCancellation()
            try connection.transaction {
                try checkBuilder()
                try copy(start..<min(start + RankBuild.chunk, total))
            }
        }
        try progress(RankIndexing.Progress(done: total, total: total))
        return try connection.transaction { try finish() }
    }

    /// Removes the parts that were built.
    func undo() throws {
        try connection.transaction {
            guard try isOurs() else { return }
            for statement in try RankCatalog.removal(of: index.number, connection) { try connection.execute(statement) }
            try RankCatalog.removeIfEmpty(connection)
        }
    }

    /// Makes the tables and the triggers that keep them.
    private func begin() throws -> RankIndex {
        try connection.execute(RankCatalog.definition)
        // Remains of an earlier build whose process was killed.
        try removeOthers { !$0.isBuilt }
        var index = index
        index.number = try RankCatalog.nextNumber(connection)
        try connection.execute(
            "INSERT INTO \(RankCatalog.table) VALUES (?1, ?2, ?3, ?4, ?5, 'building', ?6)",
            [
                .integer(index.number), .text(index.list), .text(text), .integer(Int64(index.levels)),
                .integer(Int64(index.fanOut)), .text(builder),
            ])
        for statement in index.tables + index.tableTriggers.map(\.sql) { try connection.execute(statement) }
        return index
    }

    /// Counts the buckets, and replaces an older index.
    private func finish() throws -> Int {
        try checkBuilder()
        let count = try countBuckets()
        for trigger in index.countTriggers { try connection.execute(trigger.sql) }
        try removeOthers { $0.number != index.number }
        try connection.execute(
            "UPDATE \(RankCatalog.table) SET state = 'built' WHERE number = ?1", [.integer(index.number)])
        return count
    }

    private func removeOthers(_ isWanted: (RankCatalog.Entry) -> Bool) throws {
        for entry in try RankCatalog.entries(connection)
        where entry.list == index.list && entry.order == text && isWanted(entry) {
            for statement in try RankCatalog.removal(of: entry.number, connection) { try connection.execute(statement) }
        }
    }

    private func isOurs() throws -> Bool {
        try connection.value("SELECT 1 FROM sqlite_schema WHERE name = ?1", [.text(RankCatalog.table)]) != nil
            && connection.value(
                "SELECT 1 FROM \(RankCatalog.table) WHERE number = ?1 AND builder = ?2",
                [.integer(index.number), .text(builder)]) != nil
    }

    private func checkBuilder() throws {
        guard try isOurs() else { throw RankIndexError.takenOver(list: index.list) }
    }

    /// Sorts the identities of all rows into a temporary table, numbered in order.
    private func sort() throws -> Int {
        try connection.execute("DROP TABLE IF EXISTS temp.paging_sorted")
        let identity = index.identity.enumerated().map { "paging_t.\(SQLName.quoted($1)) AS i\($0)" }
        let order = index.columns.map { $0.value(of: "paging_t") + ($0.collationSQL) + ($0.descends ? " DESC" : "") }
        try connection.execute(
            "CREATE TEMP TABLE paging_sorted AS SELECT \(identity.joined(separator: ", ")) FROM \(table) AS paging_t "
                + "ORDER BY \(order.joined(separator: ", "))")
        return Int(try connection.value("SELECT max(rowid) FROM temp.paging_sorted")?.int64 ?? 0)
    }

    private func copy(_ range: Range<Int>) throws {
        let values = index.columns.map { $0.value(of: "paging_t") }
        let join = index.identity.enumerated().map { "paging_t.\(SQLName.quoted($1)) = paging_s.i\($0)" }
        try connection.execute(
            "INSERT INTO \(index.rows) SELECT \(values.joined(separator: ", ")) FROM temp.paging_sorted AS paging_s "
                + "CROSS JOIN \(table) AS paging_t ON \(join.joined(separator: " AND ")) "
                + "WHERE paging_s.rowid BETWEEN ?1 AND ?2 "
                + "AND NOT EXISTS (SELECT 1 FROM \(index.rows) WHERE \(index.key.equals(values)))",
            [.integer(Int64(range.lowerBound + 1)), .integer(Int64(range.upperBound))])
    }

    /// Writes the buckets of all levels in one walk over the rows.
    private func countBuckets() throws -> Int {
        let parameters = index.columns.indices.map { "?\($0 + 1)" }
        var open: [(key: [DatabaseValue]?, rows: Int, children: Int)] = Array(
            repeating: (nil, 0, 0), count: index.levels + 1)
        var closed: [(level: Int, key: [DatabaseValue]?, rows: Int)] = []
        func close(_ level: Int) {
            closed.append((level, open[level].key, open[level].rows))
            open[level] = (nil, 0, 0)
        }
        var total = 0
        let sql = "SELECT \(index.key.list) FROM \(index.rows) ORDER BY \(index.key.order())"
        try connection.forEachRow(sql) { row in
            // A full bucket is closed when the next row does not fit, so none is empty.
            var level = 1
            var isNew = open[1].children >= filling
            while isNew {
                close(level)
                let key = index.columns.indices.map { row.value($0) }
                open[level].key = key
                level += 1
                guard level <= index.levels else { break }
                isNew = open[level].children + 1 >= index.fanOut
                open[level].children += 1
            }
            open[1].children += 1
            for level in 1...index.levels { open[level].rows += 1 }
            total += 1
        }
        for level in 1...index.levels { close(level) }
        for bucket in closed {
            if let key = bucket.key {
                try connection.execute(
                    index.node(level: bucket.level, parameters, count: "\(bucket.rows)"), key)
            } else {
                try connection.execute(index.node(level: bucket.level, index.sentinel, count: "\(bucket.rows)"))
            }
        }
        return total
    }
}

extension RankColumn {
    /// Calls of functions have no collation of their own.
    fileprivate var collationSQL: String { isFlag ? "" : " COLLATE \(SQLName.quoted(collation))" }
}
