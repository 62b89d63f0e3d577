import Paging
import PagingTesting
import Testing

@testable import PagingTool

/// The proofs of a whole walk, and the ends of one that cannot be.
@Suite struct ListWalkProofTests {
    private typealias Run = (requests: Int, delivered: [Int], walk: ListWalk<Int>)

    /// Walks a list that is answered for so, until the walk ends.
    private func run(
        _ behavior: ListBehavior, pageSize: Int = 5, capabilities: SourceCapabilities = .positions,
        answer: (_ request: PageRequest, _ run: Run) -> ListWalk<Int>.Look
    ) -> Run {
        var run: Run = (0, [], ListWalk(behavior, pageSize: pageSize, capabilities: capabilities))
        while case .ask(let request) = run.walk.step, run.requests < 1_000 {
            let look = answer(request, run)
            run.delivered += run.walk.take(look).map { look.ids[$0] }
            run.requests += 1
        }
        return run
    }

    /// The rows of a list that are asked for by position.
    private static func asked(_ request: PageRequest) -> Range<Int> {
        if case .positions(let range) = request { range } else { 0..<0 }
    }

    private static func cursor(_ request: PageRequest) -> Cursor? {
        if case .after(let cursor, _) = request { cursor } else { nil }
    }

    /// Reads a list that stays as it is, in pages of five.
    private func still(
        _ behavior: ListBehavior, _ rows: [Int], total: Int? = nil, atMost limit: Int = .max,
        startingAt boundary: (Int) -> Int = { $0 }, endingAt end: (Int) -> Int = { $0 }
    ) -> Run {
        run(behavior) { request, _ in
            let start = boundary(Self.asked(request).lowerBound)
            let asked = start..<end(Self.asked(request).upperBound)
            let ids = Array(rows[asked.clamped(to: 0..<rows.count)].prefix(limit))
            return .init(
                ids: ids, position: start, total: total,
                continuation: start + ids.count < (total ?? rows.count) ? .more : .end)
        }
    }

    private static let growing = ListBehavior(membership: .growsOnTop)
    private static let changing = ListBehavior(membership: .changes)
    private static let rebuilt = ListBehavior(membership: .changes, ranking: .rebuilt)

    @Test(arguments: [growing, changing])
    func `Rows that share an identifier are not called whole`(behavior: ListBehavior) {
        let run = still(behavior, Array(0..<14) + Array(0..<6), total: 20)
        #expect(run.walk.step == .failed(.uncounted(rows: 14, total: 20)))
        #expect(run.delivered == Array(0..<14))
    }

    @Test func `An identifier that is twice in an answer is an error`() {
        let run = still(Self.changing, [0, 1, 2, 3, 4, 5, 6, 6, 8, 9])
        #expect(run.walk.step == .failed(.repeatedIdentifier(row: 7, first: 6)))
        #expect(run.requests == 4)
    }

    @Test(arguments: [growing, changing])
    func `Rows behind a total that is kept too long are read`(behavior: ListBehavior) {
        #expect(still(behavior, Array(0..<23), total: 17).delivered == Array(0..<23))
        #expect(still(behavior, Array(0..<23), total: 7, atMost: 3).delivered == Array(0..<23))
        // Page numbers: two pages in an answer.
        let numbered = still(
            behavior, Array(0..<23), total: 10, startingAt: { $0 / 5 * 5 }, endingAt: { ($0 + 4) / 5 * 5 })
        #expect(numbered.delivered == Array(0..<23))
        // The last page is full by accident, and the total is right.
        let full = still(behavior, Array(0..<21), total: 21)
        #expect(full.delivered == Array(0..<21))
        #expect(full.walk.step == .done)
    }

    @Test(arguments: [growing, changing, rebuilt])
    func `A total that counts more than there is ends soon`(behavior: ListBehavior) {
        let run = still(behavior, Array(0..<20), total: 25)
        #expect(run.walk.step == .failed(.noWayOn(row: 20, total: 25)))
        #expect(run.delivered == Array(0..<20))
        #expect(run.requests < 12)
    }

    @Test func `An answer of one row cannot overlap`() {
        let run = still(Self.changing, Array(0..<20), total: 20, atMost: 1)
        #expect(run.walk.step == .failed(.noWayOn(row: 1, total: 20)))
        #expect(run.requests < 6)
    }

    @Test func `Pages that begin before what is asked for are quiet`() {
        let run = still(Self.rebuilt, Array(0..<23), startingAt: { $0 / 5 * 5 })
        #expect(run.walk.step == .done)
        #expect(run.walk.pass == 2)
        #expect(run.delivered == Array(0..<23))
    }

