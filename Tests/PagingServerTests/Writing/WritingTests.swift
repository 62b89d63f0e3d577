import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Rows that are inserted, changed and removed over HTTP.
@Suite(.blocking) struct WritingTests {
    /// Two names that only differ in how Unicode composes them are two columns.
    @Test(arguments: Backend.all) func `Members are told apart by their bytes`(_ backend: Backend) throws {
        let fixture = try backend.fixture([
            "CREATE TABLE t (id INTEGER PRIMARY KEY, \"e\u{301}\" INTEGER, \"\u{e9}\" INTEGER)",
            "INSERT INTO t VALUES (1, 0, 0)",
        ])
        let responder = Responder(
            try fixture.database(), queryMilliseconds: 60_000, writing: WritePolicy(token: Self.token))
        func change(_ row: String) -> Response {
            responder.respond(
                to: Request(
                    method: "PATCH", target: "/lists/t/rows/1",
                    headers: [("Authorization", "Bearer \(Self.token)"), ("Content-Type", "application/json")],
                    body: Array(row.utf8)))
        }
        #expect(change("{\"e\u{301}\": 3, \"\u{e9}\": 4}").status == 200)
        #expect(try fixture.writer().value("SELECT \"e\u{301}\" + 10 * \"\u{e9}\" FROM t") == .integer(43))
        // One alone writes its own column.
        #expect(change("{\"\u{e9}\": 5}").status == 200)
        #expect(try fixture.writer().value("SELECT \"e\u{301}\" + 10 * \"\u{e9}\" FROM t") == .integer(53))
        for target in ["/lists/t", "/lists/t/rows/1", "/lists/t?sort=e%CC%81&where=%22%C3%A9%22%20%3D%205"] {
            let body = String(decoding: responder.respond(to: Request(target: target)).body, as: UTF8.self)
            #expect(body.utf8.contains("\"e\u{301}\":3,\"\u{e9}\":5".utf8), "\(target): \(body)")
        }
    }

    static let token = "a-token-of-enough-letters"
    private static let table = """
        CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER CHECK (year < 3000), isbn TEXT UNIQUE)
        """

    /// A list that may be written to, of three books.
    struct Shelf {
        let fixture: any TestDatabase
        let responder: Responder

        /// - Parameter patience: milliseconds that SQLite's readers wait for a connection, as the server's where nothing is said, and that an answer may take.
        init(_ backend: Backend, _ more: [String] = [], patience: Int? = nil) throws {
            fixture = try backend.fixture(
                [
                    WritingTests.table,
                    "INSERT INTO books VALUES (1, 'Emma', 1815, 'a'), (2, 'Ulysses', 1922, 'b'), (3, 'It', 1986, NULL)",
                ]
                    + more)
            var database = try fixture.database()
            if let patience, case .sqlite = database {
                database = .sqlite(try SQLiteDatabase(path: fixture.place, busyMilliseconds: patience))
            }
            responder = Responder(
                database, queryMilliseconds: patience ?? 60_000,
                writing: WritePolicy(token: WritingTests.token))
        }

        func send(
            _ method: String, _ target: String, _ body: String = "", headers: [(name: String, value: String)] = [],
            token: String? = WritingTests.token
        ) -> Response {
            let type = body.isEmpty ? [] : [(name: "Content-Type", value: "application/json; charset=utf-8")]
            let authorization = token.map { [(name: "Authorization", value: "Bearer \($0)")] } ?? []
            return responder.respond(
                to: Request(
                    method: method, target: target, headers: type + authorization + headers, body: Array(body.utf8)))
        }

        func titles() throws -> [String] {
            try responder.respond(to: Request(target: "/lists/books")).json()["objects"]?.array?
                .compactMap { $0["title"]?.string } ?? []
        }
    }

