import Paging
import PagingTesting
import Testing

@testable import PagingTool

/// A list behind limit and offset, or cursors, which is changed at random between any two requests.
private struct ChangingServer {
    enum Change: CaseIterable {
        case insertOnTop, deleteAbove, deleteAhead, insertAnywhere, move, nothing
    }

    var rows: [Int]
    /// Rows that have been there from the first request on.
    var throughout: Set<Int>
    let tellsTotal: Bool
    let largestPage: Int
    /// Whether pages carry a version.
    let hasVersions: Bool
    private var next: Int
    private var version = 0

    init(count: Int, tellsTotal: Bool, largestPage: Int, hasVersions: Bool) {
        rows = Array(0..<count)
        throughout = Set(rows)
        next = count
        (self.tellsTotal, self.largestPage, self.hasVersions) = (tellsTotal, largestPage, hasVersions)
    }

    /// Changes the list: above and ahead of its reader, mostly.
    mutating func change(_ kinds: [Change], near position: Int, random: inout SplitMix64) {
        guard let kind = kinds.randomElement(using: &random), kind != .nothing else { return }
        version += 1
        switch kind {
        case .insertOnTop: insert(Int.random(in: 1...9, using: &random), at: 0)
        case .insertAnywhere:
            insert(Int.random(in: 1...3, using: &random), at: Int.random(in: 0...rows.count, using: &random))
        case .deleteAbove: remove(in: 0..<min(position, rows.count), random: &random)
        case .deleteAhead: remove(in: min(position, rows.count)..<rows.count, random: &random)
        case .move:
            guard !rows.isEmpty else { return }
            let row = rows.remove(at: Int.random(in: 0..<rows.count, using: &random))
            rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
        case .nothing: break
        }
    }

    private mutating func insert(_ count: Int, at position: Int) {
        rows.insert(contentsOf: next..<next + count, at: position)
        next += count
    }

    private mutating func remove(in range: Range<Int>, random: inout SplitMix64) {
        guard !range.isEmpty else { return }
        let lower = Int.random(in: range, using: &random)
        let gone = lower..<min(lower + Int.random(in: 1...12, using: &random), range.upperBound)
        throughout.subtract(rows[gone])
        rows.removeSubrange(gone)
    }

    func answer(_ request: PageRequest) -> ListWalk<Int>.Look {
        let (start, limit): (Int, Int) =
            switch request {
            case .positions(let range): (range.lowerBound, range.count)
            // A cursor names a row of a list in order of insertion, so that it means the same after any change.
            case .after(let cursor, let limit):
                (
                    cursor.flatMap { after in rows.firstIndex { $0 > Int(after.description) ?? 0 } ?? rows.count } ?? 0,
                    limit
                )
            // A walk goes downwards.
            case .before(_, let limit), .around(_, let limit): (rows.count, limit)
            }
        let low = min(start, rows.count)
        let ids = Array(rows[low..<min(low + min(limit, largestPage), rows.count)])
        let isEnd = tellsTotal ? low + ids.count >= rows.count : ids.count < min(limit, largestPage)
        var continuation: PageContinuation = isEnd ? .end : .more
        if case .after = request, let last = ids.last, !isEnd { continuation = .next(Cursor("\(last)")) }
        return .init(
            ids: ids, position: start, total: tellsTotal ? rows.count : nil, continuation: continuation,
            version: hasVersions ? Version("\(version)") : nil)
    }
}

/// Whatever happens to the list between two requests, each row that was there throughout is delivered once.
@Suite struct ListWalkTests {
    private struct Outcome {
        var delivered: [Int] = []
        var requests = 0
        var server: ChangingServer
        var walk: ListWalk<Int>
    }

    private func walk(
        _ behavior: ListBehavior, _ kinds: [ChangingServer.Change], seed: UInt64, changes: Int = .max,
        capabilities: SourceCapabilities = .positions, count: Int? = nil
    ) -> Outcome {
        var random = SplitMix64(seed: seed)
        let server = ChangingServer(
            count: count ?? Int.random(in: 0..<120, using: &random), tellsTotal: seed % 3 > 0,
            largestPage: seed % 5 == 0 ? 4 : 100, hasVersions: seed % 4 == 0)
        var outcome = Outcome(
            server: server,
            walk: ListWalk(behavior, pageSize: Int.random(in: 1...12, using: &random), capabilities: capabilities))
        while case .ask(let request) = outcome.walk.step, outcome.requests < 20_000 {
            outcome.requests += 1
            let look = outcome.server.answer(request)
            outcome.delivered += outcome.walk.take(look).map { look.ids[$0] }
            if outcome.requests <= changes {
                let position = (look.position ?? 0) + look.ids.count
                outcome.server.change(kinds, near: position, random: &random)
            }
        }
        return outcome
    }

