import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Requests that fit no parameters: `--request`, and places of several parameters in `--next`.
@Suite struct RequestTextTests {
    private func check(_ words: [String], at address: String = PlayedServer.address, _ server: PlayedServer)
        async throws
    {
        let pull = try await server.pulled(words, at: address)
        #expect(pull.isWhole, "\(words): \(pull.outcome)")
        #expect(pull.ids == Array(0..<57), "\(words)")
        #expect(server.requestCount <= 2 * 3 + 40)
    }

    @Test(arguments: [["q=(page:{page},page_size:{size})"], ["q=(page:{page})"]])
    func `A page and its size go into one parameter`(texts: [String]) async throws {
        let words = texts.flatMap { ["--request", $0] } + ["--first-position", "0", "--total", "n"]
        try await check(
            words,
            PlayedServer { question, _ in
                guard question.query.keys.allSatisfy({ $0 == "q" }) else { return json("{}", status: 400) }
                let parts = (question.query["q"] ?? "").split { !$0.isNumber }.compactMap { Int($0) }
                let size = min(parts.dropFirst().first ?? 20, 30)
                return json(#"{"list": \#(PlayedPage((parts.first ?? 0) * size, size, of: 57).list()), "n": 57}"#)
            })
    }

    @Test(arguments: [["X-Cursor: {cursor}"], ["/scroll/{cursor}"], ["job=7:{cursor}"]])
    func `A cursor goes into a header, to another address, into a part of a parameter`(texts: [String]) async throws {
        try await check(
            texts.flatMap { ["--request", $0] },
            PlayedServer { question, _ in
                let isElsewhere = question.path.hasPrefix("/scroll/")
                let cursor =
                    isElsewhere
                    ? String(question.path.dropFirst(8)) : question.headers["X-Cursor"] ?? question.query["job"]
                let page = PlayedPage(cursor?.split { !$0.isNumber }.last.flatMap { Int($0) } ?? 0, of: 57)
                return json(#"{"items": \#(page.list()), "scroll_id": \#(page.nextText)}"#)
            })
    }

    @Test(arguments: [["--next", "since=last:t,id=last:id"], ["--next", "since=at/t,id=at/id"]])
    func `A cursor of two parts goes into two parameters`(words: [String]) async throws {
        try await check(
            words + ["--dialect", "cursor", "--has-more", "more"],
            PlayedServer { question, _ in
                guard (question.query["since"] == nil) == (question.query["id"] == nil) else {
                    return json("{}", status: 400)
                }
                let start = question.query["id"].flatMap { Int($0) }.map { $0 + 1 } ?? 0
                let page = PlayedPage(start, of: 57)
                guard start == 0 || question.query["since"] == "t\((start - 1) / 7)" else {
                    return json("{}", status: 400)
                }
                let last = page.rows.upperBound - 1
                return json(
                    #"{"items": \#(page.list { #"{"id": \#($0), "t": "t\#($0 / 7)"}"# }), "at": {"t": "t\#(last / 7)", "id": \#(last)}, "more": \#(page.hasNext)}"#
                )
            })
    }

    @Test(arguments: [true, false])
    func `What follows a POST is asked for by GET`(isAddress: Bool) async throws {
        try await check(
            ["--body", #"{"job": 7}"#, "--request", "GET"] + (isAddress ? [] : ["--parameter", "token"]),
            PlayedServer { question, _ in
                let isFirst = question.query["token"] == nil
                guard question.method == (isFirst ? "POST" : "GET"), isFirst == (question.body["job"] == 7) else {
                    return json("{}", status: 405)
                }
                let page = PlayedPage(question.place("token"), of: 57)
                let next =
                    page.hasNext ? (isAddress ? "\"/items?token=c\(page.rows.upperBound)\"" : page.nextText) : "null"
                return json(#"{"items": \#(page.list()), "next": \#(next)}"#)
            })
    }

    @Test func `A text that is no request is refused`() {
        for text in ["", "nothing", "{cursor"] {
            #expect(throws: ToolError.self) {
                _ = try SourceOptions(
                    Arguments([PlayedServer.address, "--request", text], for: PullCommand.spec), command: "pull")
            }
        }
    }
}
