import PagingHTTP

/// Reads a whole list the way a list's machine does: the start, then by position where the source can, else by cursors.
///
/// - Returns: the row at each position, the last answer winning.
func walk<Element: Sendable>(
    _ source: HTTPSource<Element>, limit: Int = 3, maximumRequests: Int = 100
) async throws -> [Element] {
    var items: [Element] = []
    var capabilities = source.capabilities
    var page = try await source.page(for: .after(nil, limit: limit))
    for _ in 0..<maximumRequests {
        let position = page.position ?? items.count
        precondition(position <= items.count, "a page beyond what is known")
        items.removeLast(min(items.count - position, page.items.count))
        items.insert(contentsOf: page.items, at: position)
        capabilities = page.capabilities ?? capabilities
        switch page.continuation {
        case .end: return items
        case .next(let cursor): page = try await source.page(for: .after(cursor, limit: limit))
        case .more, .unspecified: page = try await source.page(for: .positions(items.count..<items.count + limit))
        }
    }
    return items
}
