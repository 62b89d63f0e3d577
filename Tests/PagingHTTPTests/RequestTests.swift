import Foundation
import PagingHTTP
import PagingWire
import Testing

/// How an app says requests that fit no parameters: ``Dialect/request``.
@Suite struct RequestTests {
    private struct Row: Decodable, Equatable, Sendable { let id: Int }

    @Test func `Parameters that a text names are written into it`() async throws {
        let transport = ScriptedTransport { asked in
            let numbers = (asked.query["q"] ?? "").split { !$0.isNumber }.compactMap { Int($0) }
            let start = numbers[0] * numbers[1]
            let rows = (start..<start + numbers[1]).clamped(to: 0..<7).map { #"{"id": \#($0)}"# }
            return .json(#"{"count": 7, "result": [\#(rows.joined(separator: ","))]}"#)
        }
        var dialect = Dialect.page("page", size: "page_size", first: 0, items: "result", total: .path("count"))
        dialect.request = Dialect.Request(["q": "(page:{page},page_size:{page_size})"])
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        #expect(try await walk(source) == (0..<7).map { Row(id: $0) })
        #expect(transport.requests.allSatisfy { Asked($0).query.keys.sorted() == ["q"] })
        #expect(Asked(transport.requests[1]).query["q"] == "(page:1,page_size:3)")
    }

    @Test func `A text whose cursor is not known yet is left out`() async throws {
        let transport = ScriptedTransport { asked in
            let start = asked.header("X-Cursor").flatMap { Int($0) } ?? 0
            return .json(#"{"items": [{"id": \#(start)}], "next": \#(start < 3 ? "\"\(start + 1)\"" : "null")}"#)
        }
        var dialect = Dialect.cursor("cursor", size: nil, items: "items", next: .cursor("next"))
        dialect.request = Dialect.Request(headers: ["X-Cursor": "{cursor}"])
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        #expect(try await walk(source) == (0..<4).map { Row(id: $0) })
        #expect(transport.requests.map { Asked($0).header("X-Cursor") } == [nil, "1", "2", "3"])
        #expect(transport.requests.allSatisfy { Asked($0).query.isEmpty })
    }

    @Test func `Values of several places go into several parameters`() async throws {
        let transport = ScriptedTransport { asked in
            let start = asked.int("id").map { $0 + 1 } ?? 1
            return .json(#"{"items": [{"id": \#(start)}], "time": "t\#(start)", "more": \#(start < 3)}"#)
        }
        var dialect = Dialect(
            .cursor(nil, size: nil), items: "items", next: .values(["since": .cursor("time"), "id": .lastItem("id")]))
        dialect.hasMore = "more"
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        #expect(try await walk(source) == (1..<4).map { Row(id: $0) })
        #expect(transport.requests.map { Asked($0).query["since"] } == [nil, "t1", "t2"])
    }
}
