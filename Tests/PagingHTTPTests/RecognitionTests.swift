import Foundation
import Paging
import PagingHTTP
import Testing

private let peers = frameworkPeers + servicePeers + platformPeers

/// Recognizing how an API pages.
@Suite
struct RecognitionTests {
    @Test(arguments: peers)
    func `The whole list is read by the best way there is`(peer: Peer) async throws {
        let transport = ScriptedTransport { peer.answer($0, Rows(count: 7)) }
        let source = HTTPSource<Row>(URL(string: peer.start)!, transport: transport)
        #expect(source.capabilities == [])
        #expect(try await walk(source).map(\.id) == Array(0..<7))
        #expect(source.recognized == peer.recognized)
        #expect(source.capabilities == peer.capabilities)
        // Rows of unknown type take another way through the decoder.
        let untyped = HTTPSource<JSONValue>(URL(string: peer.start)!, transport: transport)
        #expect(try await walk(untyped).map { $0["id"]?.int } == Array(0..<7))
    }

    @Test(
        arguments: peers.filter { $0.capabilities.contains(.positions) }, [0, 1, 5, 6])
    func `Random access reaches any row`(peer: Peer, position: Int) async throws {
        let transport = ScriptedTransport { peer.answer($0, Rows(count: 7)) }
        for isFirst in [true, false] {
            let source = HTTPSource<Row>(URL(string: peer.start)!, transport: transport)
            if !isFirst { _ = try await source.page(for: .after(nil, limit: 3)) }
            let page = try await source.page(for: .positions(position..<position + 3))
            let start = try #require(page.position)
            #expect(page.items.map(\.id) == Array(start..<start + page.items.count))
            #expect((start..<start + page.items.count).contains(position))
            #expect(page.total == 7)
        }
    }

    @Test(arguments: peers)
    func `A list that fits in one answer is whole`(peer: Peer) async throws {
        for count in 0...2 {
            let transport = ScriptedTransport { peer.answer($0, Rows(count: count)) }
            let source = HTTPSource<Row>(URL(string: peer.start)!, transport: transport)
            // An API that answers an empty list with an error has no list to recognize.
            if count == 0, ["DRF page", "WordPress", "PostgREST"].contains(peer.name) { continue }
            #expect(try await walk(source).map(\.id) == Array(0..<count))
        }
    }

