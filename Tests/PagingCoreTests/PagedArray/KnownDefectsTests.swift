import PagingCore
import Testing

/// Cases that other paged arrays get wrong.
@Suite
struct KnownDefectsTests {
    let fromOne = PageNumbering(pageSize: 10, firstPage: 1)

    func page(_ number: Int, _ count: Int = 10) -> [Int] {
        Array(number * 100..<number * 100 + count)
    }

    @Test func `it can be walked from any place to any other at once, as ForEach demands`() {
        func distance(_ list: some RandomAccessCollection<Int?>) -> Int {
            list.distance(from: list.startIndex, to: list.endIndex)
        }
        #expect(distance(PagedArray<Int>(count: 1_000_000_000_000)) == 1_000_000_000_000)
    }

    @Test func `an empty list whose pages count from 1 takes page 1`() {
        var list = PagedArray<Int>(count: 0)
        #expect(list.fillPage(page(1), number: 1, numbering: fromOne) == 0..<10)
        #expect(list.count == 10 && list.isFullyLoaded)
        #expect(list.fillPage(page(0), number: 0, numbering: fromOne) == nil)
        #expect(list.count == 10)
    }

    @Test func `a short last page stays readable when the list grows`() {
        var list = PagedArray<Int>(count: 25)
        list.fillPage(page(3, 5), number: 3, numbering: fromOne)
        list.resize(to: 40)
        #expect(list[24] == 304 && list[25] == nil && list[39] == nil)
        list.checkInvariants()
    }

    @Test(arguments: [0, 3, 9, 11, 17, 25])
    func `a page shorter or longer than the page size, in the middle, is all there`(length: Int) {
        var list = PagedArray<Int>(count: 50)
        list.fillPage(page(3, length), number: 3, numbering: fromOne)
        list.checkInvariants()
        #expect(list.count == 50 && list.loadedCount == length)
        #expect(Array(list[20..<20 + length]) == page(3, length).map(Optional.some))
        #expect(list.loadedRanges == PositionSet(20..<20 + length))
    }

    @Test func `a short last page set again and again does not make the list longer`() {
        var list = PagedArray<Int>()
        list.fillPage(page(1), number: 1, numbering: fromOne)
        list.fillPage(page(2), number: 2, numbering: fromOne)
        for _ in 0..<3 {
            list.fillPage(page(3, 2), number: 3, numbering: fromOne)
            #expect(list.count == 22)
        }
    }

    @Test func `a shrunken list forgets what was beyond its end`() {
        var list = PagedArray<Int>(count: 40)
        list.fillPage(page(3), number: 3, numbering: fromOne)
        list.resize(to: 25)
        #expect(list.loadedCount == 5)
        list.resize(to: 40)
        #expect(list.loadedCount == 5 && list[25] == nil && list.loadedRanges == [20..<25])
    }

    @Test func `a negative count stops the program at once`() async {
        await #expect(processExitsWith: .failure) { _ = PagedArray<Int>(count: -1) }
        await #expect(processExitsWith: .failure) {
            var list = PagedArray<Int>(count: 3)
            list.resize(to: -1)
        }
    }

    @Test func `reading and writing out of range stops the program`() async {
        await #expect(processExitsWith: .failure) { print(PagedArray<Int>(count: 3)[3] as Any) }
        await #expect(processExitsWith: .failure) { print(PagedArray<Int>()[-1] as Any) }
        await #expect(processExitsWith: .failure) {
            var list = PagedArray<Int>(count: 3)
            list.fill([1, 2], at: 2)
        }
    }

    @Test func `what is loaded in an endless list is found without walking it`() {
        var list = PagedArray<Int>(count: .max)
        list.fill([7, 8], at: 4_000_000_000_000)
        #expect(list.loadedItems.map(\.item) == [7, 8])
        #expect(list.loadedRanges == [4_000_000_000_000..<4_000_000_000_002])
        var seen: [Int] = []
        list.forEachLoaded { position, _ in seen.append(position) }
        #expect(seen == [4_000_000_000_000, 4_000_000_000_001])
    }

    @Test func `rows are inserted, removed and moved, and pages go on fitting`() {
        var list = PagedArray<Int>(count: 30)
        list.fillPage(page(2), number: 2, numbering: fromOne)
        list.insert([1, 2], at: 15)
        list.remove(10..<12)
        list.move(10..<13, to: 0)
        #expect(list.count == 30 && list.loadedCount == 10)
        #expect(Array(list[..<3]) == [202, 203, 204] && Array(list[13..<20]) == [1, 2, 205, 206, 207, 208, 209])
    }
}
