/// How far a standby lags behind its primary, by when positions of the primary's log were seen first.
///
/// The primary is asked for its position now and then, and the time noted; the lag is the age of the oldest position so noted that the
/// standby has not replayed. A standby that has not replayed any of them may lag by any time.
///
/// Times are nanoseconds of a monotonic clock.
struct StandbyLag {
    /// The positions that the standby has not replayed, in ascending order, and when the primary was seen at each first.
    private var ahead: [(position: LogPosition, since: UInt64)] = []
    /// `true` if the standby was seen to have replayed a position that the primary was seen at.
    private(set) var isKnown = false
    /// The position that the primary was seen at last; `nil` where it was not yet.
    private(set) var primary: LogPosition?

    /// The primary is at a position.
    ///
    /// One that is before an earlier one, or of another timeline, is of a history that has lost its end: the standby has to be seen in it anew.
    mutating func see(primary position: LogPosition, at now: UInt64) {
        if let primary, position < primary || position.timeline != primary.timeline { self = StandbyLag() }
        guard position != primary else { return }
        primary = position
        if ahead.count < ServerLimits.replicaPositions {
            ahead.append((position, now))
        } else {
            // Taken for as old as the one before: the lag is never told too small.
            ahead[ahead.count - 1].position = position
        }
    }

    /// The standby has replayed everything up to a position.
    mutating func see(standby position: LogPosition) {
        guard let primary, position.timeline == primary.timeline else { return }
        let replayed = ahead.prefix { $0.position <= position }.count
        guard replayed > 0 else { return }
        ahead.removeFirst(replayed)
        isKnown = true
    }

    /// How far it lags behind, in nanoseconds; `nil` where that is not known.
    func lag(at now: UInt64) -> UInt64? {
        guard isKnown else { return nil }
        return ahead.first.map { now - min(now, $0.since) } ?? 0
    }
}
