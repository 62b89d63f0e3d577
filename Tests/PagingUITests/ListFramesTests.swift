import Foundation
import Testing

@testable import Paging
@testable import PagingCore
@testable import PagingUI

/// Sections with so many rows each.
private func sections(_ counts: [Int]) -> ListSections {
    ListSections(counts.map { ListSection(title: "", count: $0) }, map: SectionMap(counts: counts))
}

@Suite struct ListLinesTests {
    @Test func `Items and lines agree with counting one by one`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<300 {
            let counts = (0..<random.next() % 6).map { _ in Int(random.next() % 9) }
            let columns = 1 + Int(random.next() % 5)
            let count = counts.isEmpty ? Int(random.next() % 30) : counts.reduce(0, +)
            let lines = ListLines(count: count, columns: columns, sections: counts)
            var (item, line) = (0, 0)
            for section in counts.isEmpty ? [count] : counts where section > 0 {
                for index in 0..<section {
                    if index > 0, index % columns == 0 { line += 1 }
                    #expect(lines.line(of: item) == line && lines.column(of: item) == index % columns)
                    if index % columns == 0 { #expect(lines.firstItem(ofLine: line) == item) }
                    item += 1
                }
                line += 1
            }
            #expect(lines.lineCount == line && lines.line(of: count) == line)
            #expect(lines.items(ofLines: 0..<line) == 0..<count)
        }
    }
}

@Suite struct ListGridTests {
    @Test func `As many columns as fit, which fill the width at whole points`() {
        let grid = ListGrid(columns: .adaptive(minimum: 100), spacing: 2)
        #expect([80, 100, 201, 202, 390, 1_024].map { grid.columnCount(inWidth: $0) } == [1, 1, 1, 2, 3, 10])
        for width in [320.0, 375, 390, 393, 1_024] {
            var end = -grid.spacing
            for index in 0..<grid.columnCount(inWidth: width) {
                let column = grid.column(index, inWidth: width)
                #expect(column.x == end + grid.spacing && column.x == column.x.rounded() && column.width >= 100)
                end = column.x + column.width
            }
            #expect(end == width)
        }
        #expect(ListGrid(columns: .fixed(3), spacing: 2).lineHeight(inWidth: 390) == 131)
        #expect(ListGrid(columns: .fixed(3), cellHeight: .fixed(70), spacing: 2).lineHeight(inWidth: 390) == 72)
    }
}

@Suite struct ListFramesTests {
    private static let square = ListGrid(columns: .adaptive(minimum: 100), spacing: 2)

    private func grid(
        _ count: Int, sections: ListSections? = nil, headerHeight: Double = 28
    ) -> ListFrames {
        var frames = ListFrames(grid: Self.square, headerHeight: headerHeight, footerHeight: 0)
        frames.reset(count: count, sections: sections)
        _ = frames.resize(width: 390, height: 800)
        return frames
    }

    @Test func `A row that comes below the last one on screen, and is higher than guessed, does not push that up`() {
        var frames = ListFrames(rowHeight: 44, isSelfSizing: true, headerHeight: 0, footerHeight: 0)
        frames.edge = .end
        frames.reset(count: 100, sections: nil)
        _ = frames.resize(width: 390, height: 600)
        // The last row that is wholly on screen ends 57 points above the screen's end: the next one is higher.
        _ = frames.measure(51, height: 84)
        _ = frames.move(to: RowAnchor(row: 50, offset: 44 - 600 + 57))
        #expect(frames.lastPlace == RowAnchor(row: 50, offset: 57))
        let update = ListUpdate(oldCount: 100, newCount: 101, inserted: [51..<52])
        _ = frames.follow(update, sections: nil, keeping: RowAnchor(row: 50, offset: 57))
        #expect(frames.measure(51, height: 66) == 0 && frames.frame(of: 50).maxY == frames.scale.offset + 543)
        frames.settle()
        #expect(frames.lastPlace.row == 50)
    }

    @Test func `The rows that a reader scrolls stay together while what came to the screen is measured`() {
        for edge in [ListEdge.start, .end] {
            for way in [-250.0, 250] {
                var frames = ListFrames(rowHeight: 44, isSelfSizing: true, headerHeight: 0, footerHeight: 0)
                frames.edge = edge
                frames.reset(count: 100, sections: nil)
                // The keyboard covers most of the screen.
                _ = frames.resize(width: 390, height: 400, insets: ListInsets(bottom: 250))
                _ = frames.move(to: RowAnchor(row: 50, offset: 10))
                for item in frames.visibleItems { _ = frames.measure(item, height: 50) }
                frames.settle()
                let old = frames.visibleItems
                let before = old.map { frames.frame(of: $0).minY - frames.scale.offset }
                _ = frames.scrolled(to: frames.scale.offset + way)
                var measured = Set(old)
                while let item = frames.visibleItems.first(where: { !measured.contains($0) }) {
                    measured.insert(item)
                    _ = frames.measure(item, height: 80 - Double(item % 5) * 9)
                }
                #expect(measured.count > old.count)
                for (item, top) in zip(old, before) {
                    #expect((frames.frame(of: item).minY - frames.scale.offset - (top - way)).magnitude < 1e-6)
                }
            }
        }
    }

