internal import Foundation

/// Sees when a database changes, and tells those that listen to its lists.
///
/// However many listen, the database is asked by one thread, ``ServerLimits/livePollMilliseconds`` apart and only while there are any,
/// and what is told to several alike is read once. Nothing in the database tells by itself: with `NOTIFY`, PostgreSQL commits the
/// transactions that use it one after another.
///
/// A list is read for by one at a time, without a lock. What others want to be told of it meanwhile, whatever their orders and filters, is
/// answered from the same state of the database, so that the entries of its log are read once; and a list that is slow or locked keeps no
/// other list waiting.
///
/// `@unchecked Sendable`: what is mutable is read and written only while `condition` is locked, but for `told`, `waiting`, `mail` and what
/// is counted of them, which are only while `reading` is.
final class LiveHub: @unchecked Sendable {
    private let database: Database
    private let cache: ResponderCache
    private let queryMilliseconds: Int
    private let condition = NSCondition()
    /// Counts the states of the database that were seen.
    private var state = 0
    private var version: DatabaseVersion?
    private var listeners: [Listener: Hearing] = [:]
    private var joinedEver = 0
    private var isWatching = false

    /// Somebody who listens.
    struct Listener: Hashable {
        fileprivate let number: Int
    }

    private struct Hearing {
        /// When something is to be told though nothing has happened, in nanoseconds.
        var dueAt: UInt64 = 0
        /// When the database was seen to have changed since something was told last; `nil` where it was not.
        var behindSince: UInt64?
        var wake: (@Sendable () -> Void)?
    }

    private struct Key: Hashable {
        var question: LiveQuestion
        var since: String?
        var isDue: Bool
    }

    /// A question of one that waits until the list is read.
    private struct Asked {
        var key: Key
        var listener: Listener
    }

    private let reading = NSLock()
    private var told: (state: Int, events: [Key: LiveEvent?]) = (0, [:])
    /// The questions about a list while it is read, by the list.
    private var waiting: [String: [Asked]] = [:]
    /// The answers for those that wait.
    private var mail: [Listener: [Key: LiveEvent]] = [:]
    /// Bytes of that.
    private var mailBytes = 0
    private var entryReads = 0
    private var lag = Histogram(bounds: ServerMetrics.bounds)
    /// For tests: called when a list is being read, before the questions of others are answered.
    var whileReading: (@Sendable () -> Void)?

    /// The events to send.
    enum News {
        case event(LiveEvent)
        /// Nothing has happened to the list.
        case nothing
        /// The list is being read for another question: this one is woken when that is done.
        case later
    }

    init(_ database: Database, _ cache: ResponderCache, queryMilliseconds: Int) {
        (self.database, self.cache, self.queryMilliseconds) = (database, cache, queryMilliseconds)
    }

    /// Begins to watch the database for one more that listens.
    func join() -> Listener {
        condition.withLock {
            joinedEver += 1
            let listener = Listener(number: joinedEver)
            listeners[listener] = Hearing(dueAt: LiveHub.nextBeat)
            guard !isWatching else { return listener }
            // Nobody has looked for a while.
            (isWatching, state) = (true, state + 1)
            let thread = Thread { [weak self] in
                while let self, watch() {}
            }
            thread.name = "live"
            thread.start()
            return listener
        }
    }

    func leave(_ listener: Listener) {
        condition.withLock { listeners[listener] = nil }
        reading.withLock { for event in (mail.removeValue(forKey: listener) ?? [:]).values { mailBytes -= event.size } }
    }

    /// Takes what to call when there may be news, from the hub's own thread.
    func tell(_ listener: Listener, _ wake: @escaping @Sendable () -> Void) {
        condition.withLock { listeners[listener]?.wake = wake }
    }

    /// The state that the database is in, and whether it is time to say something in any case.
    func look(_ listener: Listener) -> (state: Int, isDue: Bool) {
        condition.withLock { (state, (listeners[listener]?.dueAt ?? 0) <= Platform.monotonicNanoseconds) }
    }

    /// Something was said, so that the client knows the stream to be alive.
    func beat(_ listener: Listener) {
        condition.withLock { listeners[listener]?.dueAt = LiveHub.nextBeat }
    }

    /// News were told.
    func told(_ listener: Listener) {
        let behindSince: UInt64? = condition.withLock {
            let behindSince = listeners[listener]?.behindSince
            listeners[listener]?.dueAt = LiveHub.nextBeat
            listeners[listener]?.behindSince = nil
            return behindSince
        }
        guard let behindSince else { return }
        let milliseconds = Double(Platform.monotonicNanoseconds - behindSince) / 1_000_000
        reading.withLock { lag.add(milliseconds) }
    }

    /// There was nothing to tell in the latest state.
    func upToDate(_ listener: Listener) { condition.withLock { listeners[listener]?.behindSince = nil } }

    /// The events could not be read: they are read again with the next poll of the database.
    func retrySoon(_ listener: Listener) {
        condition.withLock {
            listeners[listener]?.dueAt = 0
            condition.broadcast()
        }
    }

    /// Wakes one that listens.
    func wake(_ listener: Listener) {
        condition.withLock { listeners[listener]?.wake }?()
    }

