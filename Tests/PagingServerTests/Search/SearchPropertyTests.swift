import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// A search finds the rows that have the words, whatever programs write to them meanwhile.
@Suite(.blocking) struct SearchPropertyTests {
    private static let words = [
        "Öl", "oil", "Book", "bookshop", "the", "42", "x", "O\u{308}L", "ΟΔΟΣ", "οδός", "Ёлка-ель",
    ]

    static let cases = Backend.all.flatMap { backend in Seeds.some(1, of: 4).map { (backend, $0) } }

    @Test(arguments: cases)
    func `The rows found are those that have the words`(backend: Backend, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fixture = try backend.fixture([
            "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, u INTEGER UNIQUE)"
        ])
        let writers = try (0..<2).map { _ in try fixture.writer() }
        if backend == .sqlite {
            for sql in ["PRAGMA journal_mode = WAL", "PRAGMA recursive_triggers = 1"] {
                try writers[1].forEachRow(sql) { _ in }
            }
            for writer in writers { try writer.forEachRow("PRAGMA synchronous = OFF") { _ in } }
        }
        func write(_ count: Int) throws {
            for _ in 0..<count { try change(writers[random.below(2)], &random) }
        }
        try write(60)
        try SearchIndexes.open(fixture.place).build(list: "books", columns: ["title"]) { _ in }
        let served = try fixture.responder()
        // Marks over letters that are not Latin are a difference to FTS5.
        let words =
            backend == .sqlite ? Self.words.filter { $0.unicodeScalars.allSatisfy { $0.value < 0x370 } } : Self.words
        for _ in 0..<20 {
            try write(8)
            let rows = try served.objects("/lists/books?limit=500")
            for word in words {
                for text in [word, word + " "] {
                    let asked = Self.words(of: text)
                    let wanted = rows.filter { row in
                        let titles = Self.words(of: row["title"]?.string ?? "")
                        return asked.enumerated().allSatisfy { place, word in
                            let mayGoOn = place == asked.count - 1 && !text.hasSuffix(" ")
                            return titles.contains { mayGoOn ? $0.hasPrefix(word) : $0 == word }
                        }
                    }
                    #expect(
                        try served.found(text) == wanted.compactMap { $0["id"]?.int },
                        "'\(text)' \(Seeds.replay(seed, "whatIsFoundIsWhatTheRowsSay"))")
                }
            }
        }
    }

    /// The words of a text, small and without marks.
    private static func words(of text: String) -> [String] {
        let folds = ["ö": "o", "ό": "ο", "ё": "е", "ς": "σ"]
        return text.split { $0 == " " || $0 == "-" }.map { word in
            word.lowercased().map { folds[String($0)] ?? String($0) }.joined()
        }
    }

    private func change(_ writer: DatabaseConnection, _ random: inout SplitMix64) throws {
        let title = (0..<random.below(4)).map { _ in random.element(of: Self.words) }.joined(separator: " ")
        let (id, u) = (random.below(40), random.below(3) == 0 ? "NULL" : "\(random.below(30))")
        let text = SQLName.literal(title)
        let statements: [String]
        if case .sqlite = writer {
            statements = [
                "INSERT OR REPLACE INTO books VALUES (\(id), \(text), \(u))",
                "INSERT OR IGNORE INTO books VALUES (\(id), \(text), \(u))",
                "UPDATE OR REPLACE books SET title = \(text), u = \(u) WHERE id = \(id)",
                "UPDATE OR REPLACE books SET id = \(id) WHERE u = \(u)", "DELETE FROM books WHERE id = \(id)",
            ]
        } else {
            statements = [
                "INSERT INTO books VALUES (\(id), \(text)) ON CONFLICT (id) DO UPDATE SET title = excluded.title",
                "INSERT INTO books VALUES (\(id), \(text), \(u)) ON CONFLICT DO NOTHING",
                "UPDATE books SET title = \(text) WHERE id = \(id)", "UPDATE books SET u = NULL WHERE u = \(u)",
                "DELETE FROM books WHERE id = \(id)",
            ]
        }
        try writer.forEachRow(random.element(of: statements)) { _ in }
    }
}
