import Foundation
import Paging
import PagingHTTP
import PagingTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Snapshots and changes, and lists that use them.
@Suite
struct EndpointTests {
    // MARK: Snapshots

    private func snapshot(_ body: String, _ way: Dialect.Snapshot) async throws -> ListSnapshot<Int> {
        let transport = ScriptedTransport { _ in .json(body, headers: [("ETag", "\"e\"")]) }
        let source = HTTPSource<Numbered>(
            home,
            dialect: dialect {
                $0.snapshot = way
                $0.validators = .list
            }, transport: transport)
        return try await source.snapshot()
    }

    @Test func `Identifiers alone, or in objects; the version where the answer has it`() async throws {
        #expect(try await snapshot("[3, 1, 2]", Dialect.Snapshot()) == ListSnapshot([3, 1, 2], version: "e"))
        let way = Dialect.Snapshot(identifiers: "data/ids", identifier: "key/id", version: "data/state")
        let body = #"{"data": {"ids": [{"key": {"id": 7}}, {"key": {"id": 5}}], "state": "s"}}"#
        #expect(try await snapshot(body, way) == ListSnapshot([7, 5], version: "s"))
        #expect(try await snapshot("[]", Dialect.Snapshot()).identifiers.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"x": []}"#, "ids", "an array", "nothing, but an object with keys x"),
            (#"{"ids": 5}"#, "ids", "an array", "a number"),
            (#"{"ids": [{"id": 1}, 2]}"#, "ids/1/id", "an identifier", "nothing, but at `ids/1` a number"),
            (#"{"ids": [{"id": 1}, {"id": "a"}]}"#, "ids/1/id", "an identifier (a number (Int))", "a string"),
            (#"{"ids": [{"id": null}]}"#, "ids/0/id", "an identifier (a number (Int))", "null"),
            (#"{"ids": [{"id": 1.5}]}"#, "ids/0/id", "an identifier (a number (Int))", "a number"),
            (
                #"{"ids": [{"id": 4}, {"id": 1}, {"id": 4}]}"#, "ids/2/id", "each identifier once",
                "the one that is at `ids/0/id` too"
            ),
        ])
    func `What is no snapshot is named with its place`(body: String, path: String, expected: String, found: String)
        async throws
    {
        let way = Dialect.Snapshot(identifiers: "ids", identifier: "id")
        let shape = HTTPSourceError.Reason.wrongShape(path: FieldPath(path), expected: expected, found: found)
        #expect(await reason { _ = try await snapshot(body, way) } == shape)
    }

    @Test func `A part of a snapshot is none`() async throws {
        let way = Dialect.Snapshot(identifiers: "ids")
        let found = await reason { _ = try await snapshot(#"{"ids": [1, 2], "total": 3}"#, way) }
        #expect(found == .noWayOn(items: 2, total: 3))
        let transport = ScriptedTransport { _ in .json(#"{"ids": [1, 2], "next": "/items?page=2"}"#) }
        var dialect = dialect { $0.snapshot = way }
        dialect.next = .address("next")
        let source = HTTPSource<Numbered>(home, dialect: dialect, transport: transport)
        #expect(await reason { _ = try await source.snapshot() } == .noWayOn(items: 2, total: nil))
    }

    /// A list that was saved asks for more than pages before its new source has seen one.
    @Test func `An automatic dialect finds out first what its list offers`() async throws {
        func source() -> (HTTPSource<Numbered>, ScriptedTransport) {
            let transport = ScriptedTransport { asked in
                switch asked.path {
                case "/items/ids": return .json(#"{"ids": [1, 2, 3]}"#)
                default:
                    return .json(
                        #"""
                        {"paging": {"offset": 0, "limit": 2, "count": 2, "totalCount": 3, "next": "/items?offset=2&limit=2",
                         "previous": null, "ids": "/items/ids", "lookup": "/items?ids=", "version": "a",
                         "changes": "/items/changes"}, "objects": [{"id": 1}, {"id": 2}]}
                        """#)
                }
            }
            return (HTTPSource(home, transport: transport), transport)
        }
        let (snapshots, asked) = source()
        #expect(try await snapshots.snapshot().identifiers == [1, 2, 3])
        #expect(asked.targets == ["/items", "/items/ids"])
        // Once it knows, it goes on.
        _ = try await snapshots.snapshot()
        #expect(asked.targets == ["/items", "/items/ids", "/items/ids"])
        let (items, askedForItems) = source()
        #expect(try await items.items(withIDs: [1, 2]).count == 2)
        #expect(askedForItems.targets == ["/items", "/items?ids=%5B1,2%5D&limit=2"])
        let (changes, askedForChanges) = source()
        _ = try? await changes.changes(since: "a")
        #expect(askedForChanges.targets == ["/items", "/items/changes?objects=true&since=a"])
    }

    @Test func `A million identifiers`() async throws {
        let body = "[" + (0..<1_000_000).map(String.init).joined(separator: ",") + "]"
        let snapshot = try await snapshot(body, Dialect.Snapshot())
        #expect(snapshot.identifiers.count == 1_000_000)
        #expect(snapshot.identifiers.last == 999_999)
    }

    // MARK: Changes

    private func changes(
        _ body: String, status: Int = 200, _ way: Dialect.Changes = Dialect.Changes()
    ) async throws -> ListChanges<Int>? {
        let transport = ScriptedTransport { _ in .json(body, status: status) }
        let source = HTTPSource<Numbered>(home, dialect: dialect { $0.changes = way }, transport: transport)
        return try await source.changes(since: "s 1")
    }

    @Test func `Changes are read from where they usually are, and asked for there`() async throws {
        let transport = ScriptedTransport { _ in
            .json(
                """
                {"version": "s2", "removed": [7], "added": [{"id": 12, "index": 0}], "edited": [9], "total": 40,
                 "hasMore": true}
                """)
        }
        var way = Dialect.Changes(address: "/changes")
        way.parameters = ["max": "100"]
        let list = URL(string: "http://api.test/items?lang=en&offset=3")!
        let source = HTTPSource<Numbered>(list, dialect: dialect { $0.changes = way }, transport: transport)
        #expect(
            try await source.changes(since: "s 1")
                == ListChanges(
                    from: "s 1", to: "s2", removed: [7], added: [.init(12, at: 0)], edited: [9], total: 40,
                    hasMore: true))
        #expect(transport.targets == ["/changes?lang=en&max=100&since=s%201"])
    }

    @Test func `Changes are read from where the dialect says`() async throws {
        var way = Dialect.Changes(
            version: "newQueryState", removed: "gone", added: "new", identifier: "a/b", position: "at", edited: nil)
        way.from = "oldQueryState"
        way.total = nil
        way.hasMore = nil
        let body = #"""
            {"oldQueryState": 1, "newQueryState": 2, "gone": [1, 1], "new": [{"a": {"b": 4}, "at": "3"}], "total": "x"}
            """#
        let expected = ListChanges(from: "1", to: "2", removed: [1, 1], added: [.init(4, at: 3)])
        #expect(try await changes(body, way) == expected)
        #expect(try await changes(#"{"version": 3, "removed": [], "added": []}"#) == ListChanges(from: "s 1", to: "3"))
    }

    private func changes(_ body: String, _ way: Dialect.Changes) async throws -> ListChanges<Int>? {
        try await changes(body, status: 200, way)
    }

    @Test func `That the server cannot tell is said by a status, or in the body`() async throws {
        for status in [404, 409, 410] {
            #expect(try await changes("<html>", status: status) == nil)
        }
        #expect(await reason { _ = try await changes("{}", status: 400) } == .status(400, nil))
        var way = Dialect.Changes()
        way.refusals = [400]
        way.refusal = "error/type"
        #expect(try await changes("{}", status: 400, way) == nil)
        #expect(await reason { _ = try await changes("{}", status: 410, way) } == .status(410, nil))
        #expect(try await changes(#"{"error": {"type": "cannotCalculateChanges"}}"#, way) == nil)
        #expect(try await changes(#"{"version": 3, "removed": [], "added": [], "error": null}"#, way) != nil)
    }

    @Test(
        arguments: [
            (#"{"removed": [], "added": []}"#, "version"),
            (#"{"version": {}, "removed": [], "added": []}"#, "version"),
            (#"{"version": 1, "added": []}"#, "removed"),
            (#"{"version": 1, "removed": [], "added": null}"#, "added"),
            (#"{"version": 1, "removed": ["a"], "added": []}"#, "removed/0"),
            (#"{"version": 1, "removed": [], "added": [5]}"#, "added/0/id"),
            (#"{"version": 1, "removed": [], "added": [{"id": 5}]}"#, "added/0/index"),
            (#"{"version": 1, "removed": [], "added": [{"id": 5, "index": -1}]}"#, "added/0/index"),
            (#"{"version": 1, "removed": [], "added": [{"id": 5, "index": 1.5}]}"#, "added/0/index"),
            (#"{"version": 1, "removed": [], "added": [], "edited": 5}"#, "edited"),
            (#"{"version": 1, "removed": [], "added": [], "total": -2}"#, "total"),
            (#"{"version": 1, "removed": [], "added": [], "total": "many"}"#, "total"),
            (#"{"version": 1, "removed": [], "added": [], "hasMore": 1}"#, "hasMore"),
            ("[]", "version"),
        ])
    func `What is not as it should be is named with its place`(body: String, path: String) async throws {
        guard case .wrongShape(let place, _, _) = await reason({ _ = try await changes(body) }) else {
            Issue.record("no wrong shape in \(body)")
            return
        }
        #expect(place == FieldPath(path))
    }

    @Test func `More changes since the version that was asked about lead nowhere`() async throws {
        let body = #"{"version": "s 1", "removed": [], "added": [], "hasMore": true}"#
        #expect(await reason { _ = try await changes(body) } == .noProgress)
    }

    // MARK: As a whole

    @Test func `Capabilities are what the dialect names, and the types what a list asks through`() async throws {
        let all = dialect {
            $0.lookup = Dialect.Lookup()
            $0.snapshot = Dialect.Snapshot()
            $0.changes = Dialect.Changes()
            $0.version = .path("v")
        }
        let source = HTTPSource<Numbered>(home, dialect: all)
        #expect(source.capabilities == [.positions, .identifiers, .snapshots, .changes, .checks])
        let erased: any PageSource<Numbered> = source
        #expect(erased is any KeyedPageSource<Numbered, Int>)
        #expect(erased is any SnapshotPageSource<Numbered, Int>)
        #expect(erased is any ChangesPageSource<Numbered, Int>)
        #expect(!(erased is any KeyedPageSource<Numbered, String>))
        // Rows without an identifier of their own.
        let plain: any PageSource<JSONValue> = HTTPSource<JSONValue>(home, dialect: all)
        #expect(plain as? any VersionedPageSource<JSONValue> != nil)
        let bare = HTTPSource<Numbered>(home, dialect: .offset())
        #expect(await reason { _ = try await bare.snapshot() } == .notOffered(.snapshots))
        #expect(await reason { _ = try await bare.items(withIDs: [1]) } == .notOffered(.identifiers))
        #expect(await reason { _ = try await bare.changes(since: "1") } == .notOffered(.changes))
    }

    @MainActor
    @Test(.timeLimit(.minutes(10)))
    func `A list that may be rebuilt takes a snapshot and loads its pages by identifier`() async throws {
        let transport = ScriptedTransport { asked in
            if asked.path == "/ids" { return .json("[30, 10, 20]", headers: [("ETag", "\"e\"")]) }
            let ids = asked.query["ids"]?.split(separator: ",").reversed().map { #"{"id": \#($0)}"# } ?? []
            return .json("{\"rows\": [\(ids.joined(separator: ","))]}")
        }
        let rebuilt = dialect {
            $0.snapshot = Dialect.Snapshot(address: "/ids")
            $0.lookup = Dialect.Lookup()
        }
        let list = PagedList(
            HTTPSource<Numbered>(home, dialect: rebuilt, transport: transport),
            behavior: ListBehavior(membership: .changes, ranking: .rebuilt))
        list.viewport(0..<3)
        try await list.refresh()
        await list.settle()
        #expect(list.isComplete)
        #expect(list.rows.map { $0?.id } == [30, 10, 20])
        #expect(transport.targets.allSatisfy { $0 == "/ids" || $0.contains("ids=") })
    }

    @MainActor
    @Test(.timeLimit(.minutes(10)))
    func `A refresh of a list that was not rebuilt costs a HEAD without a body`() async throws {
        let tag = Locked("\"a\"")
        let transport = ScriptedTransport { asked in
            let tag = tag.withLock { $0 }
            if asked.request.httpMethod == "HEAD" {
                let isKnown = asked.header("If-None-Match")?.contains(tag) ?? false
                return HTTPAnswer(status: isKnown ? 304 : 200, headers: HTTPHeaders([("ETag", tag)]))
            }
            let order = tag == "\"a\"" ? [30, 10, 20] : [20, 40, 30]
            if asked.path == "/ids" { return .json("\(order)", headers: [("ETag", tag)]) }
            let ids = asked.query["ids"]?.split(separator: ",").map { #"{"id": \#($0)}"# } ?? []
            return .json("{\"rows\": [\(ids.joined(separator: ","))]}")
        }
        let rebuilt = dialect {
            $0.snapshot = Dialect.Snapshot(address: "/ids")
            $0.lookup = Dialect.Lookup()
            $0.validators = .list
        }
        let list = PagedList(
            HTTPSource<Numbered>(home, dialect: rebuilt, transport: transport),
            behavior: ListBehavior(membership: .changes, ranking: .rebuilt))
        list.viewport(0..<3)
        await list.settle()
        #expect(list.isComplete)
        let asked = transport.requests.count
        try await list.refresh()
        #expect(transport.requests.dropFirst(asked).map(\.httpMethod) == ["HEAD"])
        #expect(list.rows.map { $0?.id } == [30, 10, 20])
        // Rebuilt: the order anew, and the one item that is not known.
        tag.withLock { $0 = "\"b\"" }
        try await list.refresh()
        await list.settle()
        #expect(list.isComplete)
        #expect(list.rows.map { $0?.id } == [20, 40, 30])
        #expect(transport.requests.dropFirst(asked + 1).map(\.httpMethod) == ["HEAD", "GET", "GET"])
        #expect(transport.targets.last?.contains("ids=40") == true, "\(transport.targets)")
    }
}
