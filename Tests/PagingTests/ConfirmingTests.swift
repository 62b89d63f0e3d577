import PagingTesting
import Testing

@testable import Paging

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ConfirmingTests {
    private let source = ScriptedSource<Row>()
    private let clock = VirtualClock()

    private func list() -> PagedList<Row> {
        PagedList(source, policy: LoadPolicy(preloads: false, retry: RetryPolicy(attempts: 1)), clock: clock, seed: 1)
    }

    private func kept(_ range: Range<Int>, of total: Int, age: Duration = .seconds(9)) -> Page<Row> {
        var page = page(range, of: total)
        (page.age, page.isStale) = (age, true)
        return page
    }

    /// A list that shows a stale first page, and the request that is to confirm it.
    private func shown() async -> (PagedList<Row>, ScriptedCall<Row>) {
        let list = list()
        list.viewport(0..<20)
        let first = await source.nextCall()
        #expect(!first.skipsCaches)
        first.answer(kept(0..<50, of: 100))
        await until { list.count == 100 }
        let confirming = await source.nextCall()
        #expect(confirming.skipsCaches)
        #expect(confirming.request == .positions(0..<50))
        return (list, confirming)
    }

    @Test func `The same page confirms it, and nothing else is asked for`() async {
        let (list, confirming) = await shown()
        #expect(list.peek(3) == Row(id: 3, text: "row 3"))
        #expect(list.state.isIdle)
        confirming.answer(page(0..<50, of: 100))
        await silence(of: list, clock)
        #expect(source.requests.count == 2)
        #expect(list.state.isIdle)
    }

    @Test func `Another page begins a refresh, for which what came since is new enough`() async {
        let (list, confirming) = await shown()
        clock.advance(by: .seconds(2))
        var changed = page(0..<50, of: 100)
        changed.items[3].text = "edited"
        confirming.answer(changed)
        let refresh = await source.nextCall()
        #expect(!refresh.skipsCaches)
        (changed.age, changed.isStale) = (.seconds(1), true)
        refresh.answer(changed)
        await until { list.peek(3)?.text == "edited" }
        await silence(of: list, clock)
        #expect(source.requests.count == 3)
    }

    @Test func `After that nothing from before is shown`() async {
        let (list, confirming) = await shown()
        clock.advance(by: .seconds(2))
        confirming.answer(page(0..<50, of: 90))
        await source.nextCall().answer(page(0..<50, of: 90))
        await until { list.count == 90 }
        list.viewport(60..<70, landing: 60..<70)
        let second = await source.nextCall()
        #expect(!second.skipsCaches)
        second.answer(kept(50..<90, of: 100, age: .seconds(5)))
        let again = await source.nextCall()
        #expect(again.skipsCaches)
        #expect(list.peek(60) == nil)
        again.answer(page(50..<90, of: 90))
        await until { list.peek(60) != nil }
        #expect(list.count == 90)
    }

    @Test func `Where it cannot be confirmed, it stays, the state tells why, and it can be tried again`() async {
        let (list, confirming) = await shown()
        confirming.fail(ServerError(isTransient: true))
        let refresh = await source.nextCall()
        #expect(refresh.skipsCaches)
        refresh.fail(ServerError(isTransient: true))
        await until { list.state.error != nil }
        #expect(list.state.error as? ServerError == ServerError(isTransient: true))
        #expect(list.peek(3) == Row(id: 3, text: "row 3"))
        // A page that is kept is shown all the same.
        list.viewport(60..<70, landing: 60..<70)
        await source.nextCall().answer(kept(50..<100, of: 100))
        await until { list.peek(60) != nil }
        await source.nextCall().fail(ServerError(isTransient: true))
        await source.nextCall().fail(ServerError(isTransient: true))
        await until { list.state.error != nil }
        list.retry()
        let retry = await source.nextCall()
        #expect(retry.skipsCaches)
        #expect(retry.request == .positions(50..<100))
        retry.answer(page(50..<100, of: 100))
        await until { list.state.isIdle }
    }

    @Test func `A refresh goes past caches, and so does loading anew`() async throws {
        let list = list()
        list.viewport(0..<20)
        await source.nextCall().answer(page(0..<50, of: 100))
        await until { list.count == 100 }
        async let refresh: Void = list.refresh()
        let call = await source.nextCall()
        #expect(call.skipsCaches)
        call.answer(page(0..<50, of: 100))
        try await refresh
        async let reload: Void = list.reload()
        let anew = await source.nextCall()
        #expect(anew.skipsCaches)
        anew.answer(page(0..<50, of: 100))
        try await reload
        list.viewport(60..<70, landing: 60..<70)
        let second = await source.nextCall()
        #expect(!second.skipsCaches)
        // Kept since the list was refreshed: as good as the rows that it has held as long.
        second.answer(kept(50..<100, of: 100, age: .zero))
        await until { list.peek(60) != nil }
        await silence(of: list, clock)
        #expect(source.requests.count == 4)
    }

    @Test func `A page that its server vouches for is not asked for again`() async {
        let list = list()
        list.viewport(0..<20)
        var page = page(0..<50, of: 100)
        page.age = .seconds(9)
        await source.nextCall().answer(page)
        await until { list.count == 100 }
        await silence(of: list, clock)
        #expect(source.requests.count == 1)
    }

    @Test func `A source that knows no other answers is asked once`() async {
        let (list, confirming) = await shown()
        confirming.answer(kept(0..<50, of: 100))
        await silence(of: list, clock)
        #expect(source.requests.count == 2)
    }

    @Test func `A list that is released asks no more`() async {
        var list: PagedList<Row>? = list()
        weak let released = list
        list?.viewport(0..<20)
        await source.nextCall().answer(kept(0..<50, of: 100))
        let confirming = await source.nextCall()
        list = nil
        #expect(released == nil)
        await confirming.cancellation()
    }
}

extension ListState {
    fileprivate var isIdle: Bool { if case .idle = self { true } else { false } }
}
