import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Lists that are searched, of either database.
@Suite(.blocking) struct SearchTests {
    private func makeBooks(_ backend: Backend) throws -> any TestDatabase {
        try backend.fixture([
            "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, \"by whom\" TEXT, year INTEGER)",
            "INSERT INTO books VALUES (1, 'The Öl Book', 'Ada', 1990), (2, 'Books on oil', NULL, 1991), (3, 'x', 'Bo', 1992)",
        ])
    }

    @Test(arguments: Backend.all) func `Rows with all words are found`(backend: Backend) throws {
        let books = try makeBooks(backend)
        #expect(
            try SearchIndexes.open(books.place).build(list: "books", columns: ["title", "by whom"]) { _ in } == 3)
        let served = try books.responder()
        #expect(try served.found("book") == [1, 2])
        #expect(try served.found("book ") == [1])
        #expect(try served.found("ol") == [1])
        #expect(try served.found("ÖL") == [1])
        #expect(try served.found("ada the") == [1])
        #expect(try served.found("book", "&where=\(PercentEncoding.encode("year > 1990"))") == [2])
        #expect(try served.found("\"; DROP TABLE books; --") == [])
        #expect(try served.found(" *?! ") == [1, 2, 3])
        let page = served.get("/lists/books?search=book&limit=1&sort=-year")
        #expect(page.header("X-Total-Count") == "2")
        let next = try #require(page.json().value(at: "paging/next")?.string)
        #expect(try served.objects(next).map { $0["id"] } == [1])
        #expect(try served.get("/lists").json()[0]?["searched"] == ["title", "by whom"])
    }

    @Test(arguments: Backend.all) func `Found rows have sections and cursors`(backend: Backend) throws {
        let books = try makeBooks(backend)
        try SearchIndexes.open(books.place).build(list: "books", columns: ["title"]) { _ in }
        let served = try books.responder()
        let sections = try #require(try served.get("/lists/books?search=book&groupBy=year&metadataOnly").json().array)
        #expect(sections.map { $0["count"] } == [1, 1])
        let section = try #require(sections.last?["url"]?.string)
        #expect(try served.objects(section).map { $0["id"] } == [2])
        var address: String? = "/lists/books?search=b&after=&limit=1&sort=-title"
        var ids: [JSONValue?] = []
        while let next = address, ids.count < 4 {
            let page = try served.get(next).json()
            #expect(page.value(at: "paging/totalCount") == 2)
            ids += (page["objects"]?.array ?? []).map { $0["id"] }
            address = page.value(at: "paging/next")?.string
        }
        #expect(ids == [1, 2])
    }

    @Test(arguments: Backend.all) func `A list without an index says what would help`(backend: Backend) throws {
        let answer = try makeBooks(backend).responder().get("/lists/books?search=x")
        #expect(answer.status == 422)
        #expect(try answer.json()["detail"]?.string?.contains("paging index DATABASE 'books' --search") == true)
    }

    @Test(arguments: Backend.all) func `An index is listed, replaced and dropped`(backend: Backend) throws {
        let books = try makeBooks(backend)
        let indexing = try SearchIndexes.open(books.place)
        // A server that runs already hears of each.
        let served = try books.responder()
        func searched() throws -> JSONValue? { try served.get("/lists").json()[0]?["searched"] }
        #expect(try searched() == [])
        try indexing.build(list: "books", columns: ["title"]) { _ in }
        #expect(try searched() == ["title"])
        #expect(try indexing.build(list: "books", columns: ["by whom"]) { _ in } == 3)
        #expect(try searched() == ["by whom"])
        #expect(try indexing.indexes() == [.init(list: "books", columns: ["by whom"], isUsable: true)])
        #expect(try served.get("/lists").json().array?.count == 1)
        #expect(try indexing.drop(list: "books", isDryRun: true).count > 1)
        #expect(try searched() == ["by whom"])
        try indexing.drop(list: "books", isDryRun: false)
        #expect(try searched() == [])
        #expect(throws: SearchIndexError.missing(list: "books")) {
            try indexing.drop(list: "books", isDryRun: false)
        }
        #expect(try books.namesOfOurs() == [])
    }

    @Test func `An index of a column that is renamed is outdated in SQLite`() throws {
        let books = try makeBooks(.sqlite)
        let indexing = try SearchIndexes.open(books.place)
        try indexing.build(list: "books", columns: ["by whom"]) { _ in }
        try books.write(["ALTER TABLE books RENAME COLUMN \"by whom\" TO author"])
        #expect(try indexing.indexes().map(\.isUsable) == [false])
    }

    @Test(arguments: Backend.all) func `A build that is stopped leaves nothing`(backend: Backend) throws {
        struct Stop: Error {}
        let books = try makeBooks(backend)
        let indexing = try SearchIndexes.open(books.place)
        #expect(throws: Stop.self) {
            try indexing.build(list: "books", columns: ["title"]) { if $0.done > 0 { throw Stop() } }
        }
        #expect(throws: Stop.self) {
            try indexing.build(list: "books", columns: ["title"]) { _ in throw Stop() }
        }
        #expect(try indexing.indexes().isEmpty)
        #expect(try backend == .sqlite || books.namesOfOurs().isEmpty)
        for (list, columns, error) in [
            ("nobody", ["x"], SearchIndexError.unknownList("nobody", known: ["books"])),
            ("books", [], .noColumns(list: "books")),
            ("books", ["isbn"], .unknownColumn("isbn", list: "books", known: ["id", "title", "by whom", "year"])),
        ] { #expect(throws: error) { try indexing.build(list: list, columns: columns) { _ in } } }
    }

    /// Whatever is asked for is an answer, or a question of the reader that makes no sense.
    @Test(arguments: Backend.all) func `Any text is safe`(backend: Backend) throws {
        let books = try makeBooks(backend)
        try SearchIndexes.open(books.place).build(list: "books", columns: ["title"]) { _ in }
        let served = try books.responder()
        for text in [
            "", " ", "'", "''", "\"", "\\", "&", "|", "!", ":", "*", "<->", "&|!:*()<->'", "a & b", "a|b", "!a", "a:*",
            "a:b", "a<->b", "a <2> b", "(a", "a'b", "a\\'b", "a\\", "'a' & 'b", "?1", "$1", "%", "a$paging$b", "½", "Ⓐ",
            "\u{301}", "a\u{301}", "🏳️‍🌈", "हिन्दी", "\0", "book\0x", "\u{FFFD}", "NEAR(a b)", "AND", "OR NOT", "title:a",
            "{a}",
            String(repeating: "a", count: 8_000), String(repeating: "é", count: 1_300),
            String(repeating: "ab ", count: 1_600), String(repeating: "'&", count: 1_300),
        ] {
            for rest in ["", " "] {
                let answer = served.get("/lists/books?search=\(PercentEncoding.encode(text + rest))")
                #expect(answer.status == 200, "\(text.prefix(20)): \(String(decoding: answer.body, as: UTF8.self))")
            }
        }
        for bytes in ["%00", "book%00", "%FF", "%ED%A0%80", "book%C3"] {
            #expect([200, 400].contains(served.get("/lists/books?search=\(bytes)").status), "\(bytes)")
        }
        #expect(try served.found("book\0") == [1])
        #expect(served.get("/lists/books?search=\(String(repeating: "a", count: 10_000))").status == 414)
    }
}

extension ServedFixture {
    /// The keys of the books that have the words of a text.
    func found(_ text: String, _ rest: String = "") throws -> [Int] {
        let answer = get("/lists/books/ids?search=\(PercentEncoding.encode(text))\(rest)")
        return try answer.json()["ids"]?.array?.compactMap(\.int) ?? []
    }
}

extension TestDatabase {
    /// The names in the database that are like ours.
    func namesOfOurs() throws -> [String] {
        var names: [String] = []
        let connection = try writer()
        let sql =
            if case .sqlite = connection { "SELECT name FROM sqlite_schema WHERE name LIKE 'paging%'" } else {
                """
                SELECT relname FROM pg_class WHERE relname LIKE 'paging%' AND relnamespace = current_schema()::regnamespace
                UNION ALL SELECT proname FROM pg_proc WHERE proname LIKE 'paging%' AND pronamespace = current_schema()::regnamespace
                """
            }
        try connection.forEachRow(sql) { names.append(GroupValue.title($0.value(0))) }
        return names
    }
}
