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

    list.viewport(0..<20)
    for await change in list.changes {
        if let error = list.state.error {
            print(error)
            break
        }
        // The rows that belong to this change: the list itself may be further on.
        let rows = change.after
        if rows.isEmpty { continue }
        if let row = rows[730_000] {
            print("\(row.text) after \(list.counters.requests) requests")
            break
        }
        print("\(rows.count) rows, \(rows.loadedCount) of them loaded")
        list.viewport(730_000..<730_020)
    }
}

await show()
