/// Reads a log of changes in one state of the database.
struct ChangeLogReader: ChangeLogReading {
    let connection: DatabaseConnection
    let log: ChangeLog

    /// The state that the list is in.
    struct State: Hashable {
        /// Its name.
        var version: ListVersion
        /// The time of the change with its number, in seconds since 1970, or `nil` if there was none yet.
        var changedAt: Int64?
        /// `true` if certainly no change was lost that was told before.
        var isCertain = true
        /// The reason why the log has ended, or `nil` if it has not.
        var ending: String?
    }

    /// A row that came, went or changed.
    struct Touched {
        /// Its key, as the log has it.
        var identity: [DatabaseValue]
        /// `true` if it was there before.
        var existed: Bool
        /// The columns that may have changed, one bit each.
        var columns: Int64
    }

    func state() throws -> State {
        var state = State(version: ListVersion(epoch: log.epoch, sequence: 0))
        try connection.forEachRow("SELECT seq, at, mark FROM \(log.entries) ORDER BY seq DESC LIMIT 1") { row in
            state.version.sequence = row.int64(0)
            state.changedAt = row.int64(1)
            state.version.mark = row.int64(2)
        }
        return state
    }

    func length() throws -> Int {
        let last = try connection.value("SELECT max(seq) FROM \(log.entries)")?.int64
        let first = try connection.value("SELECT min(seq) FROM \(log.entries)")?.int64
        guard let first, let last else { return 0 }
        return Int(last - first + 1)
    }

    func touched(since version: ListVersion, in state: State) throws -> [Touched]? {
        let (sequence, current) = (version.sequence, state.version.sequence)
        guard version.epoch == log.epoch, version.gaps.isEmpty, sequence <= current,
            current - sequence <= ServerLimits.maximumChangesPerAnswer
        else { return nil }
        if sequence > 0 {
            let mark = try connection.value("SELECT mark FROM \(log.entries) WHERE seq = ?1", [.integer(sequence)])
            guard mark?.int64 == version.mark else { return nil }
        } else if current > 0 {
            guard try connection.value("SELECT min(seq) FROM \(log.entries)")?.int64 == 1 else { return nil }
        }
        var touched = TouchedRows()
        let width = log.keys.count
        try connection.forEachRow(
            "SELECT \(log.keys.joined(separator: ", ")), existed, columns FROM \(log.entries) WHERE seq > ?1 ORDER BY seq",
            [.integer(sequence)]
        ) { row in
            touched.add(
                (0..<width).map { row.value($0) }, existed: row.int64(width) != 0, columns: row.int64(width + 1))
        }
        return touched.rows
    }
}
