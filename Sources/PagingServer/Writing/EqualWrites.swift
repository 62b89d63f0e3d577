internal import Foundation

/// Writes with one `Idempotency-Key` are done one after the other, so that those that wait hold no connection to the database.
///
/// Servers beside this one are waited for in the database (``WrittenRequests``).
///
/// `@unchecked Sendable`: `keys` is read and written only while `condition` is locked.
final class EqualWrites: @unchecked Sendable {
    private let condition = NSCondition()
    /// The keys of the writes that are under way.
    private var keys: Set<String> = []

    /// Runs a body when no other with its key is under way.
    ///
    /// - Parameters:
    ///   - key: the key; a write without one waits for nothing.
    ///   - milliseconds: how long to wait.
    /// - Throws: a problem (503) where the others take longer; what `body` throws.
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
