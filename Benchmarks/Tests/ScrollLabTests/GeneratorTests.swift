import Foundation
import PagingTesting
import ScrollLabKit
import Testing

/// Generated traces are sound, the same for the same seed, and like the kind they are of.
@Suite struct GeneratorTests {
    @Test(arguments: TraceFamily.allCases)
    func `Traces read back as they were`(_ family: TraceFamily) throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            let trace = family.trace(seed: seed)
            // Not compared in the expectation itself: a failure would print a thousand frames.
            let (isRepeatable, isKept) = (
                trace == family.trace(seed: seed), try ScrollTrace(parsing: trace.csv) == trace
            )
            #expect(isRepeatable, "\(family) \(seed)")
            #expect(isKept, "\(family) \(seed)")
        }
        let differs = family.trace(seed: 1) != family.trace(seed: 2)
        #expect(differs)
    }

    @Test(arguments: TraceFamily.field)
    func `Kinds have their character`(_ family: TraceFamily) {
        for seed in 1...20 as ClosedRange<UInt64> {
            let trace = family.trace(seed: seed)
            #expect(trace.rests().count >= 1, "\(family) \(seed)")
            let tells = trace.frames.contains { $0.landingRow != nil }
            #expect(tells == (family == .swipes || family == .flingAndBack), "\(family) \(seed)")
        }
    }

    @Test func `A fling ends at its landing`() {
        // The platform's landing is off by no more than 2% of the way.
        let trace = TraceFamily.flingAndBack.trace(seed: 3)
        let told = trace.frames.first { $0.landingRow != nil }
        let landed = trace.rests().first { $0.firstFrame > 40 }.map { trace.frames[$0.firstFrame].firstRow }
        let (landing, end) = (Double(told?.landingRow ?? 0), Double(landed ?? 0))
        #expect(end > 20)
        #expect(abs(landing - end) <= 0.02 * end + 2)
    }

    @Test(arguments: TraceFamily.own)
    func `The traces on file are those that the generator draws`(_ family: TraceFamily) throws {
        let kept = try TraceFiles.own().first { $0.name == family.rawValue }
        let isDrawn = kept?.trace == family.trace(seed: 1)
        #expect(isDrawn, "ScrollLab --generate \(family.rawValue) writes it anew")
    }
}
