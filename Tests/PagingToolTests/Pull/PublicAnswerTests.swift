import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Answers as public documentation shows them, each the smallest of a kind: what is said of the page beside the rows in an array of two, rows of plain
/// values, cursors and places under seldom names, numbers and links that are there on the last page, too.
@Suite(.timeLimit(.minutes(5))) @MainActor struct PublicAnswerTests {
    private static func bound(_ count: Int) -> Int { 2 * ((count + 19) / 20) + 40 }

    @Test(arguments: [0, 1, 19, 20, 21, 41, 57], [true, false])
    func `Of an array of two, what is said of the page and the rows, the rows are taken`(count: Int, isLast: Bool)
        async throws
    {
        let server = PlayedServer { question, _ in
            let page = PlayedPage((question.number("page", or: 1) - 1) * 20, of: count)
            let said =
                #"{"page": \#(question.number("page", or: 1)), "pages": \#((count + 19) / 20), "per_page": "20", "total": \#(count)}"#
            return json(isLast ? "[\(said), \(page.list())]" : "[\(page.list()), \(said)]")
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<count), "\(pull.rows.count)")
        #expect(server.requestCount <= Self.bound(count))
    }

    @Test func `No rows may be null there, and two rows of two kinds are a list`() async throws {
        let none = try await PlayedServer { _, _ in json(#"[{"page": 0, "total": 0}, null]"#) }.pulled()
        #expect(none.isWhole && none.rows.isEmpty, "\(none.outcome)")
        let two = try await PlayedServer { _, _ in json(#"[{"id": 1, "total": 9}, {"id": 2}]"#) }.pulled()
        #expect(two.ids == [1, 2], "\(two.outcome)")
    }

    @Test(arguments: [0, 1, 19, 57])
    func `Plain values beside objects under no usual name may be the rows`(count: Int) async throws {
        let server = PlayedServer { question, _ in
            let page = PlayedPage(question.number("retstart", or: 0), of: count)
            let ids = page.list { "\"\($0)\"" }
            return json(
                #"{"result": {"count": "\#(count)", "idlist": \#(ids), "translationset": [{"from": "x", "to": "y"}]}}"#)
        }
        let pull = try await server.pulled()
        let isRead = pull.rows == (0..<count).map { .string("\($0)") }
        #expect(!pull.isWhole || isRead, "\(pull.rows.count) of \(count)")
        // One of both: nothing shows which of them has the row.
        #expect([1, 57].contains(count) || pull.isWhole && isRead, "\(pull.outcome)")
        #expect(pull.isWhole || pull.outcome.failure?.description.contains("--items") == true, "\(pull.outcome)")
        #expect(server.requestCount <= Self.bound(count))
    }

    @Test(arguments: [1, 19, 21, 57]) func `The number of a system of coordinates counts no rows`(count: Int)
        async throws
    {
        let server = PlayedServer { question, _ in
            let page = PlayedPage(question.number("resultOffset", or: 0), of: count)
            return json(
                #"{"spatialReference": {"wkid": 102100, "latestWkid": 3857}, "fields": [{"name": "id"}, {"name": "n"}], "features": \#(page.list())\#(page.hasNext ? ", \"exceededTransferLimit\": true" : "")}"#
            )
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<count))
    }

    @Test(arguments: [20, 21, 41, 57], [true, false])
    func `A number behind the rows is an offset and no page, though the server knows both`(count: Int, knowsPages: Bool)
        async throws
    {
        let server = PlayedServer { question, _ in
            let page = knowsPages ? question.number("page", or: 1) : 1
            let rows = PlayedPage(question.number("offset", or: (page - 1) * 20), of: count)
            return json(
                #"{"offset": \#(rows.rows.lowerBound)\#(rows.next { #""next": \#($0)"# }), "data": \#(rows.list())}"#)
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<count), "\(pull.ids.count)")
        #expect(server.requestCount <= Self.bound(count))
    }

    @Test(arguments: [("X-Nomad-NextToken", "next_token"), ("X-Acme-NextPageToken", "page_token")])
    func `A header's cursor goes into the parameter of its name without its vendor's`(header: String, parameter: String)
        async throws
    {
        let server = PlayedServer { question, _ in
            let page = PlayedPage(question.place(parameter), of: 57)
            return json(page.list(), page.hasNext ? [(header, "job-\(page.next)")] : [])
        }
        let pull = try await server.pulled()
        #expect(pull.ids == Array(0..<57), "\(pull.outcome)")
    }

    @Test func `A next page that is a cursor goes into the page's cursor`() async throws {
        let server = PlayedServer { question, _ in
            let page = PlayedPage(question.place("page_cursor"), of: 57)
            return json(#"{"posts": \#(page.list())\#(page.next { #""next_page": "P\#($0)"# + "\"" })}"#)
        }
        let pull = try await server.pulled()
        #expect(pull.ids == Array(0..<57), "\(pull.outcome)")
    }

    @Test(arguments: [0, 1, 9, 10, 11, 57])
    func `A count beside a start and a total is the page's length`(count: Int) async throws {
        let server = PlayedServer { question, _ in
            let page = PlayedPage(question.number("start", or: 0), 10, of: count)
            let next = page.next { #"{"rel": "next", "href": "/items?count=10&start=\#($0)"}"# }.dropFirst(2)
            return json(
                #"{"paging": {"start": \#(page.rows.lowerBound), "count": 10, "total": \#(count), "links": [\#(next)]}, "elements": \#(page.list())}"#
            )
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<count))
    }

    @Test(arguments: [21, 40, 41, 57], [true, false])
    func `A link to the place behind the total is followed by a look, and says nothing`(count: Int, isTrue: Bool)
        async throws
    {
        let rows = isTrue ? count : count + 20
        let server = PlayedServer { question, _ in
            let limit = question.number("limit", or: 20)
            let page = PlayedPage(question.number("offset", or: 0), limit, of: rows)
            let next = "/items?limit=\(limit)&offset=\(page.rows.lowerBound + limit)"
            return json(
                #"{"records": \#(page.list()), "limit": \#(limit), "_links": {"start": "/items?limit=\#(limit)", "next": "\#(next)"}, "total": \#(count)}"#
            )
        }
        let pull = try await server.pulled(at: PlayedServer.address + "?limit=20")
        #expect(pull.isWhole == isTrue, "\(pull.outcome), \(pull.ids.count)")
        if isTrue { #expect(pull.ids == Array(0..<count)) }
        #expect(server.requestCount <= Self.bound(count))
    }

    @Test(
        arguments: [
            "p", "pageNo", "pageIndex", "from", "startAt", "_start", "$skip", "startIndex", "resultOffset", "retstart",
            "pageNum", "currentPage", "searchCriteria[currentPage]", "firstResult",
        ], [20, 21, 57])
    func `Parameters that few servers take are found though nothing follows the first page`(
        parameter: String, count: Int
    )
        async throws
    {
        let isPage = parameter.hasPrefix("p") || parameter.lowercased().contains("page")
        let server = PlayedServer { question, _ in
            let number = question.number(parameter, or: isPage ? 1 : 0)
            return json("[\(numbered(isPage ? (number - 1) * 20..<number * 20 : number..<number + 20, of: count))]")
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<count), "\(pull.ids.count)")
        #expect(server.requestCount <= Self.bound(count), "\(server.requestCount)")
    }

    @Test(arguments: [true, false]) func `A server that filters by what it does not know proves no end by that`(
        refuses: Bool
    ) async throws {
        let server = PlayedServer { question, _ in
            question.query.isEmpty
                ? json("[\(numbered(0..<20))]") : refuses ? json(#"{"error": "no"}"#, status: 400) : json("[]")
        }
        let pull = try await server.pulled()
        #expect(pull.outcome.failure?.isEndNotProven == true, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<20))
        #expect(server.requestCount <= Self.bound(20), "\(server.requestCount)")
    }
}
