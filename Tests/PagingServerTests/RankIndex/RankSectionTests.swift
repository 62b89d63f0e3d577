import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Sections that a rank index counts.
@Suite(.blocking) struct RankSectionTests {
    /// The title and the number of rows of each section.
    private func sections(_ served: ServedFixture, _ query: String) throws -> [[JSONValue?]] {
        try served.get("/lists/people?metadataOnly&\(query)").json().array?.map {
            [$0["title"], $0["value"], $0["count"]]
        } ?? []
    }

    private func people(_ backend: Backend) throws -> any TestDatabase {
        let fixture = try backend.people()
        try fixture.write([
            "ALTER TABLE people ADD COLUMN code TEXT" + (backend == .sqlite ? " COLLATE NOCASE" : ""),
            "UPDATE people SET code = CASE id % 4 WHEN 0 THEN 'b' WHEN 1 THEN NULL WHEN 2 THEN '' ELSE 'a' || (id % 3) END",
        ])
        return fixture
    }

    /// The least whole number has no opposite, and its digits are no number of SQLite's before their sign.
    @Test(arguments: Backend.all) func `A section of the least number is one like others`(_ backend: Backend) throws {
        let (least, most) = (Int64.min, Int64.max)
        let fixture = try backend.fixture([
            "CREATE TABLE people (id INTEGER PRIMARY KEY, n BIGINT)",
            "INSERT INTO people VALUES (1, \(least)), (2, 0), (3, \(most)), (4, \(least)), (5, NULL)",
        ])
        for isRanked in [false, true] {
            if isRanked { try fixture.rank("people", order: "n") }
            let served = try fixture.responder()
            let sections = try #require(try served.get("/lists/people?groupBy=n&metadataOnly").json().array)
            #expect(sections.map { $0["value"] } == [.null, .integer(least), 0, .integer(most)])
            #expect(sections.map { $0["count"] } == [1, 2, 1, 1])
            let url = try #require(sections[1]["url"]?.string)
            #expect(try served.objects(url).compactMap { $0["id"]?.int } == [1, 4], "\(url)")
            for type in ["", "&groupType=integer"] {
                let page = served.get("/lists/people?groupBy=n&group=\(least)\(type)&sort=n")
                #expect(try page.json()["objects"]?.array?.compactMap { $0["id"]?.int } == [1, 4], "\(type)")
                #expect(page.header("X-Total-Count") == "2")
            }
            // SQLite compares any number with any other; no such number fits PostgreSQL's column.
            let beyond = served.get("/lists/people?groupBy=n&group=9223372036854775808")
            #expect(beyond.status == (backend == .sqlite ? 200 : 400))
        }
    }

    static let cases = Backend.all.flatMap { backend in
        [
            ("town", "town"), ("town", "town desc, age"), ("age", "age desc"), ("age", "age, name desc"),
            ("code", "code"),
        ].map { (backend, $0.0, $0.1) }
    }

    @Test(arguments: LongTests.spread(4, of: cases))
    func `Sections are those of a walk`(backend: Backend, column: String, order: String) throws {
        let fixture = try people(backend)
        try fixture.rank("people", order: order)
        let served = try fixture.responder()
        // A filter that all rows meet has them counted one by one.
        for statement in [
            "SELECT 1", "DELETE FROM people WHERE id % 7 = 0",
            "UPDATE people SET town = 'Aachen', age = NULL WHERE id % 5 = 0",
            "UPDATE people SET code = 'zz' WHERE code IS NULL", "DELETE FROM people WHERE town IS NULL OR age = 2",
            "DELETE FROM people",
        ] {
            try fixture.write([statement])
            for descending in ["", "&sort=-\(column)"] {
                let walked = try sections(served, "groupBy=\(column)\(descending)&where=id%20%3E%20-1")
                #expect(try sections(served, "groupBy=\(column)\(descending)") == walked, "\(statement)")
                #expect(walked.isEmpty == (statement == "DELETE FROM people"))
            }
            // PostgreSQL walks over so short a list.
            try fixture.database().read(milliseconds: 5_000) { snapshot in
                let list = try ListCatalog(snapshot.connection).known("people")
                let rank = try #require(list.ranks.first)
                let counted = try #require(try rank.reader(snapshot.connection, of: list).sections(limit: 10))
                let walked = try sections(
                    served,
                    "groupBy=\(column)&where=id%20%3E%20-1&sort=\(rank.order.places[0].descending ? "-" : "")\(column)")
                #expect(counted.map { .string(GroupValue.title($0.value)) } == walked.map { $0[0] }, "\(statement)")
                #expect(counted.map(\.count) == walked.map { $0[2]?.int }, "\(statement)")
            }
        }
    }

    @Test(arguments: Backend.all) func `More sections than are worth it are left to a walk`(backend: Backend) throws {
        let fixture = try backend.people()
        try fixture.rank("people", order: "town")
        try fixture.database().read(milliseconds: 5_000) { snapshot in
            let list = try ListCatalog(snapshot.connection).known("people")
            let reader = try #require(list.ranks.first).reader(snapshot.connection, of: list)
            let all = try #require(try reader.sections(limit: 4))
            #expect(all.map(\.value) == [.null, .text([]), .text(Array("Ulm".utf8)), .text(Array("Öland & Co".utf8))])
            #expect(all.map(\.count) == [12, 12, 24, 12])
            #expect(try reader.sections(limit: 3) == nil)
            #expect(try reader.sections(limit: 0) == nil)
        }
    }

    @Test func `Sections of a long list of PostgreSQL are counted`() throws {
        guard PostgresCluster.isInstalled else { return }
        let fixture = try PostgresFixture([
            "CREATE TABLE people (id int PRIMARY KEY, town text)",
            "INSERT INTO people SELECT i, nullif(i % 4, 3) FROM generate_series(1, 60000) i",
        ])
        try fixture.rank("people", order: "town")
        let served = try fixture.responder()
        // The index's counts are wrong on purpose: a walk over the table would give others.
        try fixture.write(["UPDATE paging_rank_1_node SET count = count + 7 WHERE head = 0"])
        let counts = try #require(try served.get("/lists/people?groupBy=town&metadataOnly").json().array)
        #expect(counts.map { $0["count"] } == [15007, 15000, 15000, 15000])
    }
}

extension TestDatabase {
    /// Makes a rank index of small buckets.
    func rank(_ list: String, order: String) throws {
        let indexing: any RankIndexKeeping =
            try self is PostgresFixture
            ? PostgresRankIndexing(address: place, rows: 32, fanOut: 4) : RankIndexing(path: place, fanOut: 4)
        try indexing.build(list: list, order: order) { _ in }
    }
}
