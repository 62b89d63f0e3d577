import Foundation
import Testing

@testable import Paging
@testable import PagingCore
@testable import PagingUI

/// A view that is at home at its end, without a view: rows that count as 40 points high, in one of 400.
@Suite struct ListEdgesTests {
    private func frames(_ count: Int, edge: ListEdge = .end, insets: ListInsets = ListInsets()) -> ListFrames {
        var frames = ListFrames(rowHeight: 40, isSelfSizing: true, headerHeight: 0, footerHeight: 0)
        frames.edge = edge
        frames.reset(count: count, sections: nil)
        _ = frames.resize(width: 100, height: 400, insets: insets)
        _ = frames.moveToEnd()
        return frames
    }

    private func top(_ item: Int, _ frames: ListFrames) -> Double { frames.frame(of: item).minY - frames.scale.offset }
    private func bottom(_ item: Int, _ frames: ListFrames) -> Double {
        frames.frame(of: item).maxY - frames.scale.offset
    }

    /// Follows an update as views do.
    private func follow(
        _ update: ListUpdate, _ frames: inout ListFrames, isEndKnown: Bool = true, isLeaving: Bool = false
    ) {
        let place = frames.place.following(update)
        _ = frames.follow(
            update, sections: nil, keeping: RowAnchor(row: place.row, offset: frames.place.offset),
            ends: KnownEnds(isStartKnown: false, isEndKnown: isEndKnown), isLeaving: isLeaving)
    }

    private func appended(_ rows: Int, to count: Int) -> ListUpdate {
        ListUpdate(oldCount: count, newCount: count + rows, inserted: [count..<count + rows])
    }

    @Test func `Few rows are at the bottom, above what covers it, and as many as fit begin at the top`() {
        #expect(bottom(2, frames(3)) == 400 && top(0, frames(3)) == 280)
        #expect(top(0, frames(10)) == 0)
        let covered = frames(3, insets: ListInsets(top: 50, bottom: 90))
        #expect(bottom(2, covered) == 310 && covered.scale.offset == -50)
        #expect(top(0, frames(3, edge: .start)) == 0)
        #expect(frames(0).visibleItems.isEmpty)
    }

    @Test(arguments: [0, 1, 9, 10, 11, 100]) func `At the end it follows rows that come`(count: Int) {
        var frames = frames(count)
        follow(appended(3, to: count), &frames)
        #expect(bottom(count + 2, frames) == 400)
    }

    @Test func `So it does within the threshold, and beyond it the place stays`() {
        var near = frames(100)
        near.endThreshold = 60
        _ = near.scrolled(to: 3_600 - 60)
        follow(appended(1, to: 100), &near)
        #expect(bottom(100, near) == 400)
        var far = frames(100)
        far.endThreshold = 60
        _ = far.scrolled(to: 3_600 - 60.5)
        follow(appended(1, to: 100), &far)
        #expect(bottom(98, far) == 420.5)
    }

    @Test
    func `It follows neither rows that are only loaded, nor while the reader goes up, nor at a row that was asked for`()
    {
        var frames = frames(100)
        follow(appended(10, to: 100), &frames, isEndKnown: false)
        #expect(bottom(99, frames) == 400)
        frames = self.frames(100)
        _ = frames.scrolled(to: 3_590)
        follow(appended(10, to: 100), &frames, isLeaving: true)
        #expect(bottom(99, frames) == 410)
        frames = self.frames(100)
        _ = frames.moveToTop(95)
        follow(appended(10, to: 100), &frames)
        #expect(bottom(99, frames) == 400)
    }

