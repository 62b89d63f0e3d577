import Foundation
import Paging
import PagingHTTP
import Testing

@Suite
struct SectionTests {
    /// Sections A (4 rows), B (none), C (3 rows), speaking the envelope; rows are numbered through.
    static var server: ScriptedTransport {
        ScriptedTransport { asked in
            if asked.query["groupBy"] == "letter", asked.query["metadataOnly"] != nil {
                return .json(
                    """
                    [{"title": "A", "url": "/items?section=A", "count": 4}, {"title": "B", "url": "?section=B", "count": 0},
                     {"title": "C", "url": "http://api.test/items?section=C", "count": 3}]
                    """)
            }
            let (start, count) = asked.query["section"] == "A" ? (0, 4) : (4, 3)
            let offset = asked.int("offset") ?? 0
            let limit = min(asked.int("limit") ?? 2, 50)
            let ids = (start + min(offset, count))..<(start + min(offset + limit, count))
            let objects = ids.map { #"{"id": \#($0)}"# }.joined(separator: ",")
            return .json(
                #"{"paging": {"offset": \#(offset), "limit": \#(limit), "totalCount": \#(count)}, "objects": [\#(objects)]}"#
            )
        }
    }

    @Test(arguments: [Dialect.automatic, .envelope])
    func `Titles and counts come from one request`(dialect: Dialect) async throws {
        let transport = Self.server
        let source = HTTPSource<Row>(home, dialect: dialect, groupBy: "letter", transport: transport)
        let sections = try await source.sections()
        #expect(
            sections == [
                ListSection(title: "A", count: 4), ListSection(title: "B", count: 0), ListSection(title: "C", count: 3),
            ])
        #expect(source.capabilities == [.positions, .sections])
        #expect(transport.targets.contains("/items?groupBy=letter&metadataOnly"))
    }

    @Test(
        arguments: [Dialect.automatic, .envelope])
    func `Positions count through the sections; a page ends where its section does`(dialect: Dialect) async throws {
        for start in 0..<7 {
            let source = HTTPSource<Row>(home, dialect: dialect, groupBy: "letter", transport: Self.server)
            let page = try await source.page(for: .positions(start..<start + 5))
            let position = try #require(page.position)
            #expect(page.items.map(\.id) == Array(position..<position + page.items.count))
            #expect((position..<position + page.items.count).contains(start))
            #expect(page.total == 7)
            #expect(page.capabilities == [.positions, .sections])
            #expect(start >= 4 || position + page.items.count <= 4)
            #expect(page.continuation == (position + page.items.count == 7 ? .end : .more))
        }
    }

    @Test(arguments: [Dialect.automatic, .envelope])
    func `The whole list is read through its sections`(dialect: Dialect) async throws {
        let source = HTTPSource<Row>(home, dialect: dialect, groupBy: "letter", transport: Self.server)
        #expect(try await walk(source).map(\.id) == Array(0..<7))
        let past = try await source.page(for: .positions(7..<9))
        #expect(past.sizeless == Page([], at: 7, total: 7, continuation: .end, capabilities: [.positions, .sections]))
    }

    @Test(arguments: [Dialect.automatic, .envelope])
    @MainActor
    func `Sections reach a list, and any of them costs one load`(dialect: Dialect) async throws {
        let transport = Self.server
        let source = HTTPSource<Numbered>(home, dialect: dialect, groupBy: "letter", transport: transport)
        let list = PagedList(source, policy: LoadPolicy(pageSize: 3, preloads: false))
        try await list.loadMore()
        var changes = list.changes.makeAsyncIterator()
        while list.sections == nil { _ = await changes.next() }
        let sections = try #require(list.sections)
        #expect(sections.map(\.title) == ["A", "B", "C"])
        #expect(sections.map(\.rows) == [0..<4, 4..<4, 4..<7])
        #expect(list.count == 7)
        let before = transport.requests.count
        list.viewport(sections[2].rows)
        while list.peek(4) == nil { _ = await changes.next() }
        #expect(list.peek(4)?.id == 4)
        #expect(transport.targets[before...].filter { $0.contains("section=C") }.count == 1)
        #expect(transport.targets.filter { $0.contains("metadataOnly") }.count == 1)
    }

    @Test func `The sections that a first page needed are not asked for again until they are told`() async throws {
        let transport = Self.server
        let source = HTTPSource<Row>(home, groupBy: "letter", transport: transport)
        func calls() -> Int { transport.targets.count { $0.contains("metadataOnly") } }
        _ = try await source.page(for: .positions(0..<2))
        #expect(try await source.sections().count == 3)
        #expect(calls() == 1)
        #expect(try await source.sections().count == 3)
        #expect(calls() == 2)
    }

    @Test func `A section that grew does not reach into the next`() async throws {
        let transport = ScriptedTransport { asked in
            asked.query["groupBy"] == nil
                ? .json(#"{"objects": [{"id": 0}, {"id": 1}, {"id": 2}], "paging": {"totalCount": 3}}"#)
                : .json(#"[{"title": "A", "url": "/a", "count": 2}, {"title": "B", "url": "/b", "count": 2}]"#)
        }
        let source = HTTPSource<Row>(home, dialect: .envelope, groupBy: "x", transport: transport)
        let page = try await source.page(for: .positions(1..<4))
        #expect(page.total == 4)
        #expect((page.position ?? 0) + page.items.count <= 2)
    }

    @Test(
        arguments: [
            #"{"objects": []}"#, #"[{"title": "A", "url": "/a", "count": -1}]"#, #"[{"title": "A", "url": "/a"}]"#,
            #"[{"title": "A", "url": "http://[::1", "count": 1}]"#,
            #"[{"title": "A", "url": "/a", "count": 9223372036854775807}, {"title": "B", "url": "/b", "count": 1}]"#,
        ])
    func `What is no list of sections is an error that says so`(body: String) async throws {
        let source = HTTPSource<Row>(home, groupBy: "x", transport: ScriptedTransport { _ in .json(body) })
        await #expect(throws: HTTPSourceError.self) { try await source.sections() }
    }

    @Test func `Without a column there are no sections, and nothing is asked`() async throws {
        let transport = ScriptedTransport { _ in .json("[]") }
        #expect(try await HTTPSource<Row>(home, transport: transport).sections().isEmpty)
        #expect(transport.requests.isEmpty)
    }
}
