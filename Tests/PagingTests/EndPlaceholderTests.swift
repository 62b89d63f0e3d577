import Paging
import PagingTesting
import Testing

@testable import Paging

/// An endless list shows placeholders where it grows, and ends where the app says so.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct EndPlaceholderTests {
    private let source = ScriptedSource<Row>()
    private let policy = LoadPolicy(pageSize: 20, preloads: false, endPlaceholders: 8)

    private func list(_ policy: LoadPolicy? = nil) -> PagedList<Row> {
        PagedList(source, policy: policy ?? self.policy, clock: VirtualClock(), seed: 1)
    }

    /// The rows at these positions, of a server that does not say how many it has.
    private func rows(_ range: Range<Int>) -> Page<Row> {
        Page(range.map { Row(id: $0) }, at: range.lowerBound)
    }

    /// A source that is read in order, with so many rows, or none that it ends with.
    private func cursors(of total: Int = .max) -> CursorSource<Row> {
        CursorSource<Row> { cursor, limit in
            let start = cursor.flatMap { Int(String(describing: $0)) } ?? 0
            let end = min(start + limit, total)
            return Page(
                (start..<end).map { Row(id: $0) }, continuation: end < total ? .next(Cursor("\(end)")) : .end)
        }
    }

    @Test func `They are there before the first answer, and rows come in their places`() async {
        let list = list()
        var (shown, reasons) = (list.rows, [ListChangeReason]())
        let observation = list.observe { change in
            shown.apply(change.update) { change.after[$0] }
            reasons.append(change.reason)
        }
        defer { observation.cancel() }
        #expect(list.count == 8 && list.serverCount == 0 && list.peek(7) == nil)
        let first = (0..<8).map { list.slotID(at: $0) }
        list.viewport(0..<8)
        await source.nextCall().answer(rows(0..<20))
        await until { list.count == 28 }
        #expect((0..<8).map { list.slotID(at: $0) } == first)
        #expect(shown.map { $0?.id } == Array(0..<20) + [Int?](repeating: nil, count: 8))
        #expect(list.serverCount == 20)
    }

    @Test func `Who comes to them asks for a whole page, and each can be asked for its state`() async {
        let list = list()
        list.viewport(0..<8)
        await source.nextCall().answer(rows(0..<20))
        await until { list.count == 28 }
        list.viewport(15..<25)
        let call = await source.nextCall()
        #expect(call.request == .positions(20..<40))
        guard case .loading = list.state(at: 27) else { return #expect(Bool(false), "\(list.state(at: 27))") }
        call.fail(ServerError(isTransient: false))
        await until { list.state.error != nil }
        guard case .failed = list.state(at: 20) else { return #expect(Bool(false), "\(list.state(at: 20))") }
        #expect(list.count == 28)
        list.retry()
        await source.nextCall().answer(rows(20..<40))
        await until { list.count == 48 }
    }

    @Test func `Reading one is enough to make the list grow`() async {
        let list = list()
        _ = list[3]
        await source.nextCall().answer(rows(0..<20))
        await until { list.count == 28 }
        list.removeViewer()
        #expect(list[24] == nil)
        #expect(await source.nextCall().request == .positions(20..<40))
    }

    @Test func `They go when the end is known`() async throws {
        let list = list()
        list.viewport(0..<8)
        await source.nextCall().answer(rows(0..<20))
        list.viewport(18..<28)
        await source.nextCall().answer(Page([Row(id: 20)], at: 20, continuation: .end))
        await until { list.isEndKnown }
        #expect(list.count == 21 && list.isComplete)
        async let anew: Void = list.reload()
        await source.nextCall().answer(page(0..<20, of: 50))
        try await anew
        #expect(list.count == 50)
    }

    @Test func `A reload shows them until its first page is in`() async throws {
        let list = list()
        list.viewport(0..<8)
        await source.nextCall().answer(page(0..<20, of: 50))
        await until { list.count == 50 }
        async let anew: Void = list.reload()
        await until { list.count == 8 }
        await source.nextCall().answer(rows(0..<20))
        try await anew
        #expect(list.count == 28)
    }

    @Test func `A list that is read in order has them to its end`() async {
        let list = PagedList(cursors(of: 45), policy: policy)
        #expect(list.count == 8)
        for top in stride(from: 0, to: 48, by: 8) where !list.isEndKnown {
            list.viewport(top..<top + 8)
            await until { list.isEndKnown || top < list.serverCount }
            #expect(list.count == list.serverCount + (list.isEndKnown ? 0 : 8))
        }
        #expect(list.count == 45)
    }

    @Test func `Hidden rows and rows of the reader's own come before them`() async throws {
        let list = PagedList(cursors(), policy: policy)
        list.viewport(0..<8)
        await until { list.count == 28 }
        list.hide { $0.id % 2 == 1 }
        #expect(list.count == 18 && list.serverCount == 20 && list.peek(10) == nil)
        try list.insert(Row(id: -1), at: .end)
        #expect(list.count == 19 && list.peek(10)?.id == -1 && list.peek(11) == nil)
        list.viewport(8..<16)
        await until { list.serverCount > 20 }
        #expect(list.count == list.serverCount / 2 + 1 + 8)
        #expect(list.place()?.id == 16)
        list.viewport(list.count - 2..<list.count)
        #expect(list.place()?.id == nil)
        list.hide(where: nil)
        #expect(list.count == list.serverCount + 1 + 8)
    }

    @Test func `They are not saved, and a list that is restored has its own`() async throws {
        let list = PagedList(cursors(), policy: policy)
        list.viewport(0..<8)
        await until { list.count == 28 }
        list.update(Row(id: 3, text: "mine"))
        let state = try list.saved()
        #expect(state.rows.count == 20)
        let other = try PagedList(cursors(), restoring: state, policy: policy)
        #expect(other.count == 28 && other.serverCount == 20)
        #expect(other.peek(3)?.text == "mine" && other.peek(20) == nil)
        #expect(try PagedList(cursors(), restoring: state).count == 20)
    }

    @Test func `None are shown where the end is known or none are wanted`() async {
        let list = list(LoadPolicy(pageSize: 20, preloads: false))
        #expect(list.count == 0)
        list.viewport(0..<8)
        await source.nextCall().answer(rows(0..<20))
        await until { list.count == 20 }
        list.policy = policy
        list.viewport(1..<9)
        #expect(list.count == 28)
    }

    @Test(arguments: [Int?.none, 1_000, 30, 7])
    func `A list has no more rows than it may have`(total: Int?) async {
        let list = list(LoadPolicy(pageSize: 20, preloads: false, endPlaceholders: 8, maximumCount: 30))
        list.viewport(0..<8)
        await source.nextCall().answer(Page((0..<min(20, total ?? 20)).map { Row(id: $0) }, at: 0, total: total))
        await until { list.serverCount > 0 }
        #expect(list.count == min(30, total ?? 28))
        guard total ?? 30 > 20 else { return #expect(list.isComplete) }
        list.viewport(15..<28)
        let call = await source.nextCall()
        guard case .positions(let asked) = call.request else { return }
        call.answer(Page(asked.map { Row(id: $0) }, at: asked.lowerBound, total: total))
        await until { list.isComplete }
        #expect(list.count == 30 && list.rows.map { $0?.id } == Array(0..<30))
    }

    @Test func `A list that is read in order ends where it may have no more`() async {
        let list = PagedList(cursors(), policy: LoadPolicy(pageSize: 20, endPlaceholders: 8, maximumCount: 50))
        list.viewport(0..<8)
        await until { list.serverCount >= 20 }
        list.viewport(30..<44)
        await until { list.isEndKnown }
        list.viewport(40..<50)
        await until { list.isComplete }
        #expect(list.rows.map { $0?.id } == Array(0..<50))
        #expect(list.state.error == nil)
    }

    @Test func `Rows that come on top of a list that is full push it on`() async throws {
        let server = RowServer((0..<100).map { Row(id: $0) })
        let list = PagedList(
            server, behavior: ListBehavior(membership: .growsOnTop),
            policy: LoadPolicy(pageSize: 20, preloads: false, maximumCount: 30))
        list.viewport(0..<30)
        await until { list.isComplete }
        #expect(list.count == 30)
        server.change { $0.insert(contentsOf: [Row(id: -2), Row(id: -1)], at: 0) }
        try await list.refresh()
        await until { list.peek(0)?.id == -2 }
        #expect(Array(list.rows.compactMap { $0?.id }.prefix(5)) == [-2, -1, 0, 1, 2])
        #expect(list.isEndKnown)
    }
}
