internal import Foundation

/// The purposes of reading the database. On PostgreSQL each has its own connections, so that none waits for another.
enum ReadUse: Hashable, Sendable {
    /// Answers that a client waits for.
    case page
    /// The events for listeners.
    case stream
    /// Answers of very many keys.
    case snapshot
    /// The version of the database, which validates earlier answers.
    case version

    /// The most concurrent connections to one database.
    var connections: Int {
        switch self {
        case .page: ServerLimits.maximumConnections
        case .stream: ServerLimits.streamConnections
        case .snapshot: ServerLimits.snapshotConnections
        case .version: ServerLimits.versionConnections
        }
    }
}

/// The parameters of reading the database for a request.
struct Reading {
    var milliseconds: Int
    /// The list that is read.
    var list: String?
    var use: ReadUse
    var client: WaitingClient?
}

/// A client that waits for an answer and may disconnect. The database is then told to cancel its work.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held. The connection is only told to cancel, which libpq
/// allows on any thread.
public final class WaitingClient: @unchecked Sendable {
    /// The client whose share of the server is used, or `nil` if there is none.
    let name: String?
    private let lock = NSLock()
    private var hasLeft = false
    private var connection: PostgresConnection?

    /// Makes a client that waits.
    public init() { name = nil }

    init(name: String?) { self.name = name }

    /// Cancels the running read, and prevents further reads, because the client has disconnected.
    public func leave() {
        lock.withLock {
            hasLeft = true
            connection?.callOff()
        }
    }

    /// - Throws: `tooSlow` if the client has already disconnected.
    func begin(_ connection: PostgresConnection) throws {
        try lock.withLock {
            guard !hasLeft else { throw connection.address.error(.tooSlow, "read", "the client has gone") }
            self.connection = connection
        }
    }

    /// Unregisters a connection. After this returns, nothing is cancelled any more.
    func end(_ connection: PostgresConnection) {
        lock.withLock { if self.connection === connection { self.connection = nil } }
    }
}
