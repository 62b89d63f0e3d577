import Paging
import Testing

@testable import PagingTool

/// A reader never leaves the list, and what is marked is always in sight.
@Suite struct ReaderPositionTests {
    private func position(_ count: Int, height: Int = 10) -> ReaderPosition {
        var position = ReaderPosition()
        position.setHeight(height)
        position.setCount(count)
        return position
    }

    @Test func `Moves by rows and screens`() {
        var position = position(100)
        position.move(by: 9)
        #expect(position.rows == 0..<10)
        position.move(by: 1)
        #expect(position.rows == 1..<11)
        position.page(by: 1)
        #expect(position.rows == 10..<20)
        #expect(position.cursor == 19)
        position.page(by: -5)
        #expect(position.rows == 0..<10)
        position.end()
        #expect(position.rows == 90..<100)
        #expect(position.cursor == 99)
        position.move(by: -3)
        #expect(position.rows == 90..<100)
        position.go(to: 42)
        #expect(position.rows == 42..<52)
        #expect(position.cursor == 42)
        position.scroll(by: 5)
        #expect(position.cursor == 47)
        position.home()
        #expect(position.cursor == 0)
    }

    @Test func `Stays with its rows when others come and go`() {
        var position = position(100)
        position.go(to: 40)
        position.move(by: 3)
        let above = ListUpdate(oldCount: 100, newCount: 105, inserted: [0..<5])
        position.follow(above, isAtStart: true)
        #expect(position.rows == 45..<55 && position.cursor == 48)
        // The first row on screen goes: the next one takes its place.
        position.follow(ListUpdate(oldCount: 105, newCount: 103, removed: [44..<46]), isAtStart: true)
        #expect(position.rows == 44..<54 && position.cursor == 46)
    }

    @Test func `At the start it shows the rows that come above, and elsewhere not`() {
        var (start, middle) = (position(100), position(100))
        let above = ListUpdate(oldCount: 100, newCount: 130, inserted: [0..<30])
        start.follow(above, isAtStart: true)
        middle.follow(above, isAtStart: false)
        #expect(start.rows == 0..<10 && middle.rows == 30..<40)
    }

    @Test func `Stays in short, empty and shrinking lists`() {
        var empty = position(0)
        empty.end()
        empty.move(by: 3)
        empty.page(by: 1)
        empty.mark(line: 4)
        #expect(empty.cursor == 0)
        #expect(empty.rows.isEmpty)
        #expect(empty.screen == 0..<10)
        var short = position(3)
        short.end()
        #expect(short.rows == 0..<3)
        #expect(short.cursor == 2)
        short.mark(line: 8)
        #expect(short.cursor == 2)
        var shrinking = position(100)
        shrinking.end()
        shrinking.setCount(20)
        #expect(shrinking.rows == 10..<20)
        #expect(shrinking.cursor == 19)
    }

    @Test func `Keeps the mark in sight when the screen changes`() {
        var position = position(100)
        position.go(to: 50)
        position.move(by: 9)
        position.setHeight(5)
        #expect(position.rows == 55..<60)
        position.setHeight(0)
        #expect(position.height == 1)
        #expect(position.rows == 59..<60)
    }

    @Test func `Goes to a share of the list`() {
        var position = position(1_010)
        position.scroll(to: 0.5)
        #expect(position.first == 500)
        position.scroll(to: 7)
        #expect(position.first == 1_000)
        position.scroll(to: -1)
        #expect(position.first == 0)
    }

    @Test func `Any walk stays inside`() {
        var random = SystemRandomNumberGenerator()
        let seed = random.next()
        var generator = Steps(state: seed)
        var position = position(57, height: 7)
        for step in 0..<20_000 {
            let amount = Int(generator.next() % 200) - 100
            switch generator.next() % 9 {
            case 0: position.move(by: amount)
            case 1: position.page(by: amount / 10)
            case 2: position.scroll(by: amount)
            case 3: position.go(to: amount)
            case 4: position.setCount(max(0, amount))
            case 5: position.setHeight(amount / 5)
            case 6: position.end()
            case 7: position.mark(line: amount)
            default: position.scroll(to: Double(amount) / 50)
            }
            let inside = position.count == 0 ? position.cursor == 0 : position.rows.contains(position.cursor)
            guard inside, position.first >= 0, position.rows.upperBound <= position.count else {
                Issue.record("seed \(seed), step \(step): \(position)")
                return
            }
        }
    }

    /// A generator with a seed to replay a walk.
    private struct Steps {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }

    @Test func `The scroll bar tells the truth`() {
        #expect(ScrollBar(height: 10, first: 0, shown: 10, count: 10).thumb == 0..<10)
        #expect(ScrollBar(height: 10, first: 0, shown: 10, count: 100).thumb == 0..<1)
        #expect(ScrollBar(height: 10, first: 90, shown: 10, count: 100).thumb == 9..<10)
        #expect(ScrollBar(height: 10, first: 45, shown: 10, count: 100).thumb.lowerBound == 5)
        // Only the very ends look like ends.
        #expect(ScrollBar(height: 20, first: 1, shown: 20, count: 1_000_000).thumb == 1..<2)
        #expect(ScrollBar(height: 20, first: 999_979, shown: 20, count: 1_000_000).thumb == 18..<19)
        #expect(ScrollBar(height: 0, first: 0, shown: 0, count: 100).thumb.isEmpty)
        let bar = ScrollBar(height: 21, first: 0, shown: 21, count: 1_000_000)
        #expect(bar.share(at: 0) == 0)
        #expect(bar.share(at: 20) == 1)
        #expect(bar.share(at: 10) == 0.5)
        #expect(bar.share(at: 99) == 1)
    }
}
