import Foundation
import Paging
import PagingTesting
import Testing

@testable import Paging

/// Cancelling is real, failures are told and repeated, and nothing outlives a list.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PagedListCancellingTests {
    private let clock = VirtualClock()
    private let policy = LoadPolicy(preloads: false)

    private func loaded(_ source: ScriptedSource<Row>) async -> PagedList<Row> {
        let list = PagedList(source, policy: policy, clock: clock, seed: 1)
        list.viewport(0..<20)
        await source.nextCall().answer(total: 10_000)
        await until { list.count == 10_000 }
        return list
    }

    @Test func `What was scrolled past is cancelled in the source`() async {
        let source = ScriptedSource<Row>()
        let list = await loaded(source)
        list.viewport(1_000..<1_020)
        let passed = await source.nextCall()
        list.viewport(9_000..<9_020)
        await passed.cancellation()
        #expect(await source.nextCall().request == .positions(9_000..<9_050))
        #expect(list.counters.cancellations == 1)
    }

    @Test func `What a cancelled source returns later changes nothing`() async {
        let source = ScriptedSource<Row>(ignoresCancellation: true)
        let list = await loaded(source)
        list.viewport(1_000..<1_020)
        let passed = await source.nextCall()
        list.viewport(9_000..<9_020)
        let next = await source.nextCall()
        await passed.cancellation()
        passed.answer(total: 5)
        next.answer(total: 10_000)
        await until { list.peek(9_001) != nil }
        #expect(list.count == 10_000)
        #expect(list.peek(1_001) == nil)
    }

    @Test func `A released list stops its loads`() async {
        let source = ScriptedSource<Row>()
        var list: PagedList<Row>? = PagedList(source, clock: clock)
        weak let released = list
        list?.viewport(0..<20)
        let call = await source.nextCall()
        list = nil
        #expect(released == nil)
        await call.cancellation()
    }

    @Test func `A released list's changes end`() async {
        var list: PagedList<Row>? = PagedList(ArraySource([Row(id: 1)]), clock: clock)
        let changes = list?.changes
        list = nil
        var reasons: [ListChangeReason] = []
        if let changes { for await change in changes { reasons.append(change.reason) } }
        #expect(reasons == [.initial])
    }

    @Test func `At rest no task is alive`() async throws {
        let list = PagedList(ArraySource((0..<500).map { Row(id: $0) }), clock: clock)
        list.viewport(0..<20)
        try await list.refresh()
        await until { list.peek(30) != nil }
        #expect(list.driver.tasks.count == 0)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `A failure is repeated after its back-off, then told`() async throws {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: policy, clock: clock, seed: 1)
        let refresh = Task { try await list.refresh() }
        for _ in 1...2 {
            await source.nextCall().fail(ServerError(isTransient: true))
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(30))
        }
        let failure = ServerError(isTransient: true, retryAfter: nil)
        await source.nextCall().fail(failure)
        await #expect(throws: failure) { try await refresh.value }
        #expect(list.state.error as? ServerError == failure)

        list.retry()
        await source.nextCall().answer(total: 100)
        await until { list.count == 100 }
        #expect(list.state.error == nil)
    }

    @Test func `Retry-After is waited out in full`() async {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: policy, clock: clock, seed: 1)
        list.viewport(0..<20)
        await source.nextCall().fail(ServerError(isTransient: true, retryAfter: .seconds(90)))
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(89))
        #expect(clock.sleeperCount == 1)
        #expect(source.requests.count == 1)
        clock.advance(by: .seconds(1))
        await source.nextCall().answer(total: 10)
        await until { list.count == 10 }
    }

    @Test func `A failed row says so, and other rows stay`() async {
        let source = ScriptedSource<Row>()
        let list = await loaded(source)
        list.viewport(500..<520)
        await source.nextCall().fail(ServerError(isTransient: false))
        await until {
            if case .failed = list.state(at: 510) { true } else { false }
        }
        #expect(list.state.error == nil)
        #expect(list.peek(3) != nil)
    }

    @Test func `Offline in mid-list the state says so, and looking again asks again`() async {
        let source = ScriptedSource<Row>()
        let policy = LoadPolicy(preloads: false, retry: RetryPolicy(attempts: 1))
        let list = PagedList(source, policy: policy, clock: clock, seed: 1)
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_000)
        await until { list.count == 1_000 }
        list.viewport(500..<520)
        let failure = ServerError(isTransient: true)
        await source.nextCall().fail(failure)
        await until { list.state.error as? ServerError == failure }
        list.viewport(0..<20)
        #expect(list.state.error == nil)
        clock.advance(by: .seconds(1))
        list.viewport(500..<520)
        await source.nextCall().answer(total: 1_000)
        await until { list.peek(510) != nil }
        #expect(list.state.error == nil && source.requests.count == 3)
    }

    @Test func `A refresh shows the old until the new is in, and ends then`() async throws {
        let source = ScriptedSource<Row>()
        let list = await loaded(source)
        async let refresh: Void = list.refresh()
        let call = await source.nextCall()
        #expect(list.peek(0)?.text == "row 0")
        if case .refreshing = list.state {} else { Issue.record("not refreshing: \(list.state)") }
        call.answer(Page((0..<50).map { Row(id: $0, text: "new") }, at: 0, total: 10_000))
        try await refresh
        #expect(list.peek(0)?.text == "new")
    }

    @Test func `A failed refresh keeps what was shown`() async {
        let source = ScriptedSource<Row>()
        let list = await loaded(source)
        let refresh = Task { try await list.refresh() }
        await source.nextCall().fail(ServerError(isTransient: false))
        await #expect(throws: ServerError.self) { try await refresh.value }
        #expect(list.peek(0)?.text == "row 0")
    }

    @Test func `Cancelling who waits for a refresh does not cancel the refresh`() async {
        let source = ScriptedSource<Row>()
        let list = await loaded(source)
        let waiting = Task { try await list.refresh() }
        let call = await source.nextCall()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        call.answer(Page([Row(id: 0, text: "new")], at: 0, total: 1))
        await until { list.count == 1 }
        #expect(list.peek(0)?.text == "new")
    }

    @Test func `Preparation runs off the main actor, once a page, for its new items only`() async throws {
        let counter = Counter()
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: policy, clock: clock, seed: 1) { items in
            await counter.add(items.map(\.id), isMain: isOnMainThread())
            return items.map { Row(id: $0.id, text: "prepared") }
        }
        list.viewport(0..<20)
        await source.nextCall().answer(Page((0..<30).map { Row(id: $0) }, at: 0, total: 60))
        // The second answer repeats ten rows that are there already.
        list.viewport(30..<50, landing: 30..<50)
        await source.nextCall().answer(Page((20..<60).map { Row(id: $0) }, at: 20, total: 60))
        await until { list.isComplete }
        #expect(await counter.values == [Array(0..<30), Array(30..<60)])
        #expect(await !counter.wasOnMain)
        #expect(list.rows.allSatisfy { $0?.text == "prepared" })
    }

    @Test func `A preparation that loses items is an error that says so`() async {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: policy, clock: clock, seed: 1) { _ in [] }
        list.viewport(0..<20)
        await source.nextCall().answer(total: 10)
        await until { list.state.error != nil }
        #expect((list.state.error as? PreparationError)?.given == 10)
    }
}

private nonisolated func isOnMainThread() -> Bool { Thread.isMainThread }