    private static var nextBeat: UInt64 {
        Platform.monotonicNanoseconds + UInt64(ServerLimits.liveBeatMilliseconds) * 1_000_000
    }

    /// The events to send, in a state of the database or a later one. It waits for nobody else who reads the list.
    func news(
        _ question: LiveQuestion, since: String?, isDue: Bool, state: Int, for listener: Listener
    ) throws -> News {
        let key = Key(question: question, since: since, isDue: isDue)
        let known: News? = reading.withLock {
            if told.state < state { told = (state, [:]) }
            if let event = takeMail(for: listener, key) { return .event(event) }
            if let known = told.events[key] { return known.map(News.event) ?? .nothing }
            guard waiting[question.list] == nil else {
                waiting[question.list]?.append(Asked(key: key, listener: listener))
                return .later
            }
            waiting[question.list] = []
            return nil
        }
        if let known { return known }
        let result = Result {
            try database.read(milliseconds: queryMilliseconds, isLatest: true, for: .stream) { snapshot in
                let event = try question.news(since: since, isDue: isDue, in: snapshot, cache)
                whileReading?()
                try answerOthers(question.list, state, snapshot)
                if let logs = snapshot.logs { reading.withLock { entryReads += logs.reads } }
                return event
            }
        }
        let others = reading.withLock {
            if case .success(let event) = result { keep(event, for: key, state) }
            return waiting.removeValue(forKey: question.list) ?? []
        }
        for other in others { wake(other.listener) }
        return try result.get().map(News.event) ?? .nothing
    }

    /// Answers what others have asked of a list meanwhile, in the state that was read for one of them.
    ///
    /// Sends them the changes. That there are none is said in this state of the database alone.
    private func answerOthers(_ list: String, _ state: Int, _ snapshot: DatabaseSnapshot) throws {
        let end = Platform.monotonicNanoseconds + UInt64(queryMilliseconds) * 500_000
        for _ in 0..<ServerLimits.questionsAtOnce where Platform.monotonicNanoseconds < end {
            guard let next = reading.withLock({ waiting[list]?.first }) else { return }
            let question = next.key.question
            let event = try question.news(since: next.key.since, isDue: next.key.isDue, in: snapshot, cache)
            let answered = reading.withLock {
                keep(event, for: next.key, state)
                let answered = waiting[list]?.filter { $0.key == next.key } ?? []
                waiting[list]?.removeAll { $0.key == next.key }
                if let event {
                    for asked in answered where mailBytes + event.size <= ServerLimits.waitingEventBytes {
                        if let old = mail[asked.listener]?[asked.key] { mailBytes -= old.size }
                        mail[asked.listener, default: [:]][asked.key] = event
                        mailBytes += event.size
                    }
                }
                return answered
            }
            for asked in answered { wake(asked.listener) }
        }
    }

    /// Keeps what a question is answered with in a state. Called while `reading` is locked.
    private func keep(_ event: LiveEvent?, for key: Key, _ state: Int) {
        if told.state == state { told.events[key] = .some(event) }
    }

    /// The answer for a listener from its present version on. An answer from before is dropped. Called while `reading` is locked.
    private func takeMail(for listener: Listener, _ key: Key) -> LiveEvent? {
        var found: LiveEvent?
        for (other, event) in mail[listener] ?? [:] where other.question == key.question {
            mail[listener]?[other] = nil
            mailBytes -= event.size
            if other.since == key.since { found = event }
        }
        if mail[listener]?.isEmpty ?? false { mail[listener] = nil }
        return found
    }

    /// The figures for the server's operators.
    var counters: (entryReads: Int, lag: Histogram, longestWait: Double) {
        let now = Platform.monotonicNanoseconds
        let longest = condition.withLock {
            listeners.values.compactMap(\.behindSince).min().map { Double(now - $0) / 1_000_000_000 } ?? 0
        }
        return reading.withLock { (entryReads, lag, longest) }
    }

    /// Looks once, wakes those that there may be news for, and then waits.
    ///
    /// - Returns: whether anybody still listens.
    private func watch() -> Bool {
        let seen = Result {
            try database.read(milliseconds: queryMilliseconds, isLatest: true, for: .stream) { $0.version }
        }
        let now = Platform.monotonicNanoseconds
        let wakes: [@Sendable () -> Void] = condition.withLock {
            // One that cannot be read just now is looked at again; one whose version is not known may have changed.
            var isNew = false
            if case .success(let seen) = seen, seen == nil || seen != version {
                (version, state, isNew) = (seen, state + 1, true)
                for listener in listeners.keys where listeners[listener]?.behindSince == nil {
                    listeners[listener]?.behindSince = now
                }
            }
            return listeners.values.compactMap { isNew || $0.dueAt <= now ? $0.wake : nil }
        }
        for wake in wakes { wake() }
        let start = Date()
        return condition.withLock {
            while !listeners.isEmpty, condition.wait(until: start + Double(ServerLimits.livePollMilliseconds) / 1000) {}
            isWatching = !listeners.isEmpty
            return isWatching
        }
    }
}
