import Observation
import Paging
import PagingTesting
import Testing

@testable import Paging

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct PagedListLoadingTests {
    private let source = ScriptedSource<Row>()
    private let clock = VirtualClock()

    private func list(_ policy: LoadPolicy = LoadPolicy(preloads: false)) -> PagedList<Row> {
        PagedList(source, policy: policy, clock: clock, seed: 1)
    }

    @Test func `Reading the count starts the first load`() async {
        let list = list()
        #expect(list.count == 0)
        let call = await source.nextCall()
        #expect(call.request == .positions(0..<50))
        call.answer(total: 155_000)
        await until { list.count == 155_000 }
        #expect(list[3] == Row(id: 3, text: "row 3"))
        #expect(list.peek(100) == nil)
    }

    @Test func `A list that begins at a row asks for that first`() async {
        let list = PagedList(source, startingAt: .position(40_007), policy: LoadPolicy(preloads: false))
        #expect(list.startingPosition == 40_007)
        #expect(list.count == 0)
        let call = await source.nextCall()
        #expect(call.request == .positions(40_000..<40_050))
        call.answer(total: 155_000)
        await until { list.count == 155_000 }
        #expect(list.peek(40_007) == Row(id: 40_007, text: "row 40007"))
        #expect(list.counters.requests == 1)
    }

    @Test func `A list that is shorter than where it begins asks for its end`() async {
        let list = PagedList(source, startingAt: .position(40_007), policy: LoadPolicy(preloads: false))
        #expect(list.count == 0)
        await source.nextCall().answer(Page([], at: 40_000, total: 120))
        await until { list.count == 120 }
        list.viewport(100..<120)
        #expect(await source.nextCall().request == .positions(100..<120))
    }

    @Test func `Reading a placeholder asks for its page`() async {
        let list = list()
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_000)
        await until { list.count == 1_000 }
        list.removeViewer()
        #expect(list[420] == nil)
        let call = await source.nextCall()
        #expect(call.request == .positions(400..<450))
    }

    @Test func `Peeking asks for nothing`() async {
        let list = list()
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_000)
        await until { list.count == 1_000 }
        _ = list.peek(420)
        _ = list.state(at: 700)
        list.viewport(100..<110, landing: 100..<110)
        #expect(await source.nextCall().request == .positions(100..<150))
        #expect(source.requests.count == 2)
    }

    @Test func `A list that is loaded by hand loads nothing by itself`() async throws {
        let list = list(LoadPolicy(loadsAutomatically: false))
        _ = list.count
        list.viewport(0..<20)
        #expect(list.driver.tasks.count == 0)
        async let more: Void = list.loadMore()
        await source.nextCall().answer(total: 120)
        try await more
        #expect(list.rows.loadedCount == 50)
        async let rest: Void = list.loadMore()
        let call = await source.nextCall()
        #expect(call.request == .positions(50..<100))
        call.answer(total: 120)
        try await rest
        #expect(list.driver.tasks.count == 0)
    }

    @Test func `One update is sent an arrival, and replaying them gives the list`() async {
        let list = list()
        var changes = list.changes.makeAsyncIterator()
        #expect(await changes.next()?.reason == .initial)
        var replay = PagedArray<Row>()
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_000)
        let first = await changes.next()
        #expect(first?.update.inserted == PositionSet(0..<1_000))
        first.map { first in replay.apply(first.update) { first.after[$0] } }
        list.viewport(500..<520)
        await source.nextCall().answer(total: 1_000)
        let second = await changes.next()
        #expect(second?.update.changed == PositionSet(500..<550))
        second.map { second in replay.apply(second.update) { second.after[$0] } }
        #expect(replay == list.rows)
    }

    @Test func `Only rows that a page fills are told to their observers`() async {
        let list = list()
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_000)
        await until { list.count == 1_000 }
        let told = Told()
        for row in [10, 520, 700] {
            withObservationTracking {
                _ = list.peek(row)
            } onChange: {
                MainActor.assumeIsolated { told.rows.append(row) }
            }
        }
        list.viewport(500..<520)
        await source.nextCall().answer(total: 1_000)
        await until { list.peek(501) != nil }
        #expect(told.rows == [520])
    }

    @Test func `A list grows at its end three rows before it is reached`() async {
        let source = ScriptedSource<Row>(capabilities: .cursors)
        let list = PagedList(source, clock: clock, seed: 1)
        list.viewport(0..<20)
        let first = await source.nextCall()
        #expect(first.request == .after(nil, limit: 50))
        first.answer(Page((0..<50).map { Row(id: $0) }, continuation: .next("c50")))
        await until { list.count == 50 }
        list.viewport(26..<46)
        #expect(source.requests.count == 1)
        list.viewport(27..<47)
        let second = await source.nextCall()
        #expect(second.request == .after("c50", limit: 50))
        second.answer(Page((50..<60).map { Row(id: $0) }, continuation: .end))
        await until { list.isComplete }
        #expect(list.count == 60)
    }

    @Test func `Several viewers each get what they look at`() async {
        let list = list()
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_000)
        await until { list.count == 1_000 }
        list.viewport(300..<320, viewer: ViewerID(1))
        list.viewport(800..<820, viewer: ViewerID(2))
        let asked = [await source.nextCall().request, await source.nextCall().request]
        #expect(Set(asked) == [.positions(300..<350), .positions(800..<850)])
    }

    @Test func `Sections come with the first load`() async {
        struct Sectioned: SectionedPageSource {
            var capabilities: SourceCapabilities { [.positions, .sections] }
            func page(for request: PageRequest) async throws -> Page<Row> { PagingTests.page(0..<50, of: 300) }
            func sections() async throws -> [ListSection] {
                [ListSection(title: "A", count: 100), ListSection(title: "B", count: 200)]
            }
        }
        let list = PagedList(Sectioned(), clock: clock, seed: 1)
        _ = list.count
        await until { list.sections != nil }
        #expect(list.sections?.map(\.title) == ["A", "B"])
        #expect(list.sections?[1].rows == 100..<300)
        #expect(list.sections?.location(of: 150).row == 50)
    }

    @Test func `Sections lie within the list, and a refresh asks for them anew where rows move`() async throws {
        final class Sectioned: SectionedPageSource {
            let counts = Locked([3, 3])
            var capabilities: SourceCapabilities { [.positions, .sections] }
            func page(for request: PageRequest) async throws -> Page<Row> {
                PagingTests.page(0..<counts.withLock { $0.reduce(0, +) }, of: counts.withLock { $0.reduce(0, +) })
            }
            func sections() async throws -> [ListSection] {
                zip(["A", "B"], counts.withLock { $0 }).map { ListSection(title: $0, count: $1) }
            }
        }
        let source = Sectioned()
        let list = PagedList(source, behavior: ListBehavior(membership: .changes), clock: clock, seed: 1)
        list.viewport(0..<6)
        await until { list.sections != nil && list.count == 6 }
        source.counts.withLock { $0 = [3, 1] }
        try await list.refresh()
        #expect(list.count == 4)
        #expect((list.sections?[1].rows.upperBound ?? 0) <= 4)
        await until { list.sections?.map(\.rows) == [0..<3, 3..<4] }
    }

    @Test func `A closure makes a source in three lines`() async {
        let list = PagedList<Row> { range in
            page(range, of: 75)
        }
        _ = list.count
        await until { list.count == 75 }
        #expect(list[0]?.id == 0)
    }

    @Test func `Items without an identifier of their own get one from a closure`() async throws {
        let list = PagedList(ArraySource(["a", "b", "c"]), id: { $0 })
        try await list.refresh()
        #expect(list.rows.compactMap(\.self) == ["a", "b", "c"])
        #expect(list.position(ofID: "b") == 1)
    }
}

@MainActor private final class Told {
    var rows: [Int] = []
}