    @Test func `Rows that come above or go there move nothing, nor does the view's height or the keyboard`() {
        var frames = frames(100)
        _ = frames.scrolled(to: 1_234.5)
        let before = bottom(39, frames)
        follow(ListUpdate(oldCount: 100, newCount: 150, inserted: [0..<50]), &frames)
        #expect(bottom(89, frames) == before)
        follow(ListUpdate(oldCount: 150, newCount: 140, removed: [5..<15]), &frames)
        #expect(bottom(79, frames) == before)
        for (height, covered) in [(300.0, 0.0), (300, 100), (500, 120), (400, 0)] {
            _ = frames.resize(width: 100, height: height, insets: ListInsets(bottom: covered))
            #expect(bottom(79, frames) == before + height - covered - 400)
        }
    }

    @Test func `Rows that turn out to be higher grow upwards, and below the last one on screen downwards`() {
        var frames = frames(100)
        for row in (90..<100).reversed() { _ = frames.measure(row, height: 73) }
        #expect(bottom(99, frames) == 400)
        _ = frames.scrolled(to: frames.scale.offset - 150)
        let before = bottom(96, frames)
        _ = frames.measure(85, height: 20)
        _ = frames.measure(99, height: 100)
        #expect(bottom(96, frames) == before)
        // A short one, too.
        var short = self.frames(3)
        for row in 0..<3 { _ = short.measure(row, height: 50) }
        #expect(bottom(2, short) == 400 && top(0, short) == 250)
    }

    @Test
    func `A row that was asked for is at the top, and stays there while rows are measured, until somebody scrolls`() {
        var frames = frames(100)
        _ = frames.moveToTop(50)
        for row in 40..<60 { _ = frames.measure(row, height: 55) }
        #expect(top(50, frames) == 0)
        _ = frames.scrolled(to: frames.scale.offset + 1)
        let before = bottom(frames.lastPlace.row, frames)
        let last = frames.lastPlace.row
        _ = frames.measure(50, height: 10)
        #expect(bottom(last, frames) == before)
    }

    @Test func `In a view at home at the top, what an upward scroll brings to the screen grows upwards`() {
        var frames = frames(100, edge: .start)
        _ = frames.scrolled(to: 2_000)
        frames.settle()
        _ = frames.scrolled(to: 1_900)
        let before = top(50, frames)
        for row in (47...49).reversed() { _ = frames.measure(row, height: 90) }
        #expect(top(50, frames) == before)
        frames.settle()
        let first = frames.anchor.row
        let place = top(first, frames)
        _ = frames.measure(first, height: 120)
        #expect(top(first, frames) == place)
    }

    @Test func `A long way is scrolled but for its last screen at once`() throws {
        var frames = frames(1_000)
        #expect(frames.way(to: .end) == nil)
        _ = frames.scrolled(to: 39_600 - 500)
        let short = try #require(frames.way(to: .end))
        #expect(short.jump == nil && short.target == 39_600)
        _ = frames.scrolled(to: 0)
        let long = try #require(frames.way(to: .end))
        #expect(long.jump == 39_200 && long.target == 39_600)
        let up = try #require(self.frames(1_000).way(to: .row(10)))
        #expect(up.jump == 800 && up.target == 400)
    }
}

/// Where a view begins.
@Suite struct AwaitedBeginningTests {
    private func rows(_ count: Int) -> PagedArray<Int> { PagedArray(count: count) }

    @Test func `It waits for the row, and follows it by its identity`() {
        var rows = rows(0)
        var beginning = AwaitedBeginning()
        beginning.see(rows, place: .id(7), position: 0, isEndKnown: false)
        #expect(beginning.take(in: rows, edge: .start) == nil)
        rows = self.rows(10)
        beginning.see(rows, place: .id(7), position: 4, isEndKnown: false)
        rows.apply(ListUpdate(oldCount: 10, newCount: 15, inserted: [0..<5])) { _ in nil }
        beginning.see(rows, place: .id(7), position: 4, isEndKnown: false)
        #expect(beginning.take(in: self.rows(0), edge: .start) == nil)
        #expect(beginning.take(in: rows, edge: .start) == .row(9))
        #expect(beginning.take(in: rows, edge: .start) == nil)
    }

