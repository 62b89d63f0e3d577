internal import Foundation

/// A question that many ask at once, and that is sent once for all of them.
///
/// An answer counts only for those who asked before it was sent, so that it is never older than their request; those who come while it is under
/// way wait for the next one. One is under way at a time, as in the group commit of databases.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class SharedQuestion<Answer: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    /// How often it was sent, and how often that was answered.
    private var (sent, answered) = (0, 0)
    private var answer: Result<Answer, any Error>?
    /// Called when a caller begins to wait for another's question, for tests.
    private var waitingHook: (@Sendable () -> Void)?
    var whenWaiting: (@Sendable () -> Void)? {
        get { condition.withLock { waitingHook } }
        set { condition.withLock { waitingHook = newValue } }
    }

    /// Sends the question, or waits for another caller's question that is sent after this call.
    ///
    /// - Parameters:
    ///   - milliseconds: how long to wait for another caller's question. The time of this caller's own is bounded by `body`.
    ///   - body: sends the question. Not called if another caller does.
    /// - Returns: `nil` if the time was over.
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
