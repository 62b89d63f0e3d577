import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Exit code 0 is given for evidence of the end, and anything in an answer that speaks of more, or of an error, takes it away.
@Suite struct ExitZeroTests {
    private static let jmapBody =
        #"{"using": ["x"], "methodCalls": [["Email/query", {}, "0"], ["Email/get", {}, "1"]]}"#

    @Test(arguments: [true, false])
    func `JMAP is read by its body alone`(hasTotal: Bool) async throws {
        let server = PlayedServer { question, _ in
            let start = question.body["methodCalls"]?[0]?[1]?["position"]?.int ?? 0
            let total = hasTotal ? #""total": 57, "# : ""
            let page = numbered(start..<start + 20)
            return json(
                #"{"methodResponses": [["Email/query", {"position": \#(start), \#(total)"ids": []}, "0"], ["Email/get", {"list": [\#(page)]}, "1"]]}"#
            )
        }
        let pull = try await server.pulled(["--body", Self.jmapBody])
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57))
    }

    @Test(arguments: [true, false])
    func `Parameters that filter because they are not known are not taken for the end`(changes: Bool) async throws {
        let server = PlayedServer { question, _ in
            let isFiltered = !question.query.isEmpty
            return json(#"{"total": 57, "items": [\#(numbered(0..<(isFiltered ? 0 : 20)))]}"#)
        }
        let pull = try await server.pulled(behavior: changes ? ListBehavior(membership: .changes) : nil)
        #expect(!pull.isWhole)
        let half = PlayedServer { question, _ in
            let start = question.number("page", or: 1) * 20 - 20
            let isFiltered = !question.query.keys.allSatisfy { ["page", "per_page"].contains($0) }
            let list = ArraySlice((min(57, start)..<min(57, start + 20)).filter { !isFiltered || $0 % 2 == 0 })
            return json(
                #"{"page": \#(start / 20 + 1), "per_page": 20, "total": 57, "items": [\#(list.map { "{\"id\": \($0)}" }.joined(separator: ","))]}"#
            )
        }
        let other = try await half.pulled(behavior: changes ? ListBehavior(membership: .changes) : nil)
        #expect(!other.isWhole || other.ids == Array(0..<57), "\(other.ids.count)")
    }

    @Test(
        arguments: [
            #""error": "backend timeout""#, #""error": {"code": 503}"#, #""errors": [{"detail": "db"}]"#,
            #""status": "error""#,
            #""success": false"#, #""ok": false"#, #""code": 50000, "msg": "busy""#, #""timed_out": true"#,
            #""partial": true"#,
            #""exception": "OutOfMemory""#, #""degraded": true"#, #""meta": {"status": 500, "error": "x"}"#,
        ])
    func `An error inside a 200 is no end`(words: String) async throws {
        for behavior in [nil, ListBehavior(membership: .changes)] {
            let byPage = PlayedServer { question, _ in
                let page = question.number("page", or: 1)
                return json(page > 1 ? #"{"items": [], \#(words)}"# : #"{"items": [\#(numbered(0..<20))]}"#)
            }
            #expect(try await !byPage.pulled(behavior: behavior).isWhole)
            let byCursor = PlayedServer { question, _ in
                question.query["cursor"] == nil
                    ? json(#"{"items": [\#(numbered(0..<20))], "next_cursor": "c"}"#)
                    : json(#"{"items": [], "next_cursor": null, \#(words)}"#)
            }
            #expect(try await !byCursor.pulled(behavior: behavior).isWhole)
        }
    }

    @Test func `GraphQL errors beside an empty connection are an error`() async throws {
        let server = PlayedServer { question, _ in
            let isFirst = question.body["variables"]?["after"] == nil
            let edges = isFirst ? (0..<20).map { #"{"node": {"id": \#($0)}}"# }.joined(separator: ",") : ""
            let info = #""pageInfo": {"hasNextPage": \#(isFirst), "endCursor": "c"}"#
            return json(
                #"{\#(isFirst ? "" : #""errors": [{"message": "db"}], "#)"data": {"users": {"edges": [\#(edges)], \#(info)}}}"#
            )
        }
        #expect(try await !server.pulled(["--body", #"{"query": "q", "variables": {}}"#]).isWhole)
    }

    @Test func `A GraphQL connection without pageInfo may be a part`() async throws {
        let server = PlayedServer { _, _ in
            let edges = (0..<20).map { #"{"node": {"id": \#($0)}}"# }.joined(separator: ",")
            return json(#"{"data": {"users": {"edges": [\#(edges)]}}}"#)
        }
        #expect(try await !server.pulled(["--body", #"{"query": "q", "variables": {}}"#]).isWhole)
    }

    @Test(arguments: ["", "?$top=20&$count=true"])
    func `OData's count goes before the link that is not there`(query: String) async throws {
        let server = PlayedServer { question, _ in
            let start = question.number("$skip", or: 0)
            return json(#"{"@odata.context": "x", "@odata.count": 57, "value": [\#(numbered(start..<start + 20))]}"#)
        }
        let pull = try await server.pulled(at: PlayedServer.address + query)
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57))
    }

    /// A first page of 13 rows, which is no length that pages have, and one word beside them. Nothing that is asked brings more.
    @Test(
        arguments: [
            #""isLast": false"#, #""last": false"#, #""done": false"#, #""IsTruncated": true"#, #""more": 1"#,
            #""hasMoreItems": "true""#,
            #""LastEvaluatedKey": {"id": {"N": "12"}}"#, #""nextThing": "k13""#, #""next-cursor": "Zm9v""#,
            #""pagingToken": "Zm9v""#,
            #""continuation": "x9""#, #""total": 57"#, #""totalRecordCount": 57"#, #""TOTAL": "57""#,
            #""hits": {"total": {"value": 57}}"#,
            #""remaining": 44"#, #""page": "1 of 5""#, #""showing": "1-13 of 57""#, #""exceededTransferLimit": true"#,
            #""gesamt": 57"#, #""links": [{"rel": "next", "href": "/elsewhere"}]"#, #""d": {"__next": "/elsewhere"}"#,
            #""view": {"next": "/elsewhere"}"#, #""batching": {"next": "/elsewhere"}"#,
            #""warning": "result limited to 13 rows""#,
        ])
    func `A word that speaks of more takes the proof away`(word: String) async throws {
        let server = PlayedServer { question, _ in json(#"{"items": [\#(numbered(0..<13))], \#(word)}"#) }
        let pull = try await server.pulled()
        #expect(!pull.isWhole, "\(pull.report.dialect)")
        #expect(server.requestCount <= 2 * 1 + 40)
    }

    @Test(
        arguments: [
            ("Content-Range", "items 0-12/*"), ("Content-Range", "items 0-12/57"), ("X-Next-Cursor", "Zm9v"),
            ("X-Continuation-Token", "Zm9v"),
            ("Link", "</elsewhere>; rel='next'"), ("X-Result-Count", "57"), ("X-Has-More", "true"),
            ("X-Total-Count", "57"),
            ("X-Pagination", #"{"HasNext": true, "TotalCount": 57}"#),
        ])
    func `A header that speaks of more takes the proof away`(name: String, value: String) async throws {
        for body in ["[\(numbered(0..<13))]", #"{"items": [\#(numbered(0..<13))]}"#] {
            let server = PlayedServer { _, _ in json(body, [(name, value)]) }
            #expect(try await !server.pulled().isWhole)
        }
    }

    @Test func `Status 206 is a part of something`() async throws {
        for body in ["[\(numbered(0..<13))]", #"{"items": [\#(numbered(0..<13))]}"#] {
            let server = PlayedServer { _, _ in json(body, status: 206) }
            #expect(try await !server.pulled().isWhole)
        }
    }

    @Test(
        arguments: [
            #""isLast": true"#, #""has_more": false"#, #""next": null"#, #""total": 13"#, #""IsTruncated": false"#,
            #""next_cursor": """#,
            #""took": 15, "took_ms": 2231, "status": 200, "request_id": "a81-77f""#,
            #""version": "1.2", "generated_at": 1732480000"#,
        ])
    func `What names the end beside the same rows is believed`(word: String) async throws {
        let server = PlayedServer { question, _ in json(#"{"items": [\#(numbered(0..<13))], \#(word)}"#) }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<13))
    }

    @Test func `A page shorter than was asked for is no end where rows may be hidden`() async throws {
        let server = PlayedServer { question, _ in
            let start = question.number("offset", or: 0)
            let hidden: Set = [3, 9]
            let list = (min(60, start)..<min(60, start + 20)).filter { !hidden.contains($0) }.map { #"{"id": \#($0)}"# }
            return json(#"{"limit": 20, "offset": \#(start), "rows": [\#(list.joined(separator: ","))]}"#)
        }
        let pull = try await server.pulled(at: PlayedServer.address + "?limit=20")
        #expect(!pull.isWhole || pull.ids.count == 58, "\(pull.ids.count)")
    }

    @Test func `A page that is missing for now, with others behind it, is no end`() async throws {
        let server = PlayedServer { question, _ in
            let page = question.number("page", or: 1)
            if page == 2 { return json(#"{"detail": "shard not found"}"#, status: 404) }
            return json("[\(numbered(page * 20 - 20..<page * 20))]")
        }
        #expect(try await !server.pulled().isWhole)
    }

    @Test(arguments: [418, 409, 400])
    func `A refusal for another reason than the parameter shows nothing of the end`(status: Int) async throws {
        let server = PlayedServer { question, number in
            if number == 2 { return json(#"{"detail": "not now"}"#, status: status) }
            let start = (question.number("page", or: 1) - 1) * 12
            return json("[\(numbered(start..<start + 12, of: 13))]")
        }
        let pull = try await server.pulled()
        // 400 is what a server says that knows no such parameter.
        #expect(pull.isWhole == (status == 400), "\(pull.outcome)")
    }

    @Test(
        arguments: [
            (["--dialect", "offset"], #"{"out": {"books": [ROWS], "total": 57}, "took": 3}"#),
            (["--dialect", "offset", "--parameter", "offset"], #"[ROWS]"#),
            (["--dialect", "page", "--size-parameter", "limit"], #"{"results": [ROWS], "total_count": 57}"#),
            (["--dialect", "cursor", "--next", "next"], #"{"things": [ROWS], "meta": {"total": 57}, "next": NEXT}"#),
            (["--dialect", "link", "--next", "header:X-Next"], #"{"things": [ROWS]}"#),
        ])
    func `A dialect that is named leaves it to be found where rows and their number are`(words: [String], shape: String)
        async throws
    {
        let server = PlayedServer { question, _ in
            let size = question.number("limit", or: 20)
            let start = max(
                question.number("offset", or: 0), (question.number("page", or: 1) - 1) * size, question.place("cursor"))
            let page = PlayedPage(start, size, of: 57)
            let rows = page.list { #"{"key": "k\#($0)", "n": 1}"# }.dropFirst().dropLast()
            return json(
                shape.replacing("ROWS", with: rows).replacing("NEXT", with: page.nextText),
                page.hasNext ? [("X-Next", "/items?cursor=c\(page.next)")] : [])
        }
        let pull = try await server.pulled(words)
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.rows.compactMap { $0["key"]?.string } == (0..<57).map { "k\($0)" })
        #expect(pull.report.identifiedBy == "key")
    }

    @Test func `The look behind a total is repeated after an error that passes`() async throws {
        let refused = Locked<Set<Int>>([])
        let server = PlayedServer { question, _ in
            let start = question.number("offset", or: 0)
            if start >= 40, refused.withLock({ $0.insert(start).inserted }) {
                return json(#"{"message": "busy"}"#, status: 503, [("Retry-After", "0")])
            }
            return json(
                #"{"offset": \#(start), "limit": 20, "total": 40, "items": [\#(numbered(start..<min(40, start + 20)))]}"#
            )
        }
        let pull = try await PullInProcess([PlayedServer.address, "--in-flight", "1"], over: server, behavior: nil)
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<40))
        #expect(!refused.withLock(\.isEmpty))
    }

    @Test(arguments: [nil, ListBehavior(membership: .changes)])
    func `An error with status 200 that says when to ask again is waited for, and not for ever`(
        behavior: ListBehavior?
    ) async throws {
        for lasts in [false, true] {
            let server = PlayedServer { question, number in
                if number == 3 || lasts && number > 3 {
                    return json(#"{"error": {"code": "maxlag", "info": "Waiting for db"}}"#, [("Retry-After", "0")])
                }
                let start = question.number("cursor", or: 0)
                return json(
                    #"{"items": [\#(numbered(start..<start + 20))], "next_cursor": \#(start < 40 ? "\"\(start + 20)\"" : "null")}"#
                )
            }
            let pull = try await PullInProcess(
                [PlayedServer.address, "--retries", "2"], over: server, behavior: behavior)
            #expect(pull.isWhole == !lasts, "\(pull.outcome)")
            if lasts {
                #expect(pull.outcome.failure?.description.contains("Waiting for db") == true)
                #expect(server.requestCount <= 2 + 2 * 3)
            } else {
                #expect(pull.ids == Array(0..<57))
            }
        }
    }

    @Test func `A refusal for too many requests waits, whatever it is called`() async throws {
        for headers in [
            [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "0")], [("RateLimit", #""default";r=0;t=0"#)],
        ] {
            let server = PlayedServer { question, number in
                let start = question.number("cursor", or: 0)
                let isRefused = number == 2
                return isRefused
                    ? json(#"{"message": "API rate limit exceeded"}"#, status: 403, headers)
                    : json(
                        #"{"items": [\#(numbered(start..<start + 20))], "next_cursor": \#(start < 40 ? "\"\(start + 20)\"" : "null")}"#
                    )
            }
            let pull = try await PullInProcess([PlayedServer.address], over: server, behavior: nil)
            #expect(pull.isWhole, "\(pull.outcome)")
        }
    }
}
