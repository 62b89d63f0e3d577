// A list of a million rows that loads as it is looked at, in a program without a screen.
import Paging

struct Row: Identifiable, Sendable {
    let id: Int
    let text: String
}

/// Stands for a server: any hundred rows of a million.
@Sendable func fetch(_ range: Range<Int>) async throws -> Page<Row> {
    Page(range.map { Row(id: $0, text: "Row \($0)") }, at: range.lowerBound, total: 1_000_000)
}

@MainActor func show() async {
    let list = PagedList<Row>(load: fetch)
    var updates = list.updates.makeAsyncIterator()

    list.viewport(0..<20)
    _ = await updates.next()
    print("\(list.count) rows, \(list.rows.loadedCount) of them loaded")

    list.viewport(730_000..<730_020)
    while list.peek(730_000) == nil { _ = await updates.next() }
    print("\(list.peek(730_000)?.text ?? "-") after \(list.counters.requests) requests")
}

await show()
