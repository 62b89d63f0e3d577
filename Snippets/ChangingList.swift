// A list whose server changes it, and what the server has for that.
import Foundation
import PagingHTTP

struct Topic: Codable, Identifiable, Sendable {
    let id: Int
    let title: String
}

/// `?offset=100&limit=50`, and beside it `?ids=7,8,9`, `topics/ids` and `topics/changes?since=s41`.
func topicsDialect() -> Dialect {
    var dialect = Dialect.offset(items: "topics", total: .path("total"))
    dialect.version = .path("state")
    dialect.lookup = Dialect.Lookup("ids")
    dialect.snapshot = Dialect.Snapshot(address: "topics/ids", identifiers: "ids")
    dialect.changes = Dialect.Changes(address: "topics/changes")
    return dialect
}

@MainActor
func topics(at address: URL) -> PagedList<Topic> {
    PagedList(
        HTTPSource<Topic>(address, dialect: topicsDialect()), behavior: ListBehavior(membership: .changes))
}

/// A source of one's own that gives items by their identifiers.
struct TopicSource: KeyedPageSource {
    let api: HTTPSource<Topic>
    var capabilities: SourceCapabilities { api.capabilities.union(.identifiers) }

    func page(for request: PageRequest) async throws -> Page<Topic> { try await api.page(for: request) }
    func items(withIDs ids: [Topic.ID]) async throws -> [Topic] { try await api.items(withIDs: ids) }
}

// For a caller that asks a source without a list, past the caches on the way:
func freshTopics(_ source: TopicSource) async throws -> [Topic] {
    try await LoadOptions.$skipsCaches.withValue(true) {
        try await source.page(for: .positions(0..<50)).items
    }
}
