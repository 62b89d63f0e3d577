import Paging
import PagingTesting
import Testing

@testable import Paging
@testable import PagingCore

/// A confirmed edit ends with what the server shows of its row or place from then on, whatever that is.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct EditProofTests {
    private static let changing = ListBehavior(membership: .changes, content: .changes)

    private func list(_ source: some PageSource<Row>, count: Int) async -> PagedList<Row> {
        let list = PagedList(source, behavior: Self.changing)
        list.viewport(0..<max(count, 1))
        await until { list.count == count && (0..<count).allSatisfy { list.peek($0) != nil } }
        return list
    }

    private func texts(_ list: PagedList<Row>) -> String {
        list.rows.map { $0.map { "\($0.id)\($0.text)" } ?? "." }.joined(separator: " ")
    }

    @Test(arguments: [true, false])
    func `A confirmed row that the server drops is gone after a refresh and after a reload`(reloads: Bool) async throws
    {
        let list = await list(RowServer((0..<3).map { Row(id: $0) }), count: 3)
        let edits = [
            try list.insert(Row(id: 10), at: .start), try list.insert(Row(id: 11), after: 0),
            try list.insert(Row(id: 12), at: .end),
        ]
        for edit in edits { edit.confirm() }
        // One that the server has not taken in yet stays.
        try list.insert(Row(id: 13), after: 1)
        #expect(texts(list) == "10 0 11 1 13 2 12")
        if reloads { try await list.reload() } else { try await list.refresh() }
        await until { list.count == 4 }
        #expect(texts(list) == "0 1 13 2")
        #expect(list.edits.count == 1)
    }

    /// No answer has it beside other rows: there may be none.
    @Test(arguments: [0, 1, 5])
    func `Edits of a row that came and went on the server are over when all of the list has come since`(count: Int)
        async throws
    {
        let list = await list(RowServer((0..<count).map { Row(id: $0) }), count: count)
        try await list.refresh()
        let draft = try list.insert(Row(id: 10), at: .end)
        draft.confirm(as: Row(id: 11))
        list.update(Row(id: 11, text: " ours")).confirm()
        try list.move(id: 11, to: .start).confirm()
        try list.remove(id: 11).confirm()
        #expect(list.edits.count == 4)
        // One that the server has not taken in yet stays.
        try list.insert(Row(id: 13), at: .start)
        try await list.refresh()
        #expect(list.edits.count == 1)
    }

    @Test(arguments: [true, false])
    func `A row whose confirmed removal the server did not do is back`(reloads: Bool) async throws {
        let list = await list(RowServer((0..<3).map { Row(id: $0) }), count: 3)
        try list.remove(id: 1).confirm()
        #expect(texts(list) == "0 2")
        if reloads { try await list.reload() } else { try await list.refresh() }
        await until { list.count == 3 }
        #expect(texts(list) == "0 1 2" && list.edits.isEmpty)
    }

    @Test func `An edit that is confirmed during a reload outlasts the answer that was asked for before`() async throws
    {
        let source = ScriptedSource<Row>()
        let policy = LoadPolicy(pageSize: 3, preloads: false)
        let list = PagedList(source, behavior: Self.changing, policy: policy, clock: VirtualClock())
        func page(_ text: String) -> Page<Row> {
            Page([Row(id: 0), Row(id: 1, text: text), Row(id: 2)], at: 0, total: 3)
        }
        list.viewport(0..<3)
        await source.nextCall().answer(page(""))
        await until { list.peek(2) != nil }
        let edit = list.update(Row(id: 1, text: " ours"))
        let reload = Task { try await list.reload() }
        var call = await source.nextCall()
        // One of before may be left.
        while call.request != .positions(0..<3) { call = await source.nextCall() }
        edit.confirm()
        // Anything that happens to the list meanwhile.
        list.retry()
        call.answer(page(""))
        try await reload.value
        #expect(texts(list) == "0 1 ours 2")
        let answers = Task { while !Task.isCancelled { await source.nextCall().answer(page(" theirs")) } }
        try await list.refresh()
        answers.cancel()
        #expect(texts(list) == "0 1 theirs 2")
        #expect(list.edits.isEmpty)
    }

    @Test func `What others write after a confirmed update is shown, in a live list too`() async throws {
        let source = LiveRows(count: 3)
        let list = await list(source, count: 3)
        await source.isListenedTo()
        let edit = list.update(Row(id: 1, text: " ours"))
        source.write(Row(id: 1, text: " ours"))
        edit.confirm()
        source.write(Row(id: 1, text: " theirs"))
        await until { list.peek(1)?.text == " theirs" }
        #expect(list.edits.isEmpty)
    }

    @Test func `A refresh of a live list shows what others wrote before an update was confirmed`() async throws {
        let source = LiveRows(count: 3)
        let list = await list(source, count: 3)
        await source.isListenedTo()
        let edit = list.update(Row(id: 1, text: " ours"))
        source.write(Row(id: 1, text: " theirs"), isTold: false)
        edit.confirm()
        try await list.refresh()
        #expect(list.peek(1)?.text == " theirs")
        #expect(list.edits.isEmpty)
    }

    @Test func `Caches are passed by until a confirmed edit has ended`() async throws {
        let source = LiveRows(count: 3)
        let list = await list(source, count: 3)
        list.update(Row(id: 1, text: " ours")).confirm()
        let before = source.asked.withLock { $0.count }
        try await list.refresh()
        let asked = source.asked.withLock { Array($0[before...]) }
        #expect(!asked.isEmpty && asked.allSatisfy { $0 })
    }
}

