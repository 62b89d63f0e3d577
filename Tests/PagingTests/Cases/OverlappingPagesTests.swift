import Paging
import Testing

/// Servers whose pages repeat rows of the page beside them: cursors that include their own row, pages that overlap on purpose.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct OverlappingPagesTests {
    nonisolated private static let overlap = 3
    private let policy = LoadPolicy(pageSize: 20, preloads: false)

    /// Rows 0 to 99 by cursors, which are positions; each page has three rows of the one beside it.
    private let source = CursorSource<Row> { cursor, limit in
        let start = cursor.flatMap { Int($0.description) } ?? 0
        return Self.page(max(0, start - Self.overlap)..<start + limit - Self.overlap)
    } before: { cursor, limit in
        let end = cursor.flatMap { Int($0.description) } ?? 100
        return Self.page(end - limit + Self.overlap..<end + Self.overlap)
    } around: { id, limit in
        let place = Int(id) ?? 0
        return Self.page(place - limit / 2..<place + limit / 2)
    }

    nonisolated private static func page(_ range: Range<Int>) -> Page<Row> {
        let rows = range.clamped(to: 0..<100)
        return Page(
            rows.map { Row(id: $0, text: "row \($0)") },
            continuation: rows.upperBound < 100 ? .next(Cursor("\(rows.upperBound)")) : .end,
            beginning: rows.lowerBound > 0 ? .previous(Cursor("\(rows.lowerBound)")) : .start)
    }

    @Test(arguments: [ListBehavior.fixed, ListBehavior(membership: .changes)])
    func `Each row is there once, after a refresh too`(behavior: ListBehavior) async throws {
        let list = PagedList(source, behavior: behavior, policy: policy)
        while !list.isEndKnown { try await list.loadMore() }
        #expect(list.rows.compactMap { $0?.id } == Array(0..<100))
        list.viewport(list.count - 12..<list.count)
        try await list.refresh()
        list.viewport(40..<52)
        try await list.refresh()
        #expect(list.rows.compactMap { $0?.id } == Array(0..<100))
    }

    @Test(arguments: [ListBehavior.fixed, ListBehavior(membership: .changes)])
    func `Rows that a page above repeats keep their identities`(behavior: ListBehavior) async throws {
        let list = PagedList(source, startingAt: .id(50), behavior: behavior, policy: policy)
        try await list.loadMore()
        let slots = (0..<5).map { list.slotID(at: $0) }
        let count = list.count
        try await list.loadMore(.before)
        #expect(list.count == count + 20 - Self.overlap)
        #expect((0..<5).map { list.slotID(at: $0 + list.count - count) } == slots)
        while !list.isStartKnown { try await list.loadMore(.before) }
        while !list.isEndKnown { try await list.loadMore() }
        #expect(list.rows.compactMap { $0?.id } == Array(0..<100))
    }
}
