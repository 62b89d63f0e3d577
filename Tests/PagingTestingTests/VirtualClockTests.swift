import PagingTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct VirtualClockTests {
    private let clock = VirtualClock()

    @Test func `A sleeper wakes when the clock has passed its time`() async throws {
        async let sleeper: Void = clock.sleep(until: clock.now.advanced(by: .seconds(2)), tolerance: nil)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await sleeper
        #expect(clock.sleeperCount == 0)
    }

    @Test func `A sleep that is over before it begins returns at once`() async throws {
        try await clock.sleep(until: clock.now, tolerance: nil)
    }

    @Test func `A cancelled sleeper wakes with the error`() async {
        let sleeper = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(2)), tolerance: nil) }
        await clock.sleepers(atLeast: 1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }
}
