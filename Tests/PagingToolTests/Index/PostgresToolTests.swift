import Foundation
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

/// `paging index` and `paging log` over PostgreSQL, as processes.
@Suite(.timeLimit(.minutes(10)), .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence))
struct PostgresToolTests {
    private let books: PostgresSchema
    private var database: String { books.address }

    init() throws {
        books = try PostgresSchema([
            "CREATE TABLE books (id int PRIMARY KEY, title text, year int)",
            "INSERT INTO books SELECT i, 'Book ' || i, i % 90 + 1900 FROM generate_series(1, 3000) i",
        ])
    }

    /// Runs the tool to its end, which must be success.
    @discardableResult
    private func run(_ arguments: String...) async throws -> ToolProcess.Outcome {
        let outcome = try await ToolProcess(arguments).outcome()
        #expect(outcome.code == 0, "\(arguments): \(outcome.error)")
        return outcome
    }

    /// The library's own objects in the schema.
    private func leftovers() throws -> [String] {
        var names: [String] = []
        try PostgresConnection(PostgresAddress(database)).forEachRow(
            """
            SELECT relname FROM pg_class WHERE relname LIKE 'paging%' AND relnamespace = current_schema()::regnamespace
            UNION ALL SELECT proname FROM pg_proc WHERE proname LIKE 'paging%' AND pronamespace = current_schema()::regnamespace
            """
        ) { names.append($0.string(0)) }
        return names
    }

    @Test func `A rank index is made, listed, checked, folded and dropped`() async throws {
        let none = try await run("index", database)
        #expect(none.output.isEmpty && none.error.contains("has no index"))
        let dry = try await run("index", database, "books", "--order", "year desc", "--dry-run")
        #expect(dry.output.contains("CREATE INDEX CONCURRENTLY paging_rank_1_order"))
        #expect(try leftovers().isEmpty)
        let made = try await run("index", database, "books", "--order", "year desc")
        #expect(made.error.contains("indexed 3,000 rows of 'books'"))
        #expect(try await run("index", database).output == "books  year, id\n")
        #expect(try await run("index", database, "books", "--order", "year", "--check").output.contains("is right"))
        try books.write(["DELETE FROM books WHERE id <= 5"])
        #expect(try await run("index", database, "books", "--fold").error.contains("folded 5 counts"))
        try books.write(["DELETE FROM paging_rank_1_node WHERE level = 1 AND head = 1"])
        let wrong = try await ToolProcess.run("index", database, "books", "--order", "year", "--check")
        #expect(wrong.code == 1 && wrong.error.contains("does not fit"), "\(wrong.error)")
        try await run("index", database, "books", "--order", "year", "--drop")
        #expect(try leftovers().isEmpty)
        let gone = try await ToolProcess.run("index", database, "books", "--order", "year", "--drop")
        #expect(gone.code == 1 && gone.error.contains("has no rank index"))
    }

    @Test func `A list is made searchable`() async throws {
        let dry = try await run("index", database, "books", "--search", "title,year", "--dry-run")
        #expect(dry.output.contains("USING gin") && dry.output.contains("GRANT EXECUTE"))
        #expect(try leftovers().isEmpty)
        let made = try await run("index", database, "books", "--search", "title, year")
        #expect(made.error.contains("indexed 3,000 rows of 'books'"))
        #expect(try await run("index", database).output == "books  words of title, year\n")
        try books.write(["ALTER TABLE books RENAME title TO name"])
        #expect(try await run("index", database).output == "books  words of name, year\n")
        let drop = try await run("index", database, "books", "--search=", "--drop", "--dry-run")
        #expect(drop.output.contains("DROP FUNCTION"))
        #expect(try !leftovers().isEmpty)
        try await run("index", database, "books", "--search=", "--drop")
        #expect(try leftovers().isEmpty)
    }

    @Test func `A log is made, listed and dropped`() async throws {
        #expect(try await run("log", database).error.contains("no log"))
        let dry = try await run("log", database, "books", "--dry-run")
        #expect(dry.output.contains("CREATE TRIGGER paging_log_1_delete"))
        #expect(try leftovers().isEmpty)
        try await run("log", database, "books", "--keep", "5000")
        #expect(try await run("log", database).output == "books  the last 5,000 changes\n")
        #expect(try await run("log", database, "books", "--keep", "5000").error.contains("logged already"))
        try await run("log", database, "books", "--drop")
        #expect(try leftovers().isEmpty)
        let gone = try await ToolProcess.run("log", database, "books", "--drop")
        #expect(gone.code == 1 && gone.error.contains("has no log of changes"))
    }

    @Test(arguments: [
        (["index", "nobody"], "There is no list 'nobody'"),
        (["index", "books", "--order", "height"], "no column 'height'"),
        (["index", "books", "--search", "height"], "no column 'height'"),
        (["index", "books", "--search="], "No column"),
        (["log", "nobody"], "There is no list 'nobody'"),
    ])
    func `Mistakes are explained`(arguments: [String], message: String) async throws {
        let outcome = try await ToolProcess([arguments[0], database] + arguments.dropFirst()).outcome()
        #expect(outcome.code == 1 && outcome.error.contains(message), "\(outcome.error)")
        #expect(try leftovers().isEmpty)
    }

    /// A build waits for a transaction that writes to the table; then it is interrupted.
    @Test(arguments: [["--order", "year"], ["--search", "title"]])
    func `An interrupted build leaves nothing`(options: [String]) async throws {
        let writer = try PostgresConnection(PostgresAddress(database))
        try writer.script("BEGIN; UPDATE books SET year = 2000 WHERE id = 1")
        let tool = try ToolProcess(["index", database, "books"] + options)
        try await eventually("the build has begun") {
            try leftovers()
        } until: {
            $0.contains { $0.hasSuffix("_order") || $0.hasPrefix("paging_search_") }
        }
        tool.send(SIGINT)
        // The build is cancelled, and then waits for the table to remove what it began: that it does so however long others have the
        // table, and says that nothing is left only then.
        let building = """
            SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'CREATE INDEX CONCURRENTLY%\(books.name)%'
            """
        // Within a transaction what others do is looked at once.
        let watcher = try PostgresConnection(PostgresAddress(database))
        try await eventually("the build is cancelled") {
            try watcher.script(building)
        } until: {
            $0 == ["0"]
        }
        try writer.script("ROLLBACK")
        let outcome = await tool.outcome()
        #expect(outcome.code == 130, "\(outcome.error)")
        #expect(outcome.error.contains("nothing is left"))
        #expect(try leftovers() == [])
    }

    @Test func `A build whose process was killed is cleared up by the next`() async throws {
        let writer = try PostgresConnection(PostgresAddress(database))
        try writer.script("BEGIN; UPDATE books SET year = 2000 WHERE id = 1")
        let tool = try ToolProcess(["index", database, "books", "--search", "title"])
        try await eventually("the build has begun") {
            try leftovers()
        } until: {
            $0.contains("paging_search_1")
        }
        tool.send(SIGKILL)
        _ = await tool.outcome()
        let beside = try await ToolProcess.run("index", database, "books", "--search", "title")
        #expect(beside.code == 1 && beside.error.contains("Another process is building"), "\(beside.error)")
        try writer.script("ROLLBACK")
        // The server sees that its client is gone once it has something to say to it.
        try await eventually("the next build clears up") {
            try await ToolProcess.run("index", database, "books", "--search", "title")
        } until: {
            $0.code == 0
        }
        #expect(try await run("index", database).output == "books  words of title\n")
    }
}
