internal import Foundation

/// A standby that answers for a database as long as no reader goes back in time, and its state is not too old.
///
/// Positions in the log of the server say both. Everything that was told of was written before `floor`, which the standby must have replayed.
/// And while it is read, a thread asks the primary for its position once a second, so that ``StandbyLag`` tells how old the standby's state is:
/// where it is older than the limit, or of unknown age, the primary answers. Where the primary cannot be reached, the standby answers
/// whatever its age, but never with a state from before the floor.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class PostgresReplica: @unchecked Sendable {
    /// Where requests are answered, and why.
    enum Use: Hashable {
        /// By the standby.
        case used
        /// By the standby, as the primary cannot be asked for its position.
        case usedAlone
        /// By the primary, as the standby was not seen to be on its timeline and at a position of its log.
        case unknown
        /// By the primary, as the standby lags behind too far.
        case late
    }

    private let database: PostgresDatabase
    private let primary: PostgresAddress
    /// Nanoseconds that the standby may lag behind.
    private let limit: UInt64
    private let lock = NSLock()
    /// Everything that was told of so far was written before this position in the log of the server.
    private var floor = LogPosition(timeline: 0, offset: 0)
    private var isFloorKnown = true
    /// Until when the standby is not asked, as it did not answer; in nanoseconds of the monotonic clock.
    private var awayUntil: UInt64 = 0
    private var lag = StandbyLag()
    /// The timeline that the standby follows; 0 where it is not known.
    private var timeline: UInt32 = 0
    private var use = Use.unknown
    /// Since when `use` is what it is.
    private var useSince: UInt64 = 0
    /// The use that operators were told of last.
    private var told = Use.used
    private var isPrimaryAway = false
    /// Since when the primary has been asked for its position; `nil` where it has answered.
    private var askedSince: UInt64?
    private var isWatched = false
    /// When the standby was wanted last.
    private var wantedAt: UInt64 = 0
    private var report: (@Sendable (String) -> Void)?
    private var messages: [String] = []

    /// - Parameters:
    ///   - address: where the standby is.
    ///   - primary: where the server is that it follows.
    ///   - lagSeconds: how far the standby may lag behind.
    init(_ address: PostgresAddress, of primary: PostgresAddress, lagSeconds: Int) {
        database = PostgresDatabase(standby: address)
        (self.primary, limit) = (primary, UInt64(max(1, lagSeconds)) * 1_000_000_000)
    }

    /// Takes what to call, on any thread, when the standby is no longer read or is read again, and when the primary goes or comes back.
    func tellOperators(_ report: @escaping @Sendable (String) -> Void) { lock.withLock { self.report = report } }

    /// The state for metrics: whether the standby answers, how many seconds it lags behind where that is known, and whether the primary
    /// can be asked; `nil` where nobody has wanted the standby for a while, so that none of it is known.
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

    /// Notes that a state was told of; `nil` where it is not known which, so that the database itself is to answer next.
    func tell(_ position: LogPosition?) {
        lock.withLock {
            isFloorKnown = position != nil
            if let position { floor = max(floor, position) }
        }
    }

    /// Reads the state that the replica has.
    ///
    /// - Returns: `nil` where that would be older than what was told of, or is too old, or it does not answer.
    /// - Throws: what `body` throws, but for what the database itself may be able to answer.
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

    /// `true` if the standby may answer, as far as is known without asking it; has it watched from now on.
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

    /// Makes sure that what the standby has replayed by now may be told.
    ///
    /// - Throws: ``ReplicaBehind`` where it may be in a moment; `Refusal` where the primary is to answer.
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

    /// The primary is to answer: the body has named a later state, or the standby's is too old.
    private struct Refusal: Error {}

    // MARK: Watching

    /// The connections of the thread that watches.
    private struct Watch {
        var primary: PostgresConnection?
        var standby: PostgresConnection?
        /// When the primary is to be asked again.
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
    /// - Returns: how many milliseconds to wait before the next time; `nil` where nobody has wanted the standby for a while.
    private func look(_ watch: inout Watch) -> Int? {
        let now = Platform.monotonicNanoseconds
        let isIdle = lock.withLock {
            guard now > wantedAt + UInt64(ServerLimits.replicaIdleMilliseconds) * 1_000_000 else { return false }
            // Unwatched, its lag is not known.
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
            // Nothing was committed since, and the standby cannot have what was told.
            if let log, floor > log.written, seen == log.written || seen == nil { try? connection.writeOutLog() }
            return log
        }
        lock.withLock {
            askedSince = nil
            isPrimaryAway = log == nil
            guard let log else { return }
            // Its log is shorter than it was: history has lost its end, as in a crash, and so has what was told.
            if log.end < floor { self.floor = log.end }
            lag.see(primary: log.written, at: Platform.monotonicNanoseconds)
        }
    }

    /// - Returns: `nil` where the server does not answer.
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

    // MARK: Judging. Called while `lock` is held.

    /// `true` if the primary did not answer when it was asked for its position, or takes long to.
    private func isPrimaryGone(at now: UInt64) -> Bool {
        let patience = UInt64(ServerLimits.replicaAwayMilliseconds) * 1_000_000
        return isPrimaryAway || askedSince.map { $0 + patience < now } ?? false
    }

    /// Judges the standby by what it was just seen to have replayed.
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
        // Each watch begins without knowing anything, which is soon over.
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
