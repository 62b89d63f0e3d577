/// A planner's decision: rows to ask for, requests to cancel, items to evict, and when to plan again.
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
