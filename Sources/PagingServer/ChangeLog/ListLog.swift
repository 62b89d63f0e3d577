/// A log of a list's changes, in either database.
enum ListLog: Hashable, Sendable {
    case sqlite(ChangeLog)
    case postgres(PostgresLog)

    /// The number of kept entries.
    var keep: Int {
        switch self {
        case .sqlite(let log): log.keep
        case .postgres(let log): log.keep
        }
    }

    /// The number in the names of its tables.
    var number: Int64 {
        switch self {
        case .sqlite(let log): log.number
        case .postgres(let log): log.number
        }
    }

    /// Its reader in one state of the database.
    func reader(_ connection: DatabaseConnection) -> any ChangeLogReading {
        switch (self, connection) {
        case (.postgres(let log), .postgres(let connection)): PostgresLogReader(connection: connection, log: log)
        case (.sqlite(let log), _): ChangeLogReader(connection: connection, log: log)
        case (.postgres, .sqlite): preconditionFailure("A list of PostgreSQL is read by a connection to it.")
        }
    }
}

/// Reads a log of changes in one state of the database.
protocol ChangeLogReading {
    /// The state that the list is in now.
    func state() throws -> ChangeLogReader.State

    /// The rows that changed since a state, in the order of their first change.
    ///
    /// - Returns: `nil` if the log does not reach back so far, or there are too many changes.
    func touched(since version: ListVersion, in state: ChangeLogReader.State) throws -> [ChangeLogReader.Touched]?

    /// The approximate number of entries, including removed ones between them.
    func length() throws -> Int
}

/// Collects the changes of each row.
struct TouchedRows {
    private(set) var rows: [ChangeLogReader.Touched] = []
    private var places: [[DatabaseValue]: Int] = [:]

    /// Adds an entry. The first entry of a row tells if the row existed before.
    mutating func add(_ identity: [DatabaseValue], existed: Bool, columns: Int64) {
        if let place = places[identity] {
            rows[place].columns |= columns
        } else {
            places[identity] = rows.count
            rows.append(ChangeLogReader.Touched(identity: identity, existed: existed, columns: columns))
        }
    }
}
