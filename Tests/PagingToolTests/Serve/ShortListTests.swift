import Foundation
import Paging
import PagingHTTP
import PagingTesting
import PagingWire
import Testing

@testable import PagingServer
@testable import PagingTool

/// Lists of a few rows, which every search with few hits is: the project's server and its own client, in process.
@Suite(.timeLimit(.minutes(2))) @MainActor struct ShortListTests {
    private struct Book: Codable, Identifiable, Equatable, Sendable { var id: Int }

    /// The server's page has 25 rows where nothing else is asked for.
    nonisolated private static let counts = [0, 1, 2, 3, 4, 24, 25, 26, 49, 50, 51]
    private static let address = "http://localhost/lists/books"

    /// A list of so many books, the first of which are in a section of their own.
    private static func server(_ count: Int, first: Int = 1, in folder: TemporaryFolder) throws -> ServerInProcess {
        let path = folder.file("books.sqlite")
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("CREATE TABLE books (id INTEGER PRIMARY KEY, shelf TEXT, title TEXT)")
        for id in 0..<count {
            let shelf = id < first ? "a" : id % 3 == 0 ? "b" : "c"
            try connection.execute("INSERT INTO books VALUES (\(id + 1), '\(shelf)', 'book \(id)')")
        }
        return ServerInProcess(Responder(try SQLiteDatabase(path: path)))
    }

    /// Shows the whole list. Its clock does not move, so that nothing is asked for again on a busy machine.
    private func shown(_ server: ServerInProcess, groupBy: String? = nil) async throws -> PagedList<Book> {
        let source = HTTPSource<Book>(
            try #require(URL(string: Self.address)), groupBy: groupBy, transport: server)
        let list = PagedList(source, clock: VirtualClock())
        for _ in 0..<3 {
            list.viewport(0..<100)
            await list.settle()
        }
        return list
    }

    @Test(arguments: counts)
    func `A list shows every row, by as few requests as it has pages`(count: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try Self.server(count, in: folder)
        let list = try await shown(server)
        #expect(list.state.error == nil)
        #expect(list.rows.map { $0?.id } == (0..<count).map { $0 + 1 })
        let asked = server.takeAsked()
        #expect(asked.count == (count <= 25 ? 1 : 2), "\(asked)")
    }

    @Test(arguments: counts)
    func `A pull ends with every row, by three requests at most`(count: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try Self.server(count, in: folder)
        let pull = try await PullInProcess([Self.address, "--retries", "0"], over: server, behavior: nil)
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == (0..<count).map { $0 + 1 })
        let asked = server.takeAsked()
        // The second page overlaps the first by a row, so a third has the rest.
        // Without repetitions: a busy machine takes an answer for overdue, and asks for it once more.
        #expect(Set(asked).count == (count <= 25 ? 1 : 3), "\(asked)")
    }

    @Test(arguments: counts, [1, 2, 30])
    func `A list in sections shows every row, whatever the length of the first section`(
        count: Int, first: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let server = try Self.server(count, first: first, in: folder)
        let list = try await shown(server, groupBy: "shelf")
        let expected = (0..<count).map { $0 + 1 }.sorted { Self.shelf($0, first) < Self.shelf($1, first) }
        #expect(list.state.error == nil)
        #expect(list.rows.map { $0?.id } == expected)
        let asked = server.takeAsked()
        #expect(asked.count <= 8, "\(asked)")
    }

    @Test(arguments: counts, [1, 2, 30])
    func `A pull of a list in sections ends with every row`(count: Int, first: Int) async throws {
        let folder = try TemporaryFolder()
        let server = try Self.server(count, first: first, in: folder)
        for behavior in [nil, ListBehavior(membership: .changes)] {
            let pull = try await PullInProcess(
                [Self.address + "?groupBy=shelf", "--retries", "0"], over: server, behavior: behavior)
            #expect(pull.isWhole, "\(pull.outcome)")
            #expect(Set(pull.ids) == Set((0..<count).map { $0 + 1 }) && pull.ids.count == count)
            let asked = server.takeAsked()
            #expect(Set(asked).count <= 5, "\(asked)")
        }
    }

    @Test(arguments: ["offset=40", "offset=40&limit=20", "offset=40&limit=5", "offset=0&limit=20", "offset=56"])
    func `A list begins at the offset of its address`(query: String) async throws {
        let folder = try TemporaryFolder()
        let server = try Self.server(57, in: folder)
        let start = query.contains("=40") ? 40 : query.contains("=56") ? 56 : 0
        let pull = try await PullInProcess([Self.address + "?" + query, "--retries", "0"], over: server, behavior: nil)
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(pull.ids == (start..<57).map { $0 + 1 })
        let asked = server.takeAsked()
        #expect(Set(asked).count <= 6, "\(asked)")
        let whole = try await PullInProcess(
            [Self.address + "?" + query, "--from-start", "--retries", "0"], over: server, behavior: nil)
        #expect(whole.isWhole && whole.ids == Array(1...57), "\(whole.outcome)")
    }

    private static func shelf(_ id: Int, _ first: Int) -> (String, Int) {
        (id - 1 < first ? "a" : (id - 1) % 3 == 0 ? "b" : "c", id)
    }
}
