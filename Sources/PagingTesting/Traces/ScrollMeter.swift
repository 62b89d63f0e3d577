public import Paging

/// Takes ``ScrollMeasures`` while a trace is played.
///
/// Whoever plays the trace tells it of requests as they are sent, called off and answered, of frames as they are drawn,
/// and of arrivals. It reads no clock: times are milliseconds since the trace's start.
public struct ScrollMeter: Sendable {
    private let trace: ScrollTrace
    private let rests: [ScrollTrace.Rest]
    private var measures = ScrollMeasures()
    private var inFlight = 0
    private var shown = PositionSet()
    /// The rest under way or last seen, and when its rows were all there.
    private var rest = -1
    private var settledAt: Double?
    private var settles: [Double] = []

    /// Makes a meter for one playing of a trace.
    public init(_ trace: ScrollTrace) {
        self.trace = trace
        rests = trace.rests()
    }

    /// A request was sent.
    ///
    /// - Parameter rows: how many rows it asks for.
    public mutating func asked(for rows: Int) {
        measures.requests += 1
        measures.rowsAsked += rows
        inFlight += 1
        measures.mostInFlight = max(measures.mostInFlight, inFlight)
    }

    /// A request was answered, or failed.
    public mutating func answered() {
        inFlight -= 1
    }

    /// A request was called off.
    public mutating func cancelled() {
        inFlight -= 1
        measures.cancelled += 1
    }

    /// A frame is drawn.
    ///
    /// - Parameters:
    ///   - index: which frame of the trace.
    ///   - missing: the rows on screen that have no item.
    ///   - milliseconds: when it is drawn, which in real time is not quite when the trace says.
    public mutating func drew(frame index: Int, missing: PositionSet, at milliseconds: Double) {
        let rows = trace.rows(of: trace.frames[index])
        measures.frames += 1
        if !missing.isEmpty { measures.framesWithPlaceholder += 1 }
        measures.placeholderRowMilliseconds += Double(missing.count) * trace.span(ofFrame: index)
        for range in PositionSet(rows).subtracting(missing).ranges { shown.insert(range) }

        if rest + 1 < rests.count, rests[rest + 1].firstFrame == index {
            closeRest()
            rest += 1
            settledAt = nil
        }
        if missing.isEmpty { settled(at: milliseconds) }
    }

    /// Rows have arrived between two frames.
    ///
    /// - Parameters:
    ///   - missing: how many rows on screen have no item now.
    ///   - milliseconds: when.
    public mutating func arrived(missing: Int, at milliseconds: Double) {
        if missing == 0 { settled(at: milliseconds) }
    }

    /// Whether the trace's last rest still waits for a row.
    public var isWaiting: Bool { rests.last.map(endsWithTrace) == true && rest == rests.count - 1 && settledAt == nil }

    /// The measures so far.
    public func finished() -> ScrollMeasures {
        var meter = self
        meter.closeRest()
        var result = meter.measures
        result.rowsNeverShown = max(0, result.rowsAsked - shown.count)
        result.rests = meter.settles.count
        result.longestSettle = meter.settles.max() ?? 0
        result.meanSettle = meter.settles.isEmpty ? 0 : meter.settles.reduce(0, +) / Double(meter.settles.count)
        return result
    }

    private mutating func settled(at milliseconds: Double) {
        guard rests.indices.contains(rest), settledAt == nil else { return }
        // Once the reader has moved on, what arrives no longer settles anything.
        guard milliseconds <= rests[rest].end || endsWithTrace(rests[rest]) else { return }
        settledAt = max(0, milliseconds - rests[rest].start)
    }

    private func endsWithTrace(_ rest: ScrollTrace.Rest) -> Bool {
        rest.end == trace.frames[trace.frames.count - 1].milliseconds
            && trace.frames[rest.firstFrame].firstRow == trace.frames[trace.frames.count - 1].firstRow
    }

    private mutating func closeRest() {
        guard rests.indices.contains(rest) else { return }
        if settledAt == nil { measures.unsettledRests += 1 }
        settles.append(settledAt ?? rests[rest].end - rests[rest].start)
    }
}
