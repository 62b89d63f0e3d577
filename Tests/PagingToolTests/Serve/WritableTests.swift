import Foundation
import Paging
import PagingHTTP
import PagingTesting
import PagingWire
import Testing

@testable import PagingServer
@testable import PagingTool

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Lists that are written to over HTTP, by a server of its own.
@Suite(.timeLimit(.minutes(10))) struct WritableTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("books.sqlite")
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("PRAGMA journal_mode = wal")
        try connection.execute("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
        try connection.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
            INSERT INTO books SELECT i, 'book ' || i FROM n
            """)
    }

    private func serving() async throws -> Serving {
        let token = try folder.write(Self.token + "\n", to: "token")
        return try await Serving(["serve", path, "--quiet", "--writable", "--token", token])
    }

    private static func send(
        _ method: String, _ address: String, _ body: [String: JSONValue]? = nil, headers: [String: String] = [:]
    ) async throws -> (status: Int, answer: JSONValue) {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = body.map { Data(JSONValue.object($0).json.utf8) }
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, try JSONValue(parsing: Array(data)))
    }

    /// Titles that a server said are written.
    private actor Acknowledged {
        private(set) var titles: Set<String> = []
        func add(_ title: String) -> Int {
            titles.insert(title)
            return titles.count
        }
    }

    @Test func `Acknowledged writes outlive a server that is killed`() async throws {
        let acknowledged = Acknowledged()
        for round in 1...3 {
            let server = try await serving()
            await withTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        // A change that was under way when the server died is asked for again, under its name.
                        for number in 0..<(round * 30) {
                            let title = "\(writer)-\(number)"
                            let done = try? await Self.send(
                                "POST", "\(server.url)/lists/books", ["title": .string(title)],
                                headers: ["Idempotency-Key": title])
                            guard let done else { return }
                            #expect(done.status == 201)
                            // All that was asked for before is answered again, so the server dies among new ones.
                            if await acknowledged.add(title) > round * 100 - 20 { server.send(SIGKILL) }
                        }
                    }
                }
            }
            server.send(SIGKILL)
            _ = await server.stop(SIGKILL)
            let connection = try SQLiteConnection(path: path, mode: .readWrite)
            #expect(try connection.value("PRAGMA integrity_check") == .text(Array("ok".utf8)))
            var found: [String] = []
            try connection.forEachRow("SELECT title FROM books WHERE id > 100") { found.append($0.string(0)) }
            #expect(Set(found).count == found.count, "written twice")
            #expect(await acknowledged.titles.isSubset(of: found), "lost")
            #expect(await acknowledged.titles.count > round * 60)
        }
    }

    private struct Book: Codable, Identifiable, Equatable, Sendable {
        var id: Int
        var title: String
    }

    private struct Refused: Error {}

    private static func book(_ answer: (status: Int, answer: JSONValue)) throws -> Book {
        guard answer.status < 300, let object = answer.answer["object"] else { throw Refused() }
        return try JSONDecoder().decode(Book.self, from: Data(object.json.utf8))
    }

    @Test @MainActor func `Own edits show at once and stay`() async throws {
        let server = try await serving()
        let url = server.url + "/lists/books"
        let list = PagedList(HTTPSource<Book>(try #require(URL(string: url))))
        list.viewport(0..<10)
        try await eventually("the first rows are there") {
            (list.count, list.peek(9))
        } until: {
            $0.0 == 100 && $0.1 != nil
        }

        let draft = try list.insert(Book(id: -1, title: "mine"), at: .end)
        #expect(list.count == 101 && list.rows[100]?.title == "mine")
        draft.confirm(as: try Self.book(try await Self.send("POST", url, ["title": "mine"])))
        try await list.update(Book(id: 2, title: "changed")).confirm {
            _ = try Self.book(try await Self.send("PATCH", "\(url)/rows/2", ["title": "changed"]))
        }
        try await list.remove(id: 3).confirm {
            let answer = try await Self.send("DELETE", "\(url)/rows/3")
            guard answer.status == 200 else { throw Refused() }
        }
        // A refused edit is taken back.
        await #expect(throws: Refused.self) {
            try await list.update(Book(id: 4, title: "never")).confirm {
                _ = try Self.book(
                    try await Self.send(
                        "PATCH", "\(url)/rows/4", ["title": "never"], headers: ["If-Match": "\"another\""]))
            }
        }
        #expect(list.rows[1]?.title == "changed" && list.rows[2]?.id == 4 && list.rows[2]?.title == "book 4")

        try await list.refresh()
        list.viewport(90..<100)
        try await eventually("the last row is there") {
            list.peek(99)
        } until: {
            $0 != nil
        }
        // An edit is over when the server has shown its row since, and that of a row which is gone when all of the list has been shown by a
        // refresh that began later.
        list.viewport(0..<10)
        try await eventually("all edits are over") {
            list.edits
        } until: {
            $0.isEmpty
        }
        #expect(list.count == 100)
        #expect(list.peek(99) == Book(id: 101, title: "mine") && list.peek(1)?.title == "changed")
        _ = await server.stop(SIGTERM)
    }

    @Test(arguments: [
        ([], 2, "openssl rand -hex 32"), (["--token", "/nowhere/token"], 1, "cannot read the token"),
        (["--token", packageFolder.path + "/Makefile"], 1, "16 letters"),
    ])
    func `Mistakes in the options for writing are explained`(arguments: [String], code: Int32, message: String)
        async throws
    {
        let outcome = try await ToolProcess(["serve", path, "--port", "0", "--writable"] + arguments).outcome()
        #expect(outcome.code == code)
        #expect(outcome.error.contains(message), "\(outcome.error)")
    }
}
