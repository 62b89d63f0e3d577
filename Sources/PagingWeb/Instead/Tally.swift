#if arch(wasm32)
    /// The counters of a page's list: all but the rows that were loaded and never shown.
    struct Tally: Sendable {
        var counters = ListCounters()
        var visiblePlaceholders = 0
        private var countedUntil = Instant(milliseconds: .infinity)

        mutating func tick(_ now: Instant) {
            let span = max(0, now.milliseconds(since: countedUntil))
            counters.placeholderRowMilliseconds += span * Double(visiblePlaceholders)
            countedUntil = now
        }

        func show(_ rows: Range<Int>, except gaps: PositionSet) {}
        func dropped(_ rows: PositionSet) {}
    }
#endif
