/// Counters and the state needed to update them.
struct Tally: Sendable {
    var counters = ListCounters()
    var visiblePlaceholders = 0
    #if DEBUG
        /// Events since the rows were last checked.
        var uncheckedEvents = 0
    #endif
    private var countedUntil: Instant?

    mutating func tick(_ now: Instant) {
        if let countedUntil {
            let span = max(0, now.milliseconds(since: countedUntil))
            counters.placeholderRowMilliseconds += span * Double(visiblePlaceholders)
        }
        countedUntil = max(countedUntil ?? now, now)
    }
}
