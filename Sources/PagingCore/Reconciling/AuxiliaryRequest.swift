/// A request that is sent at most once at a time, and repeated like any other when it fails: for sections, a snapshot, the changes, a check, or
/// the content of rows.
struct AuxiliaryRequest: Sendable {
    private var flight: RequestID?
    /// When the request under way was sent.
    private(set) var sentAt: Instant?
    private(set) var retryAt: Instant?
    /// The end of the pause that the server asked for with its last failure. It holds for a request that is given up and wanted again, too.
    private var pausedUntil: Instant?
    private var failures = 0
    /// `true` if it should be sent.
    private(set) var isWanted = false

    /// `true` if it is under way, waits to be repeated, or is about to be sent.
    var isOpen: Bool { flight != nil || retryAt != nil || isWanted && failures == 0 }

    /// `true` if it is under way or waits to be repeated.
    var isUnderWay: Bool { flight != nil || retryAt != nil }

    func isDue(_ now: Instant) -> Bool {
        guard let retryAt else { return false }
        return retryAt <= now
    }

    /// Asks for it to be sent, anew if it failed before, once the server's pause is over.
    mutating func want() {
        (isWanted, failures, retryAt) = (true, 0, pausedUntil)
    }

    /// The identifier of the request, or `nil` if none is wanted, one is under way or waits, or it was given up.
    @inline(never)
    mutating func send(planner: inout LoadPlanner, now: Instant) -> RequestID? {
        guard isWanted, flight == nil, isDue(now) || failures == 0 && retryAt == nil else { return nil }
        (retryAt, pausedUntil) = (nil, nil)
        flight = planner.nextID()
        sentAt = now
        return flight
    }

    /// When the request under way was sent, or `nil` if none is.
    var askedAt: Instant? { flight == nil ? nil : sentAt }

    /// `true` if this is the request under way.
    func isFlight(_ id: RequestID) -> Bool { flight == id }

    /// `true` if it is under way, and the last attempt did not fail without a result.
    var goesWell: Bool { flight != nil && failures == 0 }

    /// It is under way and goes well, so that its next failure is the first.
    mutating func renewAttempts() { failures = 0 }

    /// `true` if this was the request under way; it no longer is.
    mutating func land(_ id: RequestID) -> Bool {
        guard flight == id else { return false }
        flight = nil
        return true
    }

    /// Its answer is in.
    mutating func finish() {
        (isWanted, failures, retryAt) = (false, 0, nil)
    }

    /// Notes that a request failed.
    ///
    /// - Returns: `true` if it was given up, or `nil` if this was not the request under way.
    @inline(never)
    mutating func failed(
        _ id: RequestID, isTransient: Bool, retryAfter: Double?, attempts: Int? = nil, planner: inout LoadPlanner,
        now: Instant
    ) -> Bool? {
        guard land(id) else { return nil }
        failures += 1
        pausedUntil = retryAfter.flatMap { $0 > 0 ? now.advanced(byMilliseconds: $0) : nil }
        guard isTransient, failures < attempts ?? planner.policy.retry.attempts else { return true }
        let wait = planner.policy.retry.delay(afterFailures: failures, random: &planner.random)
        retryAt = now.advanced(byMilliseconds: max(wait, retryAfter ?? 0))
        return false
    }

    /// Forgets its failures and the server's pause: the app asks.
    mutating func forget() {
        (failures, retryAt, pausedUntil) = (0, nil, nil)
    }

    /// Cancels the request that is under way.
    mutating func renew() -> [RequestID] {
        defer { self = AuxiliaryRequest() }
        return flight.map { [$0] } ?? []
    }
}
