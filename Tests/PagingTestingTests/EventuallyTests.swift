import PagingTesting
import Synchronization
import Testing

@Suite struct EventuallyTests {
    /// A clock on which sleeping takes no time, and which notes how long each sleep was.
    private final class SkippingClock: Clock {
        private let state = Mutex((now: VirtualClock().now, sleeps: [Duration]()))

        var now: VirtualClock.Instant { state.withLock { $0.now } }
        var minimumResolution: Duration { .zero }
        var sleeps: [Duration] { state.withLock { $0.sleeps } }

        func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
            state.withLock {
                $0.sleeps.append($0.now.duration(to: deadline))
                $0.now = deadline
            }
        }
    }

    private struct NotYet: Error {}

    @Test func `What is so at the first look takes no pause`() async throws {
        let clock = SkippingClock()
        #expect(
            try await eventually("one", clock: clock) {
                1
            } until: {
                $0 == 1
            } == 1)
        #expect(clock.sleeps == [])
    }

    @Test func `What comes is returned, after pauses that grow up to a bound`() async throws {
        let clock = SkippingClock()
        var looks = 0
        let seen = try await eventually("forty looks", clock: clock) {
            looks += 1
            return looks
        } until: {
            $0 == 40
        }
        #expect(seen == 40 && clock.sleeps.count == 39)
        #expect(clock.sleeps.first == .milliseconds(2) && clock.sleeps.last == .milliseconds(250))
        #expect(zip(clock.sleeps, clock.sleeps.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test
    func `A wait for what never comes ends at its limit, and says where it waited, for what, and what it saw last`()
        async throws
    {
        let clock = SkippingClock()
        var looks = 0
        let failure = await #expect(throws: WaitFailure.self) {
            try await eventually("the queue is empty", within: .seconds(1), clock: clock) {
                looks += 1
                return "\(looks) waiting"
            } until: {
                $0 == "0 waiting"
            }
        }
        #expect(failure?.reason == .limit(.seconds(1)) && failure?.what == "the queue is empty")
        #expect(failure?.seen == "\(looks) waiting" && looks == clock.sleeps.count + 1)
        #expect(clock.sleeps.reduce(.zero, +) == .seconds(1))
        let text = String(describing: try #require(failure))
        #expect(text.hasPrefix("PagingTestingTests/EventuallyTests.swift:"))
        #expect(text.hasSuffix(": the queue is empty: did not come within 1.0 seconds. Seen last: \(looks) waiting"))
    }

    @Test func `A wait for what never comes ends on the machine's clock too`() async throws {
        let failure = await #expect(throws: WaitFailure.self) {
            try await eventually("two", within: .milliseconds(20)) {
                1
            } until: {
                $0 == 2
            }
        }
        #expect(failure?.seen == "1" && failure?.reason == .limit(.milliseconds(20)))
    }

    @Test func `A wait ends with its task, and says what it saw last`() async throws {
        let clock = VirtualClock()
        let waiting = Task {
            try await eventually("two", clock: clock) {
                1
            } until: {
                $0 == 2
            }
        }
        await clock.sleepers(atLeast: 1)
        waiting.cancel()
        let failure = await #expect(throws: WaitFailure.self) { try await waiting.value }
        #expect(failure?.reason == .cancelled && failure?.seen == "1")
    }

    @Test func `An error of a look ends the wait`() async throws {
        await #expect(throws: NotYet.self) {
            try await eventually("anything", clock: SkippingClock()) {
                throw NotYet()
            } until: {
                true
            }
        }
    }

    @Test func `What fails at first is tried until it succeeds`() async throws {
        var attempts = 0
        let value = try await eventually("the third attempt", clock: SkippingClock()) {
            attempts += 1
            if attempts < 3 { throw NotYet() }
            return attempts
        }
        #expect(value == 3)
    }

    @Test func `What always fails says its last error`() async throws {
        let failure = await #expect(throws: WaitFailure.self) {
            try await eventually("an answer", within: .seconds(1), clock: SkippingClock()) { throw NotYet() }
        }
        #expect(failure?.seen == "NotYet()" && failure?.what == "an answer")
    }
}
