import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Changes of a filtered or searched list.
@Suite(.blocking) struct PartChangesTests {
    private static let old = "where=\(PercentEncoding.encode("age >= 2"))"

    /// People with a log, in a database of a kind.
    private func people(_ backend: Backend) throws -> any TestDatabase {
        let people = try backend.people()
        let place = (people as? Fixture)?.path ?? (people as? PostgresFixture)?.address
        try ChangeLogs.open(try #require(place)).start(list: "people", keep: 100_000, isDryRun: false)
        return people
    }

    private func version(_ served: ServedFixture) throws -> String {
        try #require(try served.get("/lists/people").json().value(at: "paging/version")?.string)
    }

    @Test func `Rows that came, went and changed are told apart`() throws {
        let people = try Fixture.people()
        try ChangeLogging(path: people.path).start(list: "people")
        let served = try people.responder()
        let since = try version(served)
        // Of the ages 1, 2, 3, 0, … of the keys 3, 6, 9, 12, … the second and third are in the list.
        try people.write([
            "UPDATE people SET age = 5 WHERE id = 3", "UPDATE people SET name = 'x' WHERE id IN (6, 12)",
            "UPDATE people SET age = 1 WHERE id = 9", "UPDATE people SET age = 4 WHERE id = 18",
            "DELETE FROM people WHERE id = 24", "INSERT INTO people VALUES (1, 'a', '', 7), (2, 'b', '', 1)",
        ])
        let changes = try served.get("/lists/people/changes?since=\(since)&\(Self.old)&objects").json()
        // Whether 3 and 24 were in it before, the log does not tell.
        #expect(changes["removed"] == [3, 9, 18, 24])
        #expect(
            changes["added"] == [["id": 1, "index": 0], ["id": 3, "index": 1], ["id": 18, "index": 3]])
        #expect(changes["edited"] == [6])
        #expect(changes["objects"]?.array?.map { $0["id"] } == [1, 3, 18, 6])
        #expect(changes["total"] == 31)
        let byName = try served.get("/lists/people/changes?since=\(since)&\(Self.old)&sort=name").json()
        #expect(byName["removed"] == [3, 6, 9, 18, 24])
        #expect(byName["added"]?.array?.map { $0["id"] }.contains(6) == true)
    }

    @Test func `A searched list tells which rows have the words`() throws {
        let people = try Fixture.people()
        try ChangeLogging(path: people.path).start(list: "people")
        try SearchIndexing(path: people.path).build(list: "people", columns: ["name"])
        let served = try people.responder()
        let since = try version(served)
        try people.write([
            "UPDATE people SET age = 5 WHERE id IN (3, 6)", "UPDATE people SET name = 'person 14 too' WHERE id = 9",
            "UPDATE people SET name = 'nobody' WHERE id = 6",
        ])
        // The second row was 'person 14'.
        let changes = try served.get("/lists/people/changes?since=\(since)&search=14%20").json()
        #expect(changes["removed"] == [6, 9])
        #expect(changes["added"] == [["id": 9, "index": 0]])
        #expect(changes["edited"] == [])
        #expect(changes["total"] == 1)
    }

    @Test func `The search for added rows has a bound`() throws {
        let people = try Fixture.people()
        let list = try #require(ListCatalog(SQLiteConnection(path: people.path, mode: .readOnly)).list(named: "people"))
        let part = RowSelection(sort: [.init(column: 1, descending: false)], filter: try RowFilter("age = 1", of: list))
        #expect(RowFinder.canFind(1, in: part, of: list, walk: 400_000))
        #expect(!RowFinder.canFind(1, in: part, of: list, walk: 500_000))
        let byKey = RowSelection(sort: [], filter: part.filter)
        #expect(RowFinder.canFind(ServerLimits.rowsCountedSingly, in: byKey, of: list, walk: 4_000_000))
        #expect(!RowFinder.canFind(ServerLimits.rowsCountedSingly, in: byKey, of: list, walk: 5_000_000))
        #expect(Problem.needsNarrowerPart(list).status == 422)
    }

    @Test func `Pages say where keys are asked`() throws {
        let people = try Fixture.people()
        try people.write([
            "CREATE VIEW towns AS SELECT DISTINCT town FROM people", "CREATE TABLE loose (name TEXT)",
            "CREATE TABLE other (key INTEGER PRIMARY KEY, id TEXT)",
        ])
        let served = try people.responder()
        func named(_ target: String) throws -> [String?] {
            let paging = try served.get(target).json()["paging"]
            return [paging?["ids"]?.string, paging?["lookup"]?.string]
        }
        #expect(try named("/lists/people") == ["/lists/people/ids", "/lists/people?ids="])
        #expect(
            try named("/lists/people?after=&sort=-age&\(Self.old)")
                == ["/lists/people/ids?\(Self.old)&sort=-age", "/lists/people?ids="])
        for other in ["towns", "loose", "other", "people?groupBy=town"] {
            #expect(try named("/lists/\(other)") == [nil, nil], "\(other)")
        }
        for address in try named("/lists/people?sort=-age&\(Self.old)").compactMap(\.self) {
            #expect(served.get(address).status == 200, "\(address)")
        }
        #expect(try served.get("/lists/people/ids?\(Self.old)").json()["ids"]?.array?.count == 30)
    }

    @Test(arguments: Backend.all) func `Many rows are looked up together`(backend: Backend) throws {
        let people = try people(backend)
        let served = try people.responder()
        let since = try version(served)
        try people.write([
            "UPDATE people SET age = age + 2",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) "
                + "INSERT INTO people SELECT 1000 + i, 'new', '', i % 4 FROM n",
        ])
        let changes = try served.get("/lists/people/changes?since=\(since)&\(Self.old)").json()
        let now = try served.get("/lists/people/ids?\(Self.old)").json()["ids"]?.array
        #expect(changes["added"]?.array?.map { $0["id"] } == now)
        #expect(changes["removed"]?.array?.count == 60)
        #expect(changes["total"] == 660)
    }
}
