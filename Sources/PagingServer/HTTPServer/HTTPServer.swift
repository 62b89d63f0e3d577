internal import CMicrohttpd
internal import Foundation

/// Serves answers over HTTP/1.1, from libmicrohttpd.
///
/// ```swift
/// let server = try HTTPServer(responder, configuration: .init(port: 8080))
/// print(server.url)  // http://127.0.0.1:8080
/// server.stop()
/// ```
///
/// One thread sends and receives on all connections, and a few others answer, so that a slow answer delays no other,
/// and an idle connection costs little but a file descriptor. The number of connections, the time that a request may
/// take to arrive, and its size are bounded. Connections are kept alive. It speaks no TLS, which is left to a proxy.
///
/// It ignores the process's `SIGPIPE`, unless that is handled already: clients hang up when they like.
///
/// Source: RFC 9112.
public final class HTTPServer: Sendable {
    /// The address and the limits of a server.
    public struct Configuration: Sendable {
        /// A name or address of this machine; `0.0.0.0` for all of them.
        public var host: String
        /// The port; 0 takes any that is free.
        public var port: Int
        /// The most connections at a time, or fewer if the system allows fewer open files. One more closes the one that has been silent
        /// for the longest, if any is.
        public var connections: Int
        /// The most connections from one address at a time. Further ones are closed at once.
        public var connectionsPerAddress: Int
        /// The seconds that a request may take to arrive, an answer to be sent, and a connection to be idle.
        public var connectionSeconds: Int
        /// The seconds that a request's first line and headers may take to arrive, at most ``connectionSeconds``.
        public var headerSeconds: Int
        /// Milliseconds by which each answer is delayed, to try a slow network; at most a minute.
        public var delayMilliseconds: Int
        /// Requests a second that a client may make for long, and five times as many at once; `nil` for any number. More are answered
        /// with 429. A client is an address, of IPv6 its `/64`; of this machine's own, which may be a proxy, the one that `X-Forwarded-For` names last.
        public var requestsPerSecond: Int?
        /// Streams and stored long answers, for each client at a time; `nil` for any number.
        public var streamsPerClient: Int?
        /// The subject of a request's token. Requests of one subject count as one client's, from any address. `nil` for an unknown
        /// token. Called on the thread that sends and receives: it must be quick.
        public var subject: (@Sendable (Request) -> String?)?
        /// Called after each answer, on the thread that sends and receives: it must be quick, and must not stop the server.
        public var log: (@Sendable (AccessRecord) -> Void)?

        /// Makes a configuration.
        public init(
            host: String = "127.0.0.1", port: Int = 8080, connections: Int = ServerLimits.defaultConnections,
            connectionsPerAddress: Int = ServerLimits.defaultConnections,
            connectionSeconds: Int = ServerLimits.defaultConnectionSeconds,
            headerSeconds: Int = ServerLimits.defaultHeaderSeconds, delayMilliseconds: Int = 0,
            log: (@Sendable (AccessRecord) -> Void)? = nil
        ) {
            self.host = host
            self.port = port
            self.connections = connections
            self.connectionsPerAddress = connectionsPerAddress
            self.connectionSeconds = connectionSeconds
            self.headerSeconds = headerSeconds
            self.delayMilliseconds = delayMilliseconds
            self.log = log
        }
    }

    /// The host it listens on, as it was given.
    public let host: String
    /// The port it listens on.
    public let port: Int
    private let table: ConnectionTable
    private let library: Library

    /// The number of connections, and of streams among them.
    var load: (connections: Int, streams: Int) { table.load }

    /// The address that clients on this machine reach it at.
    public var url: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Starts a server for a database's lists.
    ///
    /// - Parameters:
    ///   - responder: the responder that answers.
    ///   - configuration: the address and the limits.
    /// - Throws: ``HTTPServerError``: the port is taken or reserved, the host is none of this machine's.
    public convenience init(_ responder: Responder, configuration: Configuration = Configuration()) throws {
        var configuration = configuration
        configuration.subject = configuration.subject ?? { responder.subject(of: $0) }
        try self.init(
            configuration: configuration, atOnce: responder.respondAtOnce, early: responder.refusalBeforeBody
        ) { responder.respond(to: $0) }
    }

