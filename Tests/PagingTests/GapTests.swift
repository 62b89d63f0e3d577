import Paging
import PagingTesting
import Testing

/// A feed that is read by cursors and refreshed at the top, where more has come than a page holds.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct GapTests {
    private func shown(_ list: PagedList<Row>) -> [Int?] { (0..<list.count).map { list.peek($0)?.id } }

    /// Five rows a page of a feed whose newest row has the greatest number; a cursor is the number that was seen last.
    private func feed(_ newest: Locked<Int>) -> CursorSource<Row> {
        CursorSource { cursor, limit in
            let first = cursor.flatMap { Int("\($0)") }.map { $0 - 1 } ?? newest.withLock { $0 }
            let rows = stride(from: first, to: max(first - limit, -1), by: -1).map { Row(id: $0) }
            return Page(rows, continuation: first - limit < 0 ? .end : .next(Cursor("\(first - limit + 1)")))
        }
    }

    private func list(_ newest: Locked<Int>, _ policy: GapPolicy) async throws -> PagedList<Row> {
        let list = PagedList(
            feed(newest), behavior: ListBehavior(membership: .growsOnTop),
            policy: LoadPolicy(pageSize: 5, preloads: false))
        list.gapPolicy = policy
        list.viewport(0..<5)
        while shown(list).count < 10 { try await list.loadMore() }
        #expect(shown(list) == [19, 18, 17, 16, 15, 14, 13, 12, 11, 10])
        newest.withLock { $0 = 31 }
        return list
    }

    @Test func `A gap is shown and closed as it is tapped`() async throws {
        let list = try await list(Locked(19), .showGap)
        try await list.refresh()
        #expect(list.gapPositions == [5])
        #expect(shown(list).prefix(6) == [31, 30, 29, 28, 27, 19])
        list.fillGap(at: 4)
        list.fillGap(at: 5)
        await until { list.gapPositions == [10] }
        list.fillGap(at: 10)
        await until { list.gapPositions.isEmpty }
        #expect(shown(list) == Array((10...31).reversed()))
    }

    @Test func `The row behind a gap is known again once it was evicted, whatever identifiers are`() async throws {
        let newest = Locked(4)
        let rows = feed(newest)
        let words = CursorSource<Word> { cursor, limit in
            let page = try await rows.page(for: .after(cursor, limit: limit))
            return Page(page.items.map { Word(id: "word \($0.id)") }, continuation: page.continuation)
        }
        let list = PagedList(
            words, behavior: ListBehavior(membership: .growsOnTop), policy: LoadPolicy(pageSize: 5, preloads: false))
        list.gapPolicy = .showGap
        list.viewport(0..<5)
        await until { list.count == 5 && list.peek(4) != nil }
        newest.withLock { $0 = 24 }
        try await list.refresh()
        list.fillGap(at: 5)
        await until { list.gapPositions == [10] }
        // The five old rows are evicted, and five new ones come: none of them is the one behind the gap.
        list.viewport(0..<2)
        list.releaseMemory()
        #expect(list.peek(10) == nil)
        list.fillGap(at: 10)
        await until { list.gapPositions != [10] }
        #expect(list.gapPositions == [15])
        #expect((0..<15).map { list.peek($0)?.id } == (10...24).reversed().map { "word \($0)" })
    }

    @Test func `Hidden rows move a gap as they move all that follows`() async throws {
        let list = try await list(Locked(19), .showGap)
        try await list.refresh()
        list.hide { $0.id == 30 || $0.id == 19 }
        #expect(list.gapPositions == [4])
        list.fillGap(at: 4)
        await until { list.gapPositions == [9] }
        #expect(shown(list).prefix(9) == [31, 29, 28, 27, 26, 25, 24, 23, 22])
    }

    @Test func `What was loaded is dropped, or a gap filled, as the policy says`() async throws {
        let dropped = try await list(Locked(19), .reset)
        try await dropped.refresh()
        #expect(shown(dropped) == (0..<dropped.count).map { 31 - $0 })
        #expect(dropped.gapPositions.isEmpty)
        let filled = try await list(Locked(19), .fill(maxPages: 4))
        try await filled.refresh()
        await until { self.shown(filled).count >= 22 }
        #expect(filled.gapPositions.isEmpty)
        #expect(filled.gapPolicy == .fill(maxPages: 4))
    }
}

private struct Word: Identifiable, Sendable {
    let id: String
}
