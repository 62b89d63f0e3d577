/// Counters and what they need to be kept.
struct Tally: Sendable {
    var counters = ListCounters()
    var visiblePlaceholders = 0
    /// Loaded rows that have been on screen.
    private var shown = PositionSet()
    private var countedUntil: Instant?

    mutating func tick(_ now: Instant) {
        if let countedUntil {
            let span = max(0, now.milliseconds(since: countedUntil))
            counters.placeholderRowMilliseconds += span * Double(visiblePlaceholders)
        }
        countedUntil = max(countedUntil ?? now, now)
    }

    mutating func show(_ rows: Range<Int>, except gaps: PositionSet) {
        shown.insert(rows)
        for gap in gaps.ranges { shown.remove(gap) }
    }

    /// Rows stand elsewhere now.
    mutating func follow(_ map: PositionMap) {
        shown = map.newPositions(ofAll: shown)
    }

    /// Loaded rows are let go, replaced or gone.
    mutating func dropped(_ rows: PositionSet) {
        for range in rows.ranges {
            counters.rowsNeverShown += range.count - shown.intersection(range).count
            shown.remove(range)
        }
    }
}
