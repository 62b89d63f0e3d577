internal import Dispatch
internal import Foundation

/// The connections of a server. Each has the time since which the server waits for its client, or `nil`.
///
/// The library's own time-out counts from the last byte, so a client that sends a byte now and then could hold a connection for
/// ever. Here the time counts from the start of the wait for a request, and again from when its answer is ready.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class ConnectionTable: @unchecked Sendable {
    let respond: @Sendable (Request) -> Response
    /// Answers requests that need no waiting. `nil` if there is no such closure, or if answers are delayed.
    let atOnce: (@Sendable (Request) -> Response?)?
    /// Refuses requests with long bodies by their headers.
    let early: (@Sendable (Request) -> Response?)?
    let log: (@Sendable (AccessRecord) -> Void)?
    /// The subject of a request's token, or `nil` without a valid one.
    private let subject: (@Sendable (Request) -> String?)?

    private struct Connection {
        /// The client's part that the server waits for.
        enum Turn {
            /// A request, on a new connection or one whose request is not complete.
            case asking
            /// Another request; the connection is idle.
            case idling
            /// The client takes an answer.
            case taking
        }

        var socket: Int32
        /// The time in nanoseconds when the client's turn began, or `nil` during the server's turn.
        var waitingSince: UInt64?
        var turn = Turn.asking
        var isHungUp = false
        /// The client by its address: `.some(nil)` for one without a share, `nil` before the address was read.
        var client: String??

        mutating func wait(_ turn: Turn) {
            self.turn = turn
            waitingSince = Platform.monotonicNanoseconds
        }
    }

    private let condition = NSCondition()
    private var connections: [OpaquePointer: Connection] = [:]
    private var underWay = 0
    /// The streams with their connections, by the stream's identity.
    private var streams: [ObjectIdentifier: (stream: any ResponseStream, connection: OpaquePointer)] = [:]
    /// Requests whose answers are delayed, by number.
    private var held: [Int: WorkerPool.Task] = [:]
    private var heldEver = 0
    private var isStopping = false
    private var timer: (any DispatchSourceTimer)?
    private let patience: UInt64
    private let headerPatience: UInt64
    /// The most connections.
    let limit: Int
    private let delay: Double
    /// The most streams of a client, or `nil` for no limit.
    private let streamsPerClient: Int?
    let pool = WorkerPool(limit: ServerLimits.answeringThreads)
    /// The workers for streams. They are separate so that a stream of a slow list delays no answer.
    let streamPool = WorkerPool(limit: ServerLimits.streamConnections)
    /// Answers that were given more than once.
    let prepared = PreparedAnswers()
    let checks: ValidityChecks
    private var shares: ClientShares
    /// Clients that wait for an answer.
    private var asking: [OpaquePointer: WaitingClient] = [:]

    init(
        _ configuration: HTTPServer.Configuration, atOnce: (@Sendable (Request) -> Response?)?,
        early: (@Sendable (Request) -> Response?)?, _ respond: @escaping @Sendable (Request) -> Response
    ) {
        (self.respond, self.early, checks) = (respond, early, ValidityChecks(pool))
        self.atOnce = configuration.delayMilliseconds > 0 ? nil : atOnce
        (log, subject) = (configuration.log, configuration.subject)
        patience = UInt64(max(1, configuration.connectionSeconds)) * 1_000_000_000
        headerPatience = min(patience, UInt64(max(1, configuration.headerSeconds)) * 1_000_000_000)
        let files = Platform.allowOpenFiles(
            configuration.connections + ServerLimits.spareConnections + ServerLimits.otherFiles)
        limit = max(1, min(configuration.connections, files - ServerLimits.spareConnections - ServerLimits.otherFiles))
        shares = ClientShares(requestsPerSecond: configuration.requestsPerSecond)
        streamsPerClient = configuration.streamsPerClient
        delay = Double(min(max(0, configuration.delayMilliseconds), ServerLimits.maximumDelayMilliseconds)) / 1000
    }

    deinit { timer?.cancel() }

    /// Starts the check for clients that take too long.
    func watch() {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + 0.5, repeating: 0.5)
        timer.setEventHandler { [weak self] in self?.closeTimedOutConnections() }
        timer.resume()
        condition.withLock { self.timer = timer }
    }

    func opened(_ connection: OpaquePointer, socket: Int32) {
        condition.withLock {
            connections[connection] = Connection(socket: socket, waitingSince: Platform.monotonicNanoseconds)
            // It was accepted just before stopping began.
            if isStopping { Platform.hangUp(socket) }
            makeRoom()
        }
    }

    /// Notes that the first line of a request was read.
    func reading(_ connection: OpaquePointer) {
        condition.withLock { connections[connection]?.wait(.asking) }
    }

    /// If there are more connections than the limit, closes the one that has been silent for the longest: one that has
    /// sent no request, or else an idle one. So silent clients shut out no other client.
    private func makeRoom() {
        let open = connections.filter { !$0.value.isHungUp }
        guard open.count > limit else { return }
        func oldest(_ turn: Connection.Turn) -> OpaquePointer? {
            open.filter { $0.value.turn == turn && $0.value.waitingSince != nil }
                .min { $0.value.waitingSince ?? 0 < $1.value.waitingSince ?? 0 }?.key
        }
        guard let victim = oldest(.asking) ?? oldest(.idling), let socket = connections[victim]?.socket else { return }
        connections[victim]?.isHungUp = true
        Platform.hangUp(socket)
    }

    /// Called before the socket is closed, so that no other connection can have its number while it is in this table.
    func closed(_ connection: OpaquePointer) {
        condition.withLock {
            connections[connection] = nil
            condition.broadcast()
        }
    }

    /// Notes that a request has arrived: the server's turn begins.
    func began(_ connection: OpaquePointer) {
        condition.withLock {
            connections[connection]?.waitingSince = nil
            underWay += 1
        }
    }

    /// Notes that an answer is ready: the client's turn to take it begins.
    ///
    /// - Returns: `true` if the connection is to be closed after it.
    func answered(_ connection: OpaquePointer) -> Bool {
        condition.withLock {
            connections[connection]?.wait(.taking)
            return isStopping
        }
    }

    /// Notes that an answer was sent, or that its client closed the connection.
    func ended(_ connection: OpaquePointer) {
        condition.withLock {
            connections[connection]?.wait(.idling)
            underWay -= 1
            condition.broadcast()
        }
    }

    /// Admits a stream. Streams may hold half of the connections; the other half is for requests.
    ///
    /// - Parameter client: the stream's client; `nil` for one without a share.
    /// - Returns: the answer that refuses it, or `nil` if it is admitted.
    func refusal(of stream: any ResponseStream, to connection: OpaquePointer, client: String?) -> Response? {
        condition.withLock {
            guard !isStopping, streams.count < max(1, limit / 2) else {
                return Problem.tooManyStreams(limit: max(1, limit / 2)).response
            }
            if let client, let streamsPerClient, shares.streams(of: client) >= streamsPerClient {
                return Problem.tooManyStreams(perClient: streamsPerClient).response
            }
            if let client { shares.begin(ObjectIdentifier(stream), of: client) }
            streams[ObjectIdentifier(stream)] = (stream, connection)
            return nil
        }
    }

    /// The name of a request's client: the subject of its token, or else its address; `nil` for one without a share.
    func client(of request: Request, address: String) -> String? {
        subject?(request) ?? ClientShares.name(address: address, request)
    }

    /// The name of a client by its address alone, which is read once for each connection.
    func client(of connection: OpaquePointer, address: () -> String) -> String? {
        if let known = condition.withLock({ connections[connection]?.client }) { return known }
        let client = ClientShares.name(address: address(), Request(target: "/"))
        condition.withLock { connections[connection]?.client = .some(client) }
        return client
    }

    /// The numbers of connections and of streams.
    var load: (connections: Int, streams: Int) { condition.withLock { (connections.count, streams.count) } }

    /// Counts a request of a client.
    ///
    /// - Returns: the answer that refuses it, or `nil` if it is within the rate.
    func refusal(of client: String?) -> Response? {
        guard let client else { return nil }
        return condition.withLock { shares.secondsToWait(client, now: Platform.monotonicNanoseconds) }
            .map { Problem.tooManyRequests(seconds: $0).response }
    }

    /// Notes that a client waits for its answer.
    func waits(_ client: WaitingClient, on connection: OpaquePointer) {
        condition.withLock { asking[connection] = client }
    }

    /// Notes that the answer is ready.
    func waitsNoLonger(on connection: OpaquePointer) { condition.withLock { asking[connection] = nil } }

    /// Notes that a stream has nothing to send, so that its client is not timed out.
    func telling(_ connection: OpaquePointer) {
        condition.withLock { connections[connection]?.waitingSince = nil }
    }

    /// Removes a stream that has ended, or whose client closed the connection.
    func dismiss(_ stream: any ResponseStream) {
        condition.withLock {
            streams[ObjectIdentifier(stream)] = nil
            shares.end(ObjectIdentifier(stream))
        }
    }

    /// Has a worker answer a request, after the configured delay.
    func answer(_ task: WorkerPool.Task) {
        let number: Int? = condition.withLock {
            guard delay > 0, !isStopping else { return nil }
            heldEver += 1
            held[heldEver] = task
            return heldEver
        }
        guard let number else { return pool.add(task) }
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self, let task = condition.withLock({ held.removeValue(forKey: number) }) else { return }
            pool.add(task)
        }
    }

    /// Begins to stop: each connection closes after its answer, delayed answers are made at once, and new connections are closed.
    func beginStopping() {
        let (streams, held) = condition.withLock {
            isStopping = true
            defer { self.held = [:] }
            return (self.streams.values.map(\.stream), self.held.values)
        }
        for task in held { pool.add(task) }
        for stream in streams { stream.end() }
    }

    /// After ``beginStopping()``: waits until no answer is under way, then closes all connections and waits until they are gone,
    /// for a bounded time.
    ///
    /// The library could close them itself, but version 0.9.75 crashes if it is stopped while it refuses a malformed or overlong
    /// request by itself. Without connections there is nothing to refuse.
    func drain() {
        let end = Date(timeIntervalSinceNow: Double(ServerLimits.drainSeconds))
        condition.withLock {
            while underWay > 0, condition.wait(until: end) {}
            for connection in connections.values { Platform.hangUp(connection.socket) }
            while !connections.isEmpty, condition.wait(until: end) {}
            timer?.cancel()
            timer = nil
        }
    }

    private func closeTimedOutConnections() {
        let now = Platform.monotonicNanoseconds
        let (left, gone): ([any ResponseStream], [WaitingClient]) = condition.withLock {
            for connection in connections.values {
                let patience = connection.turn == .asking ? headerPatience : patience
                if let since = connection.waitingSince, now > since + patience { Platform.hangUp(connection.socket) }
            }
            // A silent stream would otherwise notice only when it has something to send.
            func hasLeft(_ connection: OpaquePointer) -> Bool {
                connections[connection].map { Platform.hasHungUp($0.socket) } ?? false
            }
            return (
                streams.values.filter { hasLeft($0.connection) }.map(\.stream),
                asking.filter { hasLeft($0.key) }.map(\.value)
            )
        }
        for stream in left { stream.end() }
        for client in gone { client.leave() }
        checks.expire()
        pool.expire()
    }
}
