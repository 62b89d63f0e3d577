import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Servers that give twenty rows whatever is asked for, and compute the next page's place by the number that was asked for, or by what they gave.
@Suite struct KeptLengthTests {
    enum Way: String, CaseIterable { case page, pageInLink, offset, cursor, pageCursor, opaqueCursor, posted }

    private static let most = 20

    private static func server(_ way: Way, countsWhatCame: Bool) -> PlayedServer {
        PlayedServer { question, _ in
            let asked = question.number("limit", or: question.body["limit"]?.int ?? most)
            let step = countsWhatCame ? min(asked, most) : asked
            let number = question.number("page", or: 1)
            let start =
                switch way {
                case .page, .pageInLink: (number - 1) * step
                case .offset: question.number("offset", or: 0)
                case .cursor: question.number("cursor", or: 0)
                case .pageCursor: question.place("cursor") * step
                case .opaqueCursor: question.query["cursor"].flatMap(ForeignList.row) ?? 0
                case .posted: question.body["cursor"]?.string.flatMap { Int($0) } ?? 0
                }
            let page = PlayedPage(start, min(asked, most), of: 57)
            let (end, isLast) = (start + step, start + step >= 57)
            let rows = #""items": \#(page.list())"#
            switch way {
            case .page:
                return json(isLast ? "{\(rows)}" : #"{\#(rows), "next": "/items?limit=\#(asked)&page=\#(number + 1)"}"#)
            case .pageInLink:
                let link = "</items?limit=\(asked)&page=\(number + 1)>; rel=\"next\""
                return json("{\(rows)}", isLast ? [] : [("Link", link)])
            case .offset:
                return json(#"{\#(rows), "next": \#(isLast ? "null" : "\"/items?limit=\(asked)&offset=\(end)\"")}"#)
            case .cursor, .posted: return json(#"{\#(rows), "next_cursor": \#(isLast ? "null" : "\"\(end)\"")}"#)
            case .pageCursor:
                return json(#"{\#(rows), "next_cursor": \#(isLast ? "null" : "\"p\(start / step + 1)\"")}"#)
            case .opaqueCursor:
                let cursor = Data("row \(end)".utf8).base64EncodedString()
                return json(#"{\#(rows), "next_cursor": \#(isLast ? "null" : "\"\(cursor)\"")}"#)
            }
        }
    }

    @Test(arguments: Way.allCases, [true, false])
    func `No row is left out where fewer come than are asked for`(way: Way, countsWhatCame: Bool) async throws {
        let server = Self.server(way, countsWhatCame: countsWhatCame)
        let words = way == .posted ? ["--body", #"{"limit": 40}"#, "--parameter", "cursor"] : []
        let address = PlayedServer.address + (way == .posted ? "" : "?limit=40")
        let pull = try await server.pulled(words, at: address)
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57))
        #expect(server.requestCount <= 2 * 3 + 40)
    }

    /// Forty rows, of which forty are asked for, and twenty come: by what was asked for the list ends there.
    @Test(arguments: [(20, 40), (13, 26), (7, 12)], ["has_more", "next", "nothing"])
    func `An end by the number that was asked for is none`(sizes: (most: Int, count: Int), word: String) async throws {
        let server = PlayedServer { question, _ in
            let asked = question.number("per_page", or: sizes.most)
            let number = question.number("page", or: 1)
            let page = PlayedPage((number - 1) * asked, min(asked, sizes.most), of: sizes.count)
            let isLast = number * asked >= sizes.count
            let words = [
                "has_more": #", "has_more": \#(!isLast), "page": \#(number)"#,
                "next": isLast ? #", "next": null"# : #", "next": "/items?per_page=\#(asked)&page=\#(number + 1)""#,
            ]
            return json(#"{"items": \#(page.list())\#(words[word] ?? "")}"#)
        }
        let pull = try await server.pulled(at: PlayedServer.address + "?per_page=\(sizes.most * 2)")
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<sizes.count))
        #expect(server.requestCount <= 2 * 2 + 40)
    }

    @Test(arguments: [Way.cursor, .pageCursor, .opaqueCursor], [true, false])
    func `The same where the command asks for the size`(way: Way, countsWhatCame: Bool) async throws {
        let server = Self.server(way, countsWhatCame: countsWhatCame)
        let pull = try await server.pulled([
            "--dialect", "cursor", "--next", "next_cursor", "--parameter", "cursor", "--size-parameter", "limit",
        ])
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57))
    }

    @Test func `It is asked once, and not where cursors are the rows' own`() async throws {
        let server = PlayedServer { question, _ in
            let start = question.query["after"].flatMap { Int($0.dropFirst()) }.map { ($0 - 1_000) / 7 + 1 } ?? 0
            let page = PlayedPage(start, of: 57)
            return json(#"{"data": \#(page.list { #"{"id": "r\#(1_000 + 7 * $0)"}"# }), "has_more": \#(page.hasNext)}"#)
        }
        let pull = try await server.pulled([
            "--dialect", "cursor", "--next", "last:id", "--has-more", "has_more", "--parameter", "after",
            "--size-parameter", "limit",
        ])
        #expect(pull.isWhole && pull.rows.count == 57, "\(pull.outcome)")
        #expect(server.requestCount == 3)
    }
}
