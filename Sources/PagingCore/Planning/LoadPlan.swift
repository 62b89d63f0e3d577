/// A planner's decision: rows to ask for, requests to cancel, items to evict, and when to plan again.
struct LoadPlan: Hashable, Sendable {
    /// A request to send: its rows, and how often they failed before.
    struct Ask: Hashable, Sendable {
        var rows: Range<Int>
        var failures: Int
        var isExplicit: Bool
    }

    var asks: [Ask] = []
    var cancels: [RequestID] = []
    var evictions = PositionSet()
    /// When to plan again if no event comes first, or `nil` if nothing is due.
    var wakeAt: Instant?

    @inline(never)
    mutating func wake(at instant: Instant?) {
        guard let instant else { return }
        wakeAt = min(wakeAt ?? instant, instant)
    }
}
