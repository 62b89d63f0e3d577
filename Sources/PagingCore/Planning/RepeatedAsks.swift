/// Counts requests for the same rows, so that none is repeated forever.
///
/// A server whose answers contradict each other makes a list request the same rows again with each answer. The first few times may be a
/// legitimate way to find out. Then it waits longer each time, and finally gives up.
struct RepeatedAsks: Sendable {
    /// A request: for the rows from a position on, or for those that follow a cursor there. If pages are empty, several cursors follow each
    /// other at one position.
    struct Question: Hashable {
        var start: Int
        let cursor: Cursor?
    }

    private struct Entry {
        var question: Question
        var count: Int
        var lastAt: Instant
        /// When the rows may be requested again, or `nil` if no wait has begun.
        var openAt: Instant?
    }

    /// The decision if a request may be sent.
    enum Verdict {
        case send
        case wait(until: Instant)
        case giveUp(answers: Int)
    }

    private var entries: [Entry] = []

    /// A request is sent.
    mutating func note(_ question: Question, now: Instant) {
        entries.removeAll { now.milliseconds(since: $0.lastAt) > Limits.repeatsRemembered }
        if let index = entries.firstIndex(where: { $0.question == question }) {
            entries[index] = Entry(question: question, count: entries[index].count + 1, lastAt: now)
        } else {
            entries.append(Entry(question: question, count: 1, lastAt: now))
        }
    }

    /// The decision if a request may be sent.
    mutating func verdict(on question: Question, policy: RetryPolicy, random: inout SplitMix64, now: Instant) -> Verdict
    {
        guard let index = entries.firstIndex(where: { $0.question == question }), entries[index].count >= Limits.repeats
        else { return .send }
        if let openAt = entries[index].openAt { return openAt <= now ? .send : .wait(until: openAt) }
        let waits = entries[index].count - Limits.repeats + 1
        if waits > policy.attempts { return .giveUp(answers: entries[index].count) }
        let openAt = now.advanced(byMilliseconds: policy.leastDelay(afterFailures: waits, random: &random))
        (entries[index].openAt, entries[index].lastAt) = (openAt, openAt)
        return .wait(until: openAt)
    }

    /// A request was cancelled, so it has no answer to count.
    mutating func withdraw(from start: Int) {
        if let index = entries.lastIndex(where: { $0.question.start == start && $0.count > 0 }) {
            entries[index].count -= 1
        }
    }

    /// Rows came before the first.
    mutating func shift(by count: Int) {
        for index in entries.indices where entries[index].question.start >= 0 { entries[index].question.start += count }
    }

    /// Forgets requests at positions for which a condition holds: those that every reader has left.
    mutating func forget(where isAway: (Int) -> Bool) { entries.removeAll { isAway($0.question.start) } }

    /// Forgets all requests: the app asked, or the list has changed.
    mutating func forgetAll() { entries.removeAll() }
}
