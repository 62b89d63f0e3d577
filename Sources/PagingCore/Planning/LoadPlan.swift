/// What a planner decided: rows to ask for, requests to call off, items to let go, and when to think again.
struct LoadPlan: Hashable, Sendable {
    /// A request to send: rows, and how often they failed before.
    struct Ask: Hashable, Sendable {
        var rows: Range<Int>
        var failures: Int
        var isExplicit: Bool
    }

    var asks: [Ask] = []
    var cancels: [RequestID] = []
    var evictions = PositionSet()
    /// When something is due though no event comes; `nil` where nothing is.
    var wakeAt: Instant?

    mutating func wake(at instant: Instant?) {
        guard let instant else { return }
        wakeAt = min(wakeAt ?? instant, instant)
    }
}

/// How far requests can reach into a list.
struct Reach: Hashable, Sendable {
    /// Whether the list's length is known; otherwise it grows at its end.
    var endIsKnown: Bool
    /// Whether any row can be asked for; otherwise only those after a checkpoint.
    var isRandom: Bool
    /// Whether rows are asked for one by one, so that those of a request need not be neighbours.
    var isSelective = false
    /// Whether there may be more rows by now than are known.
    var mayHaveGrown = false
}
