import Foundation
import PostgresTesting
import Testing

@testable import PagingServer

/// `paging migrate` and `paging doctor`, as processes.
@Suite(.timeLimit(.minutes(10))) struct DatabaseToolTests {
    /// A database with a log and a rank index, which a migration of the application's then ends.
    private func database(_ backend: WatchedBooks.Backend) async throws -> WatchedBooks {
        let books = try WatchedBooks(backend)
        for arguments in [["log", books.place, "books"], ["index", books.place, "books", "--order", "year"]] {
            let outcome = try await ToolProcess(arguments).outcome()
            #expect(outcome.code == 0, "\(outcome.error)")
        }
        return books
    }

    private static let backends: [WatchedBooks.Backend] =
        PostgresCluster.isInstalled ? [.sqlite, .postgres] : [.sqlite]

    @Test(arguments: backends) func `A dry run prints what a migration does`(backend: WatchedBooks.Backend) async throws
    {
        let books = try await database(backend)
        let (name, dryRun) = (books.place, "--dry-run")
        #expect(try await ToolProcess.run("migrate", name).error.contains("done: make the table 'paging_written'"))
        let nothing = try await ToolProcess.run("migrate", name, dryRun)
        #expect(nothing.code == 0 && nothing.output.isEmpty && nothing.error.contains("nothing is to be done"))
        try books.write(["ALTER TABLE books ADD COLUMN author TEXT", "INSERT INTO books VALUES (7, 'new', 2000, 'x')"])

        let dry = try await ToolProcess.run("migrate", name, dryRun)
        #expect(dry.code == 0, "\(dry.error)")
        let steps = dry.output.split(separator: "\n").filter { $0.hasPrefix("-- ") }
        #expect(steps.contains { $0.contains("make the log of 'books' anew") }, "\(dry.output)")
        #expect(dry.output.contains("CREATE TRIGGER") && dry.output.hasSuffix(";\n"))
        // It has done nothing: what it prints is still to be done.
        #expect(try await ToolProcess.run("migrate", name, dryRun).output.contains("make the log of 'books' anew"))
        let done = try await ToolProcess.run("migrate", name)
        #expect(done.code == 0 && done.error.split(separator: "\n").count == steps.count, "\(done.error)")
        #expect(try await ToolProcess.run("migrate", name, dryRun).output.isEmpty)

        let removal = try await ToolProcess.run("migrate", name, "--remove", dryRun)
        #expect(removal.code == 0 && removal.output.contains("DROP TABLE"))
        #expect(try await ToolProcess.run("log", name).output.contains("books"))
        #expect(try await ToolProcess.run("migrate", name, "--remove").code == 0)
        #expect(try await ToolProcess.run("log", name).error.contains("no log"))
    }

    @Test(arguments: backends) func `The doctor says what is wrong`(backend: WatchedBooks.Backend) async throws {
        let books = try await database(backend)
        _ = try await ToolProcess.run("migrate", books.place)
        try books.write(["CREATE TABLE loose (n INTEGER)"] + (backend == .postgres ? ["ANALYZE books"] : []))
        let advice = try await ToolProcess.run("doctor", books.place)
        #expect(advice.code == 0, "\(advice.output) \(advice.error)")
        #expect(advice.output.contains("advice: Rows of 'loose' have no key."))
        #expect(!advice.output.contains("fault:"))
        try books.write(["ALTER TABLE books ADD COLUMN author TEXT", "INSERT INTO books VALUES (7, 'new', 2000, 'x')"])
        let fault = try await ToolProcess.run("doctor", books.place)
        #expect(fault.code == 1)
        #expect(fault.output.contains("fault: The log of 'books' cannot be used"), "\(fault.output)")
        #expect(fault.output.contains("paging migrate DATABASE"))
        try books.write(["DROP TABLE loose"])
        #expect(try await ToolProcess.run("migrate", books.place).code == 0)
        #expect(try await !ToolProcess.run("doctor", books.place).output.contains("fault:"))
    }

    @Test func `A database that is not there is reported`() async throws {
        let folder = try TemporaryFolder()
        for command in ["migrate", "doctor"] {
            let outcome = try await ToolProcess.run(command, folder.file("nothing.sqlite"))
            #expect(outcome.code == 1 && outcome.error.contains("nothing.sqlite"), "\(outcome.error)")
            #expect(try await ToolProcess.run(command).code == 2)
        }
    }
}
