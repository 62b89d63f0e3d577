import Testing

@testable import Paging
@testable import PagingCore

/// Rows with separators between them, against computing them anew. A row is a number, and its day the number by ten.
@Suite struct SeparatedRowsTests {
    private typealias Rows = SeparatedRows<Int, Int>

    private static let day: Rows.Make = { above, below in
        // Behind the last row of the list there is one, too.
        guard let below else { return -1 }
        return above.map { $0 / 10 } == below / 10 ? nil : below / 10
    }

    private func rows(_ items: [Int?], start: Bool = true, end: Bool = true) -> Rows {
        Rows(array(items), ends: .init(isStartKnown: start, isEndKnown: end), make: Self.day)
    }

    private func array(_ items: [Int?]) -> PagedArray<Int> {
        var array = PagedArray<Int>(count: items.count)
        for (row, item) in items.enumerated() { if let item { array.fill([item], at: row) } }
        return array
    }

    /// The rows that are shown: rows as they are, `.` for placeholders, days in brackets.
    private func picture(_ rows: Rows) -> String {
        (0..<rows.count).map { position in
            switch rows[position] {
            case .row(let row): rows.rows[row].map { "\($0)" } ?? "."
            case .separator(_, let day): day < 0 ? "[end]" : "[\(day)]"
            }
        }.joined(separator: " ")
    }

    private func id(_ rows: Rows, _ position: Int) -> SeparatorID? {
        if case .separator(let id, _) = rows[position] { id } else { nil }
    }

    @Test func `Separators are between loaded neighbors, and at ends that are known`() {
        #expect(picture(rows([1, 2, 11, nil, 21])) == "[0] 1 2 [1] 11 . 21 [end]")
        #expect(picture(rows([1, 2, 11], start: false, end: false)) == "1 2 [1] 11")
        #expect(picture(rows([nil, nil])) == ". .")
        #expect(picture(rows([])) == "")
    }

    @Test func `A row that comes at a day's start leaves the day's line where it is, with its identity`() {
        var rows = rows([1, 12])
        let line = id(rows, 2)
        let update = rows.apply(
            ListUpdate(oldCount: 2, newCount: 3, inserted: [1..<2]), leadingTo: array([1, 11, 12]), ends: rows.ends)
        #expect(picture(rows) == "[0] 1 [1] 11 12 [end]")
        #expect(update.inserted == [3..<4] && update.removed.isEmpty && id(rows, 2) == line)
    }

    @Test func `A row above moves no line's identity, and a page that fills in brings its lines`() {
        var rows = rows([nil, nil, 11, 21], start: false)
        let line = id(rows, 3)
        let update = rows.apply(
            ListUpdate(oldCount: 4, newCount: 4, changed: [0..<2]), leadingTo: array([1, 2, 11, 21]), ends: rows.ends)
        #expect(picture(rows) == "1 2 [1] 11 [2] 21 [end]")
        #expect(update.inserted == [2..<3] && update.changed == [0..<2] && id(rows, 4) == line)
        let ends = rows.apply(ends: .init(isStartKnown: true, isEndKnown: true))
        #expect(ends.inserted == [0..<1] && picture(rows).hasPrefix("[0] 1"))
    }

    @Test func `The first answer of a long list costs what is loaded`() {
        var rows = Rows(PagedArray(), ends: .init(isStartKnown: true, isEndKnown: true), make: Self.day)
        var array = PagedArray<Int>(count: 1_000_000_000)
        array.fill([5, 15], at: 500_000_000)
        let update = rows.apply(
            ListUpdate(oldCount: 0, newCount: array.count, inserted: [0..<array.count]), leadingTo: array,
            ends: rows.ends)
        #expect(rows.count == 1_000_000_001 && update.inserted.count == rows.count)
        #expect(rows.position(ofRow: 500_000_001) == 500_000_002)
        #expect(rows.rows(in: 500_000_001..<500_000_003) == 500_000_001..<500_000_002)
    }

    @Test func `Through random updates it agrees with computing anew, and its updates lead from one to the next`()
        throws
    {
        var random = SplitMix64(seed: 7)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(1, bound))) }
        for _ in 0..<50 {
            var items: [Int?] = (0..<below(60)).map { below(5) == 0 ? nil : $0 }
            var made = 100
            var rows = rows(items, start: below(2) == 0, end: below(2) == 0)
            for step in 0..<25 {
                let old = items
                var order = Array(old.indices)
                var (removed, moves) = (Set<Int>(), [(from: Int, item: Int?)]())
                for row in old.indices where below(8) == 0 {
                    if below(3) > 0 { removed.insert(row) } else { moves.append((row, old[row])) }
                }
                if moves.count > 3 { moves.removeLast(moves.count - 3) }
                let leaving = removed.union(moves.map(\.from))
                order.removeAll { leaving.contains($0) }
                var new: [(old: Int?, item: Int?)] = order.map { ($0, old[$0]) }
                for move in moves { new.insert((move.from, move.item), at: below(new.count + 1)) }
                for _ in 0..<below(4) {
                    let place = below(new.count + 1)
                    for offset in 0..<1 + below(3) {
                        new.insert((nil, below(4) == 0 ? nil : made + offset), at: place)
                    }
                    made += below(2) == 0 ? 3 : 0
                }
                let moved = Set(moves.map(\.from))
                var update = ListUpdate(oldCount: old.count, newCount: new.count)
                update.removed = PositionSet(removed.map { $0..<$0 + 1 })
                update.inserted = PositionSet(new.indices.filter { new[$0].old == nil }.map { $0..<$0 + 1 })
                update.moves = new.indices.compactMap { row in
                    new[row].old.flatMap { moved.contains($0) ? .init(from: $0, to: row) : nil }
                }
                var changed: [Range<Int>] = []
                for row in new.indices where new[row].old.map({ !moved.contains($0) }) ?? false && below(6) == 0 {
                    new[row].item = below(3) == 0 ? nil : below(80)
                    changed.append(row..<row + 1)
                }
                update.changed = PositionSet(changed)
                items = new.map(\.item)
                let ends = below(6) == 0 ? Rows.Ends(isStartKnown: below(2) == 0, isEndKnown: below(2) == 0) : rows.ends
                let before = rows
                let result = rows.apply(update, leadingTo: array(items), ends: ends)
                try result.validate()
                let whole = Rows(array(items), ends: ends, make: Self.day)
                try #require(picture(rows) == picture(whole), "step \(step)")
                check(before, rows, result)
                for row in items.indices { #expect(rows[rows.position(ofRow: row)] == .row(row)) }
            }
        }
    }

    /// A row that neither comes, goes nor moves is the same, and unless it is told to have changed it shows the same.
    private func check(_ before: Rows, _ after: Rows, _ update: ListUpdate) {
        let map = update.positionMap
        #expect(update.oldCount == before.count && update.newCount == after.count)
        for position in 0..<after.count {
            guard let old = map.oldPosition(of: position) else { continue }
            switch (before[old], after[position]) {
            case (.separator(let id, let day), .separator(let newID, let newDay)): #expect(id == newID && day == newDay)
            case (.row(let row), .row(let newRow)):
                if !update.changed.contains(position) { #expect(before.rows[row] == after.rows[newRow]) }
            default: Issue.record("a row became a separator at \(position)")
            }
        }
    }
}
