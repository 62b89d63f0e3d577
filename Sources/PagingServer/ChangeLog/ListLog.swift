/// A log of a list's changes, in either database.
enum ListLog: Hashable, Sendable {
    case sqlite(ChangeLog)
    case postgres(PostgresLog)

    /// How many entries are kept.
    var keep: Int {
        switch self {
        case .sqlite(let log): log.keep
        case .postgres(let log): log.keep
        }
    }

    /// The number in the names of what it is made of.
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

    /// The rows that something has happened to since a state, in the order in which it first did.
    ///
    /// - Returns: `nil` where the log does not reach back so far, or too much has happened.
    func touched(since version: ListVersion, in state: ChangeLogReader.State) throws -> [ChangeLogReader.Touched]?

    /// How many entries the log has, about: what was forgotten between them counts as well.
    func length() throws -> Int
}

/// Gathers what happened to each row.
struct TouchedRows {
    private(set) var rows: [ChangeLogReader.Touched] = []
    private var places: [[DatabaseValue]: Int] = [:]

    /// Adds an entry. Whether a row was there before, its first one knows.
    mutating func add(_ identity: [DatabaseValue], existed: Bool, columns: Int64) {
        if let place = places[identity] {
            rows[place].columns |= columns
        } else {
            places[identity] = rows.count
            rows.append(ChangeLogReader.Touched(identity: identity, existed: existed, columns: columns))
        }
    }
}
