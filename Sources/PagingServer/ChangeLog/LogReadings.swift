/// The readings of logs in one state of the database, so that each is read once however many questions are asked about it.
///
/// For one thread at a time; it goes with the state.
final class LogReadings {
    private var readings: [ListLog: LogReading] = [:]
    /// The number of times that entries of a log were read.
    fileprivate(set) var reads = 0

    fileprivate func reading(of log: ListLog, _ connection: DatabaseConnection) -> LogReading {
        if let reading = readings[log] { return reading }
        let reading = LogReading(log.reader(connection), self)
        readings[log] = reading
        return reading
    }
}

extension DatabaseSnapshot {
    /// The reader of a log in this state.
    func reader(of log: ListLog) -> any ChangeLogReading {
        logs?.reading(of: log, connection) ?? log.reader(connection)
    }
}

/// Remembers what it has read.
private final class LogReading: ChangeLogReading {
    private let reader: any ChangeLogReading
    private unowned let all: LogReadings
    private var known: ChangeLogReader.State?
    private var touched: [ListVersion: [ChangeLogReader.Touched]?] = [:]
    /// Rows in ``touched``.
    private var rows = 0

    init(_ reader: any ChangeLogReading, _ all: LogReadings) { (self.reader, self.all) = (reader, all) }

    func state() throws -> ChangeLogReader.State {
        if let known { return known }
        let state = try reader.state()
        known = state
        return state
    }

    func touched(since version: ListVersion, in state: ChangeLogReader.State) throws -> [ChangeLogReader.Touched]? {
        if let known = touched[version] { return known }
        all.reads += 1
        let found = try reader.touched(since: version, in: state)
        let count = found?.count ?? 0
        if rows + count <= ServerLimits.changesRemembered {
            rows += count
            touched[version] = .some(found)
        }
        return found
    }

    func length() throws -> Int { try reader.length() }
}
