import Foundation
import Paging
import PagingHTTP

@testable import PagingServer

/// A reader of a list: looks at some rows of it, now here and now there.
@MainActor
final class ChaosList {
    /// What is asked for, and how SQL says it.
    static let questions: [(query: String, sql: String)] = [
        ("", "ORDER BY id"), ("?sort=-score", "ORDER BY score DESC, id DESC"), ("?sort=title", "ORDER BY title, id"),
        ("?sort=score,-title", "ORDER BY score, title DESC, id DESC"),
        ("?where=author%20%3D%203", "WHERE author = 3 ORDER BY id"),
        ("?where=author%20%3D%207&sort=-score", "WHERE author = 7 ORDER BY score DESC, id DESC"),
    ]
    private static let rowsOnScreen = 12

    let list: PagedList<ChaosPost>
    let sql: String
    let query: String
    private var top = 0
    let tally = ChaosTally()

    init(_ number: Int, _ transport: URLSessionTransport, ports: [Int]) throws {
        let question = Self.questions[number % Self.questions.count]
        (query, sql) = (question.query, question.sql)
        guard let url = URL(string: "\(ChaosTransport.address)/lists/posts\(query)") else { throw URLError(.badURL) }
        let source = HTTPSource<ChaosPost>(
            url, transport: ChaosTransport(transport, ports: ports, client: number, tally: tally))
        list = PagedList(
            source, behavior: ListBehavior(membership: .changes, ranking: .stable, content: .changes),
            policy: LoadPolicy(pageSize: 30))
        look(at: 0)
    }

    func look(at position: Int) {
        top = max(0, min(position, list.count - Self.rowsOnScreen))
        lookAgain()
    }

    /// What a view does with each frame.
    func lookAgain() { list.viewport(top..<max(top + Self.rowsOnScreen, 1)) }

    private var onScreen: Range<Int> { min(top, list.count)..<min(top + Self.rowsOnScreen, list.count) }

    /// The rows on screen that are loaded.
    var shown: [ChaosPost] {
        guard list.state.error == nil else { return [] }
        return onScreen.compactMap { list.peek($0) }
    }

    /// How often the list was told that it has to begin anew (410).
    var renewals: Int { tally.count(410) }

    /// What keeps the list from being SQL's; `nil` for nothing.
    func difference(to rows: [ChaosPost]) -> String? {
        guard list.count == rows.count else { return "\(list.count) rows, not \(rows.count)" }
        for position in onScreen where list.peek(position) != rows[position] {
            let shown = list.peek(position).map { "\($0)" } ?? "nothing"
            return "at \(position) \(shown), not \(rows[position])"
        }
        return nil
    }

    func end() { list.lookAway() }
}
