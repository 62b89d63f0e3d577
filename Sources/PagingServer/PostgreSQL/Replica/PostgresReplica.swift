internal import Foundation

/// A standby that answers for a database while its state is neither too old nor older than one that a reader has seen.
///
/// Both follow from positions in the server's log. Everything told so far was written before `floor`, which the standby must have replayed.
/// While the standby is read, a thread asks the primary for its position once a second, from which ``StandbyLag`` computes the age of its state:
/// if it is older than the limit, or of unknown age, the primary answers. If the primary cannot be reached, the standby answers
/// whatever its age, but never with a state from before the floor.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class PostgresReplica: @unchecked Sendable {
    /// The server that answers requests, and the reason.
    enum Use: Hashable {
        /// The standby.
        case used
        /// The standby, because the primary cannot be asked for its position.
        case usedAlone
        /// The primary, because the standby is not known to be on its timeline and at a position of its log.
        case unknown
        /// The primary, because the standby lags too far behind.
        case late
    }

    private let database: PostgresDatabase
    private let primary: PostgresAddress
    /// Nanoseconds that the standby may lag behind.
    private let limit: UInt64
    private let lock = NSLock()
    /// The position in the server's log before which everything told so far was written.
    private var floor = LogPosition(timeline: 0, offset: 0)
    private var isFloorKnown = true
    /// The time until which the standby is not asked because it did not answer, in nanoseconds of the monotonic clock.
    private var awayUntil: UInt64 = 0
    private var lag = StandbyLag()
    /// The timeline that the standby follows, or 0 if it is not known.
    private var timeline: UInt32 = 0
    private var use = Use.unknown
    /// The time of the last change of `use`.
    private var useSince: UInt64 = 0
    /// The use that was last reported to operators.
    private var told = Use.used
    private var isPrimaryAway = false
    /// The time of the open question for the primary's position, or `nil` if it has answered.
    private var askedSince: UInt64?
    private var isWatched = false
    /// The time when the standby was last wanted.
    private var wantedAt: UInt64 = 0
    private var report: (@Sendable (String) -> Void)?
    private var messages: [String] = []

    /// - Parameters:
    ///   - address: the standby's address.
    ///   - primary: the address of the server that it follows.
    ///   - lagSeconds: how far the standby may lag behind.
    init(_ address: PostgresAddress, of primary: PostgresAddress, lagSeconds: Int) {
        database = PostgresDatabase(standby: address)
        (self.primary, limit) = (primary, UInt64(max(1, lagSeconds)) * 1_000_000_000)
    }

    /// Sets the function that is called, on any thread, when reading of the standby stops or starts, and when the primary goes or comes back.
    func tellOperators(_ report: @escaping @Sendable (String) -> Void) { lock.withLock { self.report = report } }

    /// The state for metrics: if the standby answers, its lag in seconds if that is known, and if the primary
    /// can be asked. `nil` if the standby was not used for a while, so that nothing is known.
    var state: (isUsed: Bool, lagSeconds: Double?, isPrimaryReachable: Bool)? {
        lock.withLock {
            guard isWatched else { return nil }
            let now = Platform.monotonicNanoseconds
            return (isUsable(at: now), lag.lag(at: now).map { Double($0) / 1e9 }, !isPrimaryGone(at: now))
        }
    }

    private func isUsable(at now: UInt64) -> Bool {
        now >= awayUntil && isFloorKnown && (use == .used || use == .usedAlone)
    }

    // MARK: Reading

    /// Notes the state that was told last. After `nil`, an unknown state, the database itself answers next.
    func tell(_ position: LogPosition?) {
        lock.withLock {
            isFloorKnown = position != nil
            if let position { floor = max(floor, position) }
        }
    }

    /// Reads the state that the replica has.
    ///
    /// - Returns: `nil` if the state is older than one that was told, or too old, or if the standby does not answer.
    /// - Throws: the errors of `body`, except those that the database itself may not have.
    func read<Result>(_ reading: Reading, _ body: (DatabaseSnapshot) throws -> Result) throws -> Result? {
        let now = Platform.monotonicNanoseconds
        guard isWanted(at: now) else { return nil }
        let patience = now + UInt64(ServerLimits.replicaMilliseconds) * 1_000_000
        while true {
            do {
                return try database.readOnce(reading, after: check) { snapshot, position in
                    try answer(snapshot, position, body)
                }
            } catch is Refusal {
                return nil
            } catch is ReplicaBehind {
                guard Platform.monotonicNanoseconds < patience else { return nil }
                Thread.sleep(forTimeInterval: 0.002)
            } catch let error as PostgresError {
                switch error.reason {
                case .tooSlow, .badValue, .statement: throw error
                case .outdated: return nil
                default:
                    let away = UInt64(ServerLimits.replicaAwayMilliseconds) * 1_000_000
                    lock.withLock { awayUntil = Platform.monotonicNanoseconds + away }
                    return nil
                }
            }
        }
    }

    /// `true` if the standby may answer, as far as known without asking it. Starts watching it.
    private func isWanted(at now: UInt64) -> Bool {
        let (isWanted, isFirst) = lock.withLock {
            defer { (wantedAt, isWatched) = (now, true) }
            if !isWatched { useSince = now }
            if isPrimaryGone(at: now) { change(to: .usedAlone, at: now) }
            return (isUsable(at: now), !isWatched)
        }
        if isFirst { watch() }
        return isWanted
    }

    /// Checks that the standby's current state may be told.
    ///
    /// - Throws: ``ReplicaBehind`` if it may be in a moment; `Refusal` if the primary is to answer.
    private func check(_ connection: PostgresConnection) throws {
        let found = try connection.logPosition()
        try lock.withLock {
            let position = placed(found)
            lag.see(standby: position)
            judge(at: Platform.monotonicNanoseconds)
            guard use == .used || use == .usedAlone else { throw Refusal() }
            guard position >= floor else {
                throw position.timeline == floor.timeline ? ReplicaBehind() as any Error : Refusal()
            }
        }
    }

    /// A position of the standby with the timeline that it follows. Called while `lock` is held.
    private func placed(_ position: LogPosition) -> LogPosition {
        position.timeline > 0 ? position : LogPosition(timeline: timeline, offset: position.offset)
    }

    private func answer<Result>(
        _ snapshot: DatabaseSnapshot, _ position: LogPosition, _ body: (DatabaseSnapshot) throws -> Result
    ) throws -> Result {
        do {
            let result = try body(snapshot)
            tell(lock.withLock { placed(position) })
            return result
        } catch is ReplicaBehind {
            throw Refusal()
        }
    }

    /// The primary is to answer, because the body named a later state or the standby's state is too old.
    private struct Refusal: Error {}

    // MARK: Watching

    /// The connections of the thread that watches.
    private struct Watch {
        var primary: PostgresConnection?
        var standby: PostgresConnection?
        /// The time of the next question to the primary.
        var dueAt: UInt64 = 0
    }

    private func watch() {
        let thread = Thread { [weak self] in
            var watch = Watch()
            while let milliseconds = self?.look(&watch) { Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000) }
        }
        thread.name = "replica"
        thread.start()
    }

    /// Asks both servers for their positions.
    ///
    /// - Returns: the milliseconds before the next time, or `nil` if the standby was not used for a while.
    private func look(_ watch: inout Watch) -> Int? {
        let now = Platform.monotonicNanoseconds
        let isIdle = lock.withLock {
            guard now > wantedAt + UInt64(ServerLimits.replicaIdleMilliseconds) * 1_000_000 else { return false }
            // The lag of an unwatched standby is unknown.
            (isWatched, lag, timeline, use, isPrimaryAway) = (false, StandbyLag(), 0, .unknown, false)
            return true
        }
        guard !isIdle else { return nil }
        if now >= watch.dueAt {
            watch.dueAt = now + UInt64(ServerLimits.replicaLookMilliseconds) * 1_000_000
            askPrimary(&watch.primary, at: now)
        }
        let position = ask(&watch.standby, database.address) { try $0.logPositionWithTimeline() }
        defer { tellMessages() }
        return lock.withLock {
            if let position {
                timeline = position.timeline
                lag.see(standby: position)
            }
            judge(at: Platform.monotonicNanoseconds)
            let isMissed = position != nil && (use == .unknown || use == .late)
            return isMissed ? ServerLimits.replicaReturnMilliseconds : ServerLimits.replicaLookMilliseconds
        }
    }

    private func tellMessages() {
        let (report, messages) = lock.withLock {
            defer { self.messages = [] }
            return (self.report, self.messages)
        }
        for message in messages { report?(message) }
    }

    private func askPrimary(_ connection: inout PostgresConnection?, at now: UInt64) {
        let (floor, seen) = lock.withLock {
            askedSince = now
            return (self.floor, lag.primary)
        }
        let log = ask(&connection, primary) { connection in
            let log = try connection.primaryLog()
            // Nothing was committed since, and the standby cannot have the state that was told.
            if let log, floor > log.written, seen == log.written || seen == nil { try? connection.writeOutLog() }
            return log
        }
        lock.withLock {
            askedSince = nil
            isPrimaryAway = log == nil
            guard let log else { return }
            // Its log is shorter than before: history has lost its end, as in a crash, and so have the states that were told.
            if log.end < floor { self.floor = log.end }
            lag.see(primary: log.written, at: Platform.monotonicNanoseconds)
        }
    }

    /// - Returns: `nil` if the server does not answer.
    private func ask<Answer>(
        _ connection: inout PostgresConnection?, _ address: PostgresAddress,
        _ question: (PostgresConnection) throws -> Answer?
    ) -> Answer? {
        do {
            let open = if let connection { connection } else { try PostgresConnection(address) }
            connection = open
            return try question(open)
        } catch {
            connection = nil
            return nil
        }
    }

    // MARK: Judging, while `lock` is held

    /// `true` if the primary did not answer the question for its position, or takes long to.
    private func isPrimaryGone(at now: UInt64) -> Bool {
        let patience = UInt64(ServerLimits.replicaAwayMilliseconds) * 1_000_000
        return isPrimaryAway || askedSince.map { $0 + patience < now } ?? false
    }

    /// Judges the standby by the position that it was just seen to have replayed.
    private func judge(at now: UInt64) {
        let next: Use =
            if isPrimaryGone(at: now) {
                .usedAlone
            } else if let lag = lag.lag(at: now), timeline == self.lag.primary?.timeline {
                lag > limit ? .late : .used
            } else {
                .unknown
            }
        change(to: next, at: now)
    }

    private func change(to next: Use, at now: UInt64) {
        if use != next { (use, useSince) = (next, now) }
        // Each watch begins with an unknown lag, for a moment.
        guard use != told, use != .unknown || now > useSince + limit else { return }
        told = use
        messages.append(message)
    }

    private var message: String {
        let (standby, seconds) = (database.name, limit / 1_000_000_000)
        return switch use {
        case .used: "The standby \(standby) answers again."
        case .usedAlone:
            "The primary \(primary.name) cannot be reached. The standby \(standby) answers, however old its state is."
        case .late:
            "The standby \(standby) lags behind by more than \(seconds) s. The primary answers until it has caught up."
        case .unknown:
            "The standby \(standby) was not seen to follow the primary \(primary.name). The primary answers until it is."
        }
    }
}
