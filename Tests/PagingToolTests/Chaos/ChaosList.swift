import Foundation
import Paging
import PagingHTTP

@testable import PagingServer

/// A reader of a list: looks at some rows of it, now here and now there.
@MainActor
final class ChaosList {
    /// The list, and its query in SQL.
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
    private var isReported = false
    let tally = ChaosTally()
    /// Content that is on screen and no longer true, and rows on screen that are not there.
    private(set) var untrue = ChaosSight<String>()
    private(set) var empty = ChaosSight<Int>()

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

    /// Looks at the same rows again, and asks for what failed, as a reader does by the button beside the error.
    func tryAgain() {
        lookAgain()
        if list.state.error != nil { list.retry() }
    }

    /// The steps of a view for each frame.
    func lookAgain() { list.viewport(top..<max(top + Self.rowsOnScreen, 1)) }

    private var onScreen: Range<Int> { min(top, list.count)..<min(top + Self.rowsOnScreen, list.count) }

    /// Looks at what is on screen, and tells the list again which rows those are, as a view does whose rows moved.
    ///
    /// - Parameter isPast: whether content is no longer true.
    func watch(_ isPast: (String) -> Bool) {
        let isSilent = list.state.error == nil
        let rows = isSilent ? onScreen.map { list.peek($0) } : []
        untrue.see(rows.compactMap { $0?.title }.filter(isPast))
        empty.see(zip(rows, onScreen).compactMap { $0 == nil ? $1 : nil })
        let bound = Duration.milliseconds(ServerLimits.liveBeatMilliseconds)
        if !isReported, max(untrue.longest, empty.longest) > bound {
            isReported = true
            print("chaos: '\(query)' \(list.state) \(list.counters); it asked\n\(tally.last.joined(separator: "\n"))")
        }
        lookAgain()
    }

    /// How often the list was told that it has to begin anew (410).
    var renewals: Int { tally.count(410) }

    /// The first difference between the list and SQL's answer; `nil` for none.
    func difference(to rows: [ChaosPost]) -> String? {
        guard list.count == rows.count else { return "\(list.count) rows, not \(rows.count)" }
        for position in onScreen where list.peek(position) != rows[position] {
            let shown = list.peek(position).map { "\($0)" } ?? "nothing"
            return "at \(position) \(shown), not \(rows[position])"
        }
        return nil
    }

    func end() { list.removeViewer() }
}

/// For how long something has been on screen without a break.
struct ChaosSight<Subject: Hashable & Sendable>: Sendable {
    private var since: [Subject: ContinuousClock.Instant] = [:]
    private(set) var longest = Duration.zero

    mutating func see(_ subjects: [Subject]) {
        let now = ContinuousClock.now
        since = Dictionary(subjects.map { ($0, since[$0] ?? now) }, uniquingKeysWith: min)
        if let first = since.values.min() { longest = max(longest, now - first) }
    }
}
