import Foundation
import PagingCore
import Testing

@Suite
struct PagedArrayTests {
    @Test func `a slot keeps its identity whatever happens to it and around it`() {
        var list = PagedArray<Int>(count: 1_000_000_000)
        let id = list.slotID(at: 500_000_000)
        list.fill(Array(0..<100), at: 499_999_950)
        list.clear(499_999_990..<500_000_010)
        list[500_000_000] = 1
        list.insertPlaceholders(10, at: 0)
        list.insert([5, 6, 7], at: 500_000_010)
        #expect(list.position(of: id) == 500_000_013)
        list.remove(0..<13)
        list.move(500_000_000..<500_000_001, to: 12)
        #expect(list.position(of: id) == 12 && list.slotID(at: 12) == id && list[12] == 1)
        list.remove(12..<13)
        #expect(list.position(of: id) == nil)
        list.checkInvariants()
    }

    @Test func `a slot that came back is another one`() {
        var list = PagedArray<Int>(count: 10)
        let last = list.slotID(at: 9)
        list.resize(to: 5)
        list.resize(to: 10)
        #expect(list.slotID(at: 9) != last && list.position(of: last) == nil)
    }

    @Test func `identities that ran out are taken from slots long gone, and never twice`() {
        var list = PagedArray<Int>(count: .max)
        let first = list.slotID(at: 0)
        for round in 0..<6 {
            list.resize(to: 10 + round)
            list.checkInvariants()
            list.insertPlaceholders(1, at: 3)
            list.insertPlaceholders(.max - list.count, at: round % 2 == 0 ? 5 : list.count)
            list.checkInvariants()
            #expect(list.count == .max && list.position(of: first) == 0)
        }
        list.resize(to: 20)
        list.apply(
            ListUpdate(oldCount: 20, newCount: 24, inserted: [2..<4, 9..<11], moves: [.init(from: 19, to: 0)])
        ) { $0 }
        list.checkInvariants()
        #expect(list.count == 24 && list[9] == 9 && list.loadedCount == 4)
    }

    @Test func `identities that were taken again are not given by the way of new ones`() {
        var list = PagedArray<Int>(count: .max - 100)
        list.resize(to: 10)
        list.insertPlaceholders(.max - 200, at: 0)
        list.remove(0..<(.max - 200))
        // Neither above nor below are as many left, so these begin where identities begin.
        list.insertPlaceholders(1_000, at: 5)
        list.insertPlaceholders(50, at: 0)
        list.insertPlaceholders(50, at: list.count)
        list.checkInvariants()
        #expect(Set((0..<list.count).map { list.slotID(at: $0) }).count == 1_110)
    }

    @Test func `neighbors that are filled in any order are one stretch`() {
        var inOrder = PagedArray<Int>(count: 20_000)
        var shuffled = inOrder
        var random = SeededGenerator(seed: 1, test: "PagedArrayTests")
        let pages = Array(stride(from: 0, to: 20_000, by: 50))
        for page in pages { inOrder.fill(page..<page + 50, at: page) }
        for page in pages.shuffled(using: &random) {
            shuffled.fill(page..<page + 50, at: page)
            shuffled.checkInvariants()
        }
        #expect(inOrder == shuffled && shuffled.isFullyLoaded && shuffled.loadedRanges == [0..<20_000])
        shuffled.clearAll()
        shuffled.checkInvariants()
        #expect(shuffled == PagedArray(count: 20_000) && shuffled.loadedRanges.isEmpty)
    }

    @Test func `equality and hashing go by slots and not by identities`() {
        var one = PagedArray<Int>(count: 1_000_000)
        one.fill([1, 2, 3], at: 500)
        var other = PagedArray<Int>(count: 999_000)
        other.insertPlaceholders(1_000, at: 400)
        other.fill([1, 2, 3], at: 500)
        #expect(one == other && one.hashValue == other.hashValue)
        other[501] = nil
        #expect(one != other)
        other[501] = 4
        #expect(one != other)
        other[501] = nil
        other[499] = 2
        #expect(one != other && one != PagedArray(count: 1_000_000) && one != PagedArray(count: 2))
    }

    @Test func `what was encoded is decoded, at the cost of what is loaded`() throws {
        var list = PagedArray<String>(count: 1_000_000_000)
        list.fill(["a", "b"], at: 77)
        list[999_999_999] = "z"
        let data = try JSONEncoder().encode(list)
        #expect(data.count < 200)
        let decoded = try JSONDecoder().decode(PagedArray<String>.self, from: data)
        decoded.checkInvariants()
        #expect(decoded == list)
    }

    @Test(
        arguments: [
            #"{"count": -1, "stretches": []}"#,
            #"{"count": 3, "stretches": [{"position": 2, "items": [1, 2]}]}"#,
            #"{"count": 3, "stretches": [{"position": -1, "items": [1]}]}"#,
            #"{"count": 3, "stretches": [{"position": 9223372036854775807, "items": [1]}]}"#,
            #"{"count": 3}"#,
        ])
    func `what cannot be a list is not decoded`(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PagedArray<Int>.self, from: Data(text.utf8))
        }
    }

    @Test func `letting go of items lets go of the objects`() {
        final class Object: Sendable {}
        weak var object: Object?
        var list = PagedArray<Object>(count: 100)
        do {
            let strong = Object()
            object = strong
            list.fill([Object(), strong, Object()], at: 50)
        }
        #expect(object != nil)
        list.clear(51..<52)
        #expect(object == nil && list.loadedCount == 2)
    }

    @Test(arguments: [-3, 0, 1, 7])
    func `the numbers of pages`(firstPage: Int) {
        let numbering = PageNumbering(pageSize: 50, firstPage: firstPage)
        #expect(numbering.range(ofPage: firstPage, total: 120) == 0..<50)
        #expect(numbering.range(ofPage: firstPage + 2, total: 120) == 100..<120)
        #expect(numbering.range(ofPage: firstPage + 3, total: 120).isEmpty)
        #expect(numbering.range(ofPage: firstPage - 1, total: 120).isEmpty)
        #expect(numbering.range(ofPage: .max, total: 120).isEmpty && numbering.range(ofPage: .min, total: -5).isEmpty)
        #expect(numbering.page(containing: 0) == firstPage && numbering.page(containing: 100) == firstPage + 2)
    }

    @Test func `a page whose number is out of this world changes nothing`() {
        let numbering = PageNumbering(pageSize: 50, firstPage: 1)
        var list = PagedArray<Int>(count: 10)
        for number in [Int.min, -1, 0, .max] {
            #expect(list.fillPage([1], number: number, numbering: numbering) == nil)
        }
        #expect(list.fillPage([Int](), number: 1_000, numbering: numbering)?.isEmpty == true)
        #expect(list == PagedArray(count: 10))
    }
}
