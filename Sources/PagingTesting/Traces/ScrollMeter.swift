public import Paging

/// Takes ``ScrollMeasures`` while a trace is played.
///
/// The player of the trace tells it of requests as they are sent, cancelled and answered, of frames as they are drawn,
/// and of arrivals. It reads no clock: times are milliseconds since the trace's start.
public struct ScrollMeter: Sendable {
    private let trace: ScrollTrace
    /// Each view's rests, in the order of ``ScrollTrace/viewers``.
    private var watches: [RestWatch]
    private var measures = ScrollMeasures()
    private var inFlight = 0
    private var shown = PositionSet()

    /// Makes a meter for one playing of a trace.
    public init(_ trace: ScrollTrace) {
        self.trace = trace
        let rests = trace.rests()
        watches = trace.viewers.map { viewer in
            RestWatch(viewer: viewer, rests: rests.filter { $0.viewer == viewer }, of: trace)
        }
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

    /// A request was cancelled.
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

        guard let watch = watches.firstIndex(where: { $0.viewer == trace.frames[index].viewer }) else { return }
        watches[watch].drew(frame: index)
        if missing.isEmpty { watches[watch].settled(at: milliseconds) }
    }

    /// Rows have arrived between two frames.
    ///
    /// - Parameters:
    ///   - missing: how many rows on screen have no item now.
    ///   - viewer: in which view.
    ///   - milliseconds: when.
    public mutating func arrived(missing: Int, viewer: Int = 0, at milliseconds: Double) {
        guard missing == 0, let watch = watches.firstIndex(where: { $0.viewer == viewer }) else { return }
        watches[watch].settled(at: milliseconds)
    }

    /// `true` if a rest that lasts to the trace's end still waits for a row.
    public var isWaiting: Bool { watches.contains { $0.isWaiting } }

    /// The measures so far.
    public func finished() -> ScrollMeasures {
        var result = measures
        var settles: [Double] = []
        for var watch in watches {
            watch.close()
            settles += watch.settles
            result.unsettledRests += watch.unsettled
        }
        result.rowsNeverShown = max(0, result.rowsAsked - shown.count)
        result.rests = settles.count
        result.longestSettle = settles.max() ?? 0
        result.meanSettle = settles.isEmpty ? 0 : settles.reduce(0, +) / Double(settles.count)
        return result
    }
}

/// Follows one view from rest to rest.
private struct RestWatch: Sendable {
    let viewer: Int
    let rests: [ScrollTrace.Rest]
    /// `true` if the last rest lasts to the view's last frame.
    let endsResting: Bool
    /// The rest under way or last seen, and how long its rows took to be all there.
    private var rest = -1
    private var settle: Double?
    private(set) var settles: [Double] = []
    private(set) var unsettled = 0

    init(viewer: Int, rests: [ScrollTrace.Rest], of trace: ScrollTrace) {
        (self.viewer, self.rests) = (viewer, rests)
        let first = rests.last.map { trace.rows(of: trace.frames[$0.firstFrame]) }
        endsResting = first != nil && first == trace.frames.last { $0.viewer == viewer }.map(trace.rows(of:))
    }

    var isWaiting: Bool { lastsToEnd && settle == nil }

    private var lastsToEnd: Bool { rest >= 0 && rest == rests.count - 1 && endsResting }

    mutating func drew(frame index: Int) {
        guard rest + 1 < rests.count, rests[rest + 1].firstFrame == index else { return }
        close()
        rest += 1
        settle = nil
    }

    mutating func settled(at milliseconds: Double) {
        guard rests.indices.contains(rest), settle == nil else { return }
        // Once the reader has moved on, what arrives no longer settles anything.
        guard milliseconds <= rests[rest].end || lastsToEnd else { return }
        settle = max(0, milliseconds - rests[rest].start)
    }

    mutating func close() {
        guard rests.indices.contains(rest) else { return }
        if settle == nil { unsettled += 1 }
        settles.append(settle ?? rests[rest].end - rests[rest].start)
    }
}