/// Rows that are told of as they change.
private final class LiveRows: LivePageSource, KeyedPageSource, ChangesPageSource {
    typealias ID = Int
    let capabilities: SourceCapabilities = [.positions, .identifiers, .changes, .live]
    private struct State {
        var rows: [Row]
        var version = 0
        var edited: [Int: Int] = [:]
        var streams: [HeldStream<LiveNews<Row, Int>>] = []
    }
    private let state: Locked<State>
    /// For each request but those of streams, whether it passed caches by.
    let asked = Locked<[Bool]>([])
    private let listening = AsyncStream<Void>.makeStream()

    init(count: Int) { state = Locked(State(rows: (0..<count).map { Row(id: $0) })) }

    func page(for request: PageRequest) async throws -> Page<Row> {
        asked.withLock { $0.append(LoadOptions.skipsCaches) }
        guard case .positions(let range) = request else { return Page([]) }
        return state.withLock { state in
            let inside = range.clamped(to: 0..<state.rows.count)
            return Page(
                Array(state.rows[inside]), at: inside.lowerBound, total: state.rows.count,
                version: Version("\(state.version)"))
        }
    }
    func items(withIDs ids: sending [Int]) async throws -> [Row] {
        asked.withLock { $0.append(LoadOptions.skipsCaches) }
        let ids = Set(ids)
        return state.withLock { $0.rows.filter { ids.contains($0.id) } }
    }
    func changes(since version: Version) async throws -> ListChanges<Int>? {
        asked.withLock { $0.append(LoadOptions.skipsCaches) }
        return state.withLock { state in
            let since = Int(version.description) ?? 0
            return ListChanges(
                from: version, to: Version("\(state.version)"),
                edited: state.edited.filter { $0.value > since }.map(\.key),
                total: state.rows.count)
        }
    }
    func news(since version: Version?) -> AsyncThrowingStream<LiveNews<Row, Int>, any Error> {
        let stream = HeldStream<LiveNews<Row, Int>>()
        state.withLock { state in
            stream.yield(.version(Version("\(state.version)")))
            state.streams.append(stream)
        }
        listening.continuation.yield()
        return stream.elements
    }

    func isListenedTo() async {
        for await _ in listening.stream { return }
    }

    /// A client writes a row; the streams bring it along.
    func write(_ row: Row, isTold: Bool = true) {
        state.withLock { state in
            state.rows[row.id] = row
            guard isTold else { return }
            let from = state.version
            (state.version, state.edited[row.id]) = (from + 1, from + 1)
            let changes = ListChanges<Int>(
                from: Version("\(from)"), to: Version("\(from + 1)"), edited: [row.id], total: state.rows.count)
            for stream in state.streams { stream.yield(.changes(changes, items: [row])) }
        }
    }
}
