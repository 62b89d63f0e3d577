// Rows whose content changes: a refresh asks for their changing fields alone. In a program without a screen.
import Paging

struct Topic: Identifiable, Sendable {
    let id: Int
    var likes = 0
}

/// Stands for a server where every question finds one like more.
actor Forum: ContentSource {
    nonisolated let capabilities: SourceCapabilities = [.positions, .contents]
    private var likes = 0

    func page(for request: PageRequest) async throws -> Page<Topic> {
        Page((0..<5).map { Topic(id: $0, likes: likes) }, at: 0, total: 5)
    }

    func records(withIDs ids: [Topic.ID]) async throws -> [Topic.ID: Int] {
        likes += 1
        return Dictionary(uniqueKeysWithValues: ids.map { ($0, likes) })
    }

    nonisolated func apply(_ likes: Int, to topic: inout Topic) { topic.likes = likes }
}

@MainActor func show() async throws {
    let list = PagedList(Forum(), behavior: ListBehavior(content: .changes))
    list.viewport(0..<5)
    try await list.refresh()
    try await list.refresh()
    // The rows on screen were asked for by their identifiers, in one request.
    print(list.rows.map { $0?.likes ?? 0 })
}

try await show()
