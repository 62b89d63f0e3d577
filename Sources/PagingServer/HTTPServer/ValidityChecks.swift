internal import Foundation

/// Checks for prepared answers whether the database is still in their state: one query for all that wait, on one thread.
///
/// A query serves only the checks that were asked for before it was sent, so no answer is older than its request. A check that waits for
/// longer than ``ServerLimits/busyMilliseconds`` counts as failed, since the database may have ceased to answer.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class ValidityChecks: @unchecked Sendable {
    private struct Check {
        var validity: AnswerValidity
        var end: UInt64
        var then: @Sendable (Bool) -> Void
    }

    private let lock = NSLock()
    private let pool: WorkerPool
    private let version: @Sendable (Database) -> DatabaseVersion?
    /// Checks that wait for the next query, and those that wait for the result of the current one.
    private var (waiting, asked): ([Check], [Check]) = ([], [])
    private var isRunning = false

    /// - Parameter version: asks for a database's version; called on a thread of the pool.
    init(_ pool: WorkerPool, version: @escaping @Sendable (Database) -> DatabaseVersion? = { $0.sharedVersion() }) {
        (self.pool, self.version) = (pool, version)
    }

    /// Calls a closure, which must be quick, with `true` if the database is in an answer's state.
    func check(
        _ validity: AnswerValidity, now: UInt64 = Platform.monotonicNanoseconds,
        then: @escaping @Sendable (Bool) -> Void
    ) {
        let end = now + UInt64(ServerLimits.busyMilliseconds) * 1_000_000
        let starts = lock.withLock {
            waiting.append(Check(validity: validity, end: end, then: then))
            defer { isRunning = true }
            return !isRunning
        }
        if starts { pool.add { self.run() } }
    }

    /// Ends the checks that have waited for too long.
    func expire(at now: UInt64 = Platform.monotonicNanoseconds) {
        let late = lock.withLock {
            let late = (asked + waiting).filter { $0.end < now }
            asked.removeAll { $0.end < now }
            waiting.removeAll { $0.end < now }
            return late
        }
        for check in late { check.then(false) }
    }

    private func run() {
        while let database = next() {
            let version = version(database)
            let now = Platform.monotonicNanoseconds
            let done = lock.withLock {
                defer { asked = [] }
                return asked
            }
            for check in done {
                check.then(version != nil && version == check.validity.version && now < check.validity.end)
            }
        }
    }

    /// The database to ask, or `nil` if no check waits.
    private func next() -> Database? {
        lock.withLock {
            guard let database = waiting.first?.validity.database else {
                isRunning = false
                return nil
            }
            asked = waiting.filter { $0.validity.database.isSame(as: database) }
            waiting.removeAll { $0.validity.database.isSame(as: database) }
            return database
        }
    }
}