    @Test func `A list that is shorter than its row begins at its end once that is known`() {
        var beginning = AwaitedBeginning()
        beginning.see(rows(10), place: .position(40), position: 40, isEndKnown: false)
        #expect(beginning.take(in: rows(10), edge: .start) == nil)
        beginning.see(rows(20), place: .position(40), position: 40, isEndKnown: true)
        #expect(beginning.take(in: rows(20), edge: .start) == .end)
    }

    @Test func `A list that begins at its start is where the view is at home`() {
        for (edge, place) in [(ListEdge.start, nil), (.end, ViewBeginning.end)] {
            var beginning = AwaitedBeginning()
            beginning.see(rows(3), place: .start, position: 0, isEndKnown: true)
            #expect(beginning.take(in: rows(3), edge: edge) == place)
        }
    }

    @Test func `What the app says goes before, and a jump begins anew`() {
        var beginning = AwaitedBeginning()
        beginning.end()
        beginning.see(rows(3), place: .end, position: 2, isEndKnown: true)
        #expect(beginning.take(in: rows(3), edge: .end) == nil)
        beginning.begin()
        beginning.see(rows(3), place: .end, position: 2, isEndKnown: true)
        #expect(beginning.take(in: rows(3), edge: .end) == .end)
    }
}

/// The number of rows that came below the last one on screen, against counting row by row.
@Suite struct UnseenBelowTests {
    @Test func `Rows below count until one at or below them is on screen`() {
        var unseen = UnseenBelow()
        unseen.follow(ListUpdate(oldCount: 0, newCount: 10, inserted: [0..<10]), comes: true)
        #expect(unseen.count == 0)
        unseen.look(at: 2..<6)
        unseen.follow(ListUpdate(oldCount: 10, newCount: 14, inserted: [0..<1, 11..<14]), comes: true)
        #expect(unseen.count == 3)
        unseen.follow(ListUpdate(oldCount: 14, newCount: 20, inserted: [14..<20]), comes: false)
        #expect(unseen.count == 3)
        unseen.look(at: 8..<12)
        #expect(unseen.count == 2)
        unseen.follow(ListUpdate(oldCount: 20, newCount: 19, removed: [12..<13]), comes: true)
        #expect(unseen.count == 1)
        unseen.look(at: 10..<19)
        #expect(unseen.count == 0)
    }

    @Test func `It agrees with counting one by one`() {
        var random = SplitMix64(seed: 11)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(1, bound))) }
        for _ in 0..<300 {
            var rows = Array(0..<below(20))
            var (made, unseen, news, end) = (rows.count, UnseenBelow(), Set<Int>(), Int?.none)
            for _ in 0..<20 {
                if below(3) == 0, !rows.isEmpty {
                    let first = below(rows.count)
                    let visible = first..<min(rows.count, first + 1 + below(5))
                    unseen.look(at: visible)
                    end = visible.upperBound
                    news.subtract(rows[..<visible.upperBound])
                } else {
                    let old = rows
                    let gone = old.indices.filter { _ in below(6) == 0 }
                    let kept = old.indices.filter { !gone.contains($0) }
                    var (new, inserted, boundary): ([Int], [Int], Int) = ([], [], 0)
                    let comes = below(2) == 0
                    for index in kept + [-1] {
                        while below(4) == 0 {
                            inserted.append(new.count)
                            new.append(made)
                            made += 1
                        }
                        if index < 0 { break }
                        new.append(old[index])
                        if let end, index < end { boundary = new.count }
                    }
                    let update = ListUpdate(
                        oldCount: old.count, newCount: new.count, removed: PositionSet(gone.map { $0..<$0 + 1 }),
                        inserted: PositionSet(inserted.map { $0..<$0 + 1 }))
                    unseen.follow(update, comes: comes)
                    news.formIntersection(new)
                    if comes, end != nil { news.formUnion(inserted.filter { $0 >= boundary }.map { new[$0] }) }
                    rows = new
                    end = end.map { _ in boundary }
                }
                #expect(unseen.count == news.count)
            }
        }
    }
}
