/// Until when a server is left alone: as it asked for, or since it fails whatever it is asked for.
///
/// Rows that come into view, or that a stream tells of, each have attempts of their own. Where all fail, a reader who scrolls and data that
/// changes would keep a server busy that is to recover. So after twice as many failures in a row as one request has attempts, whichever rows
/// they were for, it has 2 to 4 seconds after each, and one request at a time.
struct ServerPause: Sendable {
    /// The end of the pause, or `nil` if there was none.
    private(set) var until: Instant?
    /// Requests in a row that failed for a reason that may pass.
    private var failures = 0

    /// The server asked to be left alone.
    mutating func extend(to instant: Instant) { until = max(until ?? instant, instant) }

    /// A request failed for a reason that may pass.
    mutating func failed(_ policy: RetryPolicy, random: inout SplitMix64, now: Instant) {
        failures += 1
        guard isFailing(policy) else { return }
        let wait = policy.leastDelay(afterFailures: Self.failuresOfALongPause, random: &random)
        extend(to: now.advanced(byMilliseconds: wait))
    }

    private static let failuresOfALongPause = 4

    /// A request was answered.
    ///
    /// - Returns: `true` if so many had failed that others may have been given up for the same reason.
    mutating func answered(_ policy: RetryPolicy) -> Bool {
        defer { failures = 0 }
        return failures >= policy.attempts
    }

    /// `true` if the server fails whatever it is asked for.
    func isFailing(_ policy: RetryPolicy) -> Bool { failures >= 2 * policy.attempts }

    /// `true` if a request may be sent.
    func isOver(now: Instant) -> Bool { until.map { $0 <= now } ?? true }
}
