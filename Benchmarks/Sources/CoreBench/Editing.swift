import BenchTable
import CBench
import PagingCore

/// A list of a billion slots of which a few pages are loaded, edited in its middle.
enum Editing {
    static let count = 1_000_000_000
    static let pages = 200
    static let pageSize = 50
    static let rounds = 31
    /// Edits in one round; few beside the pages, so that the list stays what it is said to be.
    static let batch = 20

    static func sparseList(count: Int = count, pages: Int = pages) -> PagedArray<Int> {
        var list = PagedArray<Int>(count: count)
        let stride = count / pages
        for page in 0..<pages {
            list.fill(page * pageSize..<(page + 1) * pageSize, at: page * stride)
        }
        return list
    }

    static func run(into table: inout BenchTable) {
        table.section("\(count) slots, \(pages) pages of \(pageSize) loaded")
        let middle = count / 2
        edit("among placeholders", at: (0..<batch).map { middle + 1_000_000 + $0 * 1_000 }, into: &table)
        edit("among loaded rows", at: (0..<batch).map { middle + $0 * 2 + 5 }, into: &table)
        fill(into: &table)

        let before = allocated_bytes()
        let list = sparseList()
        let after = allocated_bytes()
        if before >= 0 {
            table.add("memory, by mallinfo2", Double(after - before) / 1_048_576, unit: "MiB", atMost: 1)
        }
        consume(list)
        loadedRanges(into: &table)
    }

    private static func edit(_ place: String, at positions: [Int], into table: inout BenchTable) {
        var list = sparseList()
        let times = compete(
            rounds: rounds,
            [
                {
                    nanoseconds(per: batch) {
                        for position in positions { list.insert(CollectionOfOne(1), at: position) }
                    }
                },
                {
                    nanoseconds(per: batch) {
                        for position in positions.reversed() { list.remove(position..<position + 1) }
                    }
                },
                { nanoseconds(per: batch) { for position in positions { list.insertPlaceholders(1, at: position) } } },
                {
                    nanoseconds(per: batch) {
                        for position in positions.reversed() { list.remove(position..<position + 1) }
                    }
                },
            ])
        table.add("insert a row \(place)", median(times[0]) / 1_000, unit: "µs", atMost: 2)
        table.add("remove it", median(times[1]) / 1_000, unit: "µs", atMost: 2)
        table.add("insert a placeholder \(place)", median(times[2]) / 1_000, unit: "µs", atMost: 2)
        table.add("remove it", median(times[3]) / 1_000, unit: "µs", atMost: 2)
    }

    private static func fill(into table: inout BenchTable) {
        var list = sparseList()
        let items = Array(0..<pageSize)
        let positions = (0..<batch).map { _ in Int.random(in: 0..<count / pages - 100) + 200 }
            .enumerated().map { index, offset in (index * 7 + 30) * (count / pages) + offset }
        let times = compete(
            rounds: rounds,
            [
                { nanoseconds(per: batch) { for position in positions { list.fill(items, at: position) } } },
                {
                    nanoseconds(per: batch) { for position in positions { list.clear(position..<position + pageSize) } }
                },
            ])
        table.add("fill a page", median(times[0]) / 1_000, unit: "µs", atMost: 5)
        table.add("clear it", median(times[1]) / 1_000, unit: "µs", atMost: 5)
    }

    private static func loadedRanges(into table: inout BenchTable) {
        table.section("loadedRanges, by what is loaded and not by what there is")
        let lists = [
            sparseList(count: 1_000_000, pages: 200), sparseList(count: count, pages: 200),
            sparseList(count: count, pages: 2_000),
        ]
        let times = compete(
            rounds: rounds,
            lists.map { list in { nanoseconds(per: 50) { for _ in 0..<50 { consume(list.loadedRanges) } } } })
        table.add("200 pages of 1000000 slots", median(times[0]) / 1_000, unit: "µs")
        table.add("200 pages of \(count) slots", median(times[1]) / 1_000, unit: "µs")
        table.add("2000 pages of \(count) slots", median(times[2]) / 1_000, unit: "µs")
        table.add("1000 times the slots cost", ratio(times[1], to: times[0]), unit: "×", atMost: 1.5)
        table.add("10 times the pages cost", ratio(times[2], to: times[1]), unit: "×", atMost: 15)
    }
}
