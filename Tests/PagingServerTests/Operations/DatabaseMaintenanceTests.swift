import PostgresTesting
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

    /// A table that is gone, or has lost a column of an order, takes nothing along for good.
    @Test(arguments: Backend.all) func `The remains of a dropped table are removed`(_ backend: Backend) throws {
        let fixture = try backend.fixture(Self.books + ["CREATE TABLE kept (id INTEGER PRIMARY KEY, n INTEGER)"])
        let maintenance = DatabaseMaintenance(fixture.place)
        for step in try maintenance.migration() { try step.run() }
        for list in ["books", "kept"] {
            try ChangeLogs.open(fixture.place).start(list: list, keep: 100, isDryRun: false)
        }
        let ranks = try RankIndexes.open(fixture.place)
        for order in ["year desc", "title", "title desc, year"] {
            try ranks.build(list: "books", order: order) { _ in }
        }
        try fixture.write(["DROP TABLE books"])
        #expect(throws: RankIndexError.self) { try ranks.drop(list: "books", order: "id", isDryRun: true) }
        try ranks.drop(list: "books", order: "-title,  year ASC", isDryRun: false)
        try ranks.drop(list: "books", order: "year desc", isDryRun: false)
        #expect(try ranks.indexes().map(\.order) == ["title, id"])
        for step in try maintenance.migration() {
            #expect(!step.statements.isEmpty, "\(step.what)")
            try step.run()
        }
        #expect(try maintenance.migration().isEmpty && ranks.indexes().isEmpty)
        #expect(try ChangeLogs.open(fixture.place).logs().map(\.list) == ["kept"])
        let served = try fixture.responder()
        #expect(served.get("/lists/kept").status == 200 && served.get("/lists").status == 200)
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

    @Test(arguments: Backend.all) func `A list that a log or an index would help is named`(_ backend: Backend) throws {
        let fixture = try backend.fixture(
            Self.books + [
                "INSERT INTO books SELECT id * 1000 + id, title, year FROM books",
                """
                WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 20100)
                INSERT INTO books SELECT 100000 + i, 'x', i FROM n
                """,
                "CREATE TABLE few (id INTEGER PRIMARY KEY)", "INSERT INTO few VALUES (1)",
            ])
        func findings() throws -> [String] { try DatabaseDoctor.findings(fixture.place).map(\.what) }
        #expect(try findings().contains("Lists without a log: 'books'."))
        #expect(try findings().contains("Long lists without a rank index: 'books'."))
        try ChangeLogs.open(fixture.place).start(list: "books", keep: 100, isDryRun: false)
        try RankIndexes.open(fixture.place).build(list: "books", order: "year desc") { _ in }
        #expect(try !findings().contains { $0.contains("without a") })
        let ranks = try RankIndexes.open(fixture.place)
        #expect(try ranks.isIndexed(list: "books", order: "year desc") && ranks.isIndexed(list: "books", order: "year"))
        #expect(try !ranks.isIndexed(list: "books", order: "title"))
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence))
    func `Rights that a log or writing takes are named`() throws {
        let fixture = try PostgresFixture(
            ["CREATE TABLE books (id int PRIMARY KEY)", "INSERT INTO books SELECT generate_series(1, 100)"])
        let (owner, reader) = ("owner_\(fixture.schema)", "reader_\(fixture.schema)")
        let roles = [owner, reader].flatMap {
            ["CREATE ROLE \($0) LOGIN", "GRANT USAGE ON SCHEMA \(fixture.schema) TO \($0)"]
        }
        try fixture.write(
            roles + ["GRANT SELECT ON books TO \(reader)", "ALTER TABLE books OWNER TO \(owner)"])
        defer { try? fixture.write(["DROP SCHEMA \(fixture.schema) CASCADE", "DROP ROLE \(owner), \(reader)"]) }
        let place = fixture.address.replacing("postgres://paging@", with: "postgres://\(reader)@")
        let findings = try DatabaseDoctor.findings(place)
        #expect(findings.contains { $0.what == "This role does not own 'books'." && $0.advice.contains(owner) })
        #expect(
            findings.contains {
                $0.what == "The owner \(owner) may create nothing in the schema \(fixture.schema)."
                    && $0.advice.hasSuffix("GRANT CREATE ON SCHEMA \(fixture.schema) TO \(owner)")
            })
        // Where nothing is written, nothing is said of writing.
        #expect(!findings.contains { $0.what.contains("Idempotency") || $0.what.contains("may not write") })
        let writing = try DatabaseDoctor.findings(place, isWritable: true)
        #expect(writing.contains { $0.what == "There is no table for Idempotency-Key." })
        #expect(writing.contains { $0.what == "This role may not write to: books." })
    }
}
