import Foundation
import Paging
import PagingHTTP
import Testing

@testable import PagingServer

/// Filtered lists are kept right by what happened to them, in the dialect that their pages show.
@Suite(.timeLimit(.minutes(10))) @MainActor struct PartOfAListTests {
    private let folder: TemporaryFolder
    private let path: String
    private let connection: SQLiteConnection

    private struct Book: Codable, Identifiable, Equatable, Sendable {
        var id: Int
        var title: String
        var year: Int
    }

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("books.sqlite")
        connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("PRAGMA journal_mode = wal")
        try connection.execute("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, year INTEGER)")
        try connection.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
            INSERT INTO books SELECT i * 10, 'book ' || (i * 7 % 300), 1900 + i % 100 FROM n
            """)
    }

    private func start() throws { try ChangeLogging(path: path).start(list: "books") }

    /// The books since 1950 by title, as the database has them.
    private func books() throws -> [Book] {
        var books: [Book] = []
        try connection.forEachRow("SELECT id, title, year FROM books WHERE year >= 1950 ORDER BY title, id") { row in
            books.append(Book(id: Int(row.int64(0)), title: row.string(1), year: Int(row.int64(2))))
        }
        return books
    }

    private func list(_ source: HTTPSource<Book>) -> PagedList<Book> {
        PagedList(
            source, behavior: ListBehavior(membership: .changes, content: .changes),
            policy: LoadPolicy(pageSize: 25, preloads: false))
    }

    /// A list of them whose first rows are on screen, its source, and the server that it asks.
    private func shown() async throws -> (PagedList<Book>, HTTPSource<Book>, ServerInProcess) {
        let server = ServerInProcess(Responder(try SQLiteDatabase(path: path)))
        let source = HTTPSource<Book>(try #require(URL(string: "http://localhost" + Self.query)), transport: server)
        let list = list(source)
        list.viewport(0..<60)
        try await untilRight(list, rows: 60)
        return (list, source, server)
    }

    /// Waits until the first rows of a list, all of which are looked at, are those of the database.
    private func untilRight(_ list: PagedList<Book>, rows: Int) async throws {
        let books = try books()
        func isRight() -> Bool {
            list.count == books.count && books.indices.prefix(rows).allSatisfy { list.peek($0) == books[$0] }
        }
        if isRight() { return }
        for await _ in list.changes where isRight() { return }
    }

    /// Writes to rows in the part and outside of it; some come into it, some leave it.
    private func write(_ round: Int) throws {
        let year = 1940 + round % 20
        try connection.execute("UPDATE books SET year = year + 30 WHERE year = \(year)")
        try connection.execute("UPDATE books SET year = year - 60 WHERE year = \(year + 50)")
        try connection.execute("UPDATE books SET title = 'other \(round)' WHERE id % 70 = 0 AND year > \(1930 + round)")
        try connection.execute("DELETE FROM books WHERE id BETWEEN \(round * 100) AND \(round * 100 + 20)")
        try connection.execute("INSERT INTO books VALUES (\(10_001 + round), 'a new one', \(1949 + round % 2))")
    }

    private static let query = "/lists/books?where=year%20%3E=%201950&sort=title"

    @Test func `A refresh asks for the part's changes`() async throws {
        try start()
        let (list, _, server) = try await shown()
        for round in 0..<8 {
            try write(round)
            _ = server.takeAsked()
            try await list.refresh()
            try await untilRight(list, rows: 60)
            let asked = server.takeAsked()
            let changes = asked.filter { $0.hasPrefix("/lists/books/changes?") }
            #expect(changes.count == 1 && changes[0].contains("where=year%20%3E%3D%201950&sort=title"), "\(asked)")
            // Besides, what moved up to the end of the screen.
            #expect(asked.count <= 4, "\(asked)")
        }
    }

    @Test func `A row that was not in the part makes nothing stale`() async throws {
        try start()
        let (list, _, server) = try await shown()
        _ = server.takeAsked()
        // They are not in the part before and after, but the server cannot know.
        try connection.execute("UPDATE books SET year = year - 5 WHERE year < 1940")
        try connection.execute("DELETE FROM books WHERE year < 1910")
        try await list.refresh()
        #expect(server.takeAsked().count == 1)
        // One comes in behind the screen; the total tells that none went.
        try connection.execute("UPDATE books SET year = 1980, title = 'zz' WHERE id = 100")
        try await list.refresh()
        #expect(server.takeAsked().count == 1)
        try await untilRight(list, rows: 60)
    }

    @Test func `A live part is kept right without asking`() async throws {
        try start()
        let httpServer = try HTTPServer(Responder(SQLiteDatabase(path: path)), configuration: .init(port: 0))
        defer { httpServer.stop() }
        let list = list(HTTPSource(try #require(URL(string: httpServer.url + Self.query))))
        list.viewport(0..<60)
        try await untilRight(list, rows: 60)
        for round in 0..<8 {
            try write(round)
            try await untilRight(list, rows: 60)
        }
    }

    @Test(arguments: [300, 3]) func `A list without a log is kept right by its keys`(count: Int) async throws {
        try connection.execute("DELETE FROM books WHERE year >= 1950 AND id > \(500 + count * 10)")
        let (list, source, server) = try await shown()
        #expect(source.spokenDialect?.lookup?.joining == .array)
        for round in 0..<4 {
            try write(round)
            _ = server.takeAsked()
            try await list.refresh()
            try await untilRight(list, rows: 60)
            let asked = server.takeAsked()
            #expect(asked.filter { $0.hasPrefix("/lists/books/ids?") }.count == 1, "\(asked)")
            #expect(asked.dropFirst().allSatisfy { $0.contains("&ids=%5B") || $0.contains("?ids=%5B") }, "\(asked)")
        }
    }
}
