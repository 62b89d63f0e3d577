import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// `Documentation/ServerContract.md` is a contract: each exchange that it shows is replayed, and answered in that form.
@Suite(.blocking, .timeLimit(.minutes(10))) struct DocumentationTests {
    /// A request that is shown, and what it is answered with.
    private struct Exchange {
        var request: Request
        var status: Int?
        var headers: [(name: String, value: String)] = []
        var body: String
    }

    private static let document = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()
        .appendingPathComponent("../../../Documentation/ServerContract.md").standardizedFileURL

    private static func exchanges() throws -> [Exchange] {
        let text = try String(contentsOf: document, encoding: .utf8)
        let blocks = text.matches(of: /(?ms)^```[a-z]*\n(.*?)^```$/).map { String($0.1) }
        let shown = blocks.filter { $0.prefix { $0 != "\n" }.wholeMatch(of: /(GET|POST) \/\S*( HTTP\/1\.1)?/) != nil }
            .map(exchange)
        let told = text.matches(of: /`GET (\/\S+)`\s+answers\s+`(\{.*?\})`/).map {
            Exchange(request: Request(target: String($0.1)), body: String($0.2))
        }
        return shown + told
    }

    private static func exchange(_ block: String) -> Exchange {
        var parts = block.components(separatedBy: "\n\n")[...]
        let head = parts.removeFirst().split(separator: "\n")
        let first = head[0].split(separator: " ")
        var request = Request(method: String(first[0]), target: String(first[1]), headers: fields(head.dropFirst()))
        if request.method == "POST", let body = parts.popFirst() { request.body = Array(body.utf8) }
        var exchange = Exchange(request: request, body: "")
        if let answer = parts.first, answer.hasPrefix("HTTP/1.1 ") {
            let lines = answer.split(separator: "\n")
            exchange.status = Int(lines[0].split(separator: " ")[1])
            exchange.headers = fields(lines.dropFirst())
            parts.removeFirst()
        }
        exchange.body = parts.joined(separator: "\n\n")
        return exchange
    }

    private static func fields(_ lines: some Sequence<Substring>) -> [(name: String, value: String)] {
        lines.compactMap { line in
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
    }

    /// The lists that the document speaks of, and the version of `books` before what it says has happened.
    private static func library() throws -> (fixture: Fixture, responder: Responder, since: String) {
        let fixture = try Fixture(
            Fixture.peopleStatements + [
                "CREATE TABLE books (id INTEGER PRIMARY KEY, year INTEGER, title TEXT)",
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                INSERT INTO books SELECT i, 1800 + i % 200, 'Book ' || i FROM n
                """,
            ])
        try ChangeLogging(path: fixture.path).start(list: "books")
        _ = try RankIndexing(path: fixture.path).build(list: "books", order: "year desc, title")
        let responder = Responder(
            try SQLiteDatabase(path: fixture.path), writing: WritePolicy(token: WritingTests.token))
        let page = try responder.respond(to: Request(target: "/lists/books")).json()
        try fixture.write([
            "DELETE FROM books WHERE id = 17", "INSERT INTO books VALUES (90250, 2026, 'New')",
            "UPDATE books SET year = 1815 WHERE id = 4711", "UPDATE books SET title = 'Other' WHERE id = 9",
        ])
        return (fixture, responder, try #require(page.value(at: "paging/version")?.string))
    }

    /// The names and kinds of a value: of an array, those of its first element.
    private static func shape(_ value: JSONValue) -> [String] {
        switch value {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { name, value in shape(value).map { "\(name)/\($0)" } }
        case .array(let values): values.first.map { shape($0).map { "[]/\($0)" } } ?? ["[]"]
        case .string: ["text"]
        case .bool: ["flag"]
        case .null: ["null"]
        default: ["number"]
        }
    }

    @Test func `Every exchange of the page is answered as it is shown`() async throws {
        let exchanges = try Self.exchanges()
        #expect(exchanges.count >= 6)
        for exchange in exchanges {
            let (fixture, responder, since) = try Self.library()
            var request = exchange.request
            request.query = request.query?.replacing(/since=[^&]+/, with: "since=\(since)")
            request.headers = request.headers.map { field in
                field.name == "Authorization" ? (field.name, "Bearer \(WritingTests.token)") : field
            }
            let response = responder.respond(to: request)
            let what = "\(request.method) \(request.path)?\(request.query ?? "")"
            #expect(response.status == exchange.status ?? 200, "\(what)")
            for header in exchange.headers { #expect(response.header(header.name) != nil, "\(what): \(header.name)") }
            if let stream = response.stream {
                let event = String(decoding: try await stream.wait() ?? [], as: UTF8.self)
                #expect(Self.names(event) == Self.names(exchange.body.components(separatedBy: "\n\n")[0]), "\(what)")
                stream.end()
            } else {
                let shown = try JSONValue(parsing: Array(exchange.body.utf8))
                #expect(try Self.shape(response.json()) == Self.shape(shown), "\(what)")
            }
            withExtendedLifetime(fixture) {}
        }
    }

    /// The names of an event's fields, in order.
    private static func names(_ event: String) -> [Substring] {
        event.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    }
}
