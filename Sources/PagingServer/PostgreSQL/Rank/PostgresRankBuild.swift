/// Builds one rank index of a PostgreSQL table, while others read and write.
///
/// First comes the table's index, made concurrently. Then, in a short transaction, the tables and triggers: making a trigger waits for the
/// transactions that write to the table, for a moment at a time, so whatever is not yet committed by then is counted by deltas. Last, one transaction counts the
/// rows that it sees, and removes the deltas that it sees.
struct PostgresRankBuild {
    let connection: PostgresConnection
    let index: PostgresRank
    /// The text of the order in the catalog.
    let text: String
    /// The name of this build, which no other process has.
    private let builder = "\(Platform.processID)-\(Platform.monotonicNanoseconds)"
    private var isBegun = false

    init(connection: PostgresConnection, index: PostgresRank, text: String) {
        (self.connection, self.index, self.text) = (connection, index, text)
    }

    private var catalog: String { PostgresRankCatalog.table(index.schema) }
    private var isOurs: String { "number = \(index.number) AND builder = '\(builder)'" }

    mutating func run() throws -> Int {
        try connection.script(PostgresRankCatalog.definition(index.schema))
        // Remains of an earlier build whose process was killed.
        try removeOthers { !$0.isBuilt }
        try connection.forEachRow(
            "INSERT INTO \(catalog) VALUES (?1, ?2, ?3, ?4, ?5, 'building', ?6)",
            [
                .integer(index.number), .text(index.list), .text(text), .integer(Int64(index.rows)),
                .integer(Int64(index.fanOut)), .text(builder),
            ]
        ) { _ in }
        isBegun = true
        try connection.transaction(index.keyFunctions)
        try connection.work(index.tableIndex)
        try connection.script(index.marking)
        try connection.transaction(index.tables + [index.counting.sql, index.folding.sql, index.recounted.sql])
        // Statements of many rows note them one by one until there are buckets.
        try connection.work("SELECT pg_advisory_lock(\(index.foldLock)), pg_advisory_lock(\(index.splitLock))")
        defer {
            _ = try? connection.script(
                "SELECT pg_advisory_unlock(\(index.foldLock)), pg_advisory_unlock(\(index.splitLock))")
        }
        try connection.patiently { try connection.transaction(index.triggers.map(\.sql)) }
        try Task.checkCancellation()
        try connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE \(index.table) IN ACCESS SHARE MODE")
        if let fits = index.fits() {
            try connection.work(
                "INSERT INTO \(index.off) SELECT 'too long' FROM \(index.table) WHERE NOT (\(fits)) LIMIT 1")
        }
        guard try connection.script("SELECT 1 FROM \(index.off) LIMIT 1").isEmpty else {
            throw RankIndexError.unfit(list: index.list, .hasLongValues)
        }
        try connection.script("DELETE FROM \(index.deltas); INSERT INTO \(index.seen) SELECT \(index.marks)")
        try connection.work("UPDATE \(index.nodes) SET count = (SELECT count(*) FROM \(index.table))")
        try connection.work("SELECT \(index.name("fold"))(true, 0)")
        // It changes only the schema's state, which tells servers of the index.
        try connection.script("ALTER TABLE \(index.nodes) SET (fillfactor = 50)")
        let state = try connection.script(
            "UPDATE \(catalog) SET state = 'built' WHERE \(isOurs) RETURNING number")
        guard !state.isEmpty else { throw RankIndexError.takenOver(list: index.list) }
        let count = try connection.script("SELECT sum(count)::int8 FROM \(index.nodes) WHERE parent IS NULL")
        try connection.script("COMMIT")
        try connection.script("ANALYZE \(index.nodes)")
        try removeOthers { $0.number != index.number }
        return count.first.flatMap { Int($0) } ?? 0
    }

    /// Removes the parts that were built, waiting for others without a limit.
    ///
    /// - Throws: ``LeftoverIndex`` if something of it is still there.
    func undo() throws {
        guard isBegun else { return }
        do {
            try connection.script("ROLLBACK")
            guard
                let entry = try PostgresRankCatalog.entries(connection).first(where: {
                    $0.number == index.number && $0.schema == index.schema
                }),
                try connection.script("SELECT builder FROM \(catalog) WHERE number = \(index.number)") == [builder]
            else { return }
            let statements = try PostgresRankCatalog.removal(of: [entry], connection)
            try connection.patiently(isCancellable: false) { try connection.transaction(statements) }
        } catch {
            throw LeftoverIndex(list: index.list, options: "--order '\(text)'", reason: "\(error)")
        }
    }

    private func removeOthers(_ isWanted: (PostgresRankCatalog.Entry) -> Bool) throws {
        for entry in try PostgresRankCatalog.entries(connection)
        where entry.schema == index.schema && entry.list == index.list && entry.order == text && isWanted(entry) {
            try connection.patiently { try connection.transaction(PostgresRankCatalog.removal(of: entry)) }
        }
    }
}
