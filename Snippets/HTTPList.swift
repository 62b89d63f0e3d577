// Rows of a paginated JSON API; how it pages is recognized from its first answer. Try it while `make run` runs.
import Foundation
import Paging
import PagingHTTP

struct Character: Decodable, Identifiable, Sendable {
    let id: Int
    let name: String
}

@MainActor func show(_ url: URL) async throws {
    let source = HTTPSource<Character>(url)
    let list = PagedList(source)
    try await list.loadMore()
    print("\(list.count) rows: \(source.recognized ?? "not recognized")")

    list.viewport(list.count - 20..<list.count)
    for await change in list.changes {
        if let error = list.state.error { throw error }
        guard let last = change.after.last, let character = last else { continue }
        print(character.name)
        break
    }
}

if let url = URL(string: "http://127.0.0.1:8080/lists/unicode") {
    do { try await show(url) } catch { print("\(error)") }
}
