import Paging
import PagingHTTP
import Testing

/// The first article's API: an envelope with the total, and sections by one call that asks for metadata alone.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct EnvelopeTests {
    struct Person: Decodable, Identifiable, Hashable, Sendable {
        let id: Int
        let name: String
    }

    /// How many people each letter has; there is none with a B.
    nonisolated static let letters: [(title: String, count: Int)] = [("A", 130), ("B", 0), ("C", 7), ("D", 263)]
    nonisolated static let count = 400

    /// `{"paging": {"offset", "limit", "totalCount"}, "objects": […]}`, at most 60 rows an answer.
    private func server() throws -> ArticleServer {
        try ArticleServer { asked in
            if asked["groupBy"] == "letter", asked["metadataOnly"] != nil {
                let sections = Self.letters.map {
                    #"{"title": "\#($0.title)", "url": "/people?letter=\#($0.title)", "count": \#($0.count)}"#
                }
                return .init(body: "[\(sections.joined(separator: ","))]")
            }
            var rows = 0..<Self.count
            if let letter = asked["letter"] {
                let before = Self.letters.prefix { $0.title != letter }.reduce(0) { $0 + $1.count }
                rows = before..<before + (Self.letters.first { $0.title == letter }?.count ?? 0)
            }
            let offset = min(asked.number("offset", or: 0), rows.count)
            let limit = min(asked.number("limit", or: 50), 60)
            let objects = rows.dropFirst(offset).prefix(limit).map { #"{"id": \#($0), "name": "person \#($0)"}"# }
            return .init(
                body: #"{"paging": {"offset": \#(offset), "limit": \#(limit), "totalCount": \#(rows.count)}, "#
                    + #""objects": [\#(objects.joined(separator: ","))]}"#)
        }
    }

    @Test(arguments: [Dialect.automatic, .envelope])
    func `The whole list is read, in order`(dialect: Dialect) async throws {
        let server = try server()
        let list = PagedList(HTTPSource<Person>(server.url("/people"), dialect: dialect))
        try await list.loadMore()
        #expect(list.count == Self.count)
        #expect(try await list.readThrough().map(\.id) == Array(0..<Self.count))
        #expect(server.requests.count < 16)
    }

    @Test(arguments: [Dialect.automatic, .envelope])
    func `Sections are named, and the last one costs one load`(dialect: Dialect) async throws {
        let server = try server()
        let list = PagedList(
            HTTPSource<Person>(server.url("/people"), dialect: dialect, groupBy: "letter"),
            policy: LoadPolicy(preloads: false))
        try await list.loadMore()
        let sections = try await list.named()
        #expect(sections.map(\.title) == ["A", "B", "C", "D"])
        #expect(sections.map(\.rows.count) == Self.letters.map(\.count))
        #expect(list.count == Self.count)
        let before = server.requests.count
        let last = sections[3].rows
        try await list.look(at: last.prefix(20))
        #expect(list.peek(last.lowerBound)?.id == last.lowerBound)
        #expect(server.requests.dropFirst(before).count { $0["letter"] == "D" } == 1)
        // Paging goes on inside the sections.
        #expect(try await list.readThrough().map(\.id) == Array(0..<Self.count))
        #expect(server.requests.count { $0["metadataOnly"] != nil } == 1)
    }
}
