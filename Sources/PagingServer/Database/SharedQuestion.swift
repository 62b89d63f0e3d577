internal import Foundation

/// A query that many callers need at once, and that is sent once for all of them.
///
/// A result is valid only for callers that asked before the query was sent, so it is never older than their request. Callers that arrive while
/// it is in progress wait for the next one. Only one is in progress at a time, as in group commit.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class SharedQuestion<Answer: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    /// The number of queries that were sent, and of those that were answered.
    private var (sent, answered) = (0, 0)
    private var answer: Result<Answer, any Error>?
    /// Called when a caller starts to wait for another caller's query, for tests.
    private var waitingHook: (@Sendable () -> Void)?
    var whenWaiting: (@Sendable () -> Void)? {
        get { condition.withLock { waitingHook } }
        set { condition.withLock { waitingHook = newValue } }
    }

    /// Sends the query, or waits for another caller's query that is sent after this call.
    ///
    /// - Parameters:
    ///   - milliseconds: the longest wait for another caller's query. This caller's own is limited by `body`.
    ///   - body: sends the query. It is not called if another caller does it.
    /// - Returns: the result, or `nil` if the time limit passed.
    /// - Throws: the error of `body`, to all callers that wait for it.
    func answer(within milliseconds: Int, _ body: () throws -> Answer) throws -> Answer? {
        let deadline = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        let (shared, isSender) = condition.withLock { () -> (Result<Answer, any Error>?, Bool) in
            let mine = sent + 1
            if answered < sent { waitingHook?() }
            while answered < mine {
                if answered == sent {
                    sent += 1
                    return (nil, true)
                }
                guard condition.wait(until: deadline) else { return (nil, false) }
            }
            return (answer, false)
        }
        guard isSender else { return try shared?.get() }
        let found = Result { try body() }
        condition.withLock {
            (answered, answer) = (sent, found)
            condition.broadcast()
        }
        return try found.get()
    }
}
