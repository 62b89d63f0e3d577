/// The end of a server's pause: the server asked for it, or it fails whatever the request.
///
/// Rows that come into view, or that a stream mentions, each have attempts of their own. If all fail, a reader who scrolls and data that changes
/// would keep a recovering server busy. So after twice as many failures in a row as one request has attempts, of whichever rows, it gets 2 to 4
/// seconds after each, and one request at a time.
struct ServerPause: Sendable {
    /// The end of the pause, or `nil` if there was none.
    private(set) var until: Instant?
    /// The number of transient failures in a row.
    private var failures = 0

    /// The server asked for a pause.
    mutating func extend(to instant: Instant) { until = max(until ?? instant, instant) }

    /// A request had a transient failure.
    mutating func failed(_ policy: RetryPolicy, random: inout SplitMix64, now: Instant) {
        failures += 1
        guard isFailing(policy) else { return }
        let wait = policy.leastDelay(afterFailures: Self.failuresOfALongPause, random: &random)
        extend(to: now.advanced(byMilliseconds: wait))
    }

    private static let failuresOfALongPause = 4

    /// A request was answered.
    ///
    /// - Returns: `true` if so many had failed that other requests may have been given up for the same reason.
    mutating func answered(_ policy: RetryPolicy) -> Bool {
        defer { failures = 0 }
        return failures >= policy.attempts
    }

    /// `true` if the server fails whatever the request.
    func isFailing(_ policy: RetryPolicy) -> Bool { failures >= 2 * policy.attempts }

    /// `true` if a request may be sent.
    func isOver(now: Instant) -> Bool { until.map { $0 <= now } ?? true }
}
