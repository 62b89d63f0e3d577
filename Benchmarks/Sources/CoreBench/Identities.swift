import BenchTable
@testable import PagingCore

/// A list that was put into another order, so that nearly every row is a run of its own: finding the positions of a page's rows.
enum Identities {
    static let count = 20_000
    static let pageSize = 100
    static let rounds = 15

    static func run(into table: inout BenchTable) {
        var list = PagedArray<Int>(count: count)
        list.fill(0..<count, at: 0)
        let sought = (0..<pageSize).map { list.slotID(at: $0 * count / pageSize) }
        let order = (0..<count).shuffled()
        guard let update = try? ListUpdate.difference(from: Array(0..<count), to: order) else { return }
        list.rearrange(by: update)

        table.section("\(count) slots in another order: the positions of \(pageSize) of them")
        let times = compete(
            rounds: rounds,
            [
                { nanoseconds(per: pageSize) { consume(sought.map { list.position(of: $0) }) } },
                { nanoseconds(per: pageSize) { consume(list.positions(of: sought)) } },
            ])
        table.add("asked one by one", median(times[0]), unit: "ns")
        table.add("asked together", median(times[1]), unit: "ns")
        table.add("one by one against together", ratio(times[0], to: times[1]), unit: "×", atLeast: 3)
    }
}
