import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Servers that page in ways nobody would think of: every walk ends within its bound, and none that is called whole misses a row.
@Suite struct OddWaysTests {
    struct Way: Sendable, CustomStringConvertible {
        let name: String
        let isWhole: Bool
        let answer: @Sendable (ForeignQuestion) -> HTTPAnswer
        var description: String { name }
    }

    private static func row(_ row: Int) -> String { #"{"id": \#(row)}"# }
    private static func page(_ question: ForeignQuestion, _ name: String = "page") -> PlayedPage {
        PlayedPage((question.number(name, or: 1) - 1) * 20, of: 57)
    }

    private static let ways: [Way] = [
        Way(name: "identifiers inside the rows, the next page in a header of its own", isWhole: true) { question in
            let page = PlayedPage(question.place("continue_token"), of: 57)
            let rows = page.list { #"{"attributes": {"uid": "u\#($0)"}, "n": \#($0)}"# }
            return json(
                #"{"payload": {"batch": \#(rows)}}"#, page.hasNext ? [("X-Continue-Token", "c\(page.next)")] : [])
        },
        Way(name: "numbers as texts", isWhole: true) { question in
            let page = page(question)
            return json(
                #"{"page": "\#(question.number("page", or: 1))", "per_page": "20", "total": "57", "rows": \#(page.list(row))}"#
            )
        },
        Way(name: "what is said of pages as JSON in a header", isWhole: true) { question in
            let page = page(question, "pageNumber")
            let said =
                #"{"TotalCount":57,"PageSize":20,"CurrentPage":\#(question.number("pageNumber", or: 1)),"HasNext":\#(page.hasNext)}"#
            return json(page.list(row), [("X-Pagination", said)])
        },
        Way(name: "changes since a sequence", isWhole: false) { question in
            let page = PlayedPage(question.place("since"), of: 57)
            return json(
                #"{"results": \#(page.list { #"{"seq": "\#($0 + 1)-x", "id": "d\#($0)"}"# }), "last_seq": "\#(page.rows.upperBound)-x", "pending": \#(57 - page.rows.upperBound)}"#
            )
        },
        Way(name: "each page begins with the last row of the one before", isWhole: true) { question in
            let page = PlayedPage(max(0, question.place("from")), 20, of: 57)
            return json(
                #"{"items": \#(page.list(row))\#(page.next { #""next": "/items?from=c\#($0 - 1)""# })}"#)
        },
        Way(name: "the newest page is the last, and older ones are behind 'previous'", isWhole: false) { question in
            let number = question.number("page", or: 3)
            let page = PlayedPage((number - 1) * 20, of: 60)
            return json(
                #"{"page": \#(number), "pages": 3, "next": null, "previous": \#(number > 1 ? "\"/items?page=\(number - 1)\"" : "null"), "items": \#(page.list(row))}"#
            )
        },
        Way(name: "a row that is pinned to the top of each page", isWhole: true) { question in
            let page = page(question)
            let rows = "[" + ([0] + page.rows.filter { $0 > 0 }).map(row).joined(separator: ",") + "]"
            return json(
                #"{"next": \#(page.hasNext ? "\"/items?page=\(question.number("page", or: 1) + 1)\"" : "null"), "items": \#(rows)}"#
            )
        },
        Way(name: "a total that counts one page further than was seen", isWhole: false) { question in
            let page = PlayedPage(question.number("offset", or: 0), of: 57)
            return json(
                #"{"offset": \#(page.rows.lowerBound), "limit": 20, "total": \#(page.hasNext ? page.rows.upperBound + 1 : 57), "items": \#(page.list(row))}"#
            )
        },
        Way(name: "ranges in headers", isWhole: false) { _ in
            json(
                "[" + (0..<20).map(row).joined(separator: ",") + "]", status: 206, [("Content-Range", "items 0-19/57")])
        },
        Way(name: "rows by their keys", isWhole: false) { question in
            let rows = page(question).rows.map { #""k\#($0)": {"n": \#($0)}"# }.joined(separator: ",")
            return json(#"{"items": {\#(rows)}, "next": null}"#)
        },
    ]

    @Test(arguments: ways)
    func `It keeps both laws`(_ way: Way) async throws {
        let server = PlayedServer { question, _ in way.answer(question) }
        let pull = try await server.pulled()
        let what: Comment =
            "\(pull.report.dialect): \(pull.outcome), \(server.requestCount) requests, \(pull.rows.count) rows"
        #expect(server.requestCount <= 46, what)
        #expect(pull.isWhole == way.isWhole, what)
        if pull.isWhole { #expect(pull.rows.count == 57 && Set(pull.rows).count == 57, what) }
    }
}
