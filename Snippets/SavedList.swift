// A list that is saved, and shown again after a restart without a request, in a program without a screen.
import Foundation
import Paging

struct Post: Identifiable, Codable, Sendable {
    let id: Int
    var title: String
}

@MainActor func show() async throws {
    let source = ArraySource((0..<300).map { Post(id: $0, title: "Post \($0)") })
    let file = FileManager.default.temporaryDirectory.appending(path: "posts.json")

    // Before: the reader looks at some rows and writes one.
    let list = PagedList(source)
    list.viewport(40..<60)
    try await list.refresh()
    try list.insert(Post(id: 1_000, title: "Not sent yet"), after: 42)
    try list.saved(offset: 12).json().write(to: file)

    // After: the same rows, the same place, the same unsent row; what is looked at is then proven.
    let state = try FeedState<Post, Post.ID>(json: Data(contentsOf: file))
    let again = try PagedList(source, restoring: state)
    print(again.count, again.rows[43]?.title ?? "nothing", again.counters.requests)  // 301 Not sent yet 0
    if let place = state.place {
        print("first visible: \(again.position(of: place)), \(place.offset) points of it scrolled away")
    }
    // Edits that were not sent yet are sent now. `confirm()` says that the server has it.
    for saved in state.edits where !saved.isConfirmed {
        print("to send: \(saved.kind.rawValue) \(saved.row), \(saved.content?.title ?? "no content")")
        again.edit(saved.id)?.confirm()
    }
    try FileManager.default.removeItem(at: file)
}

try await show()
