import Foundation
import PagingHTTP
import Testing

/// Lists asked for by offset and limit.
@Suite
struct OffsetDialectTests {
    @Test func `The start's query stays, position and limit are set in it`() async throws {
        let transport = ScriptedTransport { _ in .json("[]") }
        let url = URL(string: "http://api.test/items?q=a%20b&offset=7&flag#part")!
        let source = HTTPSource<Row>(url, dialect: .offset(total: .header("X-Total")), transport: transport)
        _ = try await source.page(for: .positions(20..<30))
        #expect(transport.targets == ["/items?q=a%20b&flag&offset=20&limit=10"])
        #expect(source.capabilities == .positions)
    }

    @Test func `Names go out as they are written: bracketed, dotted or strange`() async throws {
        let transport = ScriptedTransport { _ in .json("[]") }
        let dialect = Dialect.offset("page.offset", limit: "page[limit]")
        _ = try await HTTPSource<Row>(home, dialect: dialect, transport: transport).page(for: .positions(0..<5))
        let odd = Dialect.offset(ParameterName("a.b"), limit: "$top")
        _ = try await HTTPSource<Row>(home, dialect: odd, transport: transport).page(for: .positions(0..<5))
        #expect(
            transport.targets == [
                "/items?page.offset=0&page%5Blimit%5D=5", "/items?a.b=0&$top=5",
            ])
    }

    @Test func `Items and total are found by path, spelled with slashes or dots`() async throws {
        let transport = ScriptedTransport { _ in
            .json(#"{"entity": {"topics": [{"id": 1}]}, "paging": {"totalCount": "357"}}"#)
        }
        for (items, total) in [("entity/topics", "paging.totalCount"), ("entity.topics", "paging/totalCount")] {
            let dialect = Dialect.offset(items: FieldPath(items), total: .path(FieldPath(total)))
            let page = try await HTTPSource<Row>(home, dialect: dialect, transport: transport)
                .page(for: .positions(10..<12))
            #expect(page.sizeless == Page([Row(id: 1)], at: 10, total: 357, continuation: .more))
        }
    }

    @Test func `A total that was not counted is none: more follows as long as the server says so`() async throws {
        let transport = ScriptedTransport { request in
            let isLast = request.query["offset"] == "4"
            let next = isLast ? "null" : #""/items?offset=4&limit=2""#
            return .json(
                #"{"paging": {"totalCount": \#(isLast ? 5 : 3), "exact": \#(isLast), "next": \#(next)}, "objects": [{"id": 1}]}"#
            )
        }
        let source = HTTPSource<Row>(home, dialect: .envelope, transport: transport)
        let first = try await source.page(for: .positions(0..<1))
        #expect(first.total == nil && first.continuation == .more)
        let last = try await source.page(for: .positions(4..<6))
        #expect(last.total == 5)
    }

    @Test func `A server that tells an estimate is asked to count once, and again when the list is refreshed`()
        async throws
    {
        let transport = ScriptedTransport { request in
            let isExact = request.header("Prefer") == "count=exact"
            return .json(
                #"{"paging": {"totalCount": \#(isExact ? 5000 : 4711), "exact": \#(isExact), "next": "/items?offset=9"}, "objects": [{"id": \#(request.int("offset") ?? -1)}]}"#
            )
        }
        let source = HTTPSource<Row>(home, dialect: .envelope, transport: transport)
        var totals: [Int?] = []
        for row in 0..<4 { totals.append(try await source.page(for: .positions(row..<row + 1)).total) }
        #expect(totals == [nil, 5000, nil, nil])
        let fresh = try await LoadOptions.$skipsCaches.withValue(true) {
            try await source.page(for: .positions(0..<1))
        }
        #expect(fresh.total == 5000)
        let asked = transport.requests.map { Asked($0).header("Prefer") }
        // Pages of one row that has nothing but an identifier are looked behind now and then.
        #expect(asked.first == .some(nil) && asked.count { $0 == "count=exact" } == 2)
        #expect(asked[1] == "count=exact" && asked.last == "count=exact")
    }

    @Test func `A server that counts for nobody is asked to three times, however many pages are read`() async throws {
        let transport = ScriptedTransport { _ in
            .json(
                #"{"paging": {"totalCount": 4711, "exact": false, "next": "/items?offset=9"}, "objects": [{"id": 1}]}"#)
        }
        let source = HTTPSource<Row>(home, dialect: .envelope, transport: transport)
        for _ in 0..<20 { #expect(try await source.page(for: .positions(0..<1)).total == nil) }
        #expect(transport.requests.count { Asked($0).header("Prefer") != nil } == 3)
    }

    @Test(
        arguments: [("X-Total-Count", "357"), ("x-wp-total", "357"), ("Content-Range", "items 0-24/357")])
    func `A total may be in a header`(name: String, value: String) async throws {
        let transport = ScriptedTransport { _ in .json("[]", headers: [(name.uppercased(), value)]) }
        let source = HTTPSource<Row>(home, dialect: .offset(total: .header(name)), transport: transport)
        #expect(try await source.page(for: .positions(0..<2)).total == 357)
    }

    @Test func `A decoder that renames keys finds what the dialect names`() async throws {
        struct Snake: Decodable, Sendable { let rowId: Int }
        let transport = ScriptedTransport { _ in .json(#"{"all_rows": [{"row_id": 1}], "_m": {"total_count": 9}}"#) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let dialect = Dialect.offset(items: "all_rows", total: .path("_m/total_count"))
        let page = try await HTTPSource<Snake>(home, dialect: dialect, decoder: decoder, transport: transport)
            .page(for: .positions(0..<2))
        #expect(page.total == 9)
        #expect(page.items.map(\.rowId) == [1])
    }

    @Test(arguments: [true, false])
    func `A clamped limit is not the end, with a total or without`(saysTotal: Bool) async throws {
        let rows = Rows(count: 23)
        let transport = ScriptedTransport { asked in
            let limit = min(5, asked.int("limit") ?? 5)
            let total = saysTotal ? [("X-Total-Count", "23")] : []
            return .json("[\(rows.list(asked.int("offset") ?? 0, limit))]", headers: total)
        }
        let dialect = Dialect.offset(total: saysTotal ? .header("X-Total-Count") : nil)
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        #expect(try await walk(source, limit: 10).map(\.id) == Array(0..<23))
    }

    @Test func `The end is where the answer says: has-more, a missing next, an empty page`() async throws {
        func page(_ body: String, _ dialect: Dialect) async throws -> Page<Row> {
            let transport = ScriptedTransport { _ in .json(body) }
            return try await HTTPSource<Row>(home, dialect: dialect, transport: transport).page(for: .positions(4..<8))
        }
        let more = Dialect.offset(items: "d", hasMore: "more")
        #expect(try await page(#"{"d": [{"id": 1}], "more": true}"#, more).continuation == .more)
        #expect(try await page(#"{"d": [{"id": 1}], "more": false}"#, more).continuation == .end)
        let next = Dialect.offset(items: "d", next: .address("next"))
        #expect(try await page(#"{"d": [], "next": "/x"}"#, next).continuation == .more)
        #expect(try await page(#"{"d": [{"id": 1}], "next": null}"#, next).continuation == .end)
        #expect(try await page("[]", .offset()).continuation == .end)
        // A total that what is there contradicts does not decide.
        let lying = Dialect.offset(items: "d", total: .path("total"), hasMore: "more")
        #expect(try await page(#"{"d": [{"id": 1}], "total": 2, "more": true}"#, lying).continuation == .more)
    }

    @Test func `WordPress past the end: nothing, and a total of 0, which is not the list's`() async throws {
        let transport = ScriptedTransport { _ in .json("[]", headers: [("X-WP-Total", "0")]) }
        let source = HTTPSource<Row>(home, dialect: .offset(total: .header("X-WP-Total")), transport: transport)
        #expect(try await source.page(for: .positions(50..<60)).sizeless == Page([], at: 50, continuation: .end))
        #expect(
            try await source.page(for: .positions(0..<10)).sizeless == Page([], at: 0, total: 0, continuation: .end))
    }

    @Test func `An empty page in the middle is a page`() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"items": [], "total": 100}"#) }
        let dialect = Dialect.offset(items: "items", total: .path("total"))
        let page = try await HTTPSource<Row>(home, dialect: dialect, transport: transport).page(
            for: .positions(50..<60))
        #expect(page.sizeless == Page([], at: 50, total: 100, continuation: .more))
    }

    @Test(
        arguments: ["-5", "9223372036854775807"])
    func `What a server says of its totals is passed on unjudged, and never traps`(total: String) async throws {
        let transport = ScriptedTransport { _ in .json(#"{"items": [{"id": 1}], "total": \#(total)}"#) }
        let dialect = Dialect.offset(items: "items", total: .path("total"))
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        let page = try await source.page(for: .positions((Int.max - 5)..<Int.max))
        #expect(page.total == Int(total))
    }

    @Test func `A list read by positions has no cursors`() async throws {
        let source = HTTPSource<Row>(home, dialect: .offset(), transport: ScriptedTransport { _ in .json("[]") })
        await #expect(throws: HTTPSourceError(.cannotAsk(.after("x", limit: 5)), address: "http://api.test/items")) {
            try await source.page(for: .after("x", limit: 5))
        }
    }
}
