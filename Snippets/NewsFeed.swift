// A feed without pull to refresh: what was seen stays above, and news come behind it. In a program without a screen.
import Paging

struct Story: Identifiable, Sendable {
    let id: Int
}

/// Stands for a server to which a story is added with every page that it gives.
actor Newsroom: PageSource {
    nonisolated let capabilities: SourceCapabilities = .positions
    private var newest = 100

    func page(for request: PageRequest) async throws -> Page<Story> {
        guard case .positions(let range) = request else { return Page([]) }
        let rows = range.clamped(to: 0..<newest)
        defer { newest += 1 }
        return Page(rows.map { Story(id: newest - $0) }, at: rows.lowerBound, total: newest)
    }
}

@MainActor func show() async throws {
    let list = PagedList(historyOf: Newsroom(), policy: LoadPolicy(pageSize: 5, preloads: false))
    list.viewport(0..<3)
    try await list.loadMore()
    // Three stories were seen. Those behind them are the freshest since.
    print(list.rows.map { $0?.id ?? 0 })
}

try await show()
