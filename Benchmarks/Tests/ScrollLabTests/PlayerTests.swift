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

    @Test("What is asked for with a frame is late for the frame that its answer meets")
    func askedWithAFrame() {
        let run = play(StubPolicy(atFrames: [0: 0..<50]))
        #expect(run.measures.framesWithPlaceholder == 11)
        #expect(run.measures.placeholderRowMilliseconds == 11 * 10 * 20)
        #expect(run.measures.longestSettle == 200)
        #expect(run.measures.rowsNeverShown == 40)
    }

    @Test("What was asked for before the first frame is in time")
    func askedAtStart() {
        let run = play(StubPolicy(atStart: 0..<50))
        #expect(run.measures.framesWithPlaceholder == 10)
        #expect(run.measures.placeholderRowMilliseconds == 10 * 10 * 20)
        #expect(run.measures.longestSettle == 200)
    }

    @Test("A policy wakes between frames, at its time")
    func wakes() {
        let run = play(StubPolicy(later: (30, 0..<10)))
        #expect(run.requests.map(\.askedAt) == [30])
        #expect(run.requests.map(\.endedAt) == [230])
        #expect(run.measures.framesWithPlaceholder == 12)
        #expect(run.measures.longestSettle == 230)
    }

    @Test("Rows that arrive in part leave placeholders for the rest")
    func partsOfAScreen() {
        let run = play(StubPolicy(atStart: 0..<4, atFrames: [100: 4..<10]))
        #expect(run.measures.placeholderRowMilliseconds == 10 * 10 * 20 + 6 * 6 * 20)
        #expect(run.measures.mostInFlight == 2)
        #expect(run.measures.longestSettle == 300)
    }

    @Test("A request called off counts and brings nothing")
    func callsOff() {
        let run = play(StubPolicy(atStart: 0..<10, atFrames: [400: 0..<10], cancelsAt: 180))
        #expect(run.requests.map(\.outcome) == [.cancelled, .answered])
        #expect(run.measures.requests == 2)
        #expect(run.measures.cancelled == 1)
        #expect(run.measures.longestSettle == 600)
        #expect(run.measures.rowsNeverShown == 10)
    }

    @Test("A rest that never settles counts whole, and what is under way at the end is open")
    func neverSettles() {
        let run = play(StubPolicy(atFrames: [900: 0..<10]))
        #expect(run.measures.unsettledRests == 1)
        #expect(run.measures.longestSettle == 1000)
        #expect(run.requests.map(\.outcome) == [.pending])
        #expect(run.requests.map(\.endedAt) == [1000])
    }

    @Test("A lost request fails after ten latencies")
    func lost() {
        let run = play(StubPolicy(atStart: 0..<10, isStubborn: true), NetworkModel(latency: 60, loss: 1))
        #expect(run.requests.map(\.outcome) == [.failed, .pending])
        #expect(run.requests.map(\.askedAt) == [0, 600])
    }

    @Test("Answers share the bandwidth, and one called off leaves it to the others")
    func bandwidth() {
        let network = NetworkModel(latency: 100, bandwidth: 100)
        // Alone, ten rows take 100 ms after the latency.
        #expect(play(StubPolicy(atStart: 0..<10), network).requests.map(\.endedAt) == [200])
        // Two of ten rows each get half of it.
        let both = StubPolicy(atStart: 0..<10, atFrames: [0: 10..<20])
        #expect(play(both, network).requests.map(\.endedAt) == [300, 300])
        // The first is called off after 50 of its rows' milliseconds: 2.5 rows came for the other by then.
        var freed = both
        freed.cancelsAt = 160
        let ends = play(freed, network).requests.map(\.endedAt)
        #expect(ends[0] == 160)
        #expect(abs(ends[1] - 230) < 0.001)
    }

    @Test("The nth request has the same fate whichever policy sends it, and another one with another seed")
    func fates() {
        let network = NetworkModel(latency: 200, jitter: 150, loss: 0.5)
        let fates = (1...50).map { network.fate(ofRequest: $0, seed: 7) }
        #expect(fates.map(\.delay) == (1...50).map { network.fate(ofRequest: $0, seed: 7).delay })
        #expect(fates.map(\.delay) != (1...50).map { network.fate(ofRequest: $0, seed: 8).delay })
        #expect(fates.allSatisfy { (200..<350).contains($0.delay) })
        #expect((10...40).contains(fates.count { $0.isLost }))
    }

    @Test("Each view of a policy that knows one has a list of its own")
    func views() {
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
