import Observation
import Paging
import PagingTesting
import Testing

@testable import Paging

/// Changes reach an observer in the same turn, one at a time, each with the rows before and after it.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ObservingTests {
    private let source = ScriptedSource<Row>()

    private func list(_ policy: LoadPolicy = LoadPolicy(preloads: false)) -> PagedList<Row> {
        PagedList(source, policy: policy, clock: VirtualClock(), seed: 1)
    }

    /// A list of so many rows, all loaded.
    private func loaded(_ count: Int) async -> PagedList<Row> {
        let list = PagedList(ArraySource((0..<count).map { Row(id: $0) }), clock: VirtualClock(), seed: 1)
        list.viewport(0..<count)
        await until { list.isComplete }
        return list
    }

    @Test func `The rows as they are come first, with an empty update`() async {
        let list = await loaded(10)
        var first: ListChange<Row>?
        let observation = list.observe { if first == nil { first = $0 } }
        #expect(first?.reason == .initial && first?.update.isEmpty == true)
        #expect(first?.after.count == 10 && first?.before == first?.after)
        #expect(observation.isActive)
    }

    @Test func `A change is told before the call that makes it returns`() async throws {
        let list = await loaded(10)
        var counts: [Int] = []
        let observation = list.observe { counts.append($0.after.count) }
        try list.remove(id: 3)
        #expect(counts == [10, 9])
        list.hide { $0.id < 2 }
        #expect(counts == [10, 9, 7])
        observation.cancel()
        list.hide(where: nil)
        #expect(counts == [10, 9, 7])
    }

    @Test func `Each arrival's rows and reason are told`() async throws {
        let list = list()
        var changes: [ListChange<Row>] = []
        let observation = list.observe { changes.append($0) }
        defer { observation.cancel() }
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_000)
        await until { list.count == 1_000 }
        #expect(changes.count == 2)
        #expect(changes[1].reason == .arrival && changes[1].before.isEmpty && changes[1].after[49]?.id == 49)

        async let refresh: Void = list.refresh()
        await source.nextCall().answer(total: 1_001)
        try await refresh
        #expect(changes.last?.reason == .refresh && changes.last?.update.newCount == 1_001)

        list.removeViewer()
        list.releaseMemory()
        #expect(changes.last?.reason == .eviction)
        #expect(changes.last?.before[0]?.id == 0 && changes.last?.after[0] == nil)

        list.update(Row(id: 0, text: "mine"))
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_001)
        await until { list.peek(0) != nil }
        #expect(changes.last?.reason == .arrival && changes.last?.after[0]?.text == "mine")
    }

    @Test func `A failure is told as the rows that failed`() async {
        let list = list()
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_000)
        await until { list.count == 1_000 }
        var changes: [ListChange<Row>] = []
        let observation = list.observe { changes.append($0) }
        defer { observation.cancel() }
        list.viewport(500..<520)
        await source.nextCall().fail(ServerError(isTransient: false))
        await until { if case .failed = list.state(at: 500) { true } else { false } }
        #expect(changes.last?.reason == .failure)
        #expect(changes.last?.update.changed.contains(500) == true)
    }

    @Test func `What an observer does to the list is told after the change that it is told`() async throws {
        let list = await loaded(10)
        var told: [String] = []
        var isFirst = true
        let one = list.observe { change in
            told.append("one \(change.before.count)→\(change.after.count)")
            guard change.update.newCount == 9, isFirst else { return }
            isFirst = false
            // A row is read, a view scrolls, another row goes: none of it may come in between.
            _ = list[0]
            list.viewport(0..<9)
            _ = try? list.remove(id: 5)
            told.append("one is done, the list has \(list.count)")
        }
        let two = list.observe { told.append("two \($0.before.count)→\($0.after.count)") }
        told = []
        try list.remove(id: 3)
        #expect(told == ["one 10→9", "one is done, the list has 8", "two 10→9", "one 9→8", "two 9→8"])
        one.cancel()
        two.cancel()
    }

    @Test func `An observer that begins while a change is told starts with the rows of then`() async throws {
        let list = await loaded(10)
        var late: [String] = []
        var token: ListObservation?
        let one = list.observe { change in
            guard change.update.newCount == 9 else { return }
            _ = try? list.remove(id: 5)
            token = list.observe { late.append("\($0.before.count)→\($0.after.count)") }
        }
        try list.remove(id: 3)
        #expect(late == ["8→8"])
        list.hide { $0.id == 0 }
        #expect(late == ["8→8", "8→7"])
        one.cancel()
        token?.cancel()
    }

    @Test func `An observation ends with its token, even between two observers of one change`() async throws {
        let list = await loaded(10)
        var count = 0
        var second: ListObservation?
        let first = list.observe { if !$0.update.isEmpty { second?.cancel() } }
        second = list.observe { if !$0.update.isEmpty { count += 1 } }
        try list.remove(id: 3)
        #expect(count == 0)
        var third: ListObservation? = list.observe { if !$0.update.isEmpty { count += 1 } }
        #expect(third?.isActive == true)
        third = nil
        try list.remove(id: 4)
        #expect(count == 0)
        first.cancel()
        #expect(list.observers.deliveries.isEmpty)
    }

    @Test func `A slow consumer takes what it missed as one change, and the rows that belong to it`() async throws {
        let list = await loaded(10)
        var changes = list.changes.makeAsyncIterator()
        try list.remove(id: 3)
        list.hide { $0.id < 2 }
        list.update(Row(id: 9, text: "mine"))
        let first = await changes.next()
        #expect(first?.reason == .initial && first?.after.count == 10)
        let rest = await changes.next()
        #expect(rest?.reason == [.edit, .filter] && rest?.before.count == 10 && rest?.after.count == 7)
        #expect(rest?.update.removed == [0..<2, 3..<4] && rest?.update.changed == [6..<7])
        list.hide(where: nil)
        #expect(await changes.next()?.update.inserted == [0..<2])
    }

    @Test func `A consumer that is cancelled gets no more`() async {
        let list = await loaded(3)
        let changes = list.changes
        let started = Locked(0)
        let consumer = await PagingTesting.started {
            for await _ in changes { started.withLock { $0 += 1 } }
        }
        consumer.cancel()
        try? await consumer.value
        #expect(started.withLock { $0 } <= 1)
    }

    @Test func `Several updates in order are told one after the other, each with its rows`() {
        let list = PagedList(ArraySource<Row>([]))
        var before = PagedArray<Row>(count: 3)
        before.fill((0..<3).map { Row(id: $0) }, at: 0)
        var after = before
        let move = ListUpdate(oldCount: 3, newCount: 3, moves: [.init(from: 0, to: 2)])
        after.apply(move) { _ in nil }
        after.fill([Row(id: 0, text: "new")], at: 2)
        list.store.rows = after
        var told: [ListChange<Row>] = []
        let observation = list.observe { told.append($0) }
        list.enqueue([move, .filled(2..<3, count: 3)], from: before, .refresh)
        list.observers.deliveries.deliver()
        #expect(told.count == 3)
        #expect(told[1].before == before && told[1].after.map { $0?.text } == ["", "", ""])
        #expect(told[1].after.map { $0?.id } == [1, 2, 0])
        #expect(told[2].before == told[1].after && told[2].after == after)
        #expect(told[1].after.slotID(at: 2) == before.slotID(at: 0))
        observation.cancel()
    }

    @Test func `Sections are told when the source has named them`() async {
        struct Sectioned: SectionedPageSource {
            var capabilities: SourceCapabilities { [.positions, .sections] }
            func page(for request: PageRequest) async throws -> Page<Row> { PagingTests.page(0..<50, of: 300) }
            func sections() async throws -> [ListSection] {
                [ListSection(title: "A", count: 100), ListSection(title: "B", count: 200)]
            }
        }
        let list = PagedList(Sectioned())
        var last: ListSections?
        let observation = list.observe { last = $0.sections }
        list.viewport(0..<20)
        await until { list.sections != nil && list.count == 300 }
        #expect(last?.map(\.title) == ["A", "B"])
        observation.cancel()
    }

    @Test func `Each read is told to the access callback`() async {
        let list = await loaded(3)
        var reads: [String] = []
        list.onAccess = { reads.append("\($0) \($1)") }
        _ = list[1]
        _ = list.peek(2)
        _ = list.row(at: 0)
        #expect(reads == ["1 true", "0 true"])
    }
}
