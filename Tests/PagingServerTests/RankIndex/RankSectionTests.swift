import PagingWire
import Testing

@testable import PagingServer

/// Sections that a rank index counts.
@Suite struct RankSectionTests {
    /// What each section is called, and how many rows it has.
    private func sections(_ served: ServedFixture, _ query: String) throws -> [[JSONValue?]] {
        try served.get("/lists/people?metadataOnly&\(query)").json().array?.map {
            [$0["title"], $0["value"], $0["count"]]
        } ?? []
    }

    @Test(arguments: [
        ("town", "town"), ("town", "town desc, age"), ("age", "age desc"), ("age", "age, name desc"), ("code", "code"),
    ])
    func sectionsAreThoseOfAWalk(column: String, order: String) throws {
        let fixture = try Fixture.people()
        try fixture.write([
            "ALTER TABLE people ADD COLUMN code TEXT COLLATE NOCASE",
            "UPDATE people SET code = CASE id % 4 WHEN 0 THEN 'b' WHEN 1 THEN NULL WHEN 2 THEN '' ELSE 'a' || (id % 3) END",
        ])
        _ = try RankIndexing(path: fixture.path).build(list: "people", order: order)
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
        }
    }

    @Test func moreSectionsThanAreWorthItAreLeftToAWalk() throws {
        let fixture = try Fixture.people()
        _ = try RankIndexing(path: fixture.path).build(list: "people", order: "town")
        let connection = try fixture.database()
        try connection.read(milliseconds: 5_000) { snapshot in
            let list = try ListCatalog(snapshot.connection).known("people")
            let index = try #require(list.ranks.first?.sqlite)
            let reader = RankReader(connection: snapshot.connection, index: index)
            let all = try #require(try reader.sections(limit: 4))
            #expect(all.map(\.value) == [.null, .text([]), .text(Array("Ulm".utf8)), .text(Array("Öland & Co".utf8))])
            #expect(all.map(\.count) == [12, 12, 24, 12])
            #expect(try reader.sections(limit: 3) == nil)
        }
    }
}
