// A list in sections: one request gives titles and counts, any section costs one load. Try it while `make run` runs.
import Foundation
import Paging
import PagingHTTP

struct NamedCharacter: Decodable, Identifiable, Sendable {
    let id: Int
    let name: String
}

@MainActor func showSections(_ url: URL) async throws {
    let list = PagedList(HTTPSource<NamedCharacter>(url, groupBy: "category"))
    try await list.loadMore()
    var changes = list.changes.makeAsyncIterator()
    while list.sections == nil, list.state.error == nil { _ = await changes.next() }
    guard let sections = list.sections, let last = sections.last else { return }
    print("\(list.count) rows in \(sections.count) sections")

    list.viewport(last.rows.prefix(20))
    while list.peek(last.rows.lowerBound) == nil, list.state.error == nil { _ = await changes.next() }
    print("\(last.title) begins with \(list.peek(last.rows.lowerBound)?.name ?? "–")")
}

if let url = URL(string: "http://127.0.0.1:8080/lists/unicode") {
    do { try await showSections(url) } catch { print("\(error)") }
}
