/// Reads a log of changes in one state of the database.
struct ChangeLogReader: ChangeLogReading {
    let connection: DatabaseConnection
    let log: ChangeLog

    /// The state that the list is in.
    struct State: Hashable {
        /// The number of the last change; 0 where there was none yet.
        var sequence: Int64
        /// When it was made, in seconds since 1970; `nil` where there was none yet.
        var changedAt: Int64?
    }

    /// A row that something happened to.
    struct Touched {
        /// Its key, as the log has it.
        var identity: [SQLiteValue]
        /// Whether it was there before.
        var existed: Bool
        /// The columns that may have changed, one bit each.
        var columns: Int64
    }

    func state() throws -> State {
        var state = State(sequence: 0)
        try connection.forEachRow("SELECT seq, at FROM \(log.entries) ORDER BY seq DESC LIMIT 1") { row in
            state = State(sequence: row.int64(0), changedAt: row.int64(1))
        }
        return state
    }

    func touched(since sequence: Int64, upTo current: Int64) throws -> [Touched]? {
        guard sequence <= current, current - sequence <= ServerLimits.maximumChangesPerAnswer else { return nil }
        let oldest = try connection.value("SELECT min(seq) FROM \(log.entries)")?.int64
        if sequence < current, oldest ?? .max > sequence + 1 { return nil }
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

/// Names a state of a list: of which log, and after which change.
struct ListVersion: Hashable {
    var epoch: String
    var sequence: Int64

    /// As answers have it.
    var text: String { "\(Responder.format)-\(epoch)-\(sequence)" }

    init(epoch: String, sequence: Int64) {
        (self.epoch, self.sequence) = (epoch, sequence)
    }

    /// Reads a version, or the `ETag` that has it; `nil` where it is none of this server's.
    init?(_ text: String) {
        let tag = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
        let parts = tag.drop { $0 == "\"" }.prefix { $0 != "\"" }.split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "\(Responder.format)", !parts[1].isEmpty, let sequence = Int64(parts[2]),
            sequence >= 0
        else { return nil }
        self.init(epoch: String(parts[1]), sequence: sequence)
    }
}
