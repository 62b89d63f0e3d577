import PagingTesting
import Testing

@testable import Paging

/// Another query in the same list: its rows come in one change, and until then those of the source before stay.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ReplacingSourceTests {
    private let clock = VirtualClock()

    /// A list that shows the first of a thousand rows of a source.
    private func list(of source: ScriptedSource<Row>, policy: LoadPolicy = LoadPolicy(preloads: false)) async
        -> PagedList<Row>
    {
        let list = PagedList(source, policy: policy, clock: clock, seed: 1)
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_000)
        await until { list.count == 1_000 }
        return list
    }

    private func rows(_ ids: Range<Int>, _ text: String) -> [Row] { ids.map { Row(id: $0, text: text) } }

    /// Waits until a task has had its list ask for something.
    private func replace(_ list: PagedList<Row>, with source: some PageSource<Row>) -> Task<Void, any Error> {
        Task { @MainActor in try await list.replaceSource(with: source) }
    }

    @Test func `Old rows stay until the first new ones come, in one change`() async throws {
        let list = await list(of: ScriptedSource())
        var changes: [ListChange<Row>] = []
        let observation = list.observe { changes.append($0) }
        defer { observation.cancel() }
        let slots = Set((0..<50).compactMap { list.slotID(at: $0) })

        let found = ScriptedSource<Row>()
        let task = replace(list, with: found)
        let call = await found.nextCall()
        #expect(list.showsPreviousSource && list.count == 1_000 && list.peek(7)?.text == "row 7")
        #expect(changes.count == 1)
        if case .loading = list.state {} else { Issue.record("\(list.state)") }

        call.answer(Page(rows(5..<35, "found"), at: 0, total: 30))
        try await task.value
        #expect(!list.showsPreviousSource && list.count == 30 && list.isComplete)
        #expect(list.peek(0) == Row(id: 5, text: "found"))
        let change = try #require(changes.last)
        #expect(changes.count == 2 && change.reason == .replacement)
        #expect(change.update.removed == PositionSet(0..<1_000) && change.update.inserted == PositionSet(0..<30))
        #expect(change.before[7]?.text == "row 7" && change.after[29]?.id == 34)
        #expect((0..<30).allSatisfy { !slots.contains(list.slotID(at: $0)!) })
    }

    @Test func `The new list is read from its top, wherever the reader was`() async throws {
        let first = ScriptedSource<Row>()
        let list = await list(of: first)
        list.viewport(600..<620)
        await first.nextCall().answer(total: 1_000)
        await until { list.peek(610) != nil }

        let other = ScriptedSource<Row>()
        let task = replace(list, with: other)
        let call = await other.nextCall()
        // A view that still shows the old rows says nothing of the new ones.
        list.viewport(700..<720)
        _ = list[800]
        if case .positions(let range) = call.request {
            #expect(range.lowerBound == 0)
        } else {
            Issue.record("\(call.request)")
        }
        call.answer(total: 5_000)
        try await task.value
        #expect(list.count == 5_000 && other.requests.count == 1)
        list.viewport(0..<20)
        await silence(of: list, clock)
        #expect(other.requests.count == 1)
    }

    @Test func `A source that is overtaken is cancelled, and its call returns with the last one's rows`() async throws {
        let list = await list(of: ScriptedSource())
        let (first, second) = (ScriptedSource<Row>(), ScriptedSource<Row>())
        let early = replace(list, with: first)
        let overtaken = await first.nextCall()
        let late = replace(list, with: second)
        let call = await second.nextCall()
        await overtaken.cancellation()
        #expect(list.showsPreviousSource && list.count == 1_000)
        call.answer(Page(rows(0..<3, "second"), at: 0, total: 3))
        try await early.value
        try await late.value
        #expect(list.rows.loadedItems.map(\.item.text) == ["second", "second", "second"])
    }

    @Test func `Answers of the source before that come late change nothing`() async throws {
        let slow = ScriptedSource<Row>(ignoresCancellation: true)
        let list = PagedList(slow, policy: LoadPolicy(preloads: false), clock: clock, seed: 1)
        list.viewport(0..<20)
        let late = await slow.nextCall()
        let other = ScriptedSource<Row>()
        let task = replace(list, with: other)
        await other.nextCall().answer(Page(rows(0..<3, "other"), at: 0, total: 3))
        try await task.value
        late.answer(total: 1_000)
        await silence(of: list, clock)
        #expect(list.count == 3 && list.peek(0)?.text == "other")
    }

    @Test func `Where the first load fails the old rows stay, and a retry asks the new source`() async throws {
        let list = await list(of: ScriptedSource())
        let other = ScriptedSource<Row>()
        let task = replace(list, with: other)
        await other.nextCall().fail(ServerError(isTransient: false))
        await #expect(throws: ServerError.self) { try await task.value }
        #expect(list.showsPreviousSource && list.count == 1_000 && list.peek(7)?.text == "row 7")
        #expect(list.state.error is ServerError)
        list.retry()
        await other.nextCall().answer(Page(rows(0..<3, "other"), at: 0, total: 3))
        await until { !list.showsPreviousSource }
        #expect(list.count == 3)
        if case .idle = list.state {} else { Issue.record("\(list.state)") }
    }

    @Test func `A source without rows empties the list`() async throws {
        let list = await list(of: ScriptedSource())
        let other = ScriptedSource<Row>()
        let task = replace(list, with: other)
        await other.nextCall().answer(Page([], at: 0, total: 0))
        try await task.value
        #expect(list.isEmpty && !list.showsPreviousSource && list.isComplete)
    }

    @Test func `A source read in order may follow one read by position, and the other way round`() async throws {
        let list = await list(of: ScriptedSource())
        let cursors = ScriptedSource<Row>(capabilities: .cursors)
        var task = replace(list, with: cursors)
        let call = await cursors.nextCall()
        #expect(call.request == .after(nil, limit: 50))
        call.answer(Page(rows(0..<50, "cursors"), continuation: .next(Cursor("50"))))
        try await task.value
        #expect(list.count == 50 && !list.isEndKnown)
        let positions = ScriptedSource<Row>()
        task = replace(list, with: positions)
        await positions.nextCall().answer(total: 90)
        try await task.value
        #expect(list.count == 90 && list.isEndKnown)
    }

    @Test func `Filters stay`() async throws {
        let list = await list(of: ScriptedSource())
        list.hide { !$0.id.isMultiple(of: 2) }
        let other = ScriptedSource<Row>()
        let task = replace(list, with: other)
        await other.nextCall().answer(Page(rows(0..<6, "other"), at: 0, total: 6))
        try await task.value
        #expect(list.rows.loadedItems.map(\.item.id) == [0, 2, 4])
    }

    @Test func `Sections are those of the rows that are shown`() async throws {
        struct Sectioned: SectionedPageSource {
            let titles: [String]
            func sections() async throws -> [ListSection] { titles.map { ListSection(title: $0, count: 10) } }
            func page(for request: PageRequest) async throws -> Page<Row> {
                guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
                let inside = range.clamped(to: 0..<titles.count * 10)
                return Page(inside.map { Row(id: $0) }, at: inside.lowerBound, total: titles.count * 10)
            }
            var capabilities: SourceCapabilities { [.positions, .sections] }
        }
        let list = PagedList(Sectioned(titles: ["A", "B"]), clock: clock, seed: 1)
        list.viewport(0..<20)
        await until { list.sections != nil && list.isComplete }
        var told: [(titles: [String]?, rows: Int)] = []
        let observation = list.observe { told.append(($0.sections?.map(\.title), $0.after.count)) }
        defer { observation.cancel() }
        try await list.replaceSource(with: Sectioned(titles: ["C"]))
        await until { list.sections?.map(\.title) == ["C"] }
        #expect(list.count == 10)
        // Never the sections of one list with the rows of the other.
        #expect(told.allSatisfy { $0.titles == ["A", "B"] ? $0.rows == 20 : $0.rows == 10 }, "\(told)")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `Views that apply each change have the list's rows`(
        seed: UInt64
    ) async throws {
        var chance = SplitMix64(seed: seed)
        let list = PagedList(
            ArraySource(rows(0..<300, "0")), policy: LoadPolicy(pageSize: 20), clock: clock, seed: seed)
        let mirror = ListMirror(list)
        var shown = list.rows
        mirror.onNews = {
            while let step = mirror.next() {
                #expect(step.change.before.count == shown.count)
                mirror.advance()
                shown = mirror.rows
            }
        }
        var tasks: [Task<Void, any Error>] = []
        for round in 1...20 {
            switch chance.next() % 4 {
            case 0:
                let count = Int(chance.next() % 200)
                tasks.append(replace(list, with: ArraySource(rows(0..<count, "\(round)"))))
            case 1: list.viewport(Int(chance.next() % 300)..<Int(300 + chance.next() % 10))
            case 2: list.hide { $0.id % Int(2 + round % 3) == 0 }
            default: await list.settle()
            }
        }
        for task in tasks { try await task.value }
        await silence(of: list, clock)
        #expect(!list.showsPreviousSource && shown == list.rows)
        #expect(Set(list.rows.loadedItems.map(\.item.text)).count <= 1)
    }
}