    @Test func `A row at the screen's top that comes as a new one is as high as it was, and stays there`() {
        func frames(height: Double?) -> ListFrames {
            var frames = ListFrames(rowHeight: 44, isSelfSizing: true, headerHeight: 0, footerHeight: 0)
            frames.reset(count: 100, sections: nil)
            _ = frames.resize(width: 390, height: 600)
            _ = frames.measure(50, height: 84)
            _ = frames.move(to: RowAnchor(row: 50, offset: 63))
            let update = ListUpdate(oldCount: 100, newCount: 100, removed: [50..<51], inserted: [30..<31])
            _ = frames.follow(update, sections: nil, keeping: RowAnchor(row: 30, offset: 63), height: height)
            return frames
        }
        #expect(frames(height: 84).anchor == RowAnchor(row: 30, offset: 63))
        #expect(frames(height: nil).anchor == RowAnchor(row: 31, offset: 19))
    }

    @Test func `Sections begin a new line below their header`() {
        let frames = grid(10, sections: sections([4, 0, 6]))
        #expect((0..<10).map { frames.frame(of: $0).minY } == [28, 28, 28, 159, 318, 318, 318, 449, 449, 449])
        #expect(frames.frame(of: 2) == CGRect(x: 261, y: 28, width: 129, height: 129))
        #expect(frames.headerFrame(of: 0)?.minY == 0 && frames.headerFrame(of: 4)?.minY == 290)
        #expect(frames.headerFrame(of: 3) == nil && frames.headerFrame(of: 5) == nil)
        #expect(frames.contentSize == CGSize(width: 390, height: 578))
        #expect(frames.headers(of: frames.visibleItems) == [0, 4])
        #expect(grid(10, sections: sections([4, 6]), headerHeight: 0).contentSize.height == 522)
    }

    @Test func `From right to left the first column is at the right`() {
        var frames = grid(10)
        let left = (0..<10).map { frames.frame(of: $0) }
        frames.isRightToLeft = true
        for item in 0..<10 {
            let frame = frames.frame(of: item)
            #expect(
                frame.maxX == 390 - left[item].minX && frame.width == left[item].width && frame.minY == left[item].minY)
        }
        #expect(frames.frame(of: 0).maxX == 390)
    }

    @Test func `Turned and turned back, a grid is where it was, and the first item stays on screen`() {
        var frames = grid(100_000)
        for item in [7, 1_000, 55_555, 99_000] {
            _ = frames.move(to: RowAnchor(row: item, offset: 50))
            let (first, position) = (frames.visibleItems.lowerBound, frames.scale.position)
            for (width, height) in [(844.0, 390.0), (320, 480), (844, 390), (390, 800)] {
                let before = frames.scale.offset
                let moved = frames.resize(width: width, height: height)
                #expect((frames.scale.offset - before - moved).magnitude < 1e-6)
                #expect(frames.visibleItems.contains(first))
                let line = frames.lines.line(of: first)
                #expect(frames.geometry.row(at: frames.scale.position).row == line)
            }
            #expect((frames.scale.position - position).magnitude < 1e-6)
        }
    }

    @Test func `A scroll between two turns is where the second begins`() {
        var frames = grid(10_000)
        _ = frames.move(to: RowAnchor(row: 300, offset: 0))
        _ = frames.resize(width: 844, height: 390)
        _ = frames.scrolled(to: frames.scale.offset + 1_000)
        let first = frames.visibleItems.lowerBound
        _ = frames.resize(width: 390, height: 800)
        #expect(frames.visibleItems.contains(first) && !frames.visibleItems.contains(300))
    }

    @Test func `Items that come above move the first visible one to another column, and no pixel down`() {
        var frames = grid(10_000)
        _ = frames.move(to: RowAnchor(row: 300, offset: 40.5))
        let place = frames.place
        for count in 1...7 {
            let update = ListUpdate(oldCount: frames.count, newCount: frames.count + count, inserted: [0..<count])
            let before = frames.frame(of: place.row).minY - frames.scale.offset
            var copy = frames
            let target = copy.follow(update, sections: nil, keeping: place.following(update))
            #expect(target == copy.scale.offset)
            #expect(copy.frame(of: 300 + count).minY - copy.scale.offset == before)
        }
    }

    @Test func `Sections that come late move no pixel of the first visible item, in a list and in a grid`() {
        var list = ListFrames(rowHeight: 44, isSelfSizing: true, headerHeight: 28, footerHeight: 0)
        list.reset(count: 10_000, sections: nil)
        _ = list.resize(width: 390, height: 800)
        let late = sections((0..<100).map { _ in 100 })
        for var frames in [list, grid(10_000)] {
            for item in [50, 100, 5_000, 9_000] {
                _ = frames.follow(nil)
                _ = frames.move(to: RowAnchor(row: item, offset: 10.25))
                let first = frames.place.row
                let (before, offset) = (frames.frame(of: first).minY - frames.scale.offset, frames.scale.offset)
                let moved = frames.follow(late)
                #expect(frames.scale.offset == offset + moved && moved > 0)
                #expect((frames.frame(of: first).minY - frames.scale.offset - before).magnitude < 1e-6)
            }
            _ = frames.follow(nil)
            _ = frames.move(to: RowAnchor(row: 0, offset: 0))
            #expect(frames.follow(late) == 0 && frames.headerFrame(of: 0)?.minY == 0)
        }
    }

    @Test func `A million cells are those of the rect that is asked for`() {
        let frames = grid(1_000_000)
        #expect(frames.contentSize.height == 4_000_000)
        #expect(frames.items(in: CGRect(x: 0, y: 0, width: 390, height: 800)) == 0..<21)
        let end = frames.items(in: CGRect(x: 0, y: 3_999_200, width: 390, height: 800))
        #expect(end.count <= 21 && frames.geometry.measuredCount == 0)
    }
}
