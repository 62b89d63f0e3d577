import Foundation
import PagingHTTP
import Testing

/// Lists asked for by page number.
@Suite
struct PageDialectTests {
    /// A server with numbered pages.
    static func server(
        rows: Rows, first: Int = 1, fixedSize: Int? = nil, largest: Int = 1000, past: HTTPAnswer? = nil
    ) -> ScriptedTransport {
        ScriptedTransport { asked in
            let size = fixedSize ?? min(largest, asked.int("size") ?? 10)
            let offset = ((asked.int("page") ?? first) - first) * size
            if let past, offset >= rows.count { return past }
            return .json(#"{"items": [\#(rows.list(offset, size))], "total": \#(rows.count)}"#)
        }
    }

    func dialect(size: ParameterName? = "size", first: Int = 1) -> Dialect {
        .page("page", size: size, first: first, items: "items", total: .path("total"))
    }

    @Test(arguments: [0, 1, 7])
    func `The first page may be numbered anything`(first: Int) async throws {
        let transport = Self.server(rows: Rows(count: 23), first: first)
        let source = HTTPSource<Row>(home, dialect: dialect(first: first), transport: transport)
        #expect(try await walk(source, limit: 5).map(\.id) == Array(0..<23))
        #expect(transport.targets.first == "/items?page=\(first)&size=5")
    }

    @Test func `A page that is longer than the first is refused: rows behind it are not where they were computed`()
        async throws
    {
        let transport = ScriptedTransport { asked in
            let page = asked.int("page") ?? 1
            let rows = page == 1 ? Rows(count: 3).list(0, 3) : Rows(count: 20).list((page - 1) * 5, 5)
            return .json(#"{"items": [\#(rows)]}"#)
        }
        let dialect = Dialect.page("page", size: nil, items: "items")
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        #expect(try await source.page(for: .positions(0..<3)).items.count == 3)
        // The range is of many pages, and a page of five is still none of three.
        #expect(await reason { _ = try await source.page(for: .positions(3..<40)) } == .unevenPages(rows: 5, size: 3))
    }

    @Test func `A dotted name goes out as it is, and brackets name a nested one`() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"entity": {"topics": []}}"#) }
        let dialect = Dialect.page("page.currentPage", size: "page.size", items: "entity/topics")
        _ = try await HTTPSource<Row>(home, dialect: dialect, transport: transport).page(for: .positions(0..<5))
        let nested = Dialect.page("page[currentPage]", size: "page[size]", items: "entity/topics")
        _ = try await HTTPSource<Row>(home, dialect: nested, transport: transport).page(for: .positions(0..<5))
        #expect(
            transport.targets == [
                "/items?page.currentPage=1&page.size=5", "/items?page%5BcurrentPage%5D=1&page%5Bsize%5D=5",
            ])
    }

    @Test(
        arguments: [0..<5, 5..<10, 3..<8, 12..<13, 7..<22, 21..<30, 0..<23, 40..<45])
    func `Any range is answered truly, by whole pages`(range: Range<Int>) async throws {
        let source = HTTPSource<Row>(
            home, dialect: dialect(), pageSize: 5, transport: Self.server(rows: Rows(count: 23)))
        _ = try await source.page(for: .positions(0..<5))
        let page = try await source.page(for: .positions(range))
        expectTrue(page, covers: range.lowerBound, count: 23)
        let wanted = range.clamped(to: 0..<23)
        let position = try #require(page.position)
        #expect(wanted.isEmpty || position + page.items.count >= wanted.upperBound)
    }

    @Test(arguments: [0, 4, 5, 22])
    func `Without a size parameter the size is learned from the first page`(start: Int) async throws {
        let transport = Self.server(rows: Rows(count: 23), fixedSize: 4)
        let source = HTTPSource<Row>(home, dialect: dialect(size: nil), transport: transport)
        let page = try await source.page(for: .positions(start..<start + 5))
        expectTrue(page, covers: start, count: 23)
        #expect(!transport.targets.contains { $0.contains("size") })
        #expect(try await walk(source, limit: 5).map(\.id) == Array(0..<23))
    }

    @Test(arguments: [3, 5, 8], [0, 10, 15, 22, 30])
    func `A size that the server clamps or ignores is found out`(actual: Int, start: Int) async throws {
        for transport in [
            Self.server(rows: Rows(count: 23), largest: actual), Self.server(rows: Rows(count: 23), fixedSize: actual),
        ] {
            let source = HTTPSource<Row>(home, dialect: dialect(), transport: transport)
            let page = try await source.page(for: .positions(start..<start + 5))
            expectTrue(page, covers: start, count: 23)
            #expect(try await walk(source, limit: 5).map(\.id) == Array(0..<23))
        }
    }

    @Test func `One request asks for a bounded number of pages`() async throws {
        let transport = Self.server(rows: Rows(count: 1000), fixedSize: 2)
        let source = HTTPSource<Row>(home, dialect: dialect(size: nil), transport: transport)
        _ = try await source.page(for: .positions(0..<2))
        let page = try await source.page(for: .positions(100..<200))
        #expect(page.position == 100)
        #expect(page.items.count == 16)
        #expect(page.continuation == .more)
    }

    @Test func `A number of pages ends the list where there is no total`() async throws {
        let transport = ScriptedTransport { asked in
            .json(#"{"items": [\#(Rows(count: 7).list(((asked.int("page") ?? 1) - 1) * 3, 3))], "pages": 3}"#)
        }
        let dialect = Dialect.page("page", size: nil, items: "items", pageCount: "pages")
        #expect(try await walk(HTTPSource<Row>(home, dialect: dialect, transport: transport)).map(\.id) == Array(0..<7))
        #expect(transport.targets.count == 3)
    }

    @Test func `Neither a total nor anything else: the list ends with an empty page, or one that is not there`()
        async throws
    {
        for past in [HTTPAnswer.json("[]"), .json(#"{"detail": "Not found."}"#, status: 404), .json("", status: 416)] {
            let transport = ScriptedTransport { asked in
                let offset = ((asked.int("page") ?? 1) - 1) * 3
                return offset >= 6 ? past : .json("[\(Rows(count: 6).list(offset, 3))]")
            }
            let source = HTTPSource<Row>(home, dialect: .page(size: nil), transport: transport)
            #expect(try await walk(source).map(\.id) == Array(0..<6))
        }
    }

    private func expectTrue(_ page: Page<Row>, covers start: Int, count: Int) {
        guard let position = page.position else { return #expect(Bool(false), "no position") }
        #expect(page.items.map(\.id) == Array(position..<position + page.items.count))
        if start < count {
            #expect((position..<position + page.items.count).contains(start))
        } else {
            #expect(page.continuation == .end)
        }
    }

    @Test(arguments: [500, 404])
    func `Of several pages of which one fails the pages before it are kept, and it alone is asked for again`(
        status: Int
    ) async throws {
        let transport = ScriptedTransport { asked in
            let page = asked.int("page") ?? 1
            return page == 4
                ? .json("{}", status: status)
                : .json(#"{"total": 60, "items": [\#(Rows(count: 60).list((page - 1) * 10, 10))]}"#)
        }
        let dialect = Dialect.page(size: nil, items: "items", total: .path("total"))
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        _ = try await source.page(for: .positions(0..<10))
        let page = try await source.page(for: .positions(10..<60))
        #expect(page.items.map(\.id) == Array(10..<30))
        #expect(page.continuation == .more)
        for _ in 0..<3 {
            await #expect(throws: HTTPSourceError.self) { try await source.page(for: .positions(30..<60)) }
        }
        #expect(transport.targets.count { $0.contains("page=2") || $0.contains("page=3") } == 2)
        #expect(try await source.page(for: .positions(40..<60)).items.map(\.id) == Array(40..<60))
        // The rows of a page that are above the range may be known, and the others, too.
        let unaligned = try await source.page(for: .positions(25..<60))
        #expect(unaligned.position == 25 && unaligned.items.map(\.id) == Array(25..<30))
    }

    @Test func `A request for several pages that is cancelled is no answer of some of them`() async throws {
        let transport = ScriptedTransport { asked in
            let page = asked.int("page") ?? 1
            if page == 3 { throw CancellationError() }
            return .json("[\(Rows(count: 60).list((page - 1) * 10, 10))]")
        }
        let source = HTTPSource<Row>(home, dialect: .page(size: nil), transport: transport)
        _ = try await source.page(for: .positions(0..<10))
        await #expect(throws: CancellationError.self) { try await source.page(for: .positions(10..<60)) }
    }
}
