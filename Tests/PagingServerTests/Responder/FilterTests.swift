import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// `where=`: pages, sections, cursors and snapshots of the rows that meet conditions.
@Suite(.blocking) struct FilterTests {
    private func target(_ filter: String, _ rest: String = "", at path: String = "/lists/people") -> String {
        "\(path)?where=\(PercentEncoding.encode(filter))\(rest)"
    }

    private func ids(_ served: ServedFixture, _ filter: String, _ rest: String = "&limit=500") throws -> [Int] {
        try served.objects(target(filter, rest)).compactMap { $0["id"]?.int }
    }

    /// The rows that a closure accepts, read without a filter.
    private func expected(_ served: ServedFixture, _ isWanted: (JSONValue) -> Bool) throws -> [Int] {
        try served.objects("/lists/people?limit=500").filter(isWanted).compactMap { $0["id"]?.int }
    }

    /// A filter, and which rows meet it.
    struct Case: Sendable {
        let filter: String
        let isMet: @Sendable (JSONValue) -> Bool
    }

    private static let cases: [Case] = [
        Case(filter: "age = 3") { $0["age"] == 3 },
        Case(filter: "age='3'") { $0["age"] == 3 },
        Case(filter: "age != 3 and town = 'Ulm'") { $0["age"] != 3 && $0["town"] == "Ulm" },
        Case(filter: "age<1 AND id >= 90") { $0["age"] == 0 && ($0["id"]?.int ?? 0) >= 90 },
        Case(filter: "id > 1.505e2 and id<=160") { (151...160).contains($0["id"]?.int ?? 0) },
        Case(filter: "town is null") { $0["town"]?.isNull == true },
        Case(filter: "town is not null and town <> ''") { $0["town"]?.isNull == false && $0["town"] != "" },
        Case(filter: "\"town\" = 'Öland & Co'") { $0["town"] == "Öland & Co" },
        Case(filter: "name > 'person 5'") { ($0["name"]?.string ?? "") > "person 5" },
        Case(filter: "name = 'x'' OR 1=1 --'") { _ in false },
    ]

    @Test(arguments: Backend.all, cases.indices)
    func `Rows meet the conditions`(_ backend: Backend, index: Int) throws {
        let served = try backend.people().responder()
        let (filter, wanted) = (Self.cases[index].filter, try expected(served, Self.cases[index].isMet))
        #expect(try ids(served, filter) == wanted)
        let first = served.get(target(filter, "&limit=3"))
        #expect(first.header("X-Total-Count") == "\(wanted.count)")
        #expect(
            try served.get(target(filter, at: "/lists/people/ids")).json()["ids"]?.array?.compactMap(\.int) == wanted)
        // Walked by the links, forwards by position and by cursor.
        for start in ["&limit=7", "&limit=7&after="] {
            var (found, next): ([Int], String?) = ([], target(filter, start))
            while let address = next {
                let page = try served.get(address).json()
                found += page["objects"]?.array?.compactMap { $0["id"]?.int } ?? []
                next = page.value(at: "paging/next")?.string
            }
            #expect(found == wanted)
        }
    }

    @Test(arguments: Backend.all) func `Sections are those of the rows that are left`(_ backend: Backend) throws {
        let served = try backend.people().responder()
        let filter = "age = 3"
        let sections = try served.get(target(filter, "&groupBy=town&metadataOnly")).json().array ?? []
        #expect(!sections.isEmpty)
        for section in sections {
            let rows = try served.objects(try #require(section["url"]?.string) + "&limit=500")
            #expect(rows.count == section["count"]?.int)
            #expect(rows.allSatisfy { $0["age"] == 3 })
        }
        #expect(try sections.compactMap { $0["count"]?.int }.reduce(0, +) == ids(served, filter).count)
    }

    @Test func `A rank index is not taken for a part of the rows`() throws {
        let people = try Fixture.people()
        let served = try people.responder()
        try RankIndexing(path: people.path).build(list: "people", order: "age")
        #expect(
            try ids(served, "town = 'Ulm'", "&sort=age&limit=500")
                == ids(served, "town = 'Ulm'", "&sort=age,id&limit=500"))
        #expect(served.get(target("town = 'Ulm'")).header("X-Total-Count") == "24")
    }

    @Test(arguments: [
        ("", "the name of a column"), ("age", "'is'"), ("age =", "a number"), ("age = x", "a number"),
        ("age = 'x", "closing"), ("age = 3 town = 'x'", "'and'"), ("age is 3", "'null'"), ("age ! 3", "one of ="),
        ("height = 3", "no column 'height'"), ("= 3", "the name of a column"), ("age = 3 and", "the name of a column"),
        ("'age' = 3", "the name of a column"),
        (Array(repeating: "age = 3", count: 9).joined(separator: " and "), "at most 8"),
    ])
    func `A filter that cannot be read is explained`(filter: String, message: String) throws {
        let served = try Fixture.people().responder()
        let answer = served.get(target(filter))
        #expect(answer.status == 400)
        let detail = try #require(answer.json()["detail"]?.string)
        #expect(detail.contains(message), "\(detail)")
    }
}
