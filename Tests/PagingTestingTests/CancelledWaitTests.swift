import Paging
import PagingTesting
import Testing

/// A test that waits for what never comes ends with its time limit: its task is cancelled, and each wait ends with it.
@Suite(.timeLimit(.minutes(10)))
struct CancelledWaitTests {
    /// Waits, and is cancelled.
    private func cancelled<Value: Sendable>(_ wait: @escaping @Sendable () async throws -> Value) async throws -> Value
    {
        let task = await started { try await wait() }
        task.cancel()
        return try await task.value
    }

    @Test func `A call that nobody makes`() async throws {
        let source = ScriptedSource<Int>()
        let call = try await cancelled { await source.nextCall() }
        #expect(call.request == .positions(0..<0) && source.requests.isEmpty)
        // Answers of it go nowhere.
        call.answer(Page([]))
    }

    @Test func `A cancellation that does not come`() async throws {
        let source = ScriptedSource<Int>()
        let request = Task { try await source.page(for: .positions(0..<5)) }
        let call = await source.nextCall()
        try await cancelled { await call.cancellation() }
        #expect(!call.isCancelled)
        call.answer(Page([]))
        _ = try await request.value
    }

    @Test func `A sleeper that does not come`() async throws {
        let clock = VirtualClock()
        try await cancelled { await clock.sleepers(atLeast: 1) }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `A request whose answer does not come`() async throws {
        let scripted = ScriptedSource<Int>()
        let source = CountedSource(scripted)
        let request = Task { try await source.page(for: .positions(0..<5)) }
        let call = await scripted.nextCall()
        await #expect(throws: CancellationError.self) {
            try await cancelled { try await source.expectRequests(0) {} }
        }
        call.answer(Page([]))
        _ = try await request.value
    }

    @Test func `Several tests may wait for calls`() async throws {
        let source = ScriptedSource<Int>()
        let waiting = (0..<3).map { _ in Task { await source.nextCall() } }
        let requests = (0..<3).map { index in Task { try await source.page(for: .positions(index..<index + 1)) } }
        for waiter in waiting { await waiter.value.answer(Page([1])) }
        for request in requests { #expect(try await request.value.items == [1]) }
    }
}
