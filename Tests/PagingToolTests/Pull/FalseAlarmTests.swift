import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Lists that end, whose last answers seemed to speak of more; and words by which an app says what names the end.
@Suite struct FalseAlarmTests {
    /// 57 rows by cursor, twenty a page, with other words in the last answer than in those before.
    private static func server(more: String, last: String) -> PlayedServer {
        PlayedServer { question, _ in
            let page = PlayedPage(question.place("cursor"), of: 57)
            let words = (page.hasNext ? more : last).replacing("NEXT", with: "c\(page.next)")
                .replacing("OWN", with: "c\(page.rows.lowerBound)")
            return json(#"{"items": \#(page.list()), \#(words)}"#)
        }
    }

    @Test(
        arguments: [
            (#""cursor": "NEXT", "newer_cursor": "x9""#, #""newer_cursor": "x9""#),
            (#""next_cursor": "NEXT", "backward_cursor": "b7""#, #""backward_cursor": "b7""#),
            (#""has_more": true, "next": "/items?cursor=NEXT""#, #""has_more": false, "next": "/items?cursor=OWN""#),
        ])
    func `The other direction, and a way to the page itself, speak of nothing`(more: String, last: String) async throws
    {
        let pull = try await Self.server(more: more, last: last).pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57))
    }

    @Test func `No rows beside a word that names the end are the end`() async throws {
        let server = PlayedServer { question, _ in
            let start = question.number("after", or: 0)
            return start < 40
                ? json(#"{"rows": [\#(numbered(start..<start + 20, of: 40))], "next_token": "\#(start + 20)"}"#)
                : json(#"{"rows": null, "next_token": null}"#)
        }
        let pull = try await server.pulled(["--parameter", "after"])
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<40))
    }

    @Test func `Rows that are errors are rows`() async throws {
        let server = PlayedServer { question, _ in
            let page = PlayedPage(question.place("cursor"), of: 57)
            return json(#"{"errors": \#(page.list()), "next_cursor": \#(page.nextText)}"#)
        }
        let pull = try await server.pulled(["--items", "errors"])
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57))
    }

    @Test(
        arguments: [
            (["--has-more", "weiter"], #""weiter": true"#, #""weiter": false"#),
            (["--end-when", "fertig"], #""fertig": false"#, #""fertig": true"#),
            (["--end-when", "lauf/phase=ende"], #""lauf": {"phase": "mitte"}"#, #""lauf": {"phase": "ende"}"#),
            (["--end-when", "rest=0"], #""rest": 3"#, #""rest": 0"#),
        ])
    func `What names the end can be said`(words: [String], more: String, last: String) async throws {
        // Each answer has a cursor, the last one too.
        let server = Self.server(more: #""cursor": "NEXT", \#(more)"#, last: #""cursor": "c99", \#(last)"#)
        let pull = try await server.pulled(words)
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57))
        #expect(server.requestCount <= 46)
        // A first page that says so is all there is.
        let single = PlayedServer { question, _ in
            question.query.isEmpty ? json(#"{"items": [\#(numbered(0..<20))], \#(last)}"#) : json("{}", status: 400)
        }
        #expect(try await single.pulled(words).isWhole)
        let part = PlayedServer { question, _ in
            question.query.isEmpty ? json(#"{"items": [\#(numbered(0..<13))], \#(more)}"#) : json("{}", status: 400)
        }
        #expect(try await !part.pulled(words).isWhole)
    }
}