    private func check(_ outcome: Outcome, mustEnd: Bool, _ note: Comment) {
        #expect(Set(outcome.delivered).count == outcome.delivered.count, note)
        #expect(outcome.requests < 20_000, note)
        guard outcome.walk.step == .done else {
            #expect(!mustEnd, "\(note): \(outcome.walk.step)")
            return
        }
        let missed = outcome.server.throughout.subtracting(outcome.delivered)
        #expect(missed.isEmpty, "\(note): missed \(missed.sorted())")
        // A row called removed was delivered and is gone.
        #expect(Set(outcome.walk.removed).isDisjoint(with: outcome.server.rows), note)
        #expect(Set(outcome.walk.removed).isSubset(of: outcome.delivered), note)
    }

    @Test func `Rows added on top`() {
        for seed in 0..<UInt64(300) {
            let outcome = walk(ListBehavior(membership: .growsOnTop), [.insertOnTop, .nothing, .nothing], seed: seed)
            check(outcome, mustEnd: false, "seed \(seed)")
            #expect(outcome.walk.removed.isEmpty)
            // A row called added was not there at the start.
            #expect(Set(outcome.walk.added).isDisjoint(with: outcome.server.throughout), "seed \(seed)")
        }
    }

    @Test func `Rows that come and go in a stable order`() {
        for seed in 0..<UInt64(600) {
            let kinds: [ChangingServer.Change] = [.insertOnTop, .deleteAbove, .deleteAhead, .insertAnywhere, .nothing]
            let outcome = walk(ListBehavior(membership: .changes), kinds, seed: seed, changes: 60)
            check(outcome, mustEnd: true, "seed \(seed)")
            #expect(Set(outcome.walk.added).isDisjoint(with: outcome.server.throughout), "seed \(seed)")
        }
    }

    @Test func `Rows that come and go all the time`() {
        for seed in 0..<UInt64(300) {
            let kinds: [ChangingServer.Change] = [.deleteAbove, .deleteAhead, .insertAnywhere, .nothing]
            check(walk(ListBehavior(membership: .changes), kinds, seed: seed), mustEnd: false, "seed \(seed)")
        }
    }

    @Test func `Rows that move`() {
        for seed in 0..<UInt64(600) {
            let kinds = ChangingServer.Change.allCases
            let rebuilt = ListBehavior(membership: .changes, ranking: .rebuilt)
            check(walk(rebuilt, kinds, seed: seed, changes: 40), mustEnd: true, "seed \(seed)")
            check(walk(rebuilt, [.move, .nothing, .nothing], seed: seed), mustEnd: false, "seed \(seed)")
        }
    }

    @Test func `Cursors lead through the whole list`() {
        for seed in 0..<UInt64(100) {
            let outcome = walk(
                ListBehavior(membership: .changes), [.deleteAbove, .deleteAhead, .nothing], seed: seed,
                capabilities: .cursors)
            check(outcome, mustEnd: false, "seed \(seed)")
        }
    }

    // MARK: Examples

    /// Reads a list of twenty rows in pages of five that overlap by one, changed once.
    private func example(
        _ behavior: ListBehavior, after request: Int, _ change: (inout [Int]) -> Void
    ) -> (asked: [Int], delivered: [Int], walk: ListWalk<Int>) {
        var rows = Array(0..<20)
        var walk = ListWalk<Int>(behavior, pageSize: 5, capabilities: .positions)
        var (asked, delivered): ([Int], [Int]) = ([], [])
        while case .ask(.positions(let range)) = walk.step, asked.count < 100 {
            asked.append(range.lowerBound)
            let inside = range.clamped(to: 0..<rows.count)
            let ids = Array(rows[inside])
            let new = walk.take(
                .init(
                    ids: ids, position: range.lowerBound, total: rows.count,
                    continuation: inside.upperBound == rows.count ? .end : .more))
            delivered += new.map { ids[$0] }
            if asked.count == request { change(&rows) }
        }
        return (asked, delivered, walk)
    }

