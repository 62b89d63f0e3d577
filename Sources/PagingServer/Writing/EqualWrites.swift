internal import Foundation

/// Serializes writes with the same `Idempotency-Key`, so that waiting ones use no connection to the database.
///
/// Writes of other servers are serialized in the database (``WrittenRequests``).
///
/// `@unchecked Sendable`: `keys` is read and written only while `condition` is locked.
final class EqualWrites: @unchecked Sendable {
    private let condition = NSCondition()
    /// The keys of the writes in progress.
    private var keys: Set<String> = []

    /// Runs a body when no other with the same key is in progress.
    ///
    /// - Parameters:
    ///   - key: the key. A write without one waits for nothing.
    ///   - milliseconds: the longest wait.
    /// - Throws: a problem (503) if the others take longer; the errors of `body`.
    func alone<Result>(_ key: String?, milliseconds: Int, _ body: () throws -> Result) throws -> Result {
        guard let key else { return try body() }
        let deadline = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        try condition.withLock {
            while !keys.insert(key).inserted {
                guard condition.wait(until: deadline) else { throw Problem.equalRequestIsUnderWay }
            }
        }
        defer {
            condition.withLock {
                keys.remove(key)
                condition.broadcast()
            }
        }
        return try body()
    }
}
