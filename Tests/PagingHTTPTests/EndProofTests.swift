import Foundation
import PagingHTTP
import PagingWire
import Testing

/// An end takes evidence.
@Suite
struct EndProofTests {
    /// Rows of a page that a parameter names; the first page where it is absent.
    private static func rows(_ asked: Asked, page name: String, size: Int, first: Int = 1, of count: Int) -> String {
        Rows(count: count).list(((asked.int(name) ?? first) - first) * size, size)
    }

    private static func walked(_ transport: ScriptedTransport, _ dialect: Dialect = .automatic) async throws -> [Int] {
        let source = HTTPSource<JSONValue>(home, dialect: dialect, transport: transport)
        return try await walk(source, limit: 100).compactMap { $0["id"]?.int }
    }

    @Test(
        arguments: ["page.currentPage", "page[currentPage]", "currentPage", "page"])
    func `A page parameter that the answer only hints at is found by trying`(parameter: String) async throws {
        let transport = ScriptedTransport { asked in
            let rows = Self.rows(asked, page: parameter, size: 10, of: 27)
            return .json(
                #"{"totalResultSize": 27, "totalPageSize": 3, "currentPage": \#(asked.int(parameter) ?? 1), "#
                    + #""entity": {"topics": [\#(rows)]}}"#)
        }
        #expect(try await Self.walked(transport) == Array(0..<27))
    }

    @Test func `A null total beside a page and its size is no end`() async throws {
        let transport = ScriptedTransport { asked in
            let rows = Self.rows(asked, page: "page", size: 50, of: 120)
            return .json(#"{"items": [\#(rows)], "total": null, "page": \#(asked.int("page") ?? 1), "size": 50}"#)
        }
        #expect(try await Self.walked(transport) == Array(0..<120))
    }

    @Test(
        arguments: [10, 20, 25, 30, 50, 100, 200, 250, 500, 1000],
        ["page", "offset", "_page", "skip"])
    func `A bare array as long as pages are is asked for more`(size: Int, parameter: String) async throws {
        for count in [size, size + 3, 2 * size, 3 * size + 1] {
            let transport = ScriptedTransport { asked in
                let isPage = parameter.hasSuffix("page")
                let start = isPage ? ((asked.int(parameter) ?? 1) - 1) * size : asked.int(parameter) ?? 0
                return .json("[\(Rows(count: count).list(start, size))]")
            }
            #expect(try await Self.walked(transport) == Array(0..<count), "\(count) rows")
        }
    }

    @Test func `A refresh finds rows behind an end that was proven`() async throws {
        let count = Locked(5)
        let transport = ScriptedTransport { asked in
            let count = count.withLock { $0 }
            return .json(#"{"items": [\#(Rows(count: count).list(asked.int("offset") ?? 0, 5))], "total": \#(count)}"#)
        }
        let source = HTTPSource<JSONValue>(home, transport: transport)
        #expect(try await walk(source, limit: 5).count == 5)
        count.withLock { $0 = 6 }
        // The end is looked behind once more, and no more than once.
        for most in [2, 1, 1] {
            let asked = transport.requests.count
            let page = try await LoadOptions.$skipsCaches.withValue(true) {
                try await source.page(for: .positions(0..<5))
            }
            #expect(page.continuation != .end || page.total == 6, "\(page.continuation), \(page.total ?? -1)")
            #expect(transport.requests.count - asked <= most)
        }
    }

    @Test(arguments: [20, 25, 30, 37])
    func `Pages that nothing says are numbered from 0`(count: Int) async throws {
        let transport = ScriptedTransport { asked in
            .json("[\(Self.rows(asked, page: "page", size: 10, first: 0, of: count))]")
        }
        #expect(try await Self.walked(transport) == Array(0..<count))
    }

    @Test(arguments: [7, 13])
    func `A page as long as its address asks for is no end`(limit: Int) async throws {
        let transport = ScriptedTransport { asked in
            .json("[\(Rows(count: 40).list(asked.int("offset") ?? 0, asked.int("limit") ?? 25))]")
        }
        let source = HTTPSource<Row>(URL(string: "http://api.test/items?limit=\(limit)")!, transport: transport)
        #expect(try await walk(source).map(\.id) == Array(0..<40))
    }

    @Test(arguments: ["0", "-1"])
    func `A total that cannot be, beside rows, is no total`(total: String) async throws {
        let transport = ScriptedTransport { asked in
            let rows = Rows(count: 33).list(asked.int("offset") ?? 0, 8)
            return .json(#"{"total": \#(total), "offset": \#(asked.int("offset") ?? 0), "items": [\#(rows)]}"#)
        }
        #expect(try await Self.walked(transport) == Array(0..<33))
    }

    @Test func `A total that is the number of rows in the answer is no total of the list`() async throws {
        let transport = ScriptedTransport { asked in
            let rows = Rows(count: 300).list(asked.int("offset") ?? 0, 100)
            return .json(
                #"{"count": 100, "offset": \#(asked.int("offset") ?? 0), "limit": 100, "results": [\#(rows)]}"#)
        }
        #expect(try await Self.walked(transport) == Array(0..<300))
    }

    @Test func `Rows behind a total that was met are an error that names the total`() async throws {
        let transport = ScriptedTransport { asked in
            let (offset, limit) = (asked.int("offset") ?? 0, asked.int("limit") ?? 50)
            return .json(
                #"{"total": 100, "offset": \#(offset), "limit": \#(limit), "items": [\#(Rows(count: 300).list(offset, limit))]}"#
            )
        }
        let source = HTTPSource<Row>(home, transport: transport)
        #expect(try await walk(source, limit: 50).count == 100)
        #expect(await reason { try await source.checkEnd() } == .totalTooLow(total: 100))
    }

    @Test func `A total that was met and has nothing behind it is an end`() async throws {
        let transport = ScriptedTransport { asked in
            let (offset, limit) = (asked.int("offset") ?? 0, asked.int("limit") ?? 50)
            return .json(
                #"{"total": 100, "offset": \#(offset), "limit": \#(limit), "items": [\#(Rows(count: 100).list(offset, limit))]}"#
            )
        }
        let source = HTTPSource<Row>(home, transport: transport)
        #expect(try await walk(source, limit: 50).count == 100)
        try await source.checkEnd()
        #expect(transport.targets.last?.contains("offset=100") == true)
    }

    @Test(
        arguments: [#"[ROWS]"#, #"{"data": [ROWS], "count": 10}"#, #"{"page": 1, "items": [ROWS], "total": 0}"#])
    func `Where every question brings the same rows the end is not proven, and the rows are there`(body: String)
        async throws
    {
        let body = body.replacing("ROWS", with: Rows(count: 10).list(0, 10))
        let transport = ScriptedTransport { _ in .json(body) }
        let source = HTTPSource<Row>(home, transport: transport)
        let first = try await source.page(for: .after(nil, limit: 50))
        #expect(first.items.count == 10)
        #expect(first.continuation == .more)
        #expect(first.total == nil)
        #expect(await reason { _ = try await source.page(for: .positions(10..<60)) } == .endNotProven(items: 10))
        #expect(transport.requests.count <= 20)
        // From the top again it is as it was.
        #expect(try await source.page(for: .positions(0..<50)).items.count == 10)
    }

    @Test func `A first page that comes again after a row went is not the second one`() async throws {
        let asked = Locked(0)
        let transport = ScriptedTransport { request in
            // A row goes with each request. The server knows nothing but `skip`.
            let gone = asked.withLock { count in
                defer { count += 1 }
                return count
            }
            let start = min(124, gone + (request.int("skip") ?? 0))
            let rows = (start..<min(124, start + 20)).map { #"{"id": \#($0)}"# }
            return .json("[\(rows.joined(separator: ", "))]")
        }
        let source = HTTPSource<Row>(home, transport: transport)
        _ = try await source.page(for: .after(nil, limit: 20))
        _ = try await source.page(for: .positions(20..<40))
        #expect(source.recognized?.hasPrefix("skip/") == true, "\(source.recognized ?? "")")
    }

    @Test func `A list that is said to be whole is believed`() async throws {
        let transport = ScriptedTransport { _ in .json("[\(Rows(count: 10).list(0, 10))]") }
        #expect(try await Self.walked(transport, .whole) == Array(0..<10))
        #expect(transport.requests.count == 1)
    }

    @Test(
        arguments: [
            #"{"items": [ROWS], "has_more": false}"#, #"{"items": [ROWS], "next": null}"#,
            #"{"items": [ROWS], "page": 1, "total_pages": 1}"#,
        ])
    func `An end that the server names is one, whatever the page's length`(body: String) async throws {
        let body = body.replacing("ROWS", with: Rows(count: 10).list(0, 10))
        let transport = ScriptedTransport { _ in .json(body) }
        #expect(try await Self.walked(transport) == Array(0..<10))
        #expect(transport.requests.count == 1)
    }

    @Test func `A total and a way on that the app names are used by the automatic dialect`() async throws {
        let transport = ScriptedTransport { asked in
            let start = asked.int("from_row") ?? 0
            let next = start + 10 < 25 ? "\(start + 10)" : ""
            return .json(#"{"items": [\#(Rows(count: 25).list(start, 10))], "n": {"all": 25}, "forward": "\#(next)"}"#)
        }
        var dialect = Dialect.automatic
        dialect.total = .path("n/all")
        dialect.next = .cursor("forward")
        dialect.cursorName = "from_row"
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        let first = try await source.page(for: .after(nil, limit: 10))
        #expect(first.total == 25)
        #expect(try await walk(source).map(\.id) == Array(0..<25))
    }

    @Test func `A server that repeats its last page has ended`() async throws {
        let transport = ScriptedTransport { asked in
            let page = min(max(1, asked.int("page") ?? 1), 3)
            return .json("[\(Rows(count: 30).list((page - 1) * 10, 10))]")
        }
        #expect(try await Self.walked(transport) == Array(0..<30))
        #expect(try await Self.walked(transport, .page(size: nil)) == Array(0..<30))
    }

    @Test(
        arguments: [Dialect.page(size: nil), .offset()])
    func `Where a server ignores the page's number the end is not proven`(dialect: Dialect) async throws {
        let transport = ScriptedTransport { _ in .json("[\(Rows(count: 10).list(0, 10))]") }
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        _ = try await source.page(for: .positions(0..<10))
        #expect(await reason { _ = try await source.page(for: .positions(10..<20)) } == .endNotProven(items: 10))
    }

    @Test(arguments: [(18, 90), (18, 18)])
    func `A count that is that of the first page is no end`(size: Int, count: Int) async throws {
        let transport = ScriptedTransport { asked in
            let start = asked.int("start") ?? 0
            let length = max(0, min(size, count - start))
            return .json(
                #"{"count": \#(length), "start": \#(start), "data": [\#(Rows(count: count).list(start, size))]}"#)
        }
        let source = HTTPSource<JSONValue>(home, transport: transport)
        let first = try await source.page(for: .after(nil, limit: 100))
        #expect(first.items.count == size)
        if count == size {
            try await source.checkEnd()
        } else {
            await #expect(throws: HTTPSourceError.self) { try await source.checkEnd() }
        }
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: [Dialect.page(size: nil, items: "items"), .offset(items: "items"), .automatic], [true, false])
    func `An empty page is an end once the one behind it is empty, too`(dialect: Dialect, goesOn: Bool) async throws {
        let transport = ScriptedTransport { asked in
            let page = asked.query["offset"] == nil ? asked.int("page") ?? 1 : nil
            let start = page.map { ($0 - 1) * 20 } ?? asked.int("offset") ?? 0
            let rows = start == 40 ? "" : Rows(count: goesOn ? 70 : 40).list(start, 20)
            return .json(#"{"items": [\#(rows)]\#(page.map { ", \"page\": \($0)" } ?? "")}"#)
        }
        let source = HTTPSource<JSONValue>(home, dialect: dialect, transport: transport)
        #expect(try await walk(source, limit: 20).compactMap { $0["id"]?.int } == Array(0..<40))
        let before = transport.requests.count
        if goesOn {
            #expect(await reason { try await source.checkEnd() } == .emptyPage(row: 40))
        } else {
            try await source.checkEnd()
            // It is known from then on.
            try await source.checkEnd()
        }
        #expect(transport.requests.count == before + 1)
        #expect(["page=4", "offset=60"].contains { transport.targets.last?.contains($0) == true })
    }

    @Test(arguments: ["total", "pages", "has_more", "next"])
    func `Behind an empty page nothing is asked for where something else names the end`(word: String) async throws {
        let transport = ScriptedTransport { asked in
            let page = asked.int("page") ?? 1
            let (isLast, next) = (page == 3, page < 3 ? #""?page=\#(page + 1)""# : "null")
            let value = ["total": "40", "pages": "2", "has_more": "\(!isLast)", "next": next][word] ?? ""
            return .json(
                #"{"page": \#(page), "items": [\#(Rows(count: 40).list((page - 1) * 20, 20))], "\#(word)": \#(value)}"#)
        }
        var dialect = Dialect.page(size: nil, items: "items", total: word == "total" ? .path("total") : nil)
        if word == "pages" { dialect.pageCount = "pages" }
        if word == "has_more" { dialect.hasMore = "has_more" }
        if word == "next" { dialect.next = .address("next") }
        let source = HTTPSource<JSONValue>(home, dialect: dialect, transport: transport)
        _ = try await source.page(for: .positions(0..<20))
        #expect(try await source.page(for: .positions(40..<60)).items.isEmpty)
        let before = transport.requests.count
        try await source.checkEnd()
        #expect(transport.requests.count <= before + (word == "total" ? 1 : 0))
    }

    /// A list of 57 rows of which the server gives twenty at most, and fifteen from the forty-first on.
    private static func cut(refusing limit: Int = .max, status: Int = 400) -> ScriptedTransport {
        ScriptedTransport { asked in
            let (offset, count) = (asked.int("offset") ?? 0, asked.int("limit") ?? 20)
            guard count <= limit else { return .json(#"{"error": "limit"}"#, status: status) }
            return .json(#"{"items": [\#(Rows(count: 57).list(offset, min(count, offset < 40 ? 20 : 15)))]}"#)
        }
    }

    @Test(arguments: [[40, 60], [60, 40], [40, 60, 80]])
    func `A number that the rows do not reach is met in whatever order empty pages come`(order: [Int]) async throws {
        let transport = ScriptedTransport { asked in
            .json(#"{"items": [\#(Rows(count: 40).list(asked.int("offset") ?? 0, 20))], "gesamt": 41}"#)
        }
        let source = HTTPSource<JSONValue>(home, transport: transport)
        for start in [0, 20] + order { _ = try await source.page(for: .positions(start..<start + 20)) }
        #expect(await reason { try await source.checkEnd() } == .endContradicted(sign: "gesamt: 41"))
    }

    @Test func `The look behind a short page begins at its end and reaches past where the next one begins`()
        async throws
    {
        let transport = Self.cut()
        let source = HTTPSource<Row>(home, dialect: .offset(items: "items"), transport: transport)
        #expect(try await walk(source, limit: 20).map(\.id) == Array(0..<55))
        let before = transport.requests.count
        #expect(await reason { try await source.checkEnd() } == .shortPage(rows: 15))
        #expect(transport.requests.count == before + 1)
        #expect(transport.targets.last == "/items?offset=55&limit=25", "\(transport.targets)")
    }

    @Test(arguments: [400, 413, 500, 200])
    func `Where more rows than a page has cannot be asked for as many as it has are`(status: Int) async throws {
        let transport = Self.cut(refusing: 20, status: status)
        let source = HTTPSource<Row>(home, dialect: .offset(items: "items"), transport: transport)
        #expect(try await walk(source, limit: 20).map(\.id) == Array(0..<55))
        #expect(await reason { try await source.checkEnd() } == .shortPage(rows: 15))
        let plain = HTTPSource<Row>(home, dialect: .offset(limit: nil, items: "items"), transport: Self.cut())
        #expect(try await walk(plain, limit: 20).map(\.id) == Array(0..<55))
        #expect(await reason { try await plain.checkEnd() } == .shortPage(rows: 15))
    }

    @Test(arguments: [45, 59])
    func `Nothing behind a short page by offset is an end`(count: Int) async throws {
        let transport = ScriptedTransport { asked in
            .json(#"{"items": [\#(Rows(count: count).list(asked.int("offset") ?? 0, 20))]}"#)
        }
        let source = HTTPSource<Row>(home, dialect: .offset(items: "items"), transport: transport)
        #expect(try await walk(source, limit: 20).count == count)
        let before = transport.requests.count
        try await source.checkEnd()
        try await source.checkEnd()
        #expect(transport.requests.count == before + 1)
    }
}