    @Test(arguments: Backend.all)
    func `A row comes, changes and goes`(backend: Backend) throws {
        let shelf = try Shelf(backend)
        let made = shelf.send("POST", "/lists/books", #"{"id": 7, "title": "Öde \"x\"", "year": 1999}"#)
        #expect(made.status == 201 && made.header("Location") == "/lists/books/rows/7")
        let expected: JSONValue = ["id": 7, "title": "Öde \"x\"", "year": 1999, "isbn": .null]
        #expect(try made.json()["object"] == expected && made.json()["id"] == 7)
        let read = shelf.send("GET", "/lists/books/rows/7", token: nil)
        #expect(try read.status == 200 && read.json()["object"] == expected)
        #expect(read.header("ETag") == made.header("ETag") && read.header("ETag")?.hasPrefix("\"r-") == true)

        let changed = shelf.send("PATCH", "/lists/books/rows/7", #"{"year": null, "isbn": "c"}"#)
        #expect(try changed.status == 200 && changed.json()["object"]?["year"] == .null)
        #expect(try changed.json()["object"]?["title"]?.string == "Öde \"x\"")
        #expect(changed.header("ETag") != made.header("ETag"))

        let gone = shelf.send("DELETE", "/lists/books/rows/7")
        #expect(try gone.status == 200 && gone.json() == ["id": 7, "version": .null])
        #expect(shelf.send("GET", "/lists/books/rows/7").status == 404)
        #expect(try shelf.titles() == ["Emma", "Ulysses", "It"])
    }

    /// A client that does not hear the answer asks again, and again: one write, and one answer for all.
    @Test(arguments: Backend.all)
    func `Equal requests at once are one write`(backend: Backend) throws {
        let shelf = try Shelf(backend, patience: 600_000)
        let answers = Answers()
        DispatchQueue.concurrentPerform(iterations: 10) { _ in
            answers.add(
                shelf.send(
                    "POST", "/lists/books", #"{"id": 9, "title": "Once"}"#,
                    headers: [("Idempotency-Key", "one-and-only")]))
        }
        let problems = answers.all.filter { $0.status != 201 }.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(answers.all.map(\.status) == Array(repeating: 201, count: 10), "\(problems)")
        #expect(Set(answers.all.map(\.body)).count == 1)
        #expect(Set(answers.all.map { $0.header("Location") ?? "" }).count == 1)
        #expect(try shelf.titles() == ["Emma", "Ulysses", "It", "Once"])
    }

    /// One that waits for an equal one holds no connection, and is told when to ask again.
    @Test func `A write does not wait for an equal one for ever`() throws {
        let writes = EqualWrites()
        try writes.alone("a", milliseconds: 0) {
            #expect(throws: Problem.self) { try writes.alone("a", milliseconds: 0) {} }
            try writes.alone("b", milliseconds: 0) {}
            try writes.alone(nil, milliseconds: 0) {}
        }
        try writes.alone("a", milliseconds: 0) {}
    }

    /// `@unchecked Sendable`: `answers` is read and written only while `lock` is held.
    private final class Answers: @unchecked Sendable {
        private let lock = NSLock()
        private var answers: [Response] = []
        func add(_ answer: Response) { lock.withLock { answers.append(answer) } }
        var all: [Response] { lock.withLock { answers } }
    }

    @Test(arguments: Backend.all)
    func `A row is changed only as it is known`(backend: Backend) throws {
        let shelf = try Shelf(backend)
        let tag = try #require(shelf.send("GET", "/lists/books/rows/1").header("ETag"))
        #expect(shelf.send("GET", "/lists/books/rows/1", headers: [("If-None-Match", tag)]).status == 304)
        try shelf.fixture.write(["UPDATE books SET year = 1816 WHERE id = 1"])
        for (method, body) in [("PATCH", #"{"title": "Emma!"}"#), ("DELETE", "")] {
            let late = shelf.send(method, "/lists/books/rows/1", body, headers: [("If-Match", tag)])
            #expect(late.status == 412)
            let now = try #require(late.header("ETag"))
            #expect(now != tag && now == shelf.send("GET", "/lists/books/rows/1").header("ETag"))
        }
        #expect(try shelf.titles() == ["Emma", "Ulysses", "It"])
        let now = try #require(shelf.send("GET", "/lists/books/rows/1").header("ETag"))
        let good = shelf.send(
            "PATCH", "/lists/books/rows/1", #"{"title": "Emma!"}"#, headers: [("If-Match", "\"x\", \(now)")])
        #expect(good.status == 200)
        #expect(shelf.send("DELETE", "/lists/books/rows/1", headers: [("If-Match", "*")]).status == 200)
        #expect(shelf.send("DELETE", "/lists/books/rows/1", headers: [("If-Match", "*")]).status == 404)
    }

    @Test(arguments: Backend.all)
    func `A request that is repeated is done once`(backend: Backend) throws {
        let shelf = try Shelf(backend)
        let key = [(name: "Idempotency-Key", value: "\"8e03978e-40d5-43dd-bc93-6894a57f9324\"")]
        let first = shelf.send("POST", "/lists/books", #"{"id": 9, "title": "New"}"#, headers: key)
        let again = shelf.send("POST", "/lists/books", #"{"id": 9, "title": "New"}"#, headers: key)
        #expect(first.status == 201 && again.status == 201 && again.body == first.body)
        #expect(again.header("Location") == first.header("Location") && again.header("ETag") == first.header("ETag"))
        #expect(first.header("Idempotency-Replayed") == nil && again.header("Idempotency-Replayed") == "true")
        #expect(try shelf.titles() == ["Emma", "Ulysses", "It", "New"])
        let other = shelf.send("POST", "/lists/books", #"{"title": "Other"}"#, headers: key)
        #expect(other.status == 422 && shelf.send("DELETE", "/lists/books/rows/9", headers: key).status == 422)
        // A failed request may be tried again under its key.
        let second = [(name: "Idempotency-Key", value: "2")]
        #expect(shelf.send("DELETE", "/lists/books/rows/12", headers: second).status == 404)
        try shelf.fixture.write(["INSERT INTO books VALUES (12, 'Late', 1, NULL)"])
        #expect(shelf.send("DELETE", "/lists/books/rows/12", headers: second).status == 200)
        // The table of keys is no list.
        #expect(try shelf.responder.respond(to: Request(target: "/lists")).json().array?.count == 1)
    }

    @Test(arguments: Backend.all)
    func `Without the token nothing is written`(backend: Backend) throws {
        let shelf = try Shelf(backend)
        for token in [nil, "", "a-token-of-enough-letter", "a-token-of-enough-letters2"] {
            let answer = shelf.send("DELETE", "/lists/books/rows/1", token: token)
            #expect(answer.status == 401 && answer.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
        }
        let basic = shelf.send(
            "DELETE", "/lists/books/rows/1", headers: [("Authorization", "Basic \(Self.token)")], token: nil)
        #expect(basic.status == 401)
        let reading = Responder(try shelf.fixture.database())
        let refused = reading.respond(to: Request(method: "DELETE", target: "/lists/books/rows/1"))
        #expect(refused.status == 405 && String(decoding: refused.body, as: UTF8.self).contains("--writable"))
        #expect(try shelf.titles().count == 3)
        #expect(WritePolicy(token: "short") == nil && WritePolicy(token: "with spaces in between it") == nil)
    }

    @Test(
        arguments: Backend.all,
        [
            ("POST", "/lists/books", #"{"title": "x", "pages": 3}"#, 400, "pages"),
            ("POST", "/lists/books", #"{"title": }"#, 400, "not JSON"),
            ("POST", "/lists/books", #"[1]"#, 400, "object"),
            ("POST", "/lists/books", #"{"id": 1, "title": "twice"}"#, 409, "Nothing was written"),
            ("POST", "/lists/books", #"{"id": 30}"#, 409, "title"),
            ("POST", "/lists/books", #"{"id": 30, "title": "x", "year": 4000}"#, 409, "Nothing was written"),
            ("POST", "/lists/books", #"{"id": 30, "title": "x", "isbn": "a"}"#, 409, "isbn"),
            ("POST", "/lists/books", #"{"id": 30, "title": ["x"]}"#, 400, "'title'"),
            ("POST", "/lists/nothing", #"{"title": "x"}"#, 404, "nothing"),
            ("POST", "/lists/old", #"{"title": "x"}"#, 422, "key"),
            ("POST", "/lists/books?x=1", #"{"title": "x"}"#, 400, "'x'"),
            ("POST", "/lists/books/rows/1", #"{"title": "x"}"#, 405, "PATCH"),
            ("PATCH", "/lists/books", #"{"title": "x"}"#, 405, "POST"),
            ("PATCH", "/lists", #"{"title": "x"}"#, 405, "/rows/KEY"),
            ("PATCH", "/lists/books/rows/1", #"{"title": null}"#, 409, "title"),
            ("PATCH", "/lists/books/rows/99", #"{"title": "x"}"#, 404, "99"),
            ("DELETE", "/lists/books/rows/abc", "", 404, "abc"),
        ])
    func `A row that cannot be written is explained`(
        backend: Backend, mistake: (method: String, target: String, body: String, status: Int, word: String)
    ) throws {
        let shelf = try Shelf(backend, ["CREATE VIEW old AS SELECT * FROM books WHERE year < 1900"])
        let answer = shelf.send(mistake.method, mistake.target, mistake.body)
        #expect(answer.status == mistake.status, "\(String(decoding: answer.body, as: UTF8.self))")
        #expect(try answer.json()["detail"]?.string?.contains(mistake.word) == true)
        #expect(try shelf.titles() == ["Emma", "Ulysses", "It"])
    }

    @Test func `Bodies of other types and headers that make no sense are refused`() throws {
        let shelf = try Shelf(.sqlite)
        func post(_ headers: [(name: String, value: String)]) -> Int {
            let authorization = (name: "Authorization", value: "bearer \(Self.token)")
            return shelf.responder.respond(
                to: Request(
                    method: "POST", target: "/lists/books", headers: [authorization] + headers,
                    body: Array(#"{"title": "x"}"#.utf8))
            ).status
        }
        let json = (name: "Content-Type", value: "application/json")
        #expect(post([]) == 415 && post([("Content-Type", "text/plain")]) == 415)
        for key in ["", "\"\"", "two words", String(repeating: "k", count: 256)] {
            #expect(post([json, ("Idempotency-Key", key)]) == 400)
        }
        #expect(post([json, ("If-Match", "*")]) == 400)
        #expect(post([json]) == 201)
    }

    @Test(arguments: Backend.all)
    func `Keys of all kinds work`(backend: Backend) throws {
        let shelf = try Shelf(
            backend,
            [
                "CREATE TABLE parts (a TEXT, b INTEGER, note TEXT, PRIMARY KEY (a, b))\(backend == .sqlite ? " WITHOUT ROWID" : "")",
                "CREATE TABLE tags (tag VARCHAR(50) PRIMARY KEY, color TEXT)\(backend == .sqlite ? " WITHOUT ROWID" : "")",
            ])
        let made = shelf.send("POST", "/lists/parts", #"{"a": "x/y", "b": 3}"#)
        let address = try #require(made.header("Location"))
        #expect(try made.status == 201 && made.json()["id"]?.string == #"["x/y",3]"#)
        let changed = shelf.send("PATCH", address, #"{"note": "n", "id": "[\"x/y\",3]"}"#)
        #expect(try changed.status == 200 && changed.json()["object"]?["note"] == "n")
        #expect(shelf.send("PATCH", address, #"{"id": "[\"x/y\",4]"}"#).status == 400)
        // The key itself may change; the row is then found by the new one.
        #expect(try shelf.send("PATCH", address, #"{"b": 4}"#).json()["id"]?.string == #"["x/y",4]"#)
        #expect(shelf.send("GET", address).status == 404)
        let tag = shelf.send("POST", "/lists/tags", #"{"id": "ä & b", "color": "red"}"#)
        #expect(try tag.json()["object"]?["tag"] == "ä & b")
        #expect(shelf.send("DELETE", try #require(tag.header("Location"))).status == 200)
    }

    @Test func `A write is a version of the log`() throws {
        let shelf = try Shelf(.sqlite)
        try ChangeLogging(path: try #require(shelf.fixture as? Fixture).path).start(list: "books")
        func version() throws -> String? {
            try shelf.responder.respond(to: Request(target: "/lists/books")).json().value(at: "paging/version")?.string
        }
        let before = try version()
        let made = try shelf.send("POST", "/lists/books", #"{"title": "New"}"#).json()
        #expect(try made["version"]?.string == version() && made["version"]?.string != before)
        let changes = try shelf.responder.respond(to: Request(target: "/lists/books/changes?since=\(before ?? "")"))
            .json()
        #expect(changes["added"]?.array?.first?["id"] == made["id"])
    }

    /// The triggers of a full-text index write to a virtual table.
    @Test func `A list with a full text index is written to`() throws {
        let shelf = try Shelf(.sqlite)
        let path = try #require(shelf.fixture as? Fixture).path
        try SearchIndexing(path: path).build(list: "books", columns: ["title"])
        #expect(shelf.send("POST", "/lists/books", #"{"title": "Persuasion"}"#).status == 201)
        #expect(shelf.send("PATCH", "/lists/books/rows/1", #"{"title": "Emma, again"}"#).status == 200)
        #expect(shelf.send("DELETE", "/lists/books/rows/2").status == 200)
        for (words, count) in [("persua", 1), ("again", 1), ("ulysses", 0)] {
            let found = shelf.responder.respond(to: Request(target: "/lists/books?search=\(words)"))
            #expect(try found.json()["paging"]?["totalCount"]?.int == count, "\(words)")
        }
    }

    @Test func `Bytes are written as they are read`() throws {
        let shelf = try Shelf(.sqlite, ["CREATE TABLE files (id INTEGER PRIMARY KEY, data BLOB)"])
        let made = shelf.send("POST", "/lists/files", #"{"data": "AP+A"}"#)
        #expect(try made.json()["object"]?["data"] == "AP+A")
        #expect(shelf.send("POST", "/lists/files", #"{"data": "no base64"}"#).status == 400)
    }

    @Test func `The description names the headers of each change`() throws {
        let paths = try Shelf(.sqlite).send("GET", "/openapi.json", token: nil).json()["paths"]
        for (path, method) in [
            ("/lists/{list}", "post"), ("/lists/{list}/rows/{key}", "patch"), ("/lists/{list}/rows/{key}", "delete"),
        ] {
            let names = paths?[path]?[method]?["parameters"]?.array?.compactMap { $0["name"]?.string } ?? []
            #expect(names.contains("Idempotency-Key") && names.contains("If-Match") == (method != "post"), "\(method)")
        }
    }

    @Test func `Other sites are told what they may send`() throws {
        let shelf = try Shelf(.sqlite)
        let preflight = shelf.send(
            "OPTIONS", "/lists/books", headers: [("Origin", "http://localhost:3000")], token: nil)
        #expect(preflight.header("Access-Control-Allow-Methods") == "GET, HEAD, OPTIONS, POST")
        #expect(shelf.send("OPTIONS", "/lists/books/rows/1").header("Allow") == "GET, HEAD, OPTIONS, PATCH, DELETE")
        #expect(shelf.send("OPTIONS", "/metrics").header("Allow") == "GET, HEAD, OPTIONS")
        #expect(shelf.send("POST", "/metrics").header("Allow") == "GET, HEAD, OPTIONS")
        #expect(preflight.header("Access-Control-Allow-Headers")?.contains("Authorization") == true)
    }
}