    @Test func `Cursors that lead in a circle`() {
        let run = run(Self.changing, capabilities: .cursors) { request, _ in
            let cursor = Self.cursor(request)
            let start = cursor == "150" ? 5 : cursor == "100" ? 10 : 0
            return .init(ids: Array(start..<start + 5), continuation: .next(cursor == "150" ? "100" : "150"))
        }
        #expect(run.walk.step == .failed(.circle(rows: 15)))
        #expect(run.requests == 4)
    }

    @Test func `Rows that share an identifier are not called whole where others come`() {
        var rows = Array(0..<14) + Array(0..<6)
        let run = run(Self.changing) { request, run in
            if run.walk.pass == 2, rows.count == 20 { rows.insert(contentsOf: 100..<106, at: 0) }
            let asked = Self.asked(request)
            return .init(
                ids: Array(rows[asked.clamped(to: 0..<rows.count)]), position: asked.lowerBound, total: rows.count,
                continuation: .more)
        }
        #expect(run.walk.step == .failed(.uncounted(rows: 20, total: 26)))
    }

    /// Reads a list by cursors, each the last row that was given, in pages of five.
    private func byLastRow(
        _ behavior: ListBehavior, total: (_ request: Int) -> Int?,
        _ change: (_ rows: inout [Int], _ request: Int) -> Void
    ) -> Run {
        var rows = Array(0..<20)
        return run(behavior, capabilities: .cursors) { request, run in
            if run.requests > 0 { change(&rows, run.requests) }
            let last = Self.cursor(request).flatMap { Int($0.description) }
            let start = last.flatMap { rows.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            let ids = Array(rows[start...].prefix(5))
            let isEnd = start + ids.count == rows.count
            return .init(
                ids: ids, total: total(run.requests),
                continuation: isEnd ? .end : ids.last.map { .next(Cursor("\($0)")) } ?? .end)
        }
    }

    @Test(arguments: [growing, changing, rebuilt])
    func `A total on the first page alone is no change`(behavior: ListBehavior) {
        let run = byLastRow(behavior, total: { $0 == 0 ? 20 : nil }, { _, _ in })
        #expect(run.walk.step == .done)
        #expect(run.walk.pass == 2)
        #expect(run.delivered == Array(0..<20))
        #expect(run.requests == (behavior == Self.growing ? 5 : 8))
    }

    @Test func `A row that ends a page again is no circle`() {
        // The last row of the first page goes to the end of the third.
        let run = byLastRow(Self.rebuilt, total: { _ in nil }) { rows, request in
            if request == 2 { rows.insert(rows.remove(at: 4), at: 13) }
        }
        #expect(run.walk.step == .done)
        #expect(run.delivered.sorted() == Array(0..<20))
    }

    @Test func `A list of a fixed length that is fed on top is whole`() {
        for seed in 0..<UInt64(200) {
            var random = SplitMix64(seed: seed)
            var (rows, next) = (Array(0..<200), 1_000)
            let run = run(Self.changing, pageSize: 20) { request, _ in
                let asked = Self.asked(request)
                defer {
                    for _ in 0..<Int.random(in: 0...2, using: &random) {
                        rows.removeLast()
                        rows.insert(next, at: 0)
                        next += 1
                    }
                }
                return .init(
                    ids: Array(rows[asked.clamped(to: 0..<rows.count)]), position: asked.lowerBound, total: 200,
                    continuation: .more)
            }
            #expect(run.walk.step == .done, "seed \(seed)")
            #expect(Set(run.delivered).isSuperset(of: rows.filter { $0 < 200 }), "seed \(seed)")
        }
    }

    @Test func `Joined pages of a list that grows are taken`() {
        // Two pages in an answer; between them one comes on top, so that a row is there twice.
        var (rows, next) = (Array(0..<30), 100)
        let run = run(Self.growing) { request, run in
            var ids: [Int] = []
            let first = Self.asked(request).lowerBound / 5 * 5
            for start in [first, first + 5] {
                ids += rows[(start..<start + 5).clamped(to: 0..<rows.count)]
                if run.requests < 40 {
                    rows.insert(next, at: 0)
                    next += 1
                }
            }
            return .init(ids: ids, position: first, continuation: first + 10 < rows.count ? .more : .end)
        }
        #expect(run.walk.step == .done)
        #expect(Set(run.delivered).isSuperset(of: 0..<30))
        #expect(Set(run.delivered).count == run.delivered.count)
    }
}
