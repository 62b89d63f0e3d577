import Testing

@testable import Paging
@testable import PagingCore
@testable import PagingUI

/// Items that a view shows: rows, separators between them, and the list's ends.
@Suite struct ShownRowsTests {
    private let ends = ShownRows<Int>.Separated.Ends(isStartKnown: true, isEndKnown: true)

    private func shown(_ items: [Int], above: Bool = false, below: Bool = false) -> ShownRows<Int> {
        var rows = PagedArray<Int>(count: items.count)
        if !items.isEmpty { rows.fill(items, at: 0) }
        var shown = ShownRows(rows)
        _ = shown.separate(
            { above, below in below.flatMap { above.map { $0 / 10 } == $0 / 10 ? nil : AnySeparator($0 / 10) } },
            ends: ends)
        _ = shown.showEdges(above: above, below: below)
        return shown
    }

    private func picture(_ shown: ShownRows<Int>) -> String {
        (0..<shown.count).map { item in
            switch shown[item] {
            case .row(let row): shown.rows[row].map { "\($0)" } ?? "."
            case .separator(let separator): "[\(separator.base)]"
            case .edge(let direction): "<\(direction)>"
            }
        }.joined(separator: " ")
    }

    @Test func `Without separators and ends an item is the row at its position`() {
        let shown = ShownRows(PagedArray<Int>(count: 10))
        #expect(shown.count == 10 && shown.row(at: 4) == 4 && shown.item(ofRow: 4) == 4 && shown.row(at: 10) == nil)
        #expect(shown.rowsToTell(of: 2..<5) == 2..<5 && !shown.hasSeparators && shown.nearestRow(to: 7) == 7)
    }

    @Test func `Items count separators and ends, and lead to rows and back`() {
        let shown = shown([1, 11], above: true, below: true)
        #expect(picture(shown) == "<before> [0] 1 [1] 11 <after>")
        #expect((0..<2).map(shown.item) == [2, 4] && (0..<6).map(shown.nearestRow) == [0, 0, 0, 1, 1, 1])
        #expect(shown.rows(in: 0..<3) == 0..<1 && shown.rows(in: 3..<6) == 1..<2)
        // Where there is no row on screen the next one is looked at.
        #expect(shown.rows(in: 3..<4).isEmpty && shown.rowsToTell(of: 3..<4) == 1..<2)
        #expect(shown.separatorItems(in: [0..<6]) == [1..<2, 3..<4] && shown.isSeparator(1) && !shown.isSeparator(6))
    }

    @Test func `Ends that come and go are updates, and so is a change of the list beside them`() throws {
        var shown = shown([1, 11], above: true)
        try shown.showEdges(above: false, below: true).validate()
        #expect(picture(shown) == "[0] 1 [1] 11 <after>")
        var update = shown.showEdges(above: true, below: true)
        #expect(update.inserted == [0..<1] && update.removed.isEmpty)
        let before = shown.rows
        var after = PagedArray<Int>(count: 3)
        after.fill([1, 5, 11], at: 0)
        let list = ListUpdate(oldCount: 2, newCount: 3, inserted: [1..<2])
        update = shown.apply(ListChange(list, before: before, after: after, reason: .refresh), ends: ends)
        #expect(picture(shown) == "<before> [0] 1 5 [1] 11 <after>")
        try update.validate()
        #expect(update.inserted == [3..<4] && update.oldCount == 6 && update.newCount == 7)
    }
}