    @Test func `Two rows added on top`() {
        let run = example(ListBehavior(membership: .growsOnTop), after: 2) { $0.insert(contentsOf: [100, 101], at: 0) }
        //  0 1 2 3 4           page 1
        //          4 5 6 7 8   page 2; then 100 and 101 come on top
        //              6 7 8 9 10, which it asked for as the rows from 8 on
        #expect(run.asked == [0, 4, 8, 12, 16, 20, 0])
        #expect(run.delivered == Array(0..<20) + [100, 101])
        #expect(run.walk.added == [100, 101])
        #expect(run.walk.step == .done)
    }

    @Test func `More rows added on top than a page holds`() {
        let run = example(ListBehavior(membership: .growsOnTop), after: 2) {
            $0.insert(contentsOf: 100..<112, at: 0)
        }
        // The page asked for from 8 on holds but one known row, 0, and the walk goes on down from there.
        #expect(run.asked == [0, 4, 8, 12, 16, 20, 24, 28, 0, 4])
        #expect(run.delivered == Array(0..<9) + Array(108..<112) + Array(9..<20) + Array(100..<108))
        #expect(run.walk.added == Array(108..<112) + Array(100..<108))
        #expect(Set(run.delivered) == Set(0..<20).union(100..<112))
        #expect(run.walk.step == .done)
    }

    @Test func `Rows removed above leave no hole`() {
        let run = example(ListBehavior(membership: .changes), after: 2) { $0.removeSubrange(0..<3) }
        // Rows 8 on were asked for and begin with 11: no overlap, so back by half a page, and by a whole one.
        #expect(run.asked.prefix(5) == [0, 4, 8, 6, 2])
        #expect(run.delivered == Array(0..<20))
        #expect(run.walk.removed == [0, 1, 2])
        #expect(run.walk.pass == 2)
    }

    @Test func `A list became shorter than its reader's position`() {
        let run = example(ListBehavior(membership: .changes), after: 4) { $0.removeSubrange(2..<17) }
        #expect(run.delivered == Array(0..<20))
        #expect(run.walk.removed == Array(2..<17))
        let all = example(ListBehavior(membership: .changes), after: 2) { $0 = [] }
        #expect(all.delivered == Array(0..<9))
        #expect(all.walk.removed == Array(0..<9))
    }

    @Test func `A pass that saw one version is proof enough`() {
        var walk = ListWalk<Int>(
            ListBehavior(membership: .changes, ranking: .rebuilt), pageSize: 5, capabilities: .positions)
        var requests = 0
        while case .ask(.positions(let range)) = walk.step {
            let inside = range.clamped(to: 0..<20)
            _ = walk.take(
                .init(ids: Array(inside), position: range.lowerBound, total: 20, continuation: .more, version: "7"))
            requests += 1
        }
        #expect(requests == 5)
        #expect(walk.pass == 1)
        #expect(walk.step == .done)
    }

    @Test func `A list that outruns its reader ends with a reason`() {
        var walk = ListWalk<Int>(ListBehavior(membership: .growsOnTop), pageSize: 5, capabilities: .positions)
        var requests = 0
        while case .ask(.positions(let range)) = walk.step, requests < 1_000 {
            // As many come on top as are read: the same rows for ever.
            _ = walk.take(
                .init(ids: Array(0..<5), position: range.lowerBound, total: range.upperBound + 50, continuation: .more))
            requests += 1
        }
        guard case .failed(.noProgress(rows: 5, _)) = walk.step else {
            Issue.record("\(walk.step)")
            return
        }
        #expect(requests < 400)
    }

    @Test func `All that came on top is read`() {
        let run = example(ListBehavior(membership: .growsOnTop), after: 5) { $0.insert(contentsOf: 100..<140, at: 0) }
        #expect(Set(run.delivered) == Set(0..<20).union(100..<140))
        #expect(Set(run.walk.added) == Set(100..<140))
    }

    @Test func `Another order is noticed`() {
        #expect(example(ListBehavior(membership: .changes), after: 5) { $0.swapAt(3, 4) }.walk.isReordered)
        #expect(!example(ListBehavior(membership: .changes), after: 5) { $0.removeSubrange(3..<7) }.walk.isReordered)
    }
}
