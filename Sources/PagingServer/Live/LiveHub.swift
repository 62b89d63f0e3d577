internal import Foundation

/// Sees when a database changes, and tells those that listen to its lists.
///
/// However many listen, the database is asked by one thread, ``ServerLimits/livePollMilliseconds`` apart and only while there are any,
/// and what is told to several alike is read once. Nothing in the database tells by itself: with `NOTIFY`, PostgreSQL commits the
/// transactions that use it one after another.
///
/// A list is read for by one at a time, without a lock: others that are to be told of it are woken when that is done, and a list
/// that is slow or locked keeps no other list waiting.
///
/// `@unchecked Sendable`: what is mutable is read and written only while `condition` is locked, but for `told` and `waiting`, which are
/// only while `reading` is.
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
        var wake: (@Sendable () -> Void)?
    }

    private struct Key: Hashable {
        var question: LiveQuestion
        var since: String?
        var isDue: Bool
    }

    private let reading = NSLock()
    private var told: (state: Int, events: [Key: LiveEvent?]) = (0, [:])
    /// Those that wait for the one that reads a list, by the list.
    private var waiting: [String: [Listener]] = [:]

    /// What is to be told.
    enum News {
        case event(LiveEvent)
        /// Nothing has happened to the list.
        case nothing
        /// The list is being read for another: whoever asks is woken when that is done.
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
    }

    /// Takes what to call when there may be news, from the hub's own thread.
    func tell(_ listener: Listener, _ wake: @escaping @Sendable () -> Void) {
        condition.withLock { listeners[listener]?.wake = wake }
    }

    /// The state that the database is in, and whether it is time to say something in any case.
    func look(_ listener: Listener) -> (state: Int, isDue: Bool) {
        condition.withLock { (state, (listeners[listener]?.dueAt ?? 0) <= Platform.monotonicNanoseconds) }
    }

    /// Something was told.
    func told(_ listener: Listener) {
        condition.withLock { listeners[listener]?.dueAt = LiveHub.nextBeat }
    }

    /// What was to be told could not be read: it is tried again with the next look at the database.
    func hurry(_ listener: Listener) {
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

    /// What is to be told, in a state of the database or a later one. It waits for nobody else who reads the list.
    func news(
        _ question: LiveQuestion, since: String?, isDue: Bool, state: Int, for listener: Listener
    ) throws -> News {
        let key = Key(question: question, since: since, isDue: isDue)
        let known: News? = reading.withLock {
            if told.state < state { told = (state, [:]) }
            if let known = told.events[key] { return known.map(News.event) ?? .nothing }
            guard waiting[question.list] == nil else {
                waiting[question.list]?.append(listener)
                return .later
            }
            waiting[question.list] = []
            return nil
        }
        if let known { return known }
        let result = Result {
            try database.read(milliseconds: queryMilliseconds, isLatest: true, for: .stream) { snapshot in
                try question.news(since: since, isDue: isDue, in: snapshot, cache)
            }
        }
        let others = reading.withLock {
            if case .success(let event) = result, told.state == state { told.events[key] = .some(event) }
            return waiting.removeValue(forKey: question.list) ?? []
        }
        for other in others { wake(other) }
        return try result.get().map(News.event) ?? .nothing
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
