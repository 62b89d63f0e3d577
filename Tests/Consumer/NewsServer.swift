import Foundation
import Paging
import PagingHTTP

/// A post of the feed.
struct Post: Decodable, Identifiable, Hashable, Sendable {
    let id: Int
    let author: String
    let likes: Int
}

/// The feed's origin, and two edges of a CDN before it that answer in turn, the second with an older state of the list.
///
/// `@unchecked Sendable`: everything that changes is read and written only while `lock` is held.
final class NewsServer: @unchecked Sendable {
    /// A change of the feed between two requests.
    enum Writing: Sendable, CaseIterable {
        /// A post comes on top with every fourth request.
        case growing
        /// Likes come all the time, and the ranking by them is made anew with every twentieth request.
        case rebuilding
    }

    private let lock = NSLock()
    /// The caches in front of the origin.
    struct Edges: Sendable {
        /// How many states the second edge is behind.
        var lag = 0
        /// Whether both pass requests on that say `Cache-Control: no-cache`.
        var passOn = true
    }

    private let writing: Writing
    private let edges: Edges
    private var states: [(posts: [Post], ranking: Int)]
    private var requests = 0
    private var isSettled = false

    init(_ writing: Writing, _ edges: Edges, count: Int = 300) {
        self.writing = writing
        self.edges = edges
        let posts = (0..<count).map { Post(id: count - $0, author: ["ann", "bob", "cid"][$0 % 3], likes: $0 % 7) }
        states = [(posts, 0)]
    }

    /// The feed as the origin has it.
    var posts: [Post] { lock.withLock { states[states.count - 1].posts } }

    /// Nothing is written any more, and both edges have the last state.
    func settle() { lock.withLock { isSettled = true } }

    func answer(_ asked: Asked) -> ArticleServer.Answer {
        lock.withLock {
            requests += 1
            if !isSettled { write() }
            let isOrigins = isSettled || requests % 2 == 0 || asked.passesCaches && edges.passOn
            let behind = isOrigins ? 0 : edges.lag
            let state = max(0, states.count - 1 - behind)
            return Self.page(states[state], asked.number("offset", or: 0), asked.number("limit", or: 20))
        }
    }

    private func write() {
        var (posts, ranking) = states[states.count - 1]
        switch writing {
        case .growing where requests % 4 == 0:
            posts.insert(Post(id: posts[0].id + 1, author: "ann", likes: 0), at: 0)
            ranking += 1
        case .growing: return
        case .rebuilding:
            let liked = posts[requests * 31 % posts.count]
            posts = posts.map { $0.id == liked.id ? Post(id: $0.id, author: $0.author, likes: $0.likes + 3) : $0 }
            if requests % 20 == 0 {
                posts.sort { ($0.likes, $0.id) > ($1.likes, $1.id) }
                ranking += 1
            }
        }
        states.append((posts, ranking))
    }

    /// `{"state", "paging": {"offset", "limit", "totalCount"}, "objects": […]}`, at most 50 posts. The state is that of the ranking.
    private static func page(_ state: (posts: [Post], ranking: Int), _ offset: Int, _ limit: Int)
        -> ArticleServer.Answer
    {
        let objects = state.posts.dropFirst(offset).prefix(min(limit, 50)).map {
            #"{"id": \#($0.id), "author": "\#($0.author)", "likes": \#($0.likes)}"#
        }
        return .init(
            body: #"{"state": \#(state.ranking), "paging": {"offset": \#(offset), "limit": \#(min(limit, 50)), "#
                + #""totalCount": \#(state.posts.count)}, "objects": [\#(objects.joined(separator: ","))]}"#)
    }
}
