// A list that is asked for by POST, behind a token that expires, whose answers the app judges.
import Foundation
import Paging
import PagingHTTP
import PagingWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct Edge: Decodable, Identifiable, Sendable {
    struct User: Decodable, Sendable {
        let id: Int
        let name: String
    }

    let node: User
    var id: Int { node.id }
}

/// Stands for an app's own session.
actor Session {
    private(set) var token = "…"

    func renew() async throws { token = "a new one" }
}

struct Refused: Error { let message: String }

func users(at url: URL, _ session: Session) -> HTTPSource<Edge> {
    var dialect = Dialect.cursor(
        "variables.after", size: "variables.first", items: "data/users/edges",
        next: .cursor("data/users/pageInfo/endCursor"), hasMore: "data/users/pageInfo/hasNextPage")
    dialect.body = [
        "query": """
        query($first: Int, $after: String) {
          users(first: $first, after: $after) { edges { node { id name } } pageInfo { hasNextPage endCursor } }
        }
        """
    ]
    return HTTPSource(
        url, dialect: dialect,
        modify: { $0.setValue("Bearer \(await session.token)", forHTTPHeaderField: "Authorization") },
        renew: { try await session.renew() },
        validate: { document, _ in
            if let message = document["errors"]?[0]?["message"]?.string { throw Refused(message: message) }
        })
}

if let url = URL(string: "http://127.0.0.1:8080/graphql") {
    let source = users(at: url, Session())
    do {
        let page = try await source.page(for: .after(nil, limit: 20))
        print(page.items.map(\.node.name), page.metadata?.header("X-Request-Id") ?? "–")
    } catch {
        print("\(error)")
    }
}
