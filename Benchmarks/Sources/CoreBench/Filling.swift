import BenchTable
import PagingCore

/// A million slots filled by page number, in several orders, then cleared.
enum Filling {
    static let count = 1_000_000
    static let numbering = PageNumbering(pageSize: 50, firstPage: 1)
    static let rounds = 7

    static func run(into table: inout BenchTable) {
        table.section("fill \(count) slots by page number, pages of \(numbering.pageSize); cost of one page")
        let pages = numbering.firstPage...numbering.page(containing: count - 1)
        let items = Array(0..<numbering.pageSize)
        let orders = [Array(pages), pages.reversed(), pages.shuffled()]
        let times = compete(
            rounds: rounds,
            orders.map { order in
                {
                    var list = PagedArray<Int>(count: count)
                    return nanoseconds(per: order.count) {
                        for page in order { list.fillPage(items, number: page, numbering: numbering) }
                    }
                }
            })
        for (name, times) in zip(["in order", "from the end", "in random order"], times) {
            table.add(name, median(times) / 1_000, unit: "µs")
        }
    }
}
