/// Reads a log of changes of a PostgreSQL table in one state of the database.
struct PostgresLogReader: ChangeLogReading {
    let connection: PostgresConnection
    let log: PostgresLog

    func state() throws -> ChangeLogReader.State {
        var state = ChangeLogReader.State(sequence: 0)
        try connection.forEachRow(
            """
            SELECT seq, at, (SELECT max(n) - min(n) FROM \(log.changes)) > \(log.keep + log.keep / 4) FROM \(log.commits)
            WHERE seq IS NOT NULL ORDER BY seq DESC LIMIT 1
            """
        ) { row in
            state = ChangeLogReader.State(sequence: row.int64(0), changedAt: row.int64(1))
            if row.string(2) == "t" { connection.overlong.insert(log) }
        }
        return state
    }

    func touched(since sequence: Int64, upTo current: Int64) throws -> [ChangeLogReader.Touched]? {
        guard sequence <= current else { return nil }
        let lost = "SELECT 1 FROM \(log.commits) WHERE whole AND seq > ?1::int8 LIMIT 1"
        if try connection.value(lost, [.integer(sequence)]) != nil { return nil }
        var touched = TouchedRows()
        let width = log.identity.count
        var count = 0
        try connection.forEachRow(
            """
            SELECT \(log.keys), existed, columns FROM \(log.commits) AS c JOIN \(log.changes) AS s ON s.txid = c.txid
            WHERE c.seq > ?1::int8 ORDER BY c.seq, s.n LIMIT \(ServerLimits.maximumChangesPerAnswer + 1)
            """, [.integer(sequence)]
        ) { row in
            count += 1
            touched.add(
                (0..<width).map { row.value($0) }, existed: row.string(width) == "t", columns: row.int64(width + 1))
        }
        return count > ServerLimits.maximumChangesPerAnswer ? nil : touched.rows
    }
}
