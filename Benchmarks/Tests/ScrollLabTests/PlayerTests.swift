import PagingTesting
import Testing

@testable import ScrollLabKit

/// The player's order of events and its measures, on traces with known answers.
@Suite struct PlayerTests {
    /// A second at rest on ten rows, a frame every 20 ms.
    private let still = ScrollTrace(
        viewportRows: 10, listRows: 1000,
        frames: (0...50).map { ScrollTrace.Frame(milliseconds: Double($0) * 20, firstRow: 0) })

    private func play(_ policy: StubPolicy, _ network: NetworkModel = NetworkModel()) -> ScrollRun {
        ScrollPlayer.play(still, policy: { policy }, network: network, pageSize: 50, seed: 1)
    }

    @Test func `What is asked for with a frame is late for the frame that its answer meets`() {
        let run = play(StubPolicy(atFrames: [0: 0..<50]))
        #expect(run.measures.framesWithPlaceholder == 11)
        #expect(run.measures.placeholderRowMilliseconds == 11 * 10 * 20)
        #expect(run.measures.longestSettle == 200)
        #expect(run.measures.rowsNeverShown == 40)
    }

    @Test func `What was asked for before the first frame is in time`() {
        let run = play(StubPolicy(atStart: 0..<50))
        #expect(run.measures.framesWithPlaceholder == 10)
        #expect(run.measures.placeholderRowMilliseconds == 10 * 10 * 20)
        #expect(run.measures.longestSettle == 200)
    }

    @Test func `A policy wakes between frames, at its time`() {
        let run = play(StubPolicy(later: (30, 0..<10)))
        #expect(run.requests.map(\.askedAt) == [30])
        #expect(run.requests.map(\.endedAt) == [230])
        #expect(run.measures.framesWithPlaceholder == 12)
        #expect(run.measures.longestSettle == 230)
    }

    @Test func `Rows that arrive in part leave placeholders for the rest`() {
        let run = play(StubPolicy(atStart: 0..<4, atFrames: [100: 4..<10]))
        #expect(run.measures.placeholderRowMilliseconds == 10 * 10 * 20 + 6 * 6 * 20)
        #expect(run.measures.mostInFlight == 2)
        #expect(run.measures.longestSettle == 300)
    }

    @Test func `A request cancelled counts and brings nothing`() {
        let run = play(StubPolicy(atStart: 0..<10, atFrames: [400: 0..<10], cancelsAt: 180))
        #expect(run.requests.map(\.outcome) == [.cancelled, .answered])
        #expect(run.measures.requests == 2)
        #expect(run.measures.cancelled == 1)
        #expect(run.measures.longestSettle == 600)
        #expect(run.measures.rowsNeverShown == 10)
    }

    @Test func `A rest that never settles counts whole, and what is under way at the end is open`() {
        let run = play(StubPolicy(atFrames: [900: 0..<10]))
        #expect(run.measures.unsettledRests == 1)
        #expect(run.measures.longestSettle == 1000)
        #expect(run.requests.map(\.outcome) == [.pending])
        #expect(run.requests.map(\.endedAt) == [1000])
    }

    @Test func `A lost request fails after ten latencies`() {
        let run = play(StubPolicy(atStart: 0..<10, isStubborn: true), NetworkModel(latency: 60, loss: 1))
        #expect(run.requests.map(\.outcome) == [.failed, .pending])
        #expect(run.requests.map(\.askedAt) == [0, 600])
    }

    @Test func `Answers share the bandwidth, and one cancelled leaves it to the others`() {
        let network = NetworkModel(latency: 100, bandwidth: 100)
        // Alone, ten rows take 100 ms after the latency.
        #expect(play(StubPolicy(atStart: 0..<10), network).requests.map(\.endedAt) == [200])
        // Two of ten rows each get half of it.
        let both = StubPolicy(atStart: 0..<10, atFrames: [0: 10..<20])
        #expect(play(both, network).requests.map(\.endedAt) == [300, 300])
        // The first is cancelled after 50 of its rows' milliseconds: 2.5 rows came for the other by then.
        var freed = both
        freed.cancelsAt = 160
        let ends = play(freed, network).requests.map(\.endedAt)
        #expect(ends[0] == 160)
        #expect(abs(ends[1] - 230) < 0.001)
    }

    @Test func `The nth request has the same fate whichever policy sends it, and another one with another seed`() {
        let network = NetworkModel(latency: 200, jitter: 150, loss: 0.5)
        let fates = (1...50).map { network.fate(ofRequest: $0, seed: 7) }
        #expect(fates.map(\.delay) == (1...50).map { network.fate(ofRequest: $0, seed: 7).delay })
        #expect(fates.map(\.delay) != (1...50).map { network.fate(ofRequest: $0, seed: 8).delay })
        #expect(fates.allSatisfy { (200..<350).contains($0.delay) })
        #expect((10...40).contains(fates.count { $0.isLost }))
    }

    @Test func `Each view of a policy that knows one has a list of its own`() {
        let frames = (0...50).flatMap { index in
            (0..<2).map { ScrollTrace.Frame(milliseconds: Double(index) * 20, firstRow: 100 * $0, viewer: $0) }
        }
        let trace = ScrollTrace(viewportRows: 10, listRows: 1000, frames: frames)
        let run = ScrollPlayer.play(
            trace, policy: { Virtuoso() }, network: NetworkModel(), pageSize: 50, seed: 1)
        #expect(run.requests.map(\.rows) == [0..<50, 100..<150])
        #expect(run.measures.rests == 2)
        #expect(run.measures.meanSettle == 200)
    }
}
