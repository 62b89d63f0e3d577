import Foundation
@testable import PagingCore
import PagingTesting
import Testing

@testable import ScrollLabKit

/// A view tells where it is a moment after the frame it computed that for. What the planner asks for must not hang on that.
@Suite struct FrameJitterTests {
    /// The same frames, each told up to so many milliseconds late.
    private static func late(_ trace: ScrollTrace, by most: Double, seed: UInt64) -> ScrollTrace {
        var chance = SplitMix64(seed: seed)
        var frames = trace.frames
        for index in frames.indices.dropFirst() { frames[index].milliseconds += chance.nextUnit() * most }
        return ScrollTrace(viewportRows: trace.viewportRows, listRows: trace.listRows, frames: frames)
    }

    @Test(arguments: [TraceFamily.drag, .thumbSearch, .swipes], [0.05, 0.2, 1, 3])
    func `Late frames cost no more than one request`(family: TraceFamily, late: Double) {
        let experiment = Experiment()
        for seed in 1...6 as ClosedRange<UInt64> {
            let trace = family.trace(seed: seed)
            let exact = experiment.figures(.paging, on: NamedTrace(name: "exact", trace: trace))
            let jittered = NamedTrace(name: "late", trace: Self.late(trace, by: late, seed: seed))
            let figures = experiment.figures(.paging, on: jittered)
            #expect(figures.requests <= exact.requests + 1, "\(family) \(seed)")
            // A frame more or less, and what the lateness itself makes.
            #expect(figures.rowMilliseconds <= exact.rowMilliseconds * 1.1 + 1_000, "\(family) \(seed)")
        }
    }
}
