internal import Foundation

/// Detects changes of a database, and informs the listeners of its lists.
///
/// One thread polls the database for all listeners, every ``ServerLimits/livePollMilliseconds`` and only while there are any. Changes that
/// several listeners request with the same parameters are read once. Notifications of the database are not used: with `NOTIFY`, PostgreSQL
/// commits the transactions that use it one after another.
///
/// Only one thread at a time reads a list, without a lock. Requests of other listeners about the same list, with any order and filter, are
/// answered from the same state of the database, so that the entries of its log are read once. A slow or locked list does not block any other
/// list.
///
/// `@unchecked Sendable`: mutable state is accessed only while `condition` is locked. `told`, `waiting`, `mail` and their counters are accessed
/// only while `reading` is.
final class LiveHub: @unchecked Sendable {
    private let database: Database
    private let cache: ResponderCache
    private let queryMilliseconds: Int
    private let condition = NSCondition()
    /// The number of database states seen.
    private var state = 0
    private var version: DatabaseVersion?
    private var listeners: [Listener: Hearing] = [:]
    private var joinedEver = 0
    private var isWatching = false

    /// A listener to changes.
    struct Listener: Hashable {
        fileprivate let number: Int
    }

    private struct Hearing {
        /// The time at which an event is due though nothing has changed, in nanoseconds.
        var dueAt: UInt64 = 0
        /// The time at which the database was first seen to have changed since the last event, or `nil` if it has not.
        var behindSince: UInt64?
        var wake: (@Sendable () -> Void)?
    }

    private struct Key: Hashable {
        var question: LiveQuestion
        var since: String?
        var isDue: Bool
    }

    /// A listener's request that waits until the list is read.
    private struct Asked {
        var key: Key
        var listener: Listener
    }

    private let reading = NSLock()
    private var told: (state: Int, events: [Key: LiveEvent?]) = (0, [:])
    /// The requests about a list while it is read, by the list.
    private var waiting: [String: [Asked]] = [:]
    /// The answers for waiting listeners.
    private var mail: [Listener: [Key: LiveEvent]] = [:]
    /// The bytes of these answers.
    private var mailBytes = 0
    private var entryReads = 0
    private var lag = Histogram(bounds: ServerMetrics.bounds)
    /// Called while a list is read, before the requests of other listeners are answered, for tests.
    var whileReading: (@Sendable () -> Void)?

    /// The events to send.
    enum News {
        case event(LiveEvent)
        /// The list has not changed.
        case nothing
        /// The list is being read for another request. This listener is woken when that is done.
        case later
    }

    init(_ database: Database, _ cache: ResponderCache, queryMilliseconds: Int) {
        (self.database, self.cache, self.queryMilliseconds) = (database, cache, queryMilliseconds)
    }

    /// Adds a listener, and starts polling if necessary.
    func join() -> Listener {
        condition.withLock {
            joinedEver += 1
            let listener = Listener(number: joinedEver)
            listeners[listener] = Hearing(dueAt: LiveHub.nextBeat)
            guard !isWatching else { return listener }
            // The hub has not polled the database for a while.
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

    /// Sets the closure to call when there may be news. The hub calls it on its own thread.
    func tell(_ listener: Listener, _ wake: @escaping @Sendable () -> Void) {
        condition.withLock { listeners[listener]?.wake = wake }
    }

    /// The current state of the database, and `true` if an event is due in any case.
    func look(_ listener: Listener) -> (state: Int, isDue: Bool) {
        condition.withLock { (state, (listeners[listener]?.dueAt ?? 0) <= Platform.monotonicNanoseconds) }
    }

    /// Records that an event was sent, so the client knows that the stream is alive.
    func beat(_ listener: Listener) {
        condition.withLock { listeners[listener]?.dueAt = LiveHub.nextBeat }
    }

    /// Records that news were sent.
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

    /// Records that there were no news in the latest state.
    func upToDate(_ listener: Listener) { condition.withLock { listeners[listener]?.behindSince = nil } }

    /// Makes the listener read again with the next poll, because its events could not be read.
    func retrySoon(_ listener: Listener) {
        condition.withLock {
            listeners[listener]?.dueAt = 0
            condition.broadcast()
        }
    }

    /// Wakes a listener.
    func wake(_ listener: Listener) {
        condition.withLock { listeners[listener]?.wake }?()
    }

    private static var nextBeat: UInt64 {
        Platform.monotonicNanoseconds + UInt64(ServerLimits.liveBeatMilliseconds) * 1_000_000
    }

    /// The events to send, in a state of the database or a later one. It does not wait for other readers of the list.
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

    /// Answers the requests of other listeners about a list, in the state that was read for one of them.
    ///
    /// It sends them the changes. An answer without changes is valid only for this state of the database.
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

    /// Stores the answer to a request in a state. Called while `reading` is locked.
    private func keep(_ event: LiveEvent?, for key: Key, _ state: Int) {
        if told.state == state { told.events[key] = .some(event) }
    }

    /// The answer for a listener since its current version. Answers since earlier versions are dropped. Called while `reading` is locked.
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

    /// The metrics for the server's operators.
    var counters: (entryReads: Int, lag: Histogram, longestWait: Double) {
        let now = Platform.monotonicNanoseconds
        let longest = condition.withLock {
            listeners.values.compactMap(\.behindSince).min().map { Double(now - $0) / 1_000_000_000 } ?? 0
        }
        return reading.withLock { (entryReads, lag, longest) }
    }

    /// Polls the database once, wakes listeners that may have news, and then waits.
    ///
    /// - Returns: `true` if there are still listeners.
    private func watch() -> Bool {
        let seen = Result {
            try database.read(milliseconds: queryMilliseconds, isLatest: true, for: .stream) { $0.version }
        }
        let now = Platform.monotonicNanoseconds
        let wakes: [@Sendable () -> Void] = condition.withLock {
            // A failed read is repeated with the next poll. A state of unknown version may have changed.
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
