/// A database that lists are served from.
///
/// ```swift
/// let responder = Responder(try Database("postgres://reader@localhost/library"))
/// ```
public enum Database: Sendable {
    /// A SQLite file.
    case sqlite(SQLiteDatabase)
    /// A database of a PostgreSQL server.
    case postgres(PostgresDatabase)

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - place: the path of a SQLite file, or an address that begins with `postgres://` or `postgresql://`.
    ///   - replica: the address of a standby of a PostgreSQL server, which answers requests if it can: see
    ///     ``PostgresDatabase/init(address:replica:replicaLagSeconds:)``.
    ///   - replicaLagSeconds: the largest allowed lag of the replica, in seconds from 1.
    /// - Throws: ``SQLiteError`` or ``PostgresError`` with the reason and advice.
    public init(
        _ place: String, replica: String? = nil, replicaLagSeconds: Int = ServerLimits.defaultReplicaLagSeconds
    ) throws {
        self =
            Database.isAddress(place)
            ? .postgres(
                try PostgresDatabase(address: place, replica: replica, replicaLagSeconds: replicaLagSeconds))
            : .sqlite(try SQLiteDatabase(path: place))
    }

    /// `true` if a text is the address of a PostgreSQL database, and not a path.
    public static func isAddress(_ place: String) -> Bool { PostgresAddress.schemes.contains(where: place.hasPrefix) }

    /// The name of a place in messages: an address without its password.
    public static func name(of place: String) -> String {
        guard isAddress(place) else { return place }
        return (try? PostgresAddress(place)).map { "postgres://" + $0.name } ?? "the address"
    }

    /// The path of the file, or the address without its password.
    public var name: String {
        switch self {
        case .sqlite(let database): database.path
        case .postgres(let database): database.name
        }
    }

    /// Reads one state of the database. Later commits are invisible.
    ///
    /// - Parameters:
    ///   - isLatest: `true` to read the latest state, and not a replica's.
    ///   - list: the list that is read, or `nil` if there is none.
    ///   - use: the purpose of reading.
    ///   - client: the client that waits for it.
    func read<Result>(
        milliseconds: Int, isLatest: Bool = false, list: String? = nil, for use: ReadUse = .page,
        client: WaitingClient? = nil, _ read: (DatabaseSnapshot) throws -> Result
    ) throws -> Result {
        func body(_ snapshot: DatabaseSnapshot) throws -> Result {
            try DatabaseMeter.metered { try read(snapshot) }
        }
        switch self {
        case .sqlite(let database): return try database.read(milliseconds: milliseconds, body)
        case .postgres(let database):
            return try database.read(
                milliseconds: milliseconds, isLatest: isLatest, list: list, for: use, client: client, body)
        }
    }
}

extension Database {
    /// Calls a closure, on any thread, with what operators should know.
    func tellOperators(_ report: @escaping @Sendable (String) -> Void) {
        guard case .postgres(let database) = self else { return }
        database.replica?.tellOperators(report)
        database.maintenance.tellOperators(report)
    }

    /// The standby that answers for the database, or `nil` if there is none.
    var replica: PostgresReplica? {
        if case .postgres(let database) = self { database.replica } else { nil }
    }

    /// `true` for the same object.
    func isSame(as other: Database) -> Bool {
        switch (self, other) {
        case (.sqlite(let one), .sqlite(let other)): one === other
        case (.postgres(let one), .postgres(let other)): one === other
        case (.sqlite, .postgres), (.postgres, .sqlite): false
        }
    }

    /// The version of the database, or `nil` if finding out would have to wait.
    func versionAtOnce() -> DatabaseVersion? {
        if case .sqlite(let database) = self { database.versionAtOnce() } else { nil }
    }

    /// The version of the database, read once for all callers that wait for it, or `nil` if it is unknown or a read costs no more.
    func sharedVersion() -> DatabaseVersion? {
        if case .postgres(let database) = self { database.sharedVersion() } else { nil }
    }

    /// Changes the database in one transaction, which is on disk when this returns. An error rolls it back.
    func write<Result>(
        milliseconds: Int, list: String, _ write: (DatabaseSnapshot) throws -> Result
    ) throws -> Result {
        func body(_ snapshot: DatabaseSnapshot) throws -> Result {
            try DatabaseMeter.metered { try write(snapshot) }
        }
        switch self {
        case .sqlite(let database): return try database.write(milliseconds: milliseconds, body)
        case .postgres(let database): return try database.write(milliseconds: milliseconds, list: list, body)
        }
    }

    /// Checks that the database can be written to.
    ///
    /// - Throws: ``SQLiteError`` or ``PostgresError`` with the reason why it cannot.
    public func checkWriting() throws {
        switch self {
        case .sqlite(let database): try database.checkWriting()
        case .postgres(let database): try database.checkWriting()
        }
    }
}

/// The version of a database. Equal versions mean equal contents.
struct DatabaseVersion: Hashable, Sendable {
    /// Identifies the database and its history.
    var epoch: UInt64
    /// The state: on SQLite the number of commits, on PostgreSQL a hash of the finished transactions.
    var state: Int64
}

/// One state of a database, for the duration of a read.
struct DatabaseSnapshot {
    let connection: DatabaseConnection
    /// The version of the state, or `nil` if it is unknown.
    let version: DatabaseVersion?
    /// Identifies the database, or is `nil` if it is unknown.
    let epoch: UInt64?
    /// The version of the schema.
    let schema: Int64
    /// `true` if it is a replica's state, so the primary may have a later one.
    var isReplica = false
    /// The cached reads of logs in this state, or `nil` if the state changes while it is read, as in a transaction that writes.
    var logs: LogReadings?
    /// The facts that were found in rank indexes in this state, or `nil` as for `logs`, or if its version is unknown.
    var ranks: RankFacts.InState?
    /// The list that is read, or `nil` if there is none, or several.
    var list: String?
    /// The table with the name of that list, see ``PostgresStates/relation(_:)``, or `nil` if it is not checked.
    var relation: String?

    /// Checks that a list describes the table that has its name in this state. The catalog may have been read before the table was replaced or
    /// altered.
    ///
    /// - Throws: ``PostgresError``: `outdated`.
    func check(_ list: ListDescription?) throws {
        guard let list, let relation, list.relation != relation, case .postgres(let connection) = connection else {
            return
        }
        throw connection.address.error(.outdated, "read", "'\(list.name)' is another table now, or was altered")
    }
}

/// The request requires a later state than the replica has, so the primary has to answer.
struct ReplicaBehind: Error {}

/// The SQL differences between the databases.
enum Dialect: Hashable, Sendable {
    case sqlite, postgres

    /// The SQL that sorts NULLs before all other values. SQLite does that by default, and PostgreSQL sorts them last.
    func nulls(descends: Bool) -> String {
        self == .sqlite ? "" : descends ? " NULLS LAST" : " NULLS FIRST"
    }

    /// The SQL that identifies a row by all its columns, byte by byte.
    func wholeRow(_ columns: [String]) -> [String] {
        switch self {
        case .sqlite: columns.map { "\($0) COLLATE BINARY" }
        case .postgres: ["ROW(\(columns.joined(separator: ", ")))::text COLLATE \"C\""]
        }
    }
}
