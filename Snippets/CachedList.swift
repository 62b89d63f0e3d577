// A list that shows at once what it had the last time, and without a network too. Try it twice while `make run` runs, and after it.
import Foundation
import Paging
import PagingHTTP

struct Sign: Decodable, Identifiable, Sendable {
    let id: Int
    let name: String
}

/// One for the whole app.
let cache = PageCache(
    // This server says `no-cache`, and would be asked before anything is shown.
    lifetime: .seconds(600), rules: .app,
    directory: FileManager.default.temporaryDirectory.appendingPathComponent("paging-cached-list"))

@MainActor func show(_ url: URL) async throws {
    // Asked by hand, a page says how old it is; a list confirms it by itself.
    let kept = try await HTTPSource<Sign>(url, cache: cache).page(for: .after(nil, limit: 20))
    print(
        kept.items.count, "rows,", kept.age.map { "kept for \($0)" } ?? "just in", kept.isStale ? "to be confirmed" : ""
    )

    let list = PagedList(HTTPSource<Sign>(url, cache: cache))
    try await list.loadMore()
    list.viewport(0..<20)
    for row in 0..<min(3, list.count) { print(list[row]?.name ?? "…") }

    // Past the cache. Without a network this fails, and the rows stay.
    do { try await list.refresh() } catch { print("\(error)") }
    print(list.count, "rows,", cache.byteCount, "bytes kept")
}

func logOut() throws { try cache.removeAll() }

if let url = URL(string: "http://127.0.0.1:8080/lists/unicode") {
    do { try await show(url) } catch { print("\(error)") }
}
