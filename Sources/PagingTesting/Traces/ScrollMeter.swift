public import Paging

/// Measures ``ScrollMeasures`` while a trace is played.
///
/// The trace's player reports requests when they are sent, cancelled and answered, frames when they are drawn, and rows when they arrive. The
/// meter reads no clock: times are milliseconds since the trace's start.
public struct ScrollMeter: Sendable {
    private let trace: ScrollTrace
    /// Each view's rests, in the order of ``ScrollTrace/viewers``.
    private var watches: [RestWatch]
    private var measures = ScrollMeasures()
    private var inFlight = 0
    private var shown = PositionSet()

    /// Makes a meter for playing a trace once.
    public init(_ trace: ScrollTrace) {
        self.trace = trace
        let rests = trace.rests()
        watches = trace.viewers.map { viewer in
            RestWatch(viewer: viewer, rests: rests.filter { $0.viewer == viewer }, of: trace)
        }
    }

    /// Records that a request was sent.
    ///
    /// - Parameter rows: the number of requested rows.
    public mutating func asked(for rows: Int) {
        measures.requests += 1
        measures.rowsAsked += rows
        inFlight += 1
        measures.mostInFlight = max(measures.mostInFlight, inFlight)
    }

    /// Records that a request was answered, or failed.
    public mutating func answered() {
        inFlight -= 1
    }

    /// Records that a request was cancelled.
    public mutating func cancelled() {
        inFlight -= 1
        measures.cancelled += 1
    }

    /// Records that a frame is drawn.
    ///
    /// - Parameters:
    ///   - index: the index of the frame in the trace.
    ///   - missing: the rows on screen without an item.
    ///   - milliseconds: the time of drawing, which in real time differs slightly from the trace's.
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

    /// Records that rows arrived between two frames.
    ///
    /// - Parameters:
    ///   - missing: the number of rows on screen that have no item now.
    ///   - viewer: the view.
    ///   - milliseconds: the time.
    public mutating func arrived(missing: Int, viewer: Int = 0, at milliseconds: Double) {
        guard missing == 0, let watch = watches.firstIndex(where: { $0.viewer == viewer }) else { return }
        watches[watch].settled(at: milliseconds)
    }

    /// `true` if a rest that lasts until the trace's end still waits for a row.
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

/// Tracks the rests of one view.
private struct RestWatch: Sendable {
    let viewer: Int
    let rests: [ScrollTrace.Rest]
    /// `true` if the last rest lasts until the view's last frame.
    let endsResting: Bool
    /// The index of the current or last rest, and the time until all its rows were loaded.
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
        // Rows that arrive after the reader moved on do not settle the rest.
        guard milliseconds <= rests[rest].end || lastsToEnd else { return }
        settle = max(0, milliseconds - rests[rest].start)
    }

    mutating func close() {
        guard rests.indices.contains(rest) else { return }
        if settle == nil { unsettled += 1 }
        settles.append(settle ?? rests[rest].end - rests[rest].start)
    }
}