    @Test func `The address's own query is kept, and the list begins at its page`() async throws {
        let peer = try #require(peers.first { $0.name == "DRF page" })
        let transport = ScriptedTransport { peer.answer($0, Rows(count: 7)) }
        let source = HTTPSource<Row>(URL(string: "http://api.test/items?q=x&page=3")!, transport: transport)
        let first = try await source.page(for: .after(nil, limit: 3))
        #expect(first.position == 0)
        #expect(first.total == 3)
        #expect(first.items.map(\.id) == [4, 5])
        let rest = try await source.page(for: .positions(2..<4))
        #expect(rest.items.map(\.id) == [6])
        // The first pages show what the total counts besides.
        #expect(
            transport.targets == [
                "/items?q=x&page=3", "/items?q=x&page=1", "/items?q=x&page=0", "/items?q=x&page=4",
            ])
    }

    @Test func `The whole list is read where it is wanted, whatever page the address names`() async throws {
        let peer = try #require(peers.first { $0.name == "DRF page" })
        let transport = ScriptedTransport { peer.answer($0, Rows(count: 7)) }
        var dialect = Dialect.automatic
        dialect.readsFromStart = true
        let url = URL(string: "http://api.test/items?q=x&page=3")!
        let source = HTTPSource<Row>(url, dialect: dialect, transport: transport)
        #expect(try await walk(source).map(\.id) == Array(0..<7))
    }

    @Test func `Datasette gives arrays until it is asked for objects`() async throws {
        let transport = ScriptedTransport { asked in
            let rows = asked.query["_shape"] == "objects" ? #"{"id": 0}, {"id": 1}"# : "[0], [1]"
            return .json(
                #"{"table": "t", "columns": ["id"], "rows": [\#(rows)], "filtered_table_rows_count": 2, "next_url": null}"#
            )
        }
        let source = HTTPSource<Row>(home, transport: transport)
        #expect(try await walk(source).map(\.id) == [0, 1])
        #expect(transport.targets == ["/items", "/items?_shape=objects&_size=3"])
    }

    @Test func `Stripe: what follows the last item`() async throws {
        let transport = ScriptedTransport { asked in
            let start = asked.query["starting_after"].flatMap { Int($0.dropFirst(3)) }.map { $0 + 1 } ?? 0
            let rows = (start..<min(start + 2, 7)).map { #"{"id": "ch_\#($0)"}"# }.joined(separator: ",")
            return .json(#"{"object": "list", "data": [\#(rows)], "has_more": \#(start + 2 < 7)}"#)
        }
        let source = HTTPSource<[String: String]>(home, transport: transport)
        #expect(try await walk(source).map { $0["id"] } == (0..<7).map { "ch_\($0)" })
        #expect(source.recognized == "cursor in starting_after, items at data, next at id of the last item")
    }

    @Test func `FHIR: the next page is in a list of links, and rows are told apart by what their entries hold`()
        async throws
    {
        let transport = ScriptedTransport { asked in
            let start = asked.int("_getpagesoffset") ?? 0
            let entries = (start..<min(start + 2, 7)).map {
                #"{"resource": {"resourceType": "Patient", "id": "p\#($0)"}}"#
            }
            let next =
                #", {"relation": "next", "url": "http://api.test/items?_getpages=x&_getpagesoffset=\#(start + 2)"}"#
            return .json(
                #"{"resourceType": "Bundle", "total": 7, "link": [{"relation": "self", "url": "http://api.test/items"}"#
                    + #"\#(start + 2 < 7 ? next : "")], "entry": [\#(entries.joined(separator: ","))]}"#)
        }
        let told = Dialect(
            .cursor(nil, size: nil), items: "entry", total: .path("total"), next: .relation("link", "next"))
        for dialect in [.automatic, told] {
            let source = HTTPSource<JSONValue>(home, dialect: dialect, transport: transport)
            let rows = try await walk(source)
            #expect(rows.compactMap { $0["resource"]?["id"]?.string } == (0..<7).map { "p\($0)" })
            #expect(JSONValue.guessedIdentifier(in: rows) == "resource/id")
        }
    }

    @Test(
        arguments: [
            #"{"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "7"}, "items": [ROWS]}"#,
            #"{"kind": "drive#fileList", "files": [ROWS]}"#, #"{"@odata.context": "x", "value": [ROWS]}"#,
            #"{"resourceType": "Bundle", "link": [{"relation": "self", "url": "x"}], "entry": [ROWS]}"#,
            #"{"batchcomplete": "", "query": {"allpages": [ROWS]}}"#,
        ])
    func `Where an answer of its kind would say how it goes on, silence is an end`(body: String) async throws {
        let transport = ScriptedTransport { _ in .json(body.replacing("ROWS", with: Rows(count: 20).list(0, 20))) }
        #expect(try await walk(HTTPSource<Row>(home, transport: transport)).count == 20)
        #expect(transport.requests.count == 1)
    }

    @Test func `A cursor that has expired says so, and what to do`() async throws {
        let transport = ScriptedTransport { asked in
            asked.query["continue"] == nil
                ? .json(#"{"items": [{"id": 0}], "metadata": {"continue": "c"}}"#)
                : .json(#"{"kind": "Status", "reason": "Expired", "code": 410}"#, status: 410)
        }
        let error = await #expect(throws: HTTPSourceError.self) {
            try await walk(HTTPSource<Row>(home, transport: transport))
        }
        #expect(error?.description.contains("Begin anew") == true)
    }

    @Test func `A plain array is the whole list where nothing comes behind it`() async throws {
        let transport = ScriptedTransport { _ in .json(#"[{"id": 0}, {"id": 1}]"#) }
        let source = HTTPSource<Row>(home, transport: transport)
        let page = try await source.page(for: .after(nil, limit: 1))
        #expect(page.items == [Row(id: 0), Row(id: 1)] && page.continuation == .more)
        let behind = try await source.page(for: .positions(2..<3))
        #expect(behind.items.isEmpty && behind.total == 2 && behind.continuation == .end)
        #expect(source.recognized == "the whole list in one answer, items at the top")
        // By page, by offset, and by all other parameters at once.
        #expect(transport.requests.count == 4)
    }

    @Test(
        arguments: [
            #"{"items": [{"id": 0}], "total": 5}"#, #"{"items": [{"id": 0}], "has_more": true}"#,
            #"{"items": [{"id": 0}], "total_pages": 5}"#,
        ])
    func `A part of a list without any way to the rest is an error, not a whole list`(body: String) async throws {
        let source = HTTPSource<Row>(home, transport: ScriptedTransport { _ in .json(body) })
        #expect(try await source.page(for: .after(nil, limit: 3)).items.count == 1)
        await #expect {
            try await source.page(for: .positions(1..<4))
        } throws: { error in
            guard case .noWayOn(items: 1, _) = (error as? HTTPSourceError)?.reason else { return false }
            return true
        }
    }

    @Test func `Where the items are may be told, and the rest is recognized`() async throws {
        let body = #"{"results": [1], "entity": {"topics": [{"id": 0}], "count": 1}}"#
        let transport = ScriptedTransport { _ in .json(body) }
        let source = HTTPSource<Row>(home, dialect: .automatic(items: "entity/topics"), transport: transport)
        #expect(try await source.page(for: .after(nil, limit: 3)).items == [Row(id: 0)])
        #expect(source.recognized == "the whole list in one answer, items at entity/topics, total at entity/count")
    }

    @Test(arguments: ["{}", "3", "null", #"{"a": {"b": 1}}"#, #"{"errors": []}"#])
    func `What holds no list is no list`(body: String) async throws {
        let source = HTTPSource<Row>(home, transport: ScriptedTransport { _ in .json(body) })
        await #expect {
            try await source.page(for: .after(nil, limit: 3))
        } throws: { error in
            guard case .wrongShape = (error as? HTTPSourceError)?.reason else { return false }
            return true
        }
    }

    @Test(
        arguments: [
            #"{"post": {"taxonomies": ["category", "tag"]}, "page": {"taxonomies": []}}"#,
            #"{"routes": {"/a": {"endpoints": [{"m": 1}]}, "/b": {"endpoints": [{"m": 2}]}}}"#,
            #"{"a": {"names": ["x"]}}"#, #"{"left": [{"x": 1}], "right": [{"x": 2}]}"#,
        ])
    func `Arrays that belong to the members of an object are not the list's rows`(body: String) async throws {
        let source = HTTPSource<JSONValue>(home, transport: ScriptedTransport { _ in .json(body) })
        guard case .wrongShape = await reason({ _ = try await source.page(for: .after(nil, limit: 3)) }) else {
            return #expect(Bool(false), "a list was found")
        }
    }

    @Test func `MediaWiki's pages whose properties are continued are refused, and whole ones read`() async throws {
        func transport(isWhole: Bool) -> ScriptedTransport {
            ScriptedTransport { asked in
                let part = asked.int("gapcontinue") ?? 0
                let next = part < 3 ? #""continue": {"gapcontinue": \#(part + 1), "continue": "g||"},"# : ""
                let whole = isWhole || part == 3 ? #""batchcomplete": true,"# : ""
                return .json(#"{\#(next) \#(whole) "query": {"pages": [{"pageid": \#(part), "title": "t"}]}}"#)
            }
        }
        let whole = HTTPSource<JSONValue>(home, transport: transport(isWhole: true))
        #expect(try await walk(whole).compactMap { $0["pageid"]?.int } == [0, 1, 2, 3])
        let parts = HTTPSource<JSONValue>(home, transport: transport(isWhole: false))
        #expect(await reason { _ = try await parts.page(for: .after(nil, limit: 3)) } == .rowsInParts)
    }

    @Test(
        arguments: [
            (#"{"error": {"code": "badtoken", "info": "Invalid CSRF token"}}"#, "Invalid CSRF token"),
            (#"{"errors": [{"message": "No field x"}], "data": null}"#, "No field x"), (#"{"error": "nope"}"#, "nope"),
        ])
    func `An error in a body of status 200 is told in the server's words`(body: String, words: String) async throws {
        for dialect in [Dialect.automatic, .offset(items: "rows")] {
            let source = HTTPSource<JSONValue>(
                home, dialect: dialect, transport: ScriptedTransport { _ in .json(body) })
            #expect(await reason { _ = try await source.page(for: .after(nil, limit: 3)) } == .errorInBody(words))
        }
    }

    @Test(arguments: [true, false])
    func `A page size of the app's choice is asked for where cursors are found`(repeats: Bool) async throws {
        let transport = ScriptedTransport { asked in
            let (start, limit) = (asked.int("cursor") ?? 0, asked.int("limit") ?? 10)
            let next = start + limit < 60 ? #""\#(start + limit)""# : "null"
            let said = repeats ? #""limit": \#(limit),"# : ""
            return .json(#"{\#(said) "items": [\#(Rows(count: 60).list(start, limit))], "next_cursor": \#(next)}"#)
        }
        let source = HTTPSource<Row>(home, pageSize: 25, transport: transport)
        #expect(try await walk(source, limit: 25).map(\.id) == Array(0..<60))
        #expect(transport.requests.count == (repeats ? 3 : 6))
    }

    @Test(arguments: [3, 5, 20], 1..<20)
    func `Rows that go from the top meanwhile prove no parameter`(page: Int, gone: Int) async throws {
        // Nothing that is asked for is understood: it is the first page each time, of the list as it is by then.
        let answered = Locked(0)
        let transport = ScriptedTransport { _ in
            let isFirst = answered.withLock { count in
                count += 1
                return count == 1
            }
            let top = isFirst ? 0 : min(gone, page - 1)
            let rows = (top..<top + page).map { #"{"id": \#($0)}"# }.joined(separator: ", ")
            return .json("[\(rows)]", headers: [("X-Total-Count", "90")])
        }
        let source = HTTPSource<Row>(home, transport: transport)
        #expect(try await source.page(for: .after(nil, limit: page)).items.map(\.id) == Array(0..<page))
        let found = await reason { _ = try await source.page(for: .positions(page..<2 * page)) }
        #expect(found == .noWayOn(items: page, total: 90))
    }

    /// A server gives five of the six rows asked for, and links to 6: to its sixth row, or to the sixth behind its first.
    @Test(arguments: [0, 1])
    func `The rows behind a link to as many as were asked for show where counting begins`(first: Int) async throws {
        let transport = ScriptedTransport { asked in
            let (start, limit) = (
                (asked.query["offset"].flatMap { Int($0) } ?? first) - first, asked.query["limit"] ?? ""
            )
            guard start >= 0 else { return .json(#"{"error": "no such row"}"#, status: 400) }
            let rows = (start..<min(17, start + 5)).map { #"{"id": \#($0)}"# }.joined(separator: ",")
            let step = first == 0 ? Int(limit) ?? 5 : 5
            let next = #""/items?offset=\#(start + first + step)&limit=\#(limit)""#
            return .json(#"{"total": 17, "next": \#(start + 5 < 17 ? next : "null"), "items": [\#(rows)]}"#)
        }
        let source = HTTPSource<Row>(URL(string: "http://api.test/items?limit=6")!, transport: transport)
        #expect(try await walk(source).map(\.id) == Array(0..<17))
        let page = try await source.page(for: .positions(12..<15))
        #expect(page.position == 12 && page.items.first?.id == 12)
    }
}
