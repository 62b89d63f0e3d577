import Paging

struct Item: Identifiable, Hashable, Sendable {
    let id: Int
    var title: String { "Row \(id)" }
}

/// Stands for a server whose rows come and go while they are read.
actor ChangingServer: PageSource {
    nonisolated let capabilities: SourceCapabilities = .positions
    private var items = (0..<400).map { Item(id: $0) }
    private var made = 400

    func page(for request: PageRequest) throws -> Page<Item> {
        guard case .positions(let rows) = request else { throw UnsupportedRequest(request) }
        let asked = rows.clamped(to: 0..<items.count)
        return Page(Array(items[asked]), at: asked.lowerBound, total: items.count)
    }

    /// Three rows come on top, and one goes from the middle.
    func change() {
        items.insert(contentsOf: (made..<made + 3).map { Item(id: $0) }, at: 0)
        made += 3
        items.remove(at: items.count / 2)
    }
}
