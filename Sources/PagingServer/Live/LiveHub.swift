internal import Foundation

/// Sees when a database changes, and tells those that listen to its lists.
///
/// However many listen, the database is asked by one thread, ``ServerLimits/livePollMilliseconds`` apart and only while there are any,
/// and what is told to several alike is read once. PostgreSQL tells by itself when a list with a log has changed (`LISTEN`); where all that
/// are listened to have one, it is asked only now and then.
///
/// `@unchecked Sendable`: what is mutable is read and written only while `condition` is locked, but for `told`, which is only while
/// `reading` is.
final class LiveHub: @unchecked Sendable {
    private let database: Database
    private let cache: ResponderCache
    private let queryMilliseconds: Int
    private let condition = NSCondition()
    /// Counts the states of the database that were seen.
    private var states = 0
    private var version: DatabaseVersion?
    private var listeners = 0
    private var isWatching = false
    /// Those of the listeners whose lists tell by themselves when they change.
    private var toldListeners = 0
    /// Whether the database tells by itself that a list with a log has changed.
    private var isTold = false
    private var hasNews = false
    private var isListening = false

    private struct Key: Hashable {
        var question: LiveQuestion
        var since: String?
        var isDue: Bool
    }

    private let reading = NSLock()
    private var told: (state: Int, events: [Key: LiveEvent?]) = (0, [:])

    init(_ database: Database, _ cache: ResponderCache, queryMilliseconds: Int) {
        (self.database, self.cache, self.queryMilliseconds) = (database, cache, queryMilliseconds)
    }

    /// Begins to watch the database for one more that listens.
    ///
    /// - Parameter isLogged: whether the list has a log.
    /// - Returns: the state that it is in.
    func join(isLogged: Bool) -> Int {
        condition.withLock {
            listeners += 1
            toldListeners += isLogged ? 1 : 0
            guard !isWatching else { return states }
            // Nobody has looked for a while.
            (isWatching, states) = (true, states + 1)
            let thread = Thread { [weak self] in
                while let self, watch() {}
            }
            thread.name = "live"
            thread.start()
            if case .postgres(let database) = database, !isListening {
                isListening = true
                let listening = Thread { [weak self] in
                    let listener = PostgresListener(database.address)
                    while let self, listen(listener) {}
                }
                listening.name = "listen"
                listening.start()
            }
            return states
        }
    }

    func leave(isLogged: Bool) {
        condition.withLock {
            listeners -= 1
            toldListeners -= isLogged ? 1 : 0
        }
    }

    /// Hears for a while what PostgreSQL tells.
    ///
    /// - Returns: whether anybody still listens.
    private func listen(_ listener: PostgresListener) -> Bool {
        let heard = listener.wait(milliseconds: ServerLimits.livePollMilliseconds)
        return condition.withLock {
            isTold = heard != nil && isWatching
            if heard == true {
                hasNews = true
                condition.broadcast()
            }
            isListening = isWatching
            return isWatching
        }
    }

    /// Waits until the database is in another state than the one named, for some time at most.
    ///
    /// - Parameter isOver: whether to go on no longer; asked whenever ``wakeAll()`` was called.
    /// - Returns: the state.
    func wait(for state: Int, milliseconds: Int, unless isOver: () -> Bool) -> Int {
        let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        return condition.withLock {
            while states == state, !isOver(), condition.wait(until: end) {}
            return states
        }
    }

    func wakeAll() {
        condition.withLock { condition.broadcast() }
    }

    /// What is to be told, in a state of the database or a later one.
    func news(_ question: LiveQuestion, since: String?, isDue: Bool, state: Int) throws -> LiveEvent? {
        try reading.withLock {
            let key = Key(question: question, since: since, isDue: isDue)
            if told.state != state { told = (state, [:]) }
            if let known = told.events[key] { return known }
            let event = try database.read(milliseconds: queryMilliseconds, isLatest: true) { snapshot in
                try question.news(since: since, isDue: isDue, in: snapshot, cache)
            }
            told.events[key] = .some(event)
            return event
        }
    }

    /// Looks once, and then waits.
    ///
    /// - Returns: whether anybody still listens.
    private func watch() -> Bool {
        let seen = Result { try database.read(milliseconds: queryMilliseconds, isLatest: true) { $0.version } }
        return condition.withLock {
            // One that cannot be read just now is looked at again; one whose version is not known may have changed.
            if case .success(let seen) = seen, seen == nil || seen != version {
                (version, states) = (seen, states + 1)
                condition.broadcast()
            }
            let isQuiet = isTold && toldListeners == listeners
            let pause = isQuiet ? ServerLimits.liveQuietMilliseconds : ServerLimits.livePollMilliseconds
            let next = Date(timeIntervalSinceNow: Double(pause) / 1000)
            // Whoever joins or leaves may need it to be asked more often.
            let others = (listeners, toldListeners)
            while listeners > 0, !hasNews, others == (listeners, toldListeners) || !isQuiet, condition.wait(until: next)
            {}
            hasNews = false
            isWatching = listeners > 0
            return isWatching
        }
    }
}
