import PagingTesting
import Testing

@testable import ScrollLabKit

/// A list that is opened at its end and read upwards costs what it costs downwards from its top.
@Suite struct UpwardTests {
    /// The same scrolling upside down: row 0 is the last one.
    private static func upsideDown(_ trace: ScrollTrace) -> ScrollTrace {
        let frames = trace.frames.map { frame in
            func mirrored(_ row: Int) -> Int {
                max(0, trace.listRows - row - (frame.viewportRows ?? trace.viewportRows))
            }
            var other = frame
            (other.firstRow, other.landingRow) = (mirrored(frame.firstRow), frame.landingRow.map(mirrored))
            return other
        }
        return ScrollTrace(viewportRows: trace.viewportRows, listRows: trace.listRows, frames: frames)
    }

    private func check(_ trace: ScrollTrace, _ name: String, latency: Double) {
        let experiment = Experiment(network: NetworkModel(latency: latency))
        let down = experiment.figures(.paging, on: NamedTrace(name: name, trace: trace))
        let up = experiment.figures(.paging, on: NamedTrace(name: name, trace: Self.upsideDown(trace)))
        #expect(abs(up.rowMilliseconds - down.rowMilliseconds) < 1, "\(name) at \(latency) ms")
        #expect(up.requests == down.requests, "\(name) at \(latency) ms")
    }

    @Test(arguments: [50.0, 200, 800]) func `Reading and flings cost the same upwards`(latency: Double) {
        for seed in 1...4 as ClosedRange<UInt64> {
            for family in [TraceFamily.reading, .swipes, .flingAndBack] {
                check(family.trace(seed: seed), "\(family) \(seed)", latency: latency)
            }
        }
    }

    @Test(.enabled(if: TraceFiles.hasField, "the traces are not at hand"), arguments: [50.0, 200, 800])
    func `The field notes' traces cost the same upwards`(latency: Double) throws {
        for trace in try TraceFiles.field() ?? [] { check(trace.trace, trace.name, latency: latency) }
    }
}
