internal import Foundation
internal import Paging
internal import PagingTesting

/// Plays a trace in real time: sets the list's viewport for each frame at its time, and checks which rows are loaded.
///
/// It reports the same events to the list and the meter as the laboratory's player in virtual time. Their measures differ only by the effects of
/// real time and a real server.
@MainActor
final class TracePlayer {
    /// The result of playing a trace.
    struct Result {
        var measures: ScrollMeasures
        /// The largest delay of a frame in milliseconds.
        var latestFrame: Double
        var failures: Int
        var error: (any Error)?
    }

    private let trace: ScrollTrace
    private let list: PagedList<Row>
    private let metered: MeteredRequests
    private let clock = ContinuousClock()
    /// The index of the last drawn frame.
    private var current = 0
    /// The rows that each view shows.
    private var shown: [Int: Range<Int>] = [:]
    /// The longest wait for the last rest after the trace's end.
    private static let patience = Duration.seconds(10)

    init(_ trace: ScrollTrace, _ options: SourceOptions, delay: Duration) {
        self.trace = trace
        metered = MeteredRequests(ScrollMeter(trace))
        list = PagedList(
            options.source(delay: delay, watch: metered), id: \.id,
            policy: LoadPolicy(pageSize: options.pageSize, retry: options.retryPolicy))
    }

    /// Plays the trace to its end, and waits until the rows on screen are loaded.
    func play() async throws -> Result {
        let start = clock.now
        let milliseconds = { [clock] in start.duration(to: clock.now).inMilliseconds }
        let watch = ListWatch(list)
        let arrivals = Task { @MainActor [trace, metered] in
            for await _ in watch.changes {
                for (viewer, rows) in self.shown {
                    let missing = self.missing(in: rows).count
                    metered.meter.withLock { $0.arrived(missing: missing, viewer: viewer, at: milliseconds()) }
                }
                if !metered.meter.withLock(\.isWaiting), self.current == trace.frames.count - 1 { return }
            }
        }
        var latestFrame = 0.0
        for (index, frame) in trace.frames.enumerated() {
            let due = start.advanced(by: .microseconds(Int64(frame.milliseconds * 1_000)))
            if clock.now < due { try await Task.sleep(until: due, tolerance: .zero, clock: clock) }
            try Task.checkCancellation()
            latestFrame = max(latestFrame, milliseconds() - frame.milliseconds)
            let rows = trace.rows(of: frame)
            (current, shown[frame.viewer]) = (index, rows)
            list.viewport(rows, landing: trace.landing(of: frame), viewer: ViewerID(frame.viewer))
            let missing = missing(in: rows)
            metered.meter.withLock { $0.drew(frame: index, missing: missing, at: milliseconds()) }
        }
        try await settle(arrivals)
        for viewer in shown.keys { list.removeViewer(ViewerID(viewer)) }
        let failures = list.counters.failures
        return Result(
            measures: metered.meter.withLock { $0.finished() }, latestFrame: latestFrame, failures: failures,
            error: metered.lastError)
    }

    /// Waits for the last rest to settle, up to a limit.
    private func settle(_ arrivals: Task<Void, Never>) async throws {
        defer { arrivals.cancel() }
        guard metered.meter.withLock(\.isWaiting) else { return }
        let timeout = Task {
            try await Task.sleep(for: TracePlayer.patience)
            arrivals.cancel()
        }
        await withTaskCancellationHandler {
            await arrivals.value
        } onCancel: {
            arrivals.cancel()
        }
        timeout.cancel()
        try Task.checkCancellation()
    }

    /// The rows of a range without an item. Before the list's length is known, every row is missing.
    private func missing(in rows: Range<Int>) -> PositionSet {
        let loaded = list.rows
        let known = rows.clamped(to: 0..<loaded.count)
        var missing = loaded.missingRanges(in: known)
        if known.upperBound < rows.upperBound {
            missing.insert(max(known.upperBound, rows.lowerBound)..<rows.upperBound)
        }
        return missing
    }
}

/// Reports requests to a meter. They are sent and answered on any thread.
final class MeteredRequests: RequestWatch {
    let meter: Locked<ScrollMeter>
    private let failure = Locked<(any Error)?>(nil)

    /// The error of the last request that failed.
    var lastError: (any Error)? { failure.withLock { $0 } }

    init(_ meter: ScrollMeter) {
        self.meter = Locked(meter)
    }

    func asked(_ rows: Int) { meter.withLock { $0.asked(for: rows) } }
    func ended(_ error: (any Error)?) {
        meter.withLock { $0.answered() }
        if let error { failure.withLock { $0 = error } }
    }

    func cancelled() { meter.withLock { $0.cancelled() } }
}
