/// The lag of a standby behind its primary, from the times when positions of the primary's log were first seen.
///
/// The primary's position is read now and then, and noted with the time. The lag is the age of the oldest noted position that the
/// standby has not replayed. The lag of a standby that has replayed none of them is unknown.
///
/// Times are nanoseconds of a monotonic clock.
struct StandbyLag {
    /// The positions that the standby has not replayed, in ascending order, with the time when the primary was first seen at each.
    private var ahead: [(position: LogPosition, since: UInt64)] = []
    /// `true` if the standby is known to have replayed a position that was read from the primary.
    private(set) var isKnown = false
    /// The position last read from the primary, or `nil` if there is none yet.
    private(set) var primary: LogPosition?

    /// Notes that the primary is at a position.
    ///
    /// A position before the last one, or of another timeline, belongs to a history that has lost its end: the standby must be seen in it anew.
    mutating func see(primary position: LogPosition, at now: UInt64) {
        if let primary, position < primary || position.timeline != primary.timeline { self = StandbyLag() }
        guard position != primary else { return }
        primary = position
        if ahead.count < ServerLimits.replicaPositions {
            ahead.append((position, now))
        } else {
            // It is assumed to be as old as the one before, so that the lag is never too small.
            ahead[ahead.count - 1].position = position
        }
    }

    /// Notes that the standby has replayed everything up to a position.
    mutating func see(standby position: LogPosition) {
        guard let primary, position.timeline == primary.timeline else { return }
        let replayed = ahead.prefix { $0.position <= position }.count
        guard replayed > 0 else { return }
        ahead.removeFirst(replayed)
        isKnown = true
    }

    /// The lag in nanoseconds, or `nil` if it is unknown.
    func lag(at now: UInt64) -> UInt64? {
        guard isKnown else { return nil }
        return ahead.first.map { now - min(now, $0.since) } ?? 0
    }
}
