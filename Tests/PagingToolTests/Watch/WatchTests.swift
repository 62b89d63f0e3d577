import Foundation
import Paging
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// `paging watch` over a list that three writers change.
@Suite(.timeLimit(.minutes(10))) struct WatchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A list as the lines of `--json` have it.
    private struct Mirror {
        var rows: [JSONValue?] = []

        /// Applies a line, and checks that it fits.
        mutating func apply(_ line: JSONValue) throws {
            func ranges(_ name: String) throws -> [Range<Int>] {
                try #require(line[name]?.array).map { pair in
                    try #require(pair[0]?.int)..<(try #require(pair[1]?.int))
                }
            }
            let moves = try #require(line["moved"]?.array).map { ($0[0]?.int ?? -1, $0[1]?.int ?? -1) }
            let moved = moves.map { ($0.1, rows[$0.0]) }
            let gone = Set(try ranges("removed").flatMap(Array.init) + moves.map(\.0))
            #expect(gone.allSatisfy { rows.indices.contains($0) })
            let kept = rows.indices.filter { !gone.contains($0) }.map { rows[$0] }
            let count = try #require(line["count"]?.int)
            var arriving = Dictionary(uniqueKeysWithValues: moved)
            for range in try ranges("inserted") { for place in range { arriving[place] = .some(nil) } }
            #expect(kept.count + arriving.count == count)
            var rest = kept.makeIterator()
            rows = (0..<count).map { place in
                if let row = arriving[place] { row } else { rest.next() ?? nil }
            }
            for range in try ranges("changed") { for place in range { rows[place] = nil } }
            for row in try #require(line["rows"]?.array) { rows[try #require(row["at"]?.int)] = row["row"] }
            let ids = rows.compactMap { $0?["id"] }
            #expect(Set(ids).count == ids.count, "law 1: a row is there twice")
        }

        var ids: [Int?] { rows.map { $0?["id"]?.int } }
    }

    /// The server's capabilities, and those that the client uses.
    struct Mode: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var query = ""
        var hasLog = true
        var options: [String] = []
    }

    static let modes = [
        Mode(testDescription: "live"), Mode(testDescription: "live, sorted", query: "?sort=-year"),
        Mode(
            testDescription: "changes", query: "?sort=-year",
            options: ["--dialect", "envelope", "--changes", "books/changes", "--every", "1"]),
        Mode(
            testDescription: "snapshots", query: "?sort=-year",
            options: ["--dialect", "envelope", "--snapshot", "books/ids#ids", "--lookup", "ids", "--every", "1"]),
        Mode(
            testDescription: "offsets with versions", query: "?sort=-year",
            options: ["--dialect", "envelope", "--every", "1"]),
        Mode(
            testDescription: "versions as they come", query: "?sort=-year", hasLog: false,
            options: ["--dialect", "envelope", "--live", "books/changes"]),
        Mode(testDescription: "offsets", query: "?sort=-year", hasLog: false, options: ["--every", "1"]),
        Mode(testDescription: "cursors", query: "?after=&limit=40", hasLog: false, options: ["--every", "1"]),
    ]

    /// All modes over SQLite, and those in which the list's log is told over PostgreSQL; one of each without `make check`.
    static let cases: [(WatchedBooks.Backend, Mode)] =
        LongTests.some(1, of: modes.map { (.sqlite, $0) })
        + (PostgresCluster.isInstalled ? LongTests.some(1, of: modes.prefix(3).map { (.postgres, $0) }) : [])

    @Test(arguments: cases)
    func `The printed list is the server's at each step`(backend: WatchedBooks.Backend, mode: Mode) async throws {
        let books = try WatchedBooks(backend)
        if mode.hasLog {
            let log = try await ToolProcess.run("log", books.place, "books")
            #expect(log.code == 0, "\(log.error)")
        }
        let httpServer = try HTTPServer(Responder(Database(books.place)), configuration: .init(port: 0))
        defer { httpServer.stop() }
        let out = folder.file("watch.jsonl")
        let watch = ["watch", "\(httpServer.url)/lists/books\(mode.query)", "--rows", "40", "--json"] + mode.options
        let tool = try ToolProcess(
            ["-c", "out=$1; shift; exec \"$@\" > \"$out\"", "sh", out, ToolProcess.path] + watch, program: "/bin/sh")
        try await lines(of: out) { !$0.isEmpty }
        try await books.write(60)
        let lines = try await lines(of: out) { (try? isRight($0, books, mode)) == true }
        tool.send(SIGINT)
        #expect(await tool.outcome().code == 130)
        // All changes may come between two looks.
        #expect(lines.count > 1)
        #expect(try isRight(lines, books, mode))
    }

    /// Waits for lines that meet a condition.
    @discardableResult
    private func lines(of file: String, until condition: ([String]) -> Bool) async throws -> [String] {
        try await eventually("the lines of the watched list are right") {
            let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            // Rows that are being written are not read yet.
            return text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1).map(String.init)
        } until: {
            condition($0)
        }
    }

    /// Whether the lines, replayed, give what the database has: its length, and each row that is loaded at its place.
    private func isRight(_ lines: [String], _ books: WatchedBooks, _ mode: Mode) throws -> Bool {
        var mirror = Mirror()
        for line in lines { try mirror.apply(try JSONValue(parsing: Array(line.utf8))) }
        let stored = try books.rows(by: mode.query.contains("sort") ? "year DESC, id DESC" : "id")
        // A list by cursors is as long as it was read.
        let isWhole = mirror.rows.count == stored.count || mode.query.contains("after")
        guard isWhole, mirror.rows.count >= 40, mirror.rows.prefix(40).allSatisfy({ $0 != nil }) else { return false }
        return zip(mirror.rows.prefix(40), stored).allSatisfy { row, stored in
            row?["id"]?.int == stored.id && row?["title"]?.string == stored.title
        }
    }

    @Test func `A list without a log is read again every so often`() async throws {
        let books = try WatchedBooks(.sqlite)
        let httpServer = try HTTPServer(Responder(Database(books.place)), configuration: .init(port: 0))
        defer { httpServer.stop() }
        let out = folder.file("watch.jsonl")
        let tool = try ToolProcess(
            [
                "-c", "exec \"$0\" watch \"$1\" --rows 5 --every 1 > \"$2\"", ToolProcess.path,
                "\(httpServer.url)/lists/books", out,
            ],
            program: "/bin/sh")
        try await lines(of: out) { !$0.isEmpty }
        try books.write(["UPDATE books SET title = 'another' WHERE id = 20", "DELETE FROM books WHERE id = 30"])
        let lines = try await lines(of: out) { lines in
            lines.contains { $0.hasPrefix("~ 1") } && lines.contains { $0.hasPrefix("- 2") }
        }
        tool.send(SIGINT)
        #expect(await tool.outcome().code == 130)
        #expect(lines.contains("~ 1  {\"id\":20,\"title\":\"another\",\"year\":1902}"))
        #expect(lines.contains { $0.hasPrefix("- 2  {\"id\":30,") })
    }

    @Test(arguments: [
        (["--id", "none"], "'--id none'", Int32(2)), (["--rows", "0"], "--rows", 2),
        (["--every", "soon"], "--every", 2),
        (["--id", "isbn"], "isbn", 1), ([], "404", 1),
    ])
    func `A list that cannot be watched is reported`(options: [String], word: String, code: Int32) async throws {
        let books = try WatchedBooks(.sqlite)
        let httpServer = try HTTPServer(Responder(Database(books.place)), configuration: .init(port: 0))
        defer { httpServer.stop() }
        let list = options.isEmpty ? "nothing" : "books"
        let outcome = try await ToolProcess(["watch", "\(httpServer.url)/lists/\(list)"] + options).outcome()
        #expect(outcome.code == code && outcome.error.contains(word), "\(outcome.error)")
    }

    @Test func `Standard error says that the list cannot be refreshed, and that it can be again`() async throws {
        let asked = Counter()
        let isDown = Locked(false)
        let server = try ScriptedServer { _ in
            asked.add()
            if isDown.withLock({ $0 }) { return ScriptedServer.json("{}", status: 404) }
            return ScriptedServer.json(
                #"{"paging":{"offset":0,"limit":25,"totalCount":1},"objects":[{"id":1}]}"#)
        }
        let (out, errors) = (folder.file("watch.txt"), folder.file("errors.txt"))
        let tool = try ToolProcess(
            [
                "-c", "exec \"$0\" watch \"$1\" --rows 1 --every 1 > \"$2\" 2> \"$3\"", ToolProcess.path,
                "\(server.url)/items", out, errors,
            ],
            program: "/bin/sh")
        try await lines(of: out) { !$0.isEmpty }
        isDown.withLock { $0 = true }
        try await lines(of: errors) { $0.count == 1 }
        isDown.withLock { $0 = false }
        let lines = try await lines(of: errors) { $0.count == 2 }
        tool.send(SIGINT)
        #expect(await tool.outcome().code == 130)
        #expect(
            lines.first?.hasPrefix("paging: the list cannot be refreshed: the server answered 404 — ") == true,
            "\(lines)")
        #expect(lines.last == "paging: the list is refreshed again, and the rows shown are current")
        #expect(lines.count == 2)
    }
}
