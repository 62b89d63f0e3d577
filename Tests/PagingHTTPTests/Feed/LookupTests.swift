import Foundation
import PagingHTTP
import Testing

/// Items by identifiers.
@Suite
struct LookupTests {
    /// Gives the items that are asked for in `ids`, and what was asked.
    private func items(
        _ ids: [String], _ lookup: Dialect.Lookup, at address: String = "http://api.test/items"
    ) async throws -> (items: [String], targets: [String]) {
        let transport = ScriptedTransport { asked in
            let ids =
                asked.target.split(separator: "?").last?.split(separator: "&")
                .filter { $0.hasPrefix("ids=") }
                .flatMap { ($0.dropFirst(4).removingPercentEncoding ?? "").split(separator: ",") } ?? []
            return .json("{\"rows\": [\(ids.map { "{\"id\": \"\($0)\"}" }.joined(separator: ","))], \"total\": 900}")
        }
        let source = HTTPSource<Topic>(
            URL(string: address)!, dialect: dialect { $0.lookup = lookup }, transport: transport)
        return (try await source.items(withKeys: ids).map(\.id), transport.targets)
    }

    @Test func `One parameter with a separator, or one for each`() async throws {
        let joined = try await items(["a", "b/ü"], Dialect.Lookup())
        #expect(joined.items == ["a", "b/ü"])
        #expect(joined.targets == ["/items?ids=a,b/%C3%BC&limit=2"])
        let repeated = try await items(["a", "x,y & z", "日本"], Dialect.Lookup(joining: .repeated))
        #expect(repeated.targets == ["/items?ids=a&ids=x,y%20%26%20z&ids=%E6%97%A5%E6%9C%AC&limit=3"])
        let wrapped = try await items(
            ["a", "b"], Dialect.Lookup(joining: .separator("|"), prefix: "in.(", suffix: ")"))
        #expect(wrapped.targets == ["/items?ids=in.(a%7Cb)&limit=2"])
    }

    @Test func `The list's own parameters stay, those that ask for a page do not; another address may be named`()
        async throws
    {
        let address = "http://api.test/v1/items?lang=en&offset=7&limit=3&sort=-x"
        #expect(
            try await items(["a"], Dialect.Lookup(), at: address).targets == ["/v1/items?lang=en&sort=-x&ids=a&limit=1"]
        )
        #expect(
            try await items(["a"], Dialect.Lookup(address: "topics/many?sort=id"), at: address).targets
                == ["/v1/topics/many?sort=id&lang=en&ids=a&limit=1"])
    }

    @Test func `Many are asked for in several requests, by number and by length`() async throws {
        let ids = (0..<25).map { "i\($0)" }
        let few = try await items(ids, Dialect.Lookup(limit: 10))
        #expect(few.items == ids)
        #expect(few.targets.count == 3)
        let long = (0..<6).map { String(repeating: "ä", count: 300) + "\($0)" }
        let some = try await items(long, Dialect.Lookup())
        #expect(some.items == long)
        #expect(some.targets.count == 3)
        #expect(some.targets.allSatisfy { $0.utf8.count < 8_000 })
        #expect(try await items([String(repeating: "x", count: 9_000)], Dialect.Lookup()).items.count == 1)
    }

    @Test func `An identifier that holds the separator is not sent to be taken for two`() async throws {
        let found = await reason { _ = try await items(["a", "b,c"], Dialect.Lookup()) }
        #expect(found == .unaskableIdentifier("b,c", separator: ","))
        #expect(
            await reason { _ = try await items([""], Dialect.Lookup()) } == .unaskableIdentifier("", separator: nil))
        #expect(try await items(["b,c"], Dialect.Lookup(joining: .repeated)).targets == ["/items?ids=b,c&limit=1"])
    }

    @Test func `An answer that is cut short is not taken for items that are gone`() async throws {
        let transport = ScriptedTransport { asked in
            let ids = asked.query["ids"]?.split(separator: ",").compactMap { Int($0) } ?? []
            // Item 5 is gone; more than three at a time are not given.
            let there = ids.filter { $0 != 5 }
            let rows = there.prefix(3).map { #"{"id": \#($0)}"# }.joined(separator: ",")
            return .json(#"{"rows": [\#(rows)], "total": \#(there.count)}"#)
        }
        let source = HTTPSource<Numbered>(home, dialect: dialect { $0.lookup = Dialect.Lookup() }, transport: transport)
        #expect(try await source.items(withIDs: Array(0..<8)).map(\.id) == [0, 1, 2, 3, 4, 6, 7])
        // The server's own limit is remembered.
        #expect(transport.targets.count == 4)
        let none = ScriptedTransport { _ in .json(#"{"rows": [], "more": true}"#) }
        var dialect = dialect { $0.lookup = Dialect.Lookup() }
        dialect.hasMore = "more"
        let other = HTTPSource<Numbered>(home, dialect: dialect, transport: none)
        #expect(await reason { _ = try await other.items(withIDs: [1, 2]) } == .noWayOn(items: 0, total: nil))
    }

    @Test func `An answer with a way on, and fewer items than were asked for, is not taken for items that are gone`()
        async throws
    {
        let transport = ScriptedTransport { asked in
            let ids = asked.query["ids"]?.split(separator: ",") ?? []
            let rows = ids.prefix(3).map { #"{"id": \#($0)}"# }.joined(separator: ",")
            return .json(#"{"rows": [\#(rows)], "next": \#(ids.count > 3 ? #""/items?page=2""# : "null")}"#)
        }
        var dialect = dialect { $0.lookup = Dialect.Lookup() }
        dialect.next = .address("next")
        let source = HTTPSource<Numbered>(home, dialect: dialect, transport: transport)
        #expect(try await source.items(withIDs: Array(0..<8)).map(\.id) == Array(0..<8))
    }

    @Test func `An item that was not asked for is not taken for one that was`() async throws {
        // The parameter's name is another, so the server gives its first page.
        let transport = ScriptedTransport { _ in .json(#"{"rows": [{"id": 0}, {"id": 1}], "total": 900}"#) }
        let source = HTTPSource<Numbered>(home, dialect: dialect { $0.lookup = Dialect.Lookup() }, transport: transport)
        #expect(await reason { _ = try await source.items(withIDs: [1, 7]) } == .unaskedItem("0"))
    }

    /// A source whose dialect is to be found out, and which has rows by identifiers; without them it answers with two.
    private func recognizing(
        _ body: @escaping @Sendable (_ rows: String) -> String
    ) -> (HTTPSource<Numbered>, ScriptedTransport) {
        var dialect = Dialect.automatic
        dialect.lookup = Dialect.Lookup()
        let transport = ScriptedTransport { asked in
            let ids = asked.query["ids"]?.split(separator: ",").compactMap { Int($0) } ?? [7, 9]
            return .json(body("[\(ids.map { #"{"id": \#($0)}"# }.joined(separator: ","))]"))
        }
        return (HTTPSource<Numbered>(home, dialect: dialect, transport: transport), transport)
    }

    @Test func `The place of items is found out before they are asked for by identifiers`() async throws {
        let (source, _) = recognizing {
            #"{"count": 40, "next": "http://api.test/items?offset=2&limit=2", "results": \#($0)}"#
        }
        // A list that was saved asks for its rows before any page.
        #expect(try await source.items(withIDs: [7, 9]).map(\.id) == [7, 9])
    }

    @Test func `A list that came whole is not asked for again before each lookup`() async throws {
        let (source, transport) = recognizing { $0 }
        #expect(try await source.items(withIDs: [7]).map(\.id) == [7])
        #expect(try await source.items(withIDs: [9]).map(\.id) == [9])
        #expect(transport.targets == ["/items", "/items?ids=7", "/items?ids=9"])
    }

    @Test func `A list that came whole within an object is looked up in its place`() async throws {
        let (source, transport) = recognizing { #"{"results": \#($0)}"# }
        #expect(try await source.items(withIDs: [9]).map(\.id) == [9])
        #expect(try await source.items(withIDs: []).isEmpty)
        #expect(transport.targets == ["/items", "/items?ids=9"])
    }

    @Test func `Where no lookup is named, nothing is asked`() async throws {
        let transport = ScriptedTransport { _ in .json("[]") }
        let source = HTTPSource<Numbered>(home, dialect: dialect { $0.lookup = nil }, transport: transport)
        #expect(await reason { _ = try await source.items(withIDs: [7]) } == .notOffered(.identifiers))
        #expect(transport.targets.isEmpty)
    }

    @Test func `Whether a list has a lookup is found out once from its first answer`() async throws {
        let transport = ScriptedTransport { _ in .json("[]") }
        let source = HTTPSource<Numbered>(home, transport: transport)
        for _ in 0..<3 {
            #expect(await reason { _ = try await source.items(withIDs: [7]) } == .notOffered(.identifiers))
        }
        #expect(transport.targets == ["/items"])
    }

    @Test func `Identifiers are written as JSON writes them`() async throws {
        struct Wrapped: Codable { let raw: Int }
        enum Kind: String, Codable { case one = "Ein s" }
        let transport = ScriptedTransport { _ in .json(#"{"rows": []}"#) }
        let source = HTTPSource<Topic>(home, dialect: dialect { $0.lookup = Dialect.Lookup() }, transport: transport)
        let uuid = UUID()
        _ = try await source.items(withKeys: [Kind.one])
        _ = try await source.items(withKeys: [uuid])
        _ = try await source.items(withKeys: [UInt64.max])
        _ = try await source.items(withKeys: [JSONValue.string("a"), 7])
        #expect(
            transport.targets.map { $0.split(separator: "&")[0] } == [
                "/items?ids=Ein%20s", "/items?ids=\(uuid.uuidString)", "/items?ids=18446744073709551615",
                "/items?ids=a,7",
            ])
        let found = await reason { _ = try await source.items(withKeys: [Wrapped(raw: 1)]) }
        guard case .unaskableIdentifier(_, separator: nil) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
    }
}

extension LookupTests {
    @Test func `One parameter as a JSON array, whatever identifiers hold`() async throws {
        let transport = ScriptedTransport { _ in .json("{\"rows\": []}") }
        let source = HTTPSource<Topic>(
            home, dialect: dialect { $0.lookup = Dialect.Lookup(joining: .array) }, transport: transport)
        _ = try await source.items(withKeys: ["a,b", #"["x",1]"#])
        _ = try await source.items(withKeys: [3, 14])
        #expect(
            transport.targets.map { $0.removingPercentEncoding } == [
                #"/items?ids=["a,b","[\"x\",1]"]&limit=2"#, "/items?ids=[3,14]&limit=2",
            ])
    }

    @Test(
        arguments: [
            (2, true), (100_001, false),
        ])
    func `A server of this project says where keys are asked for, and where rows are asked for by them`(
        total: Int, takesKeys: Bool
    ) async throws {
        let page = #"""
            {"paging":{"offset":0,"limit":1,"totalCount":\#(total),"exact":true,"version":"2-a-1","next":"/posts?offset=1&limit=1",
            "previous":null,"ids":"/posts/ids?sort=x","lookup":"/posts?ids="},"objects":[{"id":1}]}
            """#
        let transport = ScriptedTransport { asked in
            asked.target.contains("/posts/ids")
                ? .json(#"{"paging":{"offset":0,"totalCount":\#(total),"version":"2-a-1"},"ids":[5,3]}"#) : .json(page)
        }
        let source = HTTPSource<Numbered>(home, transport: transport)
        _ = try await source.page(for: .positions(0..<1))
        #expect(source.capabilities.contains(.identifiers))
        #expect(source.capabilities.contains(.snapshots) == takesKeys)
        if takesKeys { #expect(try await source.snapshot().identifiers == [5, 3]) }
        // Without a log the version is that of the file, which any list's writer changes.
        #expect(source.spokenDialect?.version == nil)
    }
}
