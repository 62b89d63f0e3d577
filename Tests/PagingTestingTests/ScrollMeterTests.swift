import Paging
import PagingTesting
import Testing

/// The measures mean what their documentation says.
@Suite struct ScrollMeterTests {
    /// Ten frames of 100 ms each, showing two rows from the given one on.
    private func trace(_ rows: [Int]) -> ScrollTrace {
        ScrollTrace(
            viewportRows: 2, listRows: 1_000,
            frames: rows.enumerated().map { .init(milliseconds: Double($0) * 100, firstRow: $1) })
    }

    @Test func `Counts requests`() {
        var meter = ScrollMeter(trace([0]))
        meter.asked(for: 50)
        meter.asked(for: 50)
        meter.cancelled()
        meter.asked(for: 25)
        meter.answered()
        meter.answered()
        let measures = meter.finished()
        #expect(measures.requests == 3)
        #expect(measures.cancelled == 1)
        #expect(measures.rowsAsked == 125)
        #expect(measures.rowsNeverShown == 125)
        #expect(measures.mostInFlight == 2)
        #expect(measures.rests == 0)
    }

    @Test func `The first load costs its rows times its latency`() {
        // 20 rows, an answer after 200 ms, frames of a 60th of a second: 12 frames and 4000 row-ms.
        let frames = (0..<60).map { ScrollTrace.Frame(milliseconds: Double($0) * 50 / 3, firstRow: 0) }
        let trace = ScrollTrace(viewportRows: 20, listRows: 1_000, frames: frames)
        var meter = ScrollMeter(trace)
        meter.asked(for: 50)
        for (index, frame) in frames.enumerated() {
            meter.drew(
                frame: index, missing: frame.milliseconds < 199.9 ? PositionSet(0..<20) : PositionSet(),
                at: frame.milliseconds)
            if index == 11 { meter.arrived(missing: 0, at: 200) }
        }
        let measures = meter.finished()
        #expect(measures.framesWithPlaceholder == 12)
        #expect(abs(measures.placeholderRowMilliseconds - 4000) < 0.001)
        #expect(measures.longestSettle == 200)
        #expect(measures.rowsNeverShown == 30)
        #expect(measures.unsettledRests == 0)
    }

    @Test func `Settles of several rests`() {
        var meter = ScrollMeter(trace([0, 0, 0, 0, 0, 0, 9, 20, 20, 20, 20, 20, 20]))
        for index in 0..<13 {
            let isMissing = index < 2 || (6..<9).contains(index)
            let first = index < 6 ? 0 : index == 6 ? 9 : 20
            meter.drew(
                frame: index, missing: isMissing ? PositionSet(first..<first + 1) : PositionSet(),
                at: Double(index) * 100)
        }
        let measures = meter.finished()
        #expect(measures.rests == 2)
        #expect(measures.longestSettle == 200)
        #expect(measures.meanSettle == 200)
        #expect(measures.framesWithPlaceholder == 5)
        #expect(measures.placeholderRowMilliseconds == 500)
    }

    @Test func `A rest that never settled counts whole`() {
        var meter = ScrollMeter(trace([0, 0, 0, 0, 0, 0, 9, 12]))
        for index in 0..<7 { meter.drew(frame: index, missing: PositionSet(0..<1), at: Double(index) * 100) }
        // The reader has moved on: what is complete now is another screen.
        meter.drew(frame: 7, missing: PositionSet(), at: 700)
        let measures = meter.finished()
        #expect(measures.unsettledRests == 1)
        #expect(measures.longestSettle == 600)
        #expect(!meter.isWaiting)
    }

    @Test func `The last rest is waited for`() {
        var meter = ScrollMeter(trace([0, 7, 7, 7, 7, 7, 7]))
        for index in 0..<7 { meter.drew(frame: index, missing: PositionSet(7..<8), at: Double(index) * 100) }
        #expect(meter.isWaiting)
        meter.arrived(missing: 0, at: 900)
        #expect(!meter.isWaiting)
        #expect(meter.finished().longestSettle == 800)
        #expect(meter.finished().unsettledRests == 0)
    }

    @Test func `Settles each view by itself`() {
        // View 0 has all from the start, view 1 after 250 ms; neither moves for a second.
        let frames = (0..<11).flatMap { index in
            (0..<2).map {
                ScrollTrace.Frame(milliseconds: Double(index) * 100, firstRow: 500 * $0, viewer: $0)
            }
        }
        let trace = ScrollTrace(viewportRows: 2, listRows: 1_000, frames: frames)
        var meter = ScrollMeter(trace)
        for (index, frame) in frames.enumerated() {
            let isMissing = frame.viewer == 1 && frame.milliseconds < 250
            meter.drew(
                frame: index, missing: isMissing ? PositionSet(500..<502) : PositionSet(), at: frame.milliseconds)
            if index == 5 { meter.arrived(missing: 0, viewer: 1, at: 250) }
        }
        let measures = meter.finished()
        #expect(measures.rests == 2)
        #expect(measures.longestSettle == 250)
        #expect(measures.meanSettle == 125)
        #expect(measures.placeholderRowMilliseconds == 2 * 3 * 100)
    }
}
