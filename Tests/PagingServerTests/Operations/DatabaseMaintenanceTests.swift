import Testing

@testable import PagingServer

/// All tables and triggers of ours can be made beforehand, are kept up to date, and can be removed to the last.
@Suite struct DatabaseMaintenanceTests {
    private static let books = [
        "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, year INTEGER)",
        "INSERT INTO books VALUES (1, 'Emma', 1815), (2, 'Dracula', 1897)",
    ]

    @Test(arguments: Backend.all) func `A part that no longer fits is made anew`(_ backend: Backend) throws {
        let fixture = try backend.fixture(Self.books)
        let maintenance = DatabaseMaintenance(fixture.place)
        #expect(try maintenance.migration().map(\.what) == ["make the table 'paging_written', for Idempotency-Key"])
        for step in try maintenance.migration() { try step.run() }
        #expect(try maintenance.migration().isEmpty)
        try ChangeLogs.open(fixture.place).start(list: "books", keep: 100, isDryRun: false)
        try RankIndexes.open(fixture.place).build(list: "books", order: "year") { _ in }
        try SearchIndexes.open(fixture.place).build(list: "books", columns: ["title"]) { _ in }
        #expect(try maintenance.migration().isEmpty)
        // A migration of the application's.
        try fixture.write([
            "ALTER TABLE books ADD COLUMN author TEXT", "INSERT INTO books VALUES (3, 'Persuasion', 1817, 'Austen')",
        ])
        for step in try maintenance.migration() {
            #expect(!step.statements.isEmpty, "\(step.what)")
            try step.run()
        }
        #expect(try maintenance.migration().isEmpty)
        #expect(try ChangeLogs.open(fixture.place).logs().allSatisfy(\.isUsable))
        let removal = try maintenance.removal()
        #expect(removal.count == 4)
        for step in removal { try step.run() }
        #expect(try maintenance.removal().isEmpty)
    }

    @Test(arguments: Backend.all) func `A missing part is reported`(_ backend: Backend) throws {
        let fixture = try backend.fixture(Self.books + ["CREATE TABLE loose (n INTEGER)"])
        try ChangeLogs.open(fixture.place).start(list: "books", keep: 100, isDryRun: false)
        func findings() throws -> [String] {
            try DatabaseDoctor.findings(fixture.place).map { "\($0.weight): \($0.what)" }
        }
        #expect(try findings().contains("advice: Rows of 'loose' have no key."))
        #expect(try !findings().contains { $0.hasPrefix("fault") })
        guard backend == .postgres else { return }
        #expect(try findings().contains { $0.contains("Never analyzed") && $0.contains("books") })
        try fixture.write([
            "ANALYZE books", "ALTER TABLE books RENAME COLUMN year TO y", "INSERT INTO books VALUES (4, 'x', 1)",
        ])
        #expect(try !findings().contains { $0.contains("Never analyzed") && $0.contains("books") })
        #expect(try findings().contains { $0.hasPrefix("fault: The log of 'books' cannot be used") })
    }
}
