// Posts whose likes change: pages bring them whole, a refresh asks for short records of those on screen, and what came or was edited
// since a version comes along with the changes.
import Foundation
import Paging
import PagingHTTP

struct Post: Codable, Identifiable, Sendable {
    let id: Int
    let title: String
    var likes: Int
}

/// The fields of a post that change.
struct Likes: Decodable, Identifiable, Sendable {
    let id: Int
    let likes: Int
}

/// `posts?offset=0&limit=50` for posts, `posts?fields=id,likes&ids=7,8,9` for what changes in them.
func posts(at url: URL) -> ShortRecordSource<Post, Likes> {
    var short = Dialect.offset(items: "posts")
    short.lookup = Dialect.Lookup("ids")
    let records = HTTPSource<Likes>(
        url.appending(queryItems: [URLQueryItem(name: "fields", value: "id,likes")]), dialect: short)
    return ShortRecordSource(HTTPSource<Post>(url), records: records) { $1.likes = $0.likes }
}

/// `posts/changes?since=s41`, answered `{"version": "s42", "removed": [7], "added": [{"id": 12, "index": 0}], "edited": [9],
/// "posts": [{"id": 12, …}, {"id": 9, …}]}`: posts 12 and 9 are not asked for again.
func changingPosts(at url: URL) -> HTTPSource<Post> {
    var dialect = Dialect.offset(items: "posts", total: .path("total"))
    dialect.version = .path("version")
    dialect.lookup = Dialect.Lookup("ids")
    dialect.changes = Dialect.Changes(address: "posts/changes", items: "posts")
    return HTTPSource(url, dialect: dialect)
}

@MainActor func show(_ url: URL) async throws {
    let list = PagedList(posts(at: url), behavior: ListBehavior(content: .changes))
    try await list.loadMore()
    list.viewport(0..<10)
    // In place of the page, the likes of ten posts.
    try await list.refresh()
    print(list.rows.prefix(10).map { $0?.likes ?? 0 })

    let changing = PagedList(
        changingPosts(at: url), behavior: ListBehavior(membership: .changes, content: .changes))
    try await changing.loadMore()
    try await changing.refresh()
}

if let url = URL(string: "http://127.0.0.1:8080/api/posts") {
    do { try await show(url) } catch { print("\(error)") }
}
