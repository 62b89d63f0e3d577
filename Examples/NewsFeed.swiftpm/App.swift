// A news feed with likes, blocked authors, own posts and gaps, over a source in the process: no server is needed.
import Foundation
import Paging
import PagingUI
import SwiftUI

@main
struct NewsApp: App {
    var body: some Scene {
        WindowGroup { FeedView() }
    }
}

struct Post: Identifiable, Hashable, Sendable {
    let id: Int
    let author: String
    var text: String
    var likes = 0
}

/// Stands for a server that is read by cursors, to which posts are added on top.
actor Newsroom: PageSource {
    nonisolated let capabilities: SourceCapabilities = .cursors
    private var posts = (0..<5_000).reversed().map { Post(id: $0, author: "Author \($0 % 7)", text: "Post \($0)") }

    func page(for request: PageRequest) async throws -> Page<Post> {
        guard case .after(let cursor, let limit) = request else { return Page([]) }
        let last = cursor.flatMap { Int($0.description) }
        let start = last.flatMap { last in posts.firstIndex { $0.id < last } } ?? (last == nil ? 0 : posts.count)
        let page = Array(posts[start..<min(start + limit, posts.count)])
        guard let end = page.last, start + page.count < posts.count else { return Page(page, continuation: .end) }
        return Page(page, continuation: .next(Cursor("\(end.id)")))
    }

    func publish(_ text: String) -> Post {
        let post = Post(id: posts.count, author: "You", text: text)
        posts.insert(post, at: 0)
        return post
    }
}

struct FeedView: View {
    private static let newsroom = Newsroom()
    @State var list = PagedList(newsroom, behavior: ListBehavior(membership: .growsOnTop))
    @State private var drafts = 0

    var body: some View {
        VStack {
            Button("Post") { publish() }
            Button("Hide Author 3") { list.hide { $0.author == "Author 3" } }
            List {
                PagedForEach(list) { post in
                    HStack {
                        Text(post.text)
                        Spacer()
                        Button("♥ \(post.likes)") { like(post) }
                    }
                } placeholder: {
                    Text("…").redacted(reason: .placeholder)
                }
                footer
            }
            .refreshable { try? await list.refresh() }
            // Rows that a refresh could not reach are a gap, filled when it is tapped.
            ForEach(list.gapPositions, id: \.self) { position in
                Button("Load what is missing before row \(position + 1)") { list.fillGap(at: position) }
            }
        }
    }

    @ViewBuilder private var footer: some View {
        switch FooterState(list) {
        case .none, .end: EmptyView()
        case .loading: ProgressView()
        case .failed(let error): Button("\(error.localizedDescription) Try again.") { list.retry() }
        case .pausedLoading: Button("Keep loading?") { list.resumeLoading() }
        }
    }

    /// Shown at once; taken back if the server refuses.
    private func like(_ post: Post) {
        var liked = post
        liked.likes += 1
        list.update(liked).confirm()
    }

    private func publish() {
        drafts -= 1
        let draft = Post(id: drafts, author: "You", text: "A post of your own")
        guard let edit = try? list.insert(draft, at: .start) else { return }
        Task { edit.confirm(as: await Self.newsroom.publish(draft.text)) }
    }
}

#Preview {
    FeedView(list: .preview((0..<20).map { Post(id: $0, author: "Author \($0 % 3)", text: "Post \($0)") }))
}
