import PagingCore
import PagingWire
import Testing

@testable import PagingHTTP

/// A walk by cursors ends, however long its circle is.
@Suite struct CursorWalkTests {
    private func sketch(_ page: Int) -> PageSketch {
        let rows: [JSONValue] = (0..<10).map { ["name": .string("row \(page * 10 + $0)")] }
        return PageSketch(rows, identifier: nil)
    }

    @Test(arguments: [1, 2, 7, 40, 100, 333])
    func `A circle behind fresh cursors is found within three times its length`(length: Int) {
        var walk = CursorWalk()
        var (cursor, pages) = (Cursor?.none, 0)
        while pages < 10_000 {
            let next = Cursor("c\(pages)")
            if walk.take(10, after: cursor, next: next, sketch: sketch(pages % length)) != .isProgress { break }
            (cursor, pages) = (next, pages + 1)
        }
        #expect(pages >= length && pages <= 3 * length + CursorWalk.rememberedPages, "\(pages)")
    }

    @Test func `A cursor that was followed leads back`() {
        var walk = CursorWalk()
        #expect(walk.take(10, after: nil, next: Cursor("a"), sketch: sketch(0)) == .isProgress)
        #expect(walk.take(10, after: Cursor("a"), next: Cursor("b"), sketch: sketch(1)) == .isProgress)
        #expect(walk.take(10, after: Cursor("b"), next: Cursor("a"), sketch: sketch(2)) == .leadsBack)
        // A reader who comes back to a page that was evicted walks no circle.
        #expect(walk.take(10, after: Cursor("a"), next: Cursor("b"), sketch: sketch(1)) == .isProgress)
        #expect(walk.rowsBehind(Cursor("b"), count: 10) == 30)
    }

    @Test func `So many empty pages in a row, and no more`() {
        var walk = CursorWalk()
        var cursor: Cursor?
        for page in 0..<HTTPLimits.defaultMaximumEmptyPages {
            let next = Cursor("c\(page)")
            #expect(walk.take(0, after: cursor, next: next, sketch: nil) == .isProgress)
            cursor = next
        }
        #expect(walk.take(0, after: cursor, next: Cursor("last"), sketch: nil) == .staysEmpty)
    }

    @Test func `Pages of the walk before are no circle of the new one, and a circle behind them is found`() {
        var walk = CursorWalk()
        #expect(walk.take(10, after: nil, next: Cursor("a"), sketch: sketch(0)) == .isProgress)
        #expect(walk.take(10, after: Cursor("a"), next: Cursor("b"), sketch: sketch(1)) == .isProgress)
        // A refresh has other cursors, and the list still follows one of before, to a page that the new walk reaches, too.
        #expect(walk.take(10, after: nil, next: Cursor("c"), sketch: sketch(0)) == .isProgress)
        #expect(walk.take(10, after: Cursor("b"), next: Cursor("d"), sketch: sketch(2)) == .isProgress)
        #expect(walk.take(10, after: Cursor("c"), next: Cursor("e"), sketch: sketch(1)) == .isProgress)
        #expect(walk.take(10, after: Cursor("e"), next: Cursor("f"), sketch: sketch(2)) == .isProgress)
        #expect(walk.take(10, after: Cursor("f"), next: Cursor("g"), sketch: sketch(1)) == .cameBefore)
    }

    @Test func `A request for the start begins a walk anew`() {
        var walk = CursorWalk()
        for _ in 0..<3 {
            #expect(walk.take(10, after: nil, next: Cursor("a"), sketch: sketch(0)) == .isProgress)
            #expect(walk.take(10, after: Cursor("a"), next: nil, sketch: sketch(1)) == .isProgress)
        }
    }

    @Test(arguments: 1...8, [false, true])
    func `Pages that are asked for at once may come in any order, and a circle is found when it closes`(
        pages: Int, isCircle: Bool
    ) {
        var random = SplitMix64(seed: UInt64(pages))
        for _ in 0..<200 {
            var walk = CursorWalk()
            #expect(walk.take(10, after: nil, next: Cursor("0"), sketch: sketch(100)) == .isProgress)
            let order = (0..<pages).shuffled(using: &random)
            let verdicts = order.map { page in
                let next = page + 1 < pages ? Cursor("\(page + 1)") : isCircle ? Cursor("0") : nil
                return walk.take(10, after: Cursor("\(page)"), next: next, sketch: sketch(page))
            }
            #expect(verdicts.dropLast().allSatisfy { $0 == .isProgress }, "\(order)")
            #expect(verdicts.last == (isCircle ? .leadsBack : .isProgress), "\(order)")
        }
    }
}
