import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// A single row without an array around it, and no rows as `null`.
@Suite struct SingleRowTests {
    @Test func `A last page of one row is an object`() async throws {
        let server = PlayedServer { question, _ in
            let page = PlayedPage(question.place("cursor"), of: 41)
            let rows = page.list { #"{"id": \#($0), "name": "n"}"# }
            return json(
                #"{"items": \#(page.rows.count == 1 ? String(rows.dropFirst().dropLast()) : rows), "next_cursor": \#(page.nextText)}"#
            )
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<41))
    }

    @Test func `So is the only row, where its place is named`() async throws {
        let server = PlayedServer { _, _ in json(#"{"list": {"id": 7, "name": "n"}, "total": 1}"#) }
        let pull = try await server.pulled(["--items", "list"])
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == [7])
    }

    @Test func `An object that is no row is none`() async throws {
        let server = PlayedServer { question, _ in
            question.place("cursor") < 40
                ? json(
                    #"{"items": \#(PlayedPage(question.place("cursor"), of: 57).list()), "next_cursor": "c\#(question.place("cursor") + 20)"}"#
                )
                : json(#"{"items": {"problem": "busy", "node": 3}, "next_cursor": null}"#)
        }
        let pull = try await server.pulled()
        #expect(!pull.isWhole && pull.ids == Array(0..<40), "\(pull.outcome)")
    }

    @Test(arguments: [[], ["--items", "rows"]])
    func `No rows are null beside a word that names the end, or a total of none`(words: [String]) async throws {
        for body in [#"{"rows": null, "next_token": null}"#, #"{"rows": null, "total": 0}"#] {
            let pull = try await PlayedServer { _, _ in json(body) }.pulled(words)
            #expect(pull.isWhole && pull.rows.isEmpty, "\(body): \(pull.outcome)")
        }
        let silent = try await PlayedServer { _, _ in json(#"{"rows": null}"#) }.pulled(words)
        #expect(!silent.isWhole)
    }
}
