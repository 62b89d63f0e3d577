import Foundation
import PagingHTTP
import Testing

/// A server that pages in some way, with `rows` rows, and what a source should see in it.
struct Peer: Sendable, CustomTestStringConvertible {
    let name: String
    var start = "http://api.test/items"
    let recognized: String
    let capabilities: SourceCapabilities
    let answer: @Sendable (Asked, Rows) -> HTTPAnswer

    var testDescription: String { name }
}

extension SourceCapabilities {
    /// The list of a server that counts in pages.
    static let numberedPages: SourceCapabilities = [.positions, .wholePages]
}

/// A relative address with parameters set, as servers write next pages.
func link(_ asked: Asked, _ changes: KeyValuePairs<String, Int>) -> String {
    var query = asked.query
    for (name, value) in changes { query[name] = String(value) }
    let pairs = query.sorted { $0.key < $1.key }.map { name, value in
        name.replacingOccurrences(of: "[", with: "%5B").replacingOccurrences(of: "]", with: "%5D") + "=" + value
    }
    return asked.path + "?" + pairs.joined(separator: "&")
}

func quoted(_ text: String, if condition: Bool) -> String { condition ? "\"\(text)\"" : "null" }

/// Answers by offset and limit, given their names, the server's own limit, and how the body is written.
func byOffset(
    _ offsetName: String, _ limitName: String, largest: Int = 2,
    _ body:
        @escaping @Sendable (_ rows: String, _ total: Int, _ next: String, _ offset: Int, _ limit: Int) -> HTTPAnswer
) -> @Sendable (Asked, Rows) -> HTTPAnswer {
    { asked, rows in
        let offset = asked.int(offsetName) ?? 0
        let limit = min(largest, asked.int(limitName) ?? largest)
        let next = link(asked, [offsetName: offset + limit, limitName: limit])
        let hasNext = offset + limit < rows.count
        return body(rows.list(offset, limit), rows.count, quoted("http://api.test\(next)", if: hasNext), offset, limit)
    }
}

/// Answers by page number.
func byPage(
    _ pageName: String, _ sizeName: String? = nil, first: Int = 1,
    _ body: @escaping @Sendable (_ rows: String, _ total: Int, _ next: String?, _ page: Int, _ size: Int) -> HTTPAnswer
) -> @Sendable (Asked, Rows) -> HTTPAnswer {
    { asked, rows in
        let size = sizeName.flatMap(asked.int) ?? 2
        let page = asked.int(pageName) ?? first
        let offset = (page - first) * size
        let hasNext = offset + size < rows.count
        return body(rows.list(offset, size), rows.count, hasNext ? link(asked, [pageName: page + 1]) : nil, page, size)
    }
}

/// Answers by an opaque cursor, which is the position.
func byCursor(
    _ name: String,
    _ body: @escaping @Sendable (_ rows: String, _ total: Int, _ next: Int?) -> HTTPAnswer
) -> @Sendable (Asked, Rows) -> HTTPAnswer {
    { asked, rows in
        let offset = asked.query[name].flatMap { Int($0.replacingOccurrences(of: "c", with: "")) } ?? 0
        return body(rows.list(offset, 2), rows.count, offset + 2 < rows.count ? offset + 2 : nil)
    }
}
