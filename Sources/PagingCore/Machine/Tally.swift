/// Counters and what they need to be kept.
struct Tally: Sendable {
    var counters = ListCounters()
    var visiblePlaceholders = 0
    private var countedUntil: Instant?

    mutating func tick(_ now: Instant) {
        if let countedUntil {
            let span = max(0, now.milliseconds(since: countedUntil))
            counters.placeholderRowMilliseconds += span * Double(visiblePlaceholders)
        }
        countedUntil = max(countedUntil ?? now, now)
    }
}
