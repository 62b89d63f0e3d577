/// Reads a log of changes of a PostgreSQL table in one state of the database.
struct PostgresLogReader: ChangeLogReading {
    let connection: PostgresConnection
    let log: PostgresLog

    func state() throws -> ChangeLogReader.State {
        var state = ChangeLogReader.State(version: ListVersion(epoch: epoch(life: 0), sequence: 0))
        // A standby cannot read unlogged tables; the last commit has what the primary noted there.
        let isAlive = connection.isStandby ? "true" : "EXISTS (SELECT FROM \(log.life) AS l WHERE l.life = c.life)"
        try connection.forEachRow(
            """
            SELECT c.n, c.at, c.life, \(isAlive), (SELECT max(ended) FROM \(log.commits) WHERE ended IS NOT NULL),
            (SELECT string_agg(g.first || ' ' || g.last, ' ' ORDER BY g.first) FROM (\(log.openGaps(isStandby: connection.isStandby))) AS g),
            c.n > (SELECT max(first) + \(ServerLimits.unseenCommits) FROM \(log.gaps))
                OR (SELECT max(e) - min(e) FROM \(log.changes)) > \(log.keep + log.keep / 4), c.mark
            FROM \(log.commits) AS c ORDER BY c.n DESC LIMIT 1
            """
        ) { row in
            let isAlive = row.string(3) == "t"
            let ends = row.string(5).split(separator: " ").compactMap { Int64($0) }
            let gaps = stride(from: 0, to: ends.count - 1, by: 2).map { ends[$0]...ends[$0 + 1] }
            state.version = ListVersion(
                epoch: epoch(life: isAlive ? row.int64(2) : 0), sequence: row.int64(0), mark: row.int64(7), gaps: gaps)
            (state.changedAt, state.isCertain) = (row.int64(1), isAlive)
            state.ending = row.kind(4) == .null ? nil : row.string(4)
            if row.string(6) == "t" || !isAlive || !gaps.isEmpty { connection.due.append(.keep(log)) }
        }
        return state
    }

    func length() throws -> Int {
        Int(try connection.value("SELECT coalesce(max(e) - min(e) + 1, 0) FROM \(log.changes)", [])?.int64 ?? 0)
    }

    /// A mark that changes when history may have lost its end.
    private func epoch(life: Int64) -> String { life == 0 ? log.epoch : "\(log.epoch).\(String(life, radix: 36))" }

    func touched(since version: ListVersion, in state: ChangeLogReader.State) throws -> [ChangeLogReader.Touched]? {
        // Before the first commit nothing can be lost.
        let isKnown = version.epoch == state.version.epoch && state.isCertain
        guard isKnown || version.epoch == log.epoch && version.sequence == 0, version.sequence <= state.version.sequence
        else { return nil }
        let gaps = version.gaps.filter { !state.version.gaps.contains($0) }
        let bindings: [DatabaseValue] = [
            .integer(version.sequence), array(gaps.map(\.lowerBound)), array(gaps.map(\.upperBound)),
        ]
        let wasOpen =
            "EXISTS (SELECT FROM unnest(?2::text::int8[], ?3::text::int8[]) AS g (first, last) WHERE n BETWEEN g.first AND g.last)"
        // A removed change up to a number may have been committed in a gap below it.
        let lost = """
            SELECT 1 WHERE EXISTS (SELECT FROM \(log.commits) WHERE whole AND (n > ?1::int8 OR \(wasOpen)))
            OR (SELECT min(first) FROM unnest(?2::text::int8[], ?3::text::int8[]) AS g (first, last))
                <= (SELECT max(n) FROM \(log.commits) WHERE whole)
            OR ?1::int8 > 0 AND NOT EXISTS (SELECT FROM \(log.commits) WHERE n = ?1::int8 AND mark = ?4::int8)
            """
        if try connection.value(lost, bindings + [.integer(version.mark)]) != nil { return nil }
        var touched = TouchedRows()
        let width = log.identity.count
        var count = 0
        try connection.forEachRow(
            """
            SELECT \(log.keys), existed, columns FROM (
                SELECT * FROM \(log.changes) WHERE n > ?1::int8
                UNION ALL SELECT s.* FROM unnest(?2::text::int8[], ?3::text::int8[]) AS g (first, last)
                    JOIN \(log.changes) AS s ON s.n BETWEEN g.first AND g.last) AS s
            ORDER BY e LIMIT \(ServerLimits.maximumChangesPerAnswer + 1)
            """, bindings
        ) { row in
            count += 1
            touched.add(
                (0..<width).map { row.value($0) }, existed: row.string(width) == "t", columns: row.int64(width + 1))
        }
        return count > ServerLimits.maximumChangesPerAnswer ? nil : touched.rows
    }

    private func array(_ numbers: [Int64]) -> DatabaseValue {
        .text(Array("{\(numbers.map(String.init).joined(separator: ","))}".utf8))
    }
}
