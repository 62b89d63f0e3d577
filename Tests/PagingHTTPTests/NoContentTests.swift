import PagingHTTP
import PagingWire
import Testing

/// Answers with status 204, which have no body.
@Suite struct NoContentTests {
    private static let none = HTTPAnswer(status: 204)

    private static func rows(_ start: Int, _ count: Int = 40) -> HTTPAnswer {
        start < count ? .json(#"{"items": [\#(Rows(count: count).list(start, 20))]}"#) : none
    }

    @Test(arguments: [40, 33, 0])
    func `By number and by offset it is an empty page`(count: Int) async throws {
        let pages = ScriptedTransport { Self.rows((($0.int("page") ?? 1) - 1) * 20, count) }
        let offsets = ScriptedTransport { Self.rows($0.int("offset") ?? 0, count) }
        for (transport, dialect) in [
            (pages, Dialect.page(size: nil, items: "items")), (offsets, .offset(items: "items")),
        ] {
            let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
            #expect(try await walk(source, limit: 20).map(\.id) == Array(0..<count))
            try await source.checkEnd()
        }
    }

    @Test func `It is an end no more than an empty page is`() async throws {
        let transport = ScriptedTransport { asked in
            let page = asked.int("page") ?? 1
            return page == 3 ? Self.none : Self.rows((page - 1) * 20, 75)
        }
        let source = HTTPSource<Row>(home, dialect: .page(size: nil, items: "items"), transport: transport)
        #expect(try await walk(source, limit: 20).count == 40)
        #expect(await reason { try await source.checkEnd() } == .emptyPage(row: 40))
    }

    @Test(arguments: [20, 40])
    func `It is one too where the way to page is found by trying`(count: Int) async throws {
        let transport = ScriptedTransport { Self.rows((($0.int("page") ?? 1) - 1) * 20, count) }
        let source = HTTPSource<JSONValue>(home, transport: transport)
        #expect(try await walk(source, limit: 20).compactMap { $0["id"]?.int } == Array(0..<count))
        try await source.checkEnd()
    }

    @Test func `Where an answer has to show how to go on it is an error that says so`() async throws {
        let nothing = ScriptedTransport { _ in Self.none }
        let cursors = ScriptedTransport { asked in
            asked.query["cursor"] == nil
                ? .json(#"{"items": [\#(Rows(count: 5).list(0, 5))], "next": "c"}"#) : Self.none
        }
        let automatic = HTTPSource<Row>(home, transport: nothing)
        #expect(await reason { _ = try await automatic.page(for: .after(nil, limit: 5)) } == .noContent)
        let byCursor = HTTPSource<Row>(
            home, dialect: .cursor("cursor", items: "items", next: .cursor("next")), transport: cursors)
        let first = try await byCursor.page(for: .after(nil, limit: 5))
        guard case .next(let cursor) = first.continuation else { return #expect(Bool(false)) }
        #expect(await reason { _ = try await byCursor.page(for: .after(cursor, limit: 5)) } == .noContent)
        let words = HTTPSourceError(.noContent, address: "http://api.test/items").description
        #expect(words.contains("204") && !words.contains("JSON"), "\(words)")
    }

    @Test func `A total beside it counts`() async throws {
        let transport = ScriptedTransport { asked in
            let page = asked.int("page") ?? 1
            var answer = Self.rows((page - 1) * 20, 40)
            answer.headers = ["X-Total-Count": "40", "Content-Type": "application/json"]
            return answer
        }
        let dialect = Dialect.page(size: nil, items: "items", total: .header("X-Total-Count"))
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        _ = try await source.page(for: .positions(0..<20))
        let page = try await source.page(for: .positions(40..<60))
        #expect(page.items.isEmpty && page.total == 40 && page.continuation == .end)
    }

    @Test(arguments: [none, .json(#"{"items": []}"#), .json("{}", status: 416)], [20, 33])
    func `Before the total that was told it contradicts it`(nothing: HTTPAnswer, count: Int) async throws {
        let transport = ScriptedTransport { asked in
            let start = ((asked.int("page") ?? 1) - 1) * 20
            guard start < count else { return nothing }
            return .json(#"{"items": [\#(Rows(count: count).list(start, 20))], "total": 60}"#)
        }
        var dialect = Dialect.page(size: nil, items: "items", total: .path("total"))
        for hasMore in [nil, FieldPath("more")] {
            (dialect.hasMore, dialect.endsWithoutHasMore) = (hasMore, hasMore != nil)
            let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
            _ = try await source.page(for: .positions(0..<20))
            #expect(try await source.page(for: .positions(40..<60)).items.isEmpty)
            #expect(await reason { try await source.checkEnd() } == .endContradicted(sign: "total: 60"))
        }
    }

    @Test(arguments: ["more", "next"])
    func `A member that only a body has is not missing from it`(word: String) async throws {
        let transport = ScriptedTransport { asked in
            let page = asked.int("page") ?? 1
            guard page != 3 else { return Self.none }
            let value = page == 4 ? "null" : word == "more" ? "true" : #""?page=\#(page + 1)""#
            return .json(#"{"items": [\#(Rows(count: 75).list((page - 1) * 20, 20))], "\#(word)": \#(value)}"#)
        }
        var dialect = Dialect.page(size: nil, items: "items")
        if word == "more" { (dialect.hasMore, dialect.endsWithoutHasMore) = ("more", true) }
        if word == "next" { dialect.next = .address("next") }
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        #expect(try await walk(source, limit: 20).count == 40)
        #expect(await reason { try await source.checkEnd() } == .emptyPage(row: 40))
    }

    @Test func `So does a short page without a total`() async throws {
        let transport = ScriptedTransport { asked in
            let page = asked.int("page") ?? 1
            let total = page < 3 ? #", "total": 60"# : ""
            return .json(#"{"items": [\#(Rows(count: 55).list((page - 1) * 20, 20))]\#(total)}"#)
        }
        let dialect = Dialect.page(size: nil, items: "items", total: .path("total"))
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        #expect(try await walk(source, limit: 20).count == 55)
        #expect(await reason { try await source.checkEnd() } == .endContradicted(sign: "total: 60"))
    }
}
