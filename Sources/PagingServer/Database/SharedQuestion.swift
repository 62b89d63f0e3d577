internal import Foundation

/// A question that many have at once, and that is put once for all of them.
///
/// An answer is for those alone who wanted it before it was asked for, so that it is never older than their wish; those who come meanwhile
/// wait for the next one. One question at a time is under way, as in the group commit of databases.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class SharedQuestion<Answer: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    /// How often it was put, and how often that was answered.
    private var (put, answered) = (0, 0)
    private var answer: Result<Answer, any Error>?
    /// How many wait for somebody else's question, for tests.
    private var waitingCount = 0
    var waiting: Int { condition.withLock { waitingCount } }

    /// Puts the question, or waits for somebody who puts it after this was called.
    ///
    /// - Throws: what `body` throws, to all that wait for it.
    func answer(_ body: () throws -> Answer) throws -> Answer {
        let shared = condition.withLock { () -> Result<Answer, any Error>? in
            let mine = put + 1
            while answered < mine {
                guard answered < put else {
                    put += 1
                    return nil
                }
                waitingCount += 1
                condition.wait()
                waitingCount -= 1
            }
            return answer
        }
        if let shared { return try shared.get() }
        let found = Result { try body() }
        condition.withLock {
            (answered, answer) = (put, found)
            condition.broadcast()
        }
        return try found.get()
    }
}
