import PagingTesting
import Testing

@testable import Paging
@testable import PagingCore

/// Lists of one server share what they learned of the network to it.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct NetworkEstimatesTests {
    private let narrow = NetworkEstimate(latency: 50, rowTime: 2)

    @Test func `An estimate is kept for ten minutes`() {
        var estimates = NetworkEstimates()
        let now = ContinuousClock.now
        estimates.note(narrow, of: "a", now: now)
        #expect(estimates.estimate(of: "a", now: now + .seconds(600)) == narrow)
        #expect(estimates.estimate(of: "a", now: now + .seconds(601)) == nil)
        #expect(estimates.estimate(of: "b", now: now) == nil)
    }

    @Test func `Of many servers the last ones are remembered`() {
        var estimates = NetworkEstimates()
        let now = ContinuousClock.now
        for index in 0..<1_000 { estimates.note(narrow, of: "\(index)", now: now + .milliseconds(index)) }
        let known = (0..<1_000).filter { estimates.estimate(of: "\($0)", now: now + .seconds(1)) != nil }
        #expect(known == Array(968..<1_000))
    }

    @Test func `A list begins with what another list of the same server learned, and one of no server does not`() async
    {
        struct NamedSource: PageSource {
            let source: ScriptedSource<Row>
            let server: String?
            var capabilities: SourceCapabilities { source.capabilities }
            func page(for request: PageRequest) async throws -> Page<Row> { try await source.page(for: request) }
        }
        func list(of server: String?, _ source: ScriptedSource<Row>, _ clock: VirtualClock) -> PagedList<Row> {
            PagedList(NamedSource(source: source, server: server), clock: clock, seed: 1)
        }
        let (source, clock) = (ScriptedSource<Row>(), VirtualClock())
        let first = list(of: "one", source, clock)
        first.viewport(0..<20)
        // A screen after 90 ms, the block around it after 410: 50 ms, and 2 ms a row.
        for milliseconds in [90, 320] {
            let call = await source.nextCall()
            clock.advance(by: .milliseconds(milliseconds))
            call.answer(total: 100_000)
        }
        await until { first.peek(199) != nil }
        let learned = NetworkEstimates.shared.estimate(of: "one")
        #expect(learned != nil && learned == first.machine.networkEstimate)
        #expect(list(of: "one", source, clock).machine.planner.latency.isBorrowed)
        #expect(!list(of: "another", source, clock).machine.planner.latency.isKnown)
        #expect(!list(of: nil, source, clock).machine.planner.latency.isKnown)
    }
}
