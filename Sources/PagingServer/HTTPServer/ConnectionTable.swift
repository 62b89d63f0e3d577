internal import Dispatch
internal import Foundation

/// The connections of a server, each with the time since which it waits for its client, if it does.
///
/// The library's own time-out counts from the last byte, so a client that sends one now and then could hold a connection for
/// ever. Here the time counts from the beginning of the wait for a request, and from when its answer was ready.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class ConnectionTable: @unchecked Sendable {
    let respond: @Sendable (Request) -> Response
    /// Answers what it can without waiting. `nil` also if answers are held back.
    let atOnce: (@Sendable (Request) -> Response?)?
    /// Refuses requests with long bodies by their headers.
    let early: (@Sendable (Request) -> Response?)?
    let log: (@Sendable (AccessRecord) -> Void)?
    /// The subject of a request's token, or `nil` without a valid one.
    private let subject: (@Sendable (Request) -> String?)?

    private struct Connection {
        /// The part of a request that is waited for.
        enum Turn {
            /// A request, on a connection that has had none or has begun one: the half-open ones.
            case asking
            /// Another request, or none.
            case idling
            /// Taking an answer.
            case taking
        }

        var socket: Int32
        /// The time in nanoseconds when the client's turn began, or `nil` during the server's turn.
        var waitingSince: UInt64?
        var turn = Turn.asking
        var isHungUp = false
        /// The client that its address names, or `nil` inside if it has no share, and outside if that was not looked at.
        var client: String??

        mutating func wait(_ turn: Turn) {
            self.turn = turn
            waitingSince = Platform.monotonicNanoseconds
        }
    }

    private let condition = NSCondition()
    private var connections: [OpaquePointer: Connection] = [:]
    private var underWay = 0
    /// The listeners, by the stream.
    private var streams: [ObjectIdentifier: (stream: any ResponseStream, connection: OpaquePointer)] = [:]
    /// Requests whose answers are held back.
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
    /// The workers for streams: a list that is slow to read keeps no answer waiting.
    let streamPool = WorkerPool(limit: ServerLimits.streamConnections)
    /// Answers that were given more than once.
    let prepared = PreparedAnswers()
    private var shares: ClientShares
    /// Clients that wait for an answer.
    private var asking: [OpaquePointer: WaitingClient] = [:]

    init(
        _ configuration: HTTPServer.Configuration, atOnce: (@Sendable (Request) -> Response?)?,
        early: (@Sendable (Request) -> Response?)?, _ respond: @escaping @Sendable (Request) -> Response
    ) {
        (self.respond, self.early) = (respond, early)
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

    /// Begins to look for clients that take too long.
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
            // It was let in at the last moment.
            if isStopping { Platform.hangUp(socket) }
            makeRoom()
        }
    }

    /// Notes that the first line of a request was read.
    func reading(_ connection: OpaquePointer) {
        condition.withLock { connections[connection]?.wait(.asking) }
    }

    /// Hangs up on the client that has been waited for the longest if there are more than the limit: on one that has
    /// not asked yet, or else on an idle one. So silent clients shut no other client out.
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

    /// Called before the socket is closed, so that its number is never another's while it is in this table.
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

    /// An answer has gone, or its client has.
    func ended(_ connection: OpaquePointer) {
        condition.withLock {
            connections[connection]?.wait(.idling)
            underWay -= 1
            condition.broadcast()
        }
    }

    /// Admits one more stream. There may be so many as leave room for as many again who ask.
    ///
    /// - Parameter client: whose stream it is; `nil` for one without a share.
    /// - Returns: the answer to one too many.
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

    /// The name of a request's client: the subject of its token, else by its address; `nil` for one without a share.
    func client(of request: Request, address: String) -> String? {
        subject?(request) ?? ClientShares.name(address: address, request)
    }

    /// The name of the client of a request that says nothing of it: by the address, which is looked at once a connection.
    func client(of connection: OpaquePointer, address: () -> String) -> String? {
        if let known = condition.withLock({ connections[connection]?.client }) { return known }
        let client = ClientShares.name(address: address(), Request(target: "/"))
        condition.withLock { connections[connection]?.client = .some(client) }
        return client
    }

    /// How many connections there are, and how many of them listen.
    var load: (connections: Int, streams: Int) { condition.withLock { (connections.count, streams.count) } }

    /// Counts a request of a client.
    ///
    /// - Returns: the answer to one too many.
    func refusal(of client: String?) -> Response? {
        guard let client else { return nil }
        return condition.withLock { shares.secondsToWait(client, now: Platform.monotonicNanoseconds) }
            .map { Problem.tooManyRequests(seconds: $0).response }
    }

    /// A client waits for an answer that is being made.
    func waits(_ client: WaitingClient, on connection: OpaquePointer) {
        condition.withLock { asking[connection] = client }
    }

    /// Its answer is made.
    func waitsNoLonger(on connection: OpaquePointer) { condition.withLock { asking[connection] = nil } }

    /// A stream waits for something to tell: nobody takes too long.
    func telling(_ connection: OpaquePointer) {
        condition.withLock { connections[connection]?.waitingSince = nil }
    }

    /// A stream has ended, or its client has gone.
    func dismiss(_ stream: any ResponseStream) {
        condition.withLock {
            streams[ObjectIdentifier(stream)] = nil
            shares.end(ObjectIdentifier(stream))
        }
    }

    /// Has a request answered by a worker, after as long a delay as was asked for.
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

    /// From now on an answer is the last of its connection, none is held back, and new connections are closed.
    func beginStopping() {
        let (streams, held) = condition.withLock {
            isStopping = true
            defer { self.held = [:] }
            return (self.streams.values.map(\.stream), self.held.values)
        }
        for task in held { pool.add(task) }
        for stream in streams { stream.end() }
    }

    /// Once stopping has begun, waits until no answer is under way, then hangs up on everyone, and waits until they are gone;
    /// for a bounded time.
    ///
    /// The library could hang up by itself, but version 0.9.75 crashes where it is stopped while it refuses a request of its
    /// own accord (one that makes no sense, or is too long). Without connections there is nothing to refuse.
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
            // A stream that has nothing to tell would learn of it only with the next thing it has.
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
        pool.expire()
    }
}
