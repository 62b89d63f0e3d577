internal import Foundation

/// The purposes of reading the database. Each has connections of its own on PostgreSQL, so that none waits for another.
enum ReadUse: Hashable, Sendable {
    /// Answers that a client waits for.
    case page
    /// The events for listeners.
    case stream
    /// Answers of very many keys.
    case snapshot
    /// The version of the database, which shows that earlier answers are still right.
    case version

    /// Connections to one database at a time.
    var connections: Int {
        switch self {
        case .page: ServerLimits.maximumConnections
        case .stream: ServerLimits.streamConnections
        case .snapshot: ServerLimits.snapshotConnections
        case .version: ServerLimits.versionConnections
        }
    }
}

/// How the database is read for a request.
struct Reading {
    var milliseconds: Int
    /// The list that is asked about.
    var list: String?
    var use: ReadUse
    var client: WaitingClient?
}

/// A client that waits for an answer, and may go away before it is there: the database is then told to leave off.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held; the connection is only told to cancel what
/// it does, which libpq lets any thread do.
public final class WaitingClient: @unchecked Sendable {
    /// Whose share of the server it has; `nil` for none.
    let name: String?
    private let lock = NSLock()
    private var hasLeft = false
    private var connection: PostgresConnection?

    /// Makes a client that waits.
    public init() { name = nil }

    init(name: String?) { self.name = name }

    /// The client has gone: its running read is cancelled, and nothing more is read.
    public func leave() {
        lock.withLock {
            hasLeft = true
            connection?.callOff()
        }
    }

    /// - Throws: `tooSlow` where the client has gone already.
    func begin(_ connection: PostgresConnection) throws {
        try lock.withLock {
            guard !hasLeft else { throw connection.address.error(.tooSlow, "read", "the client has gone") }
            self.connection = connection
        }
    }

    /// After this returns, nothing is cancelled any more.
    func end(_ connection: PostgresConnection) {
        lock.withLock { if self.connection === connection { self.connection = nil } }
    }
}
