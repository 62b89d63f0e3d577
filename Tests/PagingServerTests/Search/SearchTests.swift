import PagingWire
import Testing

@testable import PagingServer

/// Lists that are searched, whatever programs write to them meanwhile.
@Suite struct SearchTests {
    private static let words = ["Öl", "oil", "Book", "bookshop", "the", "42", "x"]

    private let books: Fixture

    init() throws {
        books = try Fixture([
            "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, \"by whom\" TEXT, year INTEGER)",
            "INSERT INTO books VALUES (1, 'The Öl Book', 'Ada', 1990), (2, 'Books on oil', NULL, 1991), (3, 'x', 'Bo', 1992)",
        ])
    }

    private func ids(_ served: ServedFixture, _ text: String, _ rest: String = "") throws -> [Int] {
        let answer = served.get("/lists/books/ids?search=\(PercentEncoding.encode(text))\(rest)")
        return try answer.json()["ids"]?.array?.compactMap(\.int) ?? []
    }

    @Test func rowsWithAllWordsAreFound() throws {
        try SearchIndexing(path: books.path).build(list: "books", columns: ["title", "by whom"])
        let served = try books.responder()
        #expect(try ids(served, "book") == [1, 2])
        #expect(try ids(served, "book ") == [1])
        #expect(try ids(served, "ol") == [1])
        #expect(try ids(served, "ada the") == [1])
        #expect(try ids(served, "book", "&where=\(PercentEncoding.encode("year > 1990"))") == [2])
        #expect(try ids(served, "\"; DROP TABLE books; --") == [])
        #expect(try ids(served, " *?! ") == [1, 2, 3])
        let page = served.get("/lists/books?search=book&limit=1&sort=-year")
        #expect(page.header("X-Total-Count") == "2")
        let next = try #require(page.json().value(at: "paging/next")?.string)
        #expect(try served.objects(next).map { $0["id"] } == [1])
        let sections = try served.get("/lists/books?search=book&groupBy=year&metadataOnly").json()
        #expect(sections.array?.map { $0["count"] } == [1, 1])
        #expect(try served.get("/lists").json()[0]?["searched"] == ["title", "by whom"])
    }

    @Test func aListWithoutAnIndexSaysWhatWouldHelp() throws {
        let answer = try books.responder().get("/lists/books?search=x")
        #expect(answer.status == 422)
        #expect(try answer.json()["detail"]?.string?.contains("paging index DATABASE 'books' --search") == true)
    }

    @Test func anIndexIsListedOutdatedAndDropped() throws {
        let indexing = try SearchIndexing(path: books.path)
        try indexing.build(list: "books", columns: ["title"])
        #expect(try indexing.build(list: "books", columns: ["by whom"]) == 3)
        #expect(try indexing.indexes() == [.init(list: "books", columns: ["by whom"], isUsable: true)])
        #expect(try books.responder().get("/lists").json().array?.count == 1)
        try books.write(["ALTER TABLE books RENAME COLUMN \"by whom\" TO author"])
        #expect(try indexing.indexes().map(\.isUsable) == [false])
        try indexing.drop(list: "books")
        #expect(throws: SearchIndexError.missing(list: "books")) { try indexing.drop(list: "books") }
        let left = try SQLiteConnection(path: books.path, mode: .readOnly).value(
            "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'paging%'")
        #expect(left == .integer(0))
    }

    @Test func aBuildThatIsStoppedLeavesNothing() throws {
        struct Stop: Error {}
        let indexing = try SearchIndexing(path: books.path)
        #expect(throws: Stop.self) {
            try indexing.build(list: "books", columns: ["title"]) { if $0.done > 0 { throw Stop() } }
        }
        #expect(try indexing.indexes().isEmpty)
        for (list, columns, error) in [
            ("nobody", ["x"], SearchIndexError.unknownList("nobody", known: ["books"])),
            ("books", [], .noColumns(list: "books")),
        ] { #expect(throws: error) { try indexing.build(list: list, columns: columns) } }
    }

    @Test(arguments: Seeds.some(4))
    func whatIsFoundIsWhatTheRowsSay(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fixture = try Fixture([
            "PRAGMA journal_mode = WAL", "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, u INTEGER UNIQUE)",
        ])
        let writers = try (0..<2).map { _ in try SQLiteConnection(path: fixture.path, mode: .create) }
        try writers[1].execute("PRAGMA recursive_triggers = 1")
        for writer in writers { try writer.execute("PRAGMA synchronous = OFF") }
        func write(_ count: Int) throws {
            for _ in 0..<count { try change(writers[random.below(2)], &random) }
        }
        try write(60)
        try SearchIndexing(path: fixture.path).build(list: "books", columns: ["title"])
        let served = try fixture.responder()
        for _ in 0..<20 {
            try write(8)
            let rows = try served.objects("/lists/books?limit=500")
            for word in Self.words {
                for text in [word, word + " "] {
                    let wanted = rows.filter { row in
                        let titles = (row["title"]?.string ?? "").split(separator: " ").map { folded(String($0)) }
                        return titles.contains { text == word ? $0.hasPrefix(folded(word)) : $0 == folded(word) }
                    }
                    #expect(
                        try ids(served, text) == wanted.compactMap { $0["id"]?.int },
                        "'\(text)' \(Seeds.replay(seed, "whatIsFoundIsWhatTheRowsSay"))")
                }
            }
        }
    }

    private func folded(_ word: String) -> String { word.lowercased().replacing("ö", with: "o") }

    private func change(_ writer: SQLiteConnection, _ random: inout SplitMix64) throws {
        let title = (0..<random.below(4)).map { _ in random.element(of: Self.words) }.joined(separator: " ")
        let row: [SQLiteValue] = [
            .integer(Int64(random.below(40))), .text(title),
            random.below(3) == 0 ? .null : .integer(Int64(random.below(30))),
        ]
        let statements: [(String, [SQLiteValue])] = [
            ("INSERT OR REPLACE INTO books VALUES (?, ?, ?)", row),
            ("INSERT OR IGNORE INTO books VALUES (?, ?, ?)", row),
            ("UPDATE OR REPLACE books SET title = ?2, u = ?3 WHERE id = ?1", row),
            ("UPDATE OR REPLACE books SET id = ?1 WHERE u = ?3", [row[0], .null, row[2]]),
            ("DELETE FROM books WHERE id = ?1", [row[0]]),
        ]
        let (sql, values) = random.element(of: statements)
        try writer.execute(sql, values)
    }
}
