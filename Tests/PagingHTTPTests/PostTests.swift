import Foundation
import PagingHTTP
import PagingWire
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Lists that are asked for by POST.
@Suite
struct PostTests {
    /// A server that reads a place in the list from the body of a request.
    private static func transport(
        _ answer: @escaping @Sendable (_ body: JSONValue) -> String
    ) -> ScriptedTransport {
        ScriptedTransport { asked in
            guard asked.request.httpMethod == "POST", asked.header("Content-Type") == "application/json",
                let data = asked.request.httpBody, let body = try? JSONValue(parsing: Array(data))
            else { return .json("{}", status: 405) }
            return .json(answer(body))
        }
    }

    private static func users(_ body: JSONValue) -> String {
        let start = body["variables"]?["after"]?.string.flatMap { Int($0.dropFirst()) } ?? 0
        let end = min(27, start + (body["variables"]?["first"]?.int ?? 10))
        let edges = (start..<end).map { #"{"cursor": "c\#($0)", "node": {"id": \#($0)}}"# }.joined(separator: ", ")
        return #"{"data": {"users": {"edges": [\#(edges)], "#
            + #""pageInfo": {"hasNextPage": \#(end < 27), "endCursor": "c\#(end)"}}}}"#
    }

    @Test func `Relay connections, the place in the list among the variables: found by itself and as it is told`()
        async throws
    {
        var found = Dialect.automatic
        found.body = ["query": "query { … }", "variables": ["team": "x"]]
        var told = Dialect.cursor(
            "variables.after", size: "variables.first", items: "data/users/edges",
            next: .cursor("data/users/pageInfo/endCursor"), hasMore: "data/users/pageInfo/hasNextPage")
        told.body = found.body
        for dialect in [found, told] {
            let transport = Self.transport { body in
                body["query"] == "query { … }" && body["variables"]?["team"] == "x" ? Self.users(body) : "{}"
            }
            let source = HTTPSource<JSONValue>(home, dialect: dialect, transport: transport)
            let rows = try await walk(source, limit: 10)
            #expect(rows.compactMap { $0["node"]?["id"]?.int } == Array(0..<27))
            #expect(JSONValue.guessedIdentifier(in: rows) == "node/id")
            #expect(transport.requests.count == 3)
        }
    }

    @Test(
        arguments: [
            Dialect.cursor("search_after", size: "size", items: "hits/hits", next: .lastItem("sort")), .automatic,
        ])
    func `search_after: what the last hit was sorted by goes back as it came`(given: Dialect) async throws {
        var dialect = given
        dialect.body = ["sort": ["date", "id"]]
        let transport = Self.transport { body in
            let start = body["search_after"]?[1]?.int.map { $0 + 1 } ?? 0
            let hits = (min(23, start)..<min(23, start + (body["size"]?.int ?? 10))).map {
                #"{"_id": "\#($0)", "sort": ["d", \#($0)]}"#
            }
            return #"{"hits": {"total": {"value": 23}, "hits": [\#(hits.joined(separator: ", "))]}}"#
        }
        let source = HTTPSource<JSONValue>(home, dialect: dialect, transport: transport)
        #expect(try await walk(source, limit: 10).compactMap { $0["_id"]?.string } == (0..<23).map(String.init))
    }

    @Test func `JMAP's position and limit are numbers in the body`() async throws {
        var dialect = Dialect.offset("position", limit: "limit", items: "list", total: .path("total"))
        dialect.body = ["using": ["mail"]]
        let transport = Self.transport { body in
            guard let position = body["position"]?.int, let limit = body["limit"]?.int else { return "{}" }
            return #"{"list": [\#(Rows(count: 9).list(position, limit))], "total": 9}"#
        }
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        #expect(try await walk(source).map(\.id) == Array(0..<9))
        #expect(try await source.page(for: .positions(7..<9)).items == [Row(id: 7), Row(id: 8)])
    }

    @Test func `JMAP's calls are elements of lists, which parameters name by number`() async throws {
        var dialect = Dialect.offset(
            "methodCalls.0.1.position", limit: "methodCalls.0.1.limit", items: "methodResponses/0/1/list",
            total: .path("methodResponses/0/1/total"))
        dialect.body = ["methodCalls": [["Email/query", [:], "0"]]]
        let transport = Self.transport { body in
            let call = body["methodCalls"]?[0]?[1]
            guard let position = call?["position"]?.int, let limit = call?["limit"]?.int else { return "{}" }
            return
                #"{"methodResponses": [["Email/query", {"list": [\#(Rows(count: 9).list(position, limit))], "total": 9}, "0"]]}"#
        }
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        #expect(try await walk(source).map(\.id) == Array(0..<9))
    }

    @Test(
        arguments: [(307, "POST"), (308, "POST"), (303, "GET")])
    func `A redirect posts again where it says so, and elsewhere does not`(status: Int, method: String) async throws {
        let transport = ScriptedTransport { asked in
            asked.path == "/items"
                ? .json("", status: status, headers: [("Location", "/moved")]) : .json(#"[{"id": 1}]"#)
        }
        var dialect = Dialect.whole
        dialect.body = [:]
        _ = try await HTTPSource<Row>(home, dialect: dialect, transport: transport).page(for: .after(nil, limit: 3))
        #expect(transport.requests.map(\.httpMethod) == ["POST", method])
        #expect((transport.requests.last?.httpBody != nil) == (method == "POST"))
    }
}
