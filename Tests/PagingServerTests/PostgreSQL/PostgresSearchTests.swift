import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Full-text indexes of PostgreSQL, whatever becomes of their tables.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresSearchTests {
    private let books: PostgresFixture
    private let served: ServedFixture

    init() throws {
        books = try PostgresFixture([
            "CREATE TABLE books (id int PRIMARY KEY, title text, author text)",
            "INSERT INTO books VALUES (1, 'The Öl Book', 'Ada'), (2, 'Books on oil', NULL), (3, 'x', 'Bo')",
        ])
        try PostgresSearchIndexing(address: books.address).build(list: "books", columns: ["author", "title"])
        served = try books.responder()
    }

    private func searched(_ list: String = "books") throws -> JSONValue? {
        try served.get("/lists").json().array?.first { $0["name"]?.string == list }?["searched"]
    }

    @Test func `An index follows its table`() throws {
        #expect(try searched() == ["title", "author"])
        #expect(try served.found("ada ol") == [1])
        try books.write(["ALTER TABLE books RENAME author TO \"by whom\""])
        #expect(try searched() == ["title", "by whom"])
        #expect(try served.found("ada ol") == [1])
        try books.write(["ALTER TABLE books RENAME TO novels", "CREATE TABLE books (id int PRIMARY KEY, title text)"])
        #expect(try searched() == [])
        #expect(try searched("novels") == ["title", "by whom"])
        #expect(try served.get("/lists/novels?search=ada").json()["objects"]?.array?.count == 1)
        try books.write(["ALTER TABLE novels ALTER title TYPE varchar(30)"])
        #expect(try served.get("/lists/novels?search=ada").json()["objects"]?.array?.count == 1)
        try books.write(["ALTER TABLE novels DROP title"])
        #expect(try searched("novels") == [])
        #expect(served.get("/lists/novels?search=ada").status == 422)
    }

    @Test func `An index that cannot be trusted is not used`() throws {
        let indexing = try PostgresSearchIndexing(address: books.address)
        let function = try #require(
            books.connection().script("SELECT pg_get_functiondef('paging_words(text)'::regprocedure)").first)
        try books.write([
            "CREATE OR REPLACE FUNCTION paging_words(text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$SELECT '{}'::text[]$$"
        ])
        #expect(try searched() == [])
        #expect(try indexing.indexes().map(\.isUsable) == [false])
        #expect(throws: SearchIndexError.self) { try indexing.build(list: "books", columns: ["title"]) }
        try books.write([function])
        #expect(try searched() == ["title", "author"])

        // As a build leaves it whose process was killed.
        let half = "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'paging_search_1'::regclass"
        try books.write([half])
        #expect(try searched() == [])
        #expect(try indexing.indexes().map(\.isUsable) == [false])
        try indexing.build(list: "books", columns: ["title"])
        #expect(try searched() == ["title"])
        #expect(try indexing.indexes().count == 1)
    }

    @Test func `One index of several is dropped alone`() throws {
        let indexing = try PostgresSearchIndexing(address: books.address)
        try books.write(["CREATE TABLE people (id int PRIMARY KEY, name text)"])
        try indexing.build(list: "people", columns: ["name"])
        try indexing.drop(list: "books")
        #expect(try searched("people") == ["name"])
        try indexing.drop(list: "people")
        #expect(try books.namesOfOurs().isEmpty)
    }

    @Test func `A second build beside another is refused`() throws {
        let other = try books.connection()
        try other.script("SELECT pg_advisory_lock(hashtextextended('\(books.schema) paging_search', 0))")
        #expect(throws: SearchIndexError.takenOver(list: "books")) {
            try PostgresSearchIndexing(address: books.address).build(list: "books", columns: ["title"])
        }
        #expect(try searched() == ["title", "author"])
    }

    @Test func `A text of any length can be written`() throws {
        let many = "(SELECT string_agg('w' || i, ' ') FROM generate_series(1, 400000) i)"
        try books.write([
            "INSERT INTO books VALUES (10, \(many) || ' last'), (11, repeat('é', 1000000)), (12, repeat('word', 5000) || ' end')",
            "INSERT INTO books VALUES (13, repeat(chr(66560), 300000)), (14, repeat('a' || chr(769), 400000))",
        ])
        #expect(try served.found("w77 ") == [10])
        #expect(try served.found("last") == [])
        #expect(try served.found("eeee") == [11])
        #expect(try served.found(String(repeating: "word", count: 100)) == [12])
        #expect(try served.found("end ") == [12])
    }

    @Test func `Words are told by their letters`() throws {
        let connection = try books.connection()
        for (text, words) in [
            ("The Öl-Book’s ½ price! foo_bar", "the,ol,book,s,½,price,foo,bar"), ("İstanbul ẞ ΟΔΟΣ", "istanbul,ß,οδοσ"),
            ("a@b.example 42 -42 3.14 /usr/bin", "a,b,example,42,42,3,14,usr,bin"), ("हिन्दी 각 📚x", "हिन्दी,각,x"),
            ("שָׁלוֹם كِتاب", "שלום,كتاب"), ("ﬁ Å Å", "ﬁ,a,a"), (" \t\u{A0}\u{2003}", ""),
        ] {
            let found = try connection.text(
                "SELECT array_to_string(paging_words(?1::text), ',')", [.text(text)])
            #expect(found == [words])
        }
    }

    @Test func `Readers and writers need rights to the table alone`() throws {
        let (reader, writer) = ("reader_\(books.schema)", "writer_\(books.schema)")
        try books.write([
            "CREATE ROLE \(reader) LOGIN", "CREATE ROLE \(writer) LOGIN",
            "GRANT USAGE ON SCHEMA \(books.schema) TO \(reader), \(writer)", "GRANT SELECT ON books TO \(reader)",
            "GRANT SELECT, INSERT ON books TO \(writer)",
        ])
        func address(_ user: String) throws -> String {
            try PostgresCluster.shared.get().address(user: user, options: "&options=-csearch_path%3D\(books.schema)")
        }
        // The index is not misled by functions that a writer puts before `pg_catalog`.
        let connection = try PostgresConnection(PostgresAddress(address(writer)))
        try connection.script(
            """
            CREATE FUNCTION pg_temp.lower(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT 'evil'$$;
            SET search_path = pg_temp, \(books.schema), pg_catalog; INSERT INTO books VALUES (20, 'A NEW Book')
            """)
        let others = Responder(try Database(address(reader)), queryMilliseconds: 60_000)
        let answer = try others.respond(to: Request(target: "/lists/books/ids?search=new%20book")).json()
        #expect(answer["ids"] == [20])
        try books.write(["REVOKE EXECUTE ON FUNCTION paging_words FROM PUBLIC"])
        #expect(others.respond(to: Request(target: "/lists/books?search=new")).status == 422)
    }

    @Test func `A table without texts is refused`() throws {
        try books.write([
            "CREATE DOMAIN name_of_book AS varchar(20)", "CREATE TYPE kind AS ENUM ('a')",
            """
            CREATE TABLE things (id int8, d date, k kind, b bytea, f float8, l text[], "from" name_of_book, j jsonb, n numeric, \
            c char(9) COLLATE "C", i text COLLATE "und-x-icu")
            """,
            "INSERT INTO things (id, \"from\", j, n, c, i) VALUES (7, 'Home', '{\"key\": \"Value\"}', 2.5, 'Öd', 'ÄRA')",
            "CREATE VIEW seen AS SELECT * FROM things", "CREATE TABLE parts (id int, t text) PARTITION BY LIST (id)",
            "CREATE TABLE hidden (id int, t text)", "ALTER TABLE hidden ENABLE ROW LEVEL SECURITY",
        ])
        let indexing = try PostgresSearchIndexing(address: books.address)
        for column in ["d", "k", "b", "f", "l"] {
            #expect(throws: SearchIndexError.unsearchable(column: column, list: "things")) {
                try indexing.build(list: "things", columns: ["from", column])
            }
        }
        for (list, column, error) in [
            ("seen", "from", SearchIndexError.notATable(list: "seen")), ("parts", "t", .unfit(list: "parts")),
            ("hidden", "t", .unfit(list: "hidden")),
        ] { #expect(throws: error) { try indexing.build(list: list, columns: [column]) } }
        try indexing.build(list: "things", columns: ["id", "from", "j", "n", "c", "i"])
        for text in ["home", "7 ", "key", "value", "2.5", "od", "ara", "home od ara"] {
            let answer = try served.get("/lists/things?search=\(PercentEncoding.encode(text))").json()
            #expect(answer["objects"]?.array?.count == 1, "\(text)")
        }
    }

    @Test func `An index is dumped and restored`() throws {
        let programs = try #require(PostgresCluster.programs)
        let cluster = try PostgresCluster.shared.get()
        let name = "restored_\(books.schema)"
        try books.write(["CREATE DATABASE \(name)"])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "'\(programs)/pg_dump' -n \"$1\" \"$2\" | '\(programs)/psql' -q -v ON_ERROR_STOP=1 \"$3\"", "sh",
            books.schema,
            cluster.address(), cluster.address(name),
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let restored = Responder(
            try Database(cluster.address(name, options: "&options=-csearch_path%3D\(books.schema)")),
            queryMilliseconds: 60_000)
        #expect(try restored.respond(to: Request(target: "/lists/books/ids?search=ol%20ad")).json()["ids"] == [1])
    }
}
