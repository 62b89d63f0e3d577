/// The request for a list's sections: at most one, repeated like any other when it fails.
struct SectionLoad: Sendable {
    private(set) var flight: RequestID?
    private(set) var retryAt: Instant?
    private var failures = 0

    func isDue(_ now: Instant) -> Bool {
        guard let retryAt else { return false }
        return retryAt <= now
    }

    /// Names the request; `nil` where one is under way, waits, or was given up.
    mutating func send(planner: inout LoadPlanner, now: Instant) -> RequestID? {
        guard flight == nil, isDue(now) || failures == 0 else { return nil }
        retryAt = nil
        flight = planner.nextID()
        return flight
    }

    /// Whether this was the request under way; it no longer is.
    mutating func land(_ id: RequestID) -> Bool {
        guard flight == id else { return false }
        flight = nil
        return true
    }

    mutating func failed(isTransient: Bool, retryAfter: Double?, planner: inout LoadPlanner, now: Instant) {
        failures += 1
        guard isTransient, failures < planner.policy.retry.attempts else { return }
        let wait = planner.policy.retry.delay(afterFailures: failures, random: &planner.random)
        retryAt = now.advanced(byMilliseconds: max(wait, retryAfter ?? 0))
    }

    mutating func forget() {
        (failures, retryAt) = (0, nil)
    }

    /// Calls off what is under way.
    mutating func renew() -> [RequestID] {
        defer { self = SectionLoad() }
        return flight.map { [$0] } ?? []
    }
}
