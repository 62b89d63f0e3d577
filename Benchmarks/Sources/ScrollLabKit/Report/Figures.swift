import PagingTesting

/// The measures of a policy on a trace: those of one run, or the means over runs with different seeds.
public struct Figures: Hashable, Sendable {
    /// Requests sent, those cancelled later included.
    public var requests = 0.0
    /// Requests cancelled.
    public var cancelled = 0.0
    /// Rows that requests asked for.
    public var rowsAsked = 0.0
    /// Of these, rows that no frame showed, and rows asked for again.
    public var rowsNeverShown = 0.0
    /// The most requests under way at once.
    public var mostInFlight = 0.0
    /// Frames in which at least one row on screen was a placeholder.
    public var frames = 0.0
    /// Placeholder rows times how long they were shown, in milliseconds.
    public var rowMilliseconds = 0.0
    /// The longest time from a rest's start until all rows on screen were there, in milliseconds.
    public var longestSettle = 0.0
    /// The mean of that time over the trace's rests, in milliseconds.
    public var meanSettle = 0.0
    /// Rests that ended before all rows on screen were there.
    public var unsettled = 0.0

    /// Figures of nothing.
    public init() {}

    /// The means of runs; at least one.
    init(_ runs: [ScrollRun]) {
        for measures in runs.map(\.measures) {
            requests += Double(measures.requests)
            cancelled += Double(measures.cancelled)
            rowsAsked += Double(measures.rowsAsked)
            rowsNeverShown += Double(measures.rowsNeverShown)
            mostInFlight += Double(measures.mostInFlight)
            frames += Double(measures.framesWithPlaceholder)
            rowMilliseconds += measures.placeholderRowMilliseconds
            longestSettle += measures.longestSettle
            meanSettle += measures.meanSettle
            unsettled += Double(measures.unsettledRests)
        }
        for (_, path) in Self.columns { self[keyPath: path] /= Double(runs.count) }
    }

    /// Every figure under the name that tables and JSON give it.
    static var columns: [(name: String, path: WritableKeyPath<Figures, Double>)] {
        [
            ("requests", \.requests), ("cancelled", \.cancelled), ("rows-asked", \.rowsAsked),
            ("never-shown", \.rowsNeverShown), ("in-flight", \.mostInFlight), ("frames", \.frames),
            ("row-ms", \.rowMilliseconds), ("settle", \.longestSettle), ("mean-settle", \.meanSettle),
            ("unsettled", \.unsettled),
        ]
    }
}

extension Double {
    /// The number with at most so many decimals, none where it is whole; the same text everywhere.
    func text(decimals: Int = 1) -> String {
        guard isFinite else { return "-" }
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = Int((magnitude * scale).rounded())
        let (whole, rest) = (scaled / Int(scale), scaled % Int(scale))
        let sign = self < 0 && scaled > 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        var digits = String(repeating: "0", count: decimals - "\(rest)".count) + "\(rest)"
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