    /// Starts a server whose answers come from closures.
    ///
    /// - Parameters:
    ///   - configuration: the address and the limits.
    ///   - atOnce: answers what it can without waiting for anything; called on the one thread that sends and receives.
    ///   - early: refuses by its headers a request with a long body, which is then not read; called on the same thread.
    ///   - respond: answers every other request; called on many threads at once.
    /// - Throws: ``HTTPServerError``: the port is taken or reserved, the host is none of this machine's.
    public init(
        configuration: Configuration, atOnce: (@Sendable (Request) -> Response?)? = nil,
        early: (@Sendable (Request) -> Response?)? = nil, respond: @escaping @Sendable (Request) -> Response
    ) throws {
        let (socket, port) = try ListeningSocket.open(host: configuration.host, port: configuration.port)
        host = configuration.host
        self.port = port
        SignalPipe.ignore()
        table = ConnectionTable(configuration, atOnce: atOnce, early: early, respond)
        library = try Library(socket: socket, configuration, table)
        table.watch()
    }

    deinit { stop() }

    /// Stops: takes no more connections, waits for the answers under way (ten seconds at most), and closes what is left.
    ///
    /// It returns when no thread of the server is left. Stopping again does nothing. Not to be called from ``Configuration/log``
    /// or from the closures that answer, because it waits for them.
    public func stop() {
        library.stop()
    }
}

/// The library's handle, which is stopped once.
///
/// `@unchecked Sendable`: `daemon` is read and written only while `lock` is held, and the library lets it be stopped from any
/// thread that is not its own.
private final class Library: @unchecked Sendable {
    private let lock = NSLock()
    private var daemon: OpaquePointer?
    /// The callbacks' context; they hold no reference of their own.
    private let table: ConnectionTable

    init(socket: Int32, _ configuration: HTTPServer.Configuration, _ table: ConnectionTable) throws(HTTPServerError) {
        self.table = table
        var options = cmicrohttpd_configuration()
        options.listening = socket
        // The library refuses further connections. A few more are accepted, so that idle ones can be closed for them.
        options.connections = UInt32(clamping: table.limit + ServerLimits.spareConnections)
        options.connections_per_address = UInt32(clamping: max(1, configuration.connectionsPerAddress))
        options.idle_seconds = UInt32(clamping: max(1, configuration.connectionSeconds))
        options.connection_memory = ServerLimits.connectionMemoryBytes
        options.answer = Callbacks.answer
        options.begin = Callbacks.begin
        options.complete = Callbacks.complete
        options.notify = Callbacks.notify
        options.context = Unmanaged.passUnretained(table).toOpaque()
        daemon = cmicrohttpd_start(&options)
        guard daemon != nil else {
            close(socket)
            throw .system(operation: "start the server", message: "libmicrohttpd refused: \(Platform.lastMessage)")
        }
    }

    func stop() {
        lock.withLock {
            guard let daemon else { return }
            // First, so that a client whose answer comes after this moment knows that its connection ends.
            table.beginStopping()
            // The socket refuses clients from now on but stays open: the library's thread may still have it in its poll set, and ends
            // the process if its number is no longer a socket.
            let socket = MHD_quiesce_daemon(daemon)
            if socket >= 0 { Platform.hangUp(socket) }
            table.drain()
            // The library cannot be stopped while a connection is suspended.
            table.pool.finish()
            table.streamPool.finish()
            MHD_stop_daemon(daemon)
            if socket >= 0 { close(socket) }
            self.daemon = nil
        }
    }
}

private enum SignalPipe {
    static func ignore() {
        var current = sigaction()
        guard sigaction(SIGPIPE, nil, &current) == 0 else { return }
        #if canImport(Darwin)
            let isDefault = current.__sigaction_u.__sa_handler == nil
        #else
            let isDefault = current.__sigaction_handler.sa_handler == nil
        #endif
        if isDefault { signal(SIGPIPE, SIG_IGN) }
    }
}
