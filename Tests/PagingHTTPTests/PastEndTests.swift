import Foundation
import PagingHTTP
import PagingTesting
import Testing

/// Past the end.
@Suite
struct PastEndTests {
    @Test(
        arguments: [
            HTTPAnswer.json(#"{"detail": "Invalid page."}"#, status: 404),
            .json(#"{"code": "rest_post_invalid_page_number", "message": "…", "data": {"status": 400}}"#, status: 400),
            .json(#"{"title": "offset past the end"}"#, status: 422), .json("", status: 416),
            .json(#"{"items": [], "total": 7}"#), .json(#"{"items": [], "total": 0}"#),
        ])
    func `Answers past a known total are the end`(answer: HTTPAnswer) async throws {
        let transport = ScriptedTransport { asked in
            (asked.int("offset") ?? 0) >= 7 ? answer : .json(#"{"items": [\#(Rows(count: 7).list(0, 3))], "total": 7}"#)
        }
        let dialect = Dialect.offset(items: "items", total: .path("total"))
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        _ = try await source.page(for: .positions(0..<3))
        let page = try await source.page(for: .positions(7..<10))
        #expect(page.items.isEmpty)
        #expect(page.continuation == .end)
    }

    @Test(arguments: [400, 404, 422])
    func `Where rows should be, only the answers that mean a missing page are the end`(status: Int) async throws {
        let transport = ScriptedTransport { asked in
            (asked.int("offset") ?? 0) > 0
                ? .json("{}", status: status) : .json(#"{"items": [\#(Rows(count: 7).list(0, 3))], "total": 7}"#)
        }
        let dialect = Dialect.offset(items: "items", total: .path("total"))
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        _ = try await source.page(for: .positions(0..<3))
        await #expect(throws: HTTPSourceError.self) { try await source.page(for: .positions(3..<6)) }
    }

    @Test func `A list that never answered is not found, not at its end`() async throws {
        let transport = ScriptedTransport { _ in .json(#"{"detail": "Not found."}"#, status: 404) }
        let source = HTTPSource<Row>(home, dialect: .offset(), transport: transport)
        await #expect(throws: HTTPSourceError.self) { try await source.page(for: .positions(50..<60)) }
        await #expect(throws: HTTPSourceError.self) { try await source.page(for: .positions(0..<10)) }
    }

    /// A list of one page whose total is told, and whose server refuses what is behind it.
    @Test(arguments: [400, 422], [20, 57])
    func `A refusal of the row behind a total that is met is the end, if the row before is given`(
        status: Int, rows: Int
    ) async throws {
        let asked = Locked(0)
        let transport = ScriptedTransport { request in
            asked.withLock { $0 += 1 }
            let offset = request.int("offset") ?? 0
            if offset >= 20 { return .json(#"{"error": "offset out of range"}"#, status: status) }
            // With 57 rows, the total is that of the page, and every parameter but `start` is refused.
            let isKnown = rows == 20 || request.query.keys.allSatisfy { $0 == "start" }
            return isKnown
                ? .json(#"{"items": [\#(Rows(count: rows).list(request.int("start") ?? offset, 20))], "total": 20}"#)
                : .json("{}", status: status)
        }
        let source = HTTPSource<Row>(home, transport: transport)
        let page = try await source.page(for: .positions(0..<20))
        #expect(page.items.count == 20)
        let next = try await source.page(for: .positions(20..<40))
        #expect(next.items.count == min(20, rows - 20))
        if rows == 20 { try await source.checkEnd() }
        #expect(asked.withLock { $0 } <= 24)
    }

    /// A list without rows, of a server that counts pages and refuses all that are not there, is asked again past caches as it fills.
    @Test(arguments: [400, 404, 416, 422], ["page", "offset"])
    func `An empty list whose server refuses other pages tells no page size`(status: Int, name: String) async throws {
        let count = Locked(0)
        let transport = ScriptedTransport { request in
            let rows = count.withLock { $0 }
            let number = request.int(name) ?? (name == "page" ? 1 : 0)
            let start = name == "page" ? (number - 1) * 20 : number
            if number != (name == "page" ? 1 : 0), start >= rows { return .json("{}", status: status) }
            return .json(#"{"items": [\#(Rows(count: rows).list(max(0, start), 20))], "total": \#(rows)}"#)
        }
        let source = HTTPSource<Row>(home, transport: transport)
        for rows in [0, 0, 1, 20, 41] {
            count.withLock { $0 = rows }
            for skips in [false, true] {
                let page = try await LoadOptions.$skipsCaches.withValue(skips) {
                    try await source.page(for: .positions(0..<20))
                }
                #expect(page.items.count == min(20, rows))
            }
        }
    }
}
