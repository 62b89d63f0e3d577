// A list whose rows change what they say, refreshed by short records, in a program without a screen.
import Paging

struct Topic: Identifiable, Sendable {
    let id: Int
    let title: String
    var likes = 0
}

/// Stands for a server that gives whole topics by position, and their counters alone by identifier.
struct Forum: ContentSource {
    let capabilities: SourceCapabilities = [.positions, .contents]

    func page(for request: PageRequest) async throws -> Page<Topic> {
        guard case .positions(let range) = request else { return Page([]) }
        let rows = range.clamped(to: 0..<1_000)
        return Page(rows.map { Topic(id: $0, title: "Topic \($0)") }, at: rows.lowerBound, total: 1_000)
    }

    func records(withIDs ids: [Int]) async throws -> [Int: Int] {
        print("asked for the counters of \(ids.count) topics")
        return Dictionary(uniqueKeysWithValues: ids.map { ($0, 7) })
    }

    func apply(_ likes: Int, to topic: inout Topic) { topic.likes = likes }
}

@MainActor func show() async throws {
    let list = PagedList(Forum(), behavior: ListBehavior(content: .changes), policy: LoadPolicy(preloads: false))
    list.viewport(100..<120)
    try await list.refresh()
    try await list.refresh()
    print(list.rows[100]?.title ?? "nothing", list.rows[100]?.likes ?? 0)  // Topic 100 7
}

try await show()
