import Paging
import PagingTesting
import Testing

@testable import Paging

/// The rows of a view change when the view says so.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ListMirrorTests {
    private func loaded(_ count: Int) async -> PagedList<Row> {
        let list = PagedList(ArraySource((0..<count).map { Row(id: $0) }), clock: VirtualClock(), seed: 1)
        list.viewport(0..<count)
        await until { list.isComplete }
        return list
    }

    @Test func `Its rows stay until the view advances`() async throws {
        let list = await loaded(10)
        var news = 0
        let mirror = ListMirror(list) { news += 1 }
        #expect(mirror.rows.count == 10 && news == 0 && !mirror.hasNews)
        try list.remove(id: 3)
        #expect(list.count == 9 && mirror.rows.count == 10 && news == 1)
        guard case .batch(let change)? = mirror.next() else { return #expect(Bool(false)) }
        #expect(change.update.removed == [3..<4] && mirror.rows.count == 10)
        mirror.advance()
        #expect(mirror.rows.count == 9 && mirror.next() == nil)
    }

    @Test func `What comes while a view is busy is one change`() async throws {
        let list = await loaded(10)
        let mirror = ListMirror(list)
        try list.remove(id: 3)
        let first = mirror.next()
        // The view animates the first; two more come, and the second is not asked for before the first is shown.
        try list.remove(id: 4)
        try list.remove(id: 5)
        #expect(mirror.next() == nil)
        #expect(first?.change.after.count == 9)
        mirror.advance()
        #expect(mirror.rows.count == 9)
        guard case .batch(let second)? = mirror.next() else { return #expect(Bool(false)) }
        #expect(second.update.removed == [3..<5] && second.before == mirror.rows)
        mirror.advance()
        #expect(mirror.rows == list.rows && !mirror.hasNews)
    }

    @Test func `A list's first rows, and more rows than anybody can follow, are a reload`() {
        let mirror = ListMirror(PagedArray<Row>())
        mirror.receive(change(of: mirror.rows, to: 1_000_000))
        guard case .reload? = mirror.next() else { return #expect(Bool(false)) }
        mirror.advance()
        mirror.receive(change(of: mirror.rows, to: 1_000_000 + mirror.batchLimit))
        guard case .batch? = mirror.next() else { return #expect(Bool(false)) }
        mirror.advance()
        mirror.receive(change(of: mirror.rows, to: mirror.rows.count + mirror.batchLimit + 1))
        guard case .reload? = mirror.next() else { return #expect(Bool(false)) }
    }

    private func change(of rows: PagedArray<Row>, to count: Int) -> ListChange<Row> {
        let update = ListUpdate(oldCount: rows.count, newCount: count, inserted: [rows.count..<count])
        var after = rows
        after.rearrange(by: update)
        return ListChange(update, before: rows, after: after, reason: .arrival)
    }
}
