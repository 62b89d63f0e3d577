import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// A walk over a list that stays as it is asks at most two requests a page and forty more, whatever a server answers.
@Suite struct EveryWalkEndsTests {
    /// Row 25 is hidden after paging: pages of 20, 19 and 18.
    private static func page(_ number: Int) -> [Int] {
        (max(0, number - 1) * 20..<min(58, number * 20)).filter { $0 != 25 }
    }

    @Test(arguments: [true, false])
    func `Next pages by number of which one is short are followed`(isLink: Bool) async throws {
        let server = PlayedServer { question, _ in
            let number = question.number("page", or: 1)
            let next = number < 3 ? "/items?page=\(number + 1)" : nil
            let rows = list(Self.page(number)[...])
            return isLink
                ? json("[\(rows)]", next.map { [("Link", "<\($0)>; rel=\"next\"")] } ?? [])
                : json(#"{"items": [\#(rows)], "next": \#(text(next))}"#)
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == (0..<58).filter { $0 != 25 })
        #expect(server.requestCount <= 46)
    }

    @Test func `Pages by number that a total finds, of which one is short, end with a reason`() async throws {
        let server = PlayedServer { question, _ in
            let number = question.number("page", or: 1)
            return json(
                #"{"page": \#(number), "per_page": 20, "total": 58, "items": [\#(list(Self.page(number)[...]))]}"#)
        }
        let pull = try await server.pulled()
        #expect(!pull.isWhole)
        #expect(pull.outcome.failure?.description.contains("19 rows where others have 20") == true, "\(pull.outcome)")
        #expect(server.requestCount <= 46)
    }

    @Test(
        arguments: [57, 58], [true, false])
    func `Where a total finds pages of which one is short, the next page that answers name is followed`(
        total: Int, isTold: Bool
    ) async throws {
        let server = PlayedServer { question, _ in
            let number = question.number("page", or: 1)
            let next = number < 3 ? "/items?page=\(number + 1)" : nil
            return json(#"{"total": \#(total), "next": \#(text(next)), "items": [\#(list(Self.page(number)[...]))]}"#)
        }
        let pull = try await server.pulled(isTold ? ["--next", "next"] : [])
        // A total that counts the hidden row says that there is one more.
        #expect(pull.isWhole == (total == 57), "\(pull.outcome)")
        #expect(pull.ids == (0..<58).filter { $0 != 25 })
        #expect(server.requestCount <= 46)
    }

    @Test(arguments: [57, 7, 1, 50, 100])
    func `SCIM counts from 1`(count: Int) async throws {
        let server = PlayedServer { question, _ in
            let start = max(1, question.number("startIndex", or: 1))
            let size = min(50, question.number("count", or: 50))
            let page = numbered(start - 1..<start - 1 + size, of: count)
            return json(
                #"{"schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"], "totalResults": \#(count), "#
                    + #""startIndex": \#(start), "itemsPerPage": \#(size), "Resources": [\#(page)]}"#)
        }
        for address in [PlayedServer.address, PlayedServer.address + "?startIndex=1&count=50"] {
            let pull = try await server.pulled(at: address)
            #expect(pull.isWhole, "\(pull.outcome)")
            #expect(pull.ids == Array(0..<count))
        }
        #expect(server.requestCount <= 2 * (2 * 2 + 40))
    }

    @Test(arguments: ["offset", "start"], [true, false])
    func `Positions that count from 1 and are echoed are found`(name: String, hasTotal: Bool) async throws {
        let server = PlayedServer { question, _ in
            let start = max(1, question.number(name, or: 1))
            let quote = name == "start" ? "\"" : ""
            let total = hasTotal ? #""total": 57, "# : ""
            return json(
                #"{"\#(name)": \#(quote)\#(start)\#(quote), "limit": 20, \#(total)"items": [\#(numbered(start - 1..<start + 19))]}"#
            )
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57))
        #expect(server.requestCount <= 46)
    }

    /// Rows that nothing identifies and of which two fields change with every answer.
    private static func volatile(_ range: Range<Int>, _ number: Int) -> String {
        range.clamped(to: 0..<57).map {
            #"{"sender": "u\#($0 % 4)", "body": "message \#($0)", "age": \#(number * 100 + $0), "load": 0.\#(number)\#($0)}"#
        }.joined(separator: ", ")
    }

    @Test func `A way on that is not understood brings the same rows once, though fields of them change`() async throws
    {
        let server = PlayedServer { _, number in
            json(#"{"rooms_page": [\#(Self.volatile(0..<10, number))], "weiter_token": "t\#(number)"}"#)
        }
        let pull = try await server.pulled(["--items", "rooms_page", "--next", "weiter_token"])
        #expect(!pull.isWhole)
        #expect(pull.rows.count == 10)
        #expect(server.requestCount <= 2 * 1 + 40)
    }

    @Test func `The last page that comes again for ever, behind fresh cursors, is one page`() async throws {
        let server = PlayedServer { question, number in
            let start = min(40, question.query["cursor"].flatMap { Int($0.prefix { $0 != "-" }) } ?? 0)
            return json(
                #"{"items": [\#(Self.volatile(start..<start + 20, number))], "next_cursor": "\#(start + 20)-\#(number)"}"#
            )
        }
        let pull = try await server.pulled()
        #expect(!pull.isWhole)
        #expect(pull.rows.count == 57)
        #expect(server.requestCount <= 46)
    }

    @Test func `Matrix messages, whose age changes, come whole by 'from'`() async throws {
        let server = PlayedServer { question, number in
            let start = question.number("from", or: 0)
            let end = start + 20 < 57 ? #", "end": "\#(start + 20)""# : ""
            let events = (start..<min(57, start + 20)).map {
                #"{"event_id": "$e\#($0)", "content": {"body": "b"}, "unsigned": {"age": \#(number * 1_000 + $0)}}"#
            }
            return json(#"{"chunk": [\#(events.joined(separator: ", "))], "start": "\#(start)"\#(end)}"#)
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.rows.count == 57)
    }

    @Test func `Pages without rows are progress while their cursors are new, and count within the bound`() async throws
    {
        let server = PlayedServer { question, number in
            let page = question.number("cursor", or: 0)
            let list = page == 0 ? numbered(0..<20) : page == 300 ? numbered(20..<57) : ""
            return json(#"{"items": [\#(list)], "next_cursor": \#(page == 300 ? "null" : "\"\(page + 1)\"")}"#)
        }
        let pull = try await server.pulled(["--empty-pages", "1000"])
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57))
        for words in [[], ["--empty-pages", "200"]] {
            let endless = PlayedServer { _, number in
                json(#"{"items": [\#(number == 1 ? numbered(0..<20) : "")], "next_cursor": "c\#(number)"}"#)
            }
            let walk = try await endless.pulled(words)
            #expect(!walk.isWhole)
            let allowed = words.isEmpty ? 40 : 200
            let told = walk.outcome.failure?.description ?? ""
            #expect(told.contains("--empty-pages"), "\(told)")
            if !words.isEmpty { #expect(told.contains("200 pages in a row")) }
            #expect(endless.requestCount <= allowed + 4)
        }
    }

    @Test func `A link that says that it has no results leads to none`() async throws {
        let server = PlayedServer { question, number in
            let page = question.number("cursor", or: 0)
            let link = "</items?cursor=\(page + 1)>; rel=\"next\"; results=\"\(page < 2)\""
            return json("[\(numbered(page * 20..<page * 20 + 20))]", [("Link", link)])
        }
        let pull = try await server.pulled()
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<57))
        #expect(server.requestCount <= 6)
    }

    @Test(arguments: [1, 2, 5])
    func `A circle ends where it began, with the rows that came`(length: Int) async throws {
        let server = PlayedServer { question, _ in
            let page = question.number("cursor", or: 0)
            return json(
                #"{"items": [\#(numbered(page * 5..<page * 5 + 5))], "next_cursor": "\#((page + 1) % length)x"}"#)
        }
        let pull = try await server.pulled()
        #expect(!pull.isWhole)
        #expect(server.requestCount <= 2 * length + 40)
    }

    @Test(arguments: [1, 3])
    func `A list that is walked with a behavior keeps five times the bound`(length: Int) async throws {
        let server = PlayedServer { question, number in
            let page = question.query["cursor"].flatMap { Int($0.prefix { $0 != "-" }) } ?? 0
            return json(
                #"{"items": [\#(numbered(page * 5..<page * 5 + 5))], "next_cursor": "\#((page + 1) % length)-\#(number)"}"#
            )
        }
        let pull = try await server.pulled(behavior: ListBehavior(membership: .changes))
        #expect(!pull.isWhole)
        #expect(server.requestCount <= 5 * (2 * length + 40))
    }

    @Test(.timeLimit(.minutes(10)), arguments: [0, 1, 2])
    @MainActor func `In an app loading more comes to an end`(kind: Int) async throws {
        let server = PlayedServer { question, number in
            switch kind {
            case 0:
                let page = question.number("page", or: 1)
                return json(
                    #"{"page": \#(page), "per_page": 20, "total": 58, "items": [\#(list(Self.page(page)[...]))]}"#)
            case 1:
                return json(#"{"items": [\#(Self.volatile(0..<20, number))], "next_cursor": "c\#(number)"}"#)
            default:
                let start = max(1, question.number("startIndex", or: 1))
                return json(
                    #"{"totalResults": 57, "startIndex": \#(start), "itemsPerPage": 20, "Resources": [\#(numbered(start - 1..<start + 19))]}"#
                )
            }
        }
        let url = try #require(URL(string: PlayedServer.address))
        let shown = PagedList(HTTPSource<JSONValue>(url, transport: server), id: \.self)
        for _ in 0..<20 where !shown.isComplete {
            do { try await shown.loadMore() } catch { break }
        }
        #expect(server.requestCount <= 46, "\(server.requestCount)")
        if kind == 2 { #expect(shown.rows.compactMap { $0?["id"]?.int } == Array(0..<57)) }
    }

    @Test func `A list that grows by a row with each answer is left, and says how to read it`() async throws {
        let server = PlayedServer { question, request in
            let (offset, count) = (question.number("offset", or: 0), 100 + request)
            let end = min(count, offset + min(question.number("limit", or: 10), 10))
            return json(
                #"{"total": \#(count), "offset": \#(offset), "limit": 10, "items": [\#(numbered(offset..<end, of: count))]}"#
            )
        }
        // One after the other: requests under way are cancelled as the list grows, more of them on a busy machine.
        let pull = try await server.pulled(["--page-size", "10"], inFlight: 1)
        #expect(pull.outcome.failure?.description.contains("--page-size") == true, "\(pull.outcome)")
        #expect(pull.outcome.failure?.isResumable == true)
        #expect(pull.ids == Array(0..<pull.ids.count) && pull.ids.count >= 100)
        #expect(server.requestCount < 100, "\(server.requestCount) requests, \(pull.ids.count) rows: \(pull.outcome)")
    }
}
