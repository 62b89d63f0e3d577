import Foundation
import PagingHTTP
import Testing

/// Lists read by cursors.
@Suite
struct CursorDialectTests {
    @Test func `A cursor is encoded as a value, and one that came encoded goes back as it came`() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"items": []}"#) }
        let dialect = Dialect.cursor(items: "items", next: .cursor("next"))
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        for cursor in ["a+b/c==", "Pmk6Mg%3D%3D", "50% off", "a%2Fb c", "x&limit=1", "ü"] {
            _ = try await source.page(for: .after(Cursor(cursor), limit: 5))
        }
        #expect(
            transport.targets == [
                "/items?cursor=a%2Bb/c==&limit=5", "/items?cursor=Pmk6Mg%3D%3D&limit=5",
                "/items?cursor=50%25%20off&limit=5", "/items?cursor=a%252Fb%20c&limit=5",
                "/items?cursor=x%26limit=1&limit=5", "/items?cursor=%C3%BC&limit=5",
            ])
    }

    @Test(arguments: ["", #", "next": null"#, #", "next": """#])
    func `Absent, null and empty cursors end the list`(next: String) async throws {
        let transport = ScriptedTransport { _ in .json(#"{"items": [{"id": 1}]\#(next)}"#) }
        let dialect = Dialect.cursor(items: "items", next: .cursor("next"))
        let page = try await HTTPSource<Row>(home, dialect: dialect, transport: transport).page(
            for: .after(nil, limit: 5))
        #expect(page.sizeless == Page([Row(id: 1)], at: 0, continuation: .end, beginning: .start))
        #expect(page.byteCount == #"{"items": [{"id": 1}]\#(next)}"#.utf8.count)
    }

    @Test
    func `A path for the way on that no answer has, where the first answer speaks of more, is an error and no end`()
        async throws
    {
        let transport = ScriptedTransport { _ in .json(#"{"data": {"entries": [{"id": 1}], "marker": "m-32"}}"#) }
        func list(_ next: FieldPath) -> HTTPSource<Row> {
            let dialect = Dialect.cursor("marker", items: "data/entries", next: .cursor(next))
            return HTTPSource<Row>(home, dialect: dialect, transport: transport)
        }
        let source = list("data/mark")
        let page = try await source.page(for: .after(nil, limit: 5))
        #expect(page.items == [Row(id: 1)])
        guard case .next(let cursor) = page.continuation else {
            Issue.record("\(page.continuation)")
            return
        }
        let error = await #expect(throws: HTTPSourceError.self) { try await source.page(for: .after(cursor, limit: 5)) }
        #expect(error?.reason == .endContradicted(sign: "data/marker: \"m-32\""))
        let right = try await list("data/marker").page(for: .after(nil, limit: 5))
        #expect(right.continuation == .next(Cursor("m-32")))
    }

    @Test func `An empty page in the middle leads on`() async throws {
        let transport = ScriptedTransport { asked in
            switch asked.query["cursor"] {
            case nil: .json(#"{"items": [{"id": 0}], "next": "a"}"#)
            case "a": .json(#"{"items": [], "next": 17}"#)
            default: .json(#"{"items": [{"id": 1}]}"#)
            }
        }
        let dialect = Dialect.cursor(items: "items", next: .cursor("next"))
        #expect(try await walk(HTTPSource<Row>(home, dialect: dialect, transport: transport)).map(\.id) == [0, 1])
        #expect(transport.targets.last == "/items?cursor=17&limit=3")
    }

    @Test func `The address of the next page is asked exactly as it came, relative ones resolved`() async throws {
        let transport = ScriptedTransport { asked in
            switch asked.path {
            case "/items": .json(#"{"items": [], "next": "more/?cursor=a%2Fb%3d&x=%zz"}"#)
            case "/more/": .json(#"{"items": [], "next": {"href": "http://api.test/last?a=1,2;3"}}"#)
            default: .json(#"{"items": [], "next": null}"#)
            }
        }
        let source = HTTPSource<Row>(home, dialect: .link(.address("next"), items: "items"), transport: transport)
        _ = try await walk(source)
        #expect(transport.targets == ["/items", "/more/?cursor=a%2Fb%3d&x=%25zz", "/last?a=1,2;3"])
    }

    @Test(
        arguments: ["http://[::1", "mailto:x", "ftp://api.test/x", "http:///x"])
    func `A next page that is no address keeps its items, and fails when it is followed`(text: String) async throws {
        let transport = ScriptedTransport { _ in .json(#"{"items": [{"id": 1}], "next": "\#(text)"}"#) }
        let source = HTTPSource<Row>(home, dialect: .link(.address("next"), items: "items"), transport: transport)
        let page = try await source.page(for: .after(nil, limit: 5))
        #expect(page.items.count == 1)
        guard case .next(let cursor) = page.continuation else { return #expect(Bool(false), "no cursor") }
        await #expect { try await source.page(for: .after(cursor, limit: 5)) } throws: { error in
            guard case .badAddress = (error as? HTTPSourceError)?.reason else { return false }
            return true
        }
    }

    @Test func `A next page that is this page is no progress`() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"items": [{"id": 1}], "next": "/items"}"#) }
        let source = HTTPSource<Row>(home, dialect: .link(.address("next"), items: "items"), transport: transport)
        // The rows are a page; that nothing follows is told when it is asked for.
        let page = try await source.page(for: .after(nil, limit: 5))
        #expect(page.items.map(\.id) == [1])
        guard case .next(let cursor) = page.continuation else { Issue.record("the list ended"); return }
        await #expect(throws: HTTPSourceError(.noProgress, address: "http://api.test/items")) {
            try await source.page(for: .after(cursor, limit: 5))
        }
        let same = ScriptedTransport { _ in .json(#"{"items": [{"id": 1}], "next": "a"}"#) }
        let cursors = HTTPSource<Row>(home, dialect: .cursor(items: "items", next: .cursor("next")), transport: same)
        guard case .next(let again) = try await cursors.page(for: .after("a", limit: 5)).continuation else {
            Issue.record("the list ended")
            return
        }
        await #expect(throws: HTTPSourceError(.noProgress, address: "http://api.test/items?cursor=…&limit=…")) {
            try await cursors.page(for: .after(again, limit: 5))
        }
    }

    @Test func `Positions in the middle of a list that is read in order cannot be asked for`() async throws {
        let transport = ScriptedTransport { _ in .json("[]") }
        let source = HTTPSource<Row>(home, dialect: .link(), transport: transport)
        #expect(source.capabilities == .cursors)
        _ = try await source.page(for: .positions(0..<5))
        await #expect(throws: HTTPSourceError.self) { try await source.page(for: .positions(5..<10)) }
        #expect(transport.targets.count == 1)
    }

    @Test func `More, but no way to it, is an error and not the end`() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"data": [{"id": 1}], "has_more": true}"#) }
        let dialect = Dialect.cursor(items: "data", next: .cursor("next"), hasMore: "has_more")
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        let page = try await source.page(for: .after(nil, limit: 5))
        #expect(page.items.map(\.id) == [1])
        guard case .next(let cursor) = page.continuation else {
            Issue.record("the list ended")
            return
        }
        await #expect(throws: HTTPSourceError(.noWayOn(items: 1, total: nil), address: "http://api.test/items?limit=…"))
        {
            try await source.page(for: .after(cursor, limit: 5))
        }
    }
}
