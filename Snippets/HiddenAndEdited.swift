// A list in which rows are hidden and edited on the client, in a program without a screen.
import Paging

struct Post: Identifiable, Sendable {
    let id: Int
    var author: String
    var isLiked = false
}

/// Stands for a server that fails to delete.
struct NotAllowed: Error {}
@Sendable func delete(_ id: Post.ID) async throws { throw NotAllowed() }

@MainActor func show() async throws {
    let authors = ["ann", "bob", "cid"]
    let posts = (0..<300).map { Post(id: $0, author: authors[$0 % 3]) }
    let list = PagedList(ArraySource(posts))

    list.hide { $0.author == "bob" }
    let found = try await list.loadMore(visible: 20, budget: 5)
    print("\(found.rows) posts to show after \(found.requests) requests; the server has \(list.serverCount)")

    // Shown at once. The app tells what came of it.
    if var post = list.peek(0) {
        post.isLiked = true
        list.update(post).confirm()
    }
    try list.insert(Post(id: 1_000, author: "me"), after: 2)
    print((0..<4).map { list.peek($0)?.id ?? -1 })

    // A failed edit is rolled back.
    do {
        try await list.remove(id: 3).confirm { try await delete(3) }
    } catch {
        print("still there: \(list.position(ofID: 3) ?? -1)")
    }
}

try await show()
