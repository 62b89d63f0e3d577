import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Pages of tables at random, against an order that is worked out without SQL.
@Suite(.blocking) struct PagePropertyTests {
    /// Tables in `make check`, of which `make test` has a few.
    private static let tables = (few: 4, all: 16)
    private static let requestsPerTable = 40

    @Test(arguments: Backend.all, Seeds.some(tables.few, of: tables.all))
    func `Pages are slices of the order`(_ backend: Backend, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let model = TableModel(&random, backend)
        let served = try model.serve()
        for _ in 0..<Self.requestsPerTable {
            let (terms, query) = model.order(&random)
            let wanted = model.sorted(terms).map(\.mark)
            let offset = random.below(wanted.count + 20)
            let limit = 1 + random.below(random.below(3) == 0 ? 500 : 30)
            let target = "/lists/t?offset=\(offset)&limit=\(limit)\(query)"
            let page = served.get(target)
            let marks = try page.json()["objects"]?.array?.compactMap { $0["mark"]?.int }
            let slice = Array(wanted.dropFirst(offset).prefix(limit))
            #expect(marks == slice, "\(target) \(Seeds.replay(seed, "pagesAreSlicesOfTheOrder"))")
            #expect(page.header("X-Total-Count") == String(wanted.count))
        }
    }

    @Test(arguments: Backend.all, Seeds.some(tables.few, of: tables.all))
    func `Sections follow each other in the grouped list`(_ backend: Backend, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let model = TableModel(&random, backend)
        let served = try model.serve()
        for group in model.columns.indices {
            var (terms, query) = model.order(&random)
            let column = model.columns[group].name
            let descends = terms.first { $0.column == group }?.descends ?? false
            terms = [TableModel.Term(column: group, descends: descends)] + terms.filter { $0.column != group }
            query += "&groupBy=\(column)"
            let replay = Seeds.replay(seed, "sectionsFollowEachOtherInTheGroupedList")

            let grouped = model.sorted(terms)
            let sections = try #require(try served.get("/lists/t?metadataOnly\(query)").json().array)
            var start = 0
            for section in sections {
                let count = try #require(section["count"]?.int)
                let url = try #require(section["url"]?.string)
                let rows = grouped[start..<start + count]
                #expect(rows.allSatisfy { model.areEqual($0.values[group], rows[start].values[group], column: group) })
                #expect(try walk(served, url, limit: 37) == rows.map(\.mark), "\(url) \(replay)")
                start += count
            }
            #expect(start == grouped.count, "\(query) \(replay)")
            #expect(try walk(served, "/lists/t?limit=83\(query)", limit: nil) == grouped.map(\.mark), "\(replay)")
        }
    }

    @Test(arguments: Backend.all, [false, true])
    func `Rows without gaps are jumped to from both ends`(_ backend: Backend, hasGap: Bool) throws {
        let fixture = try backend.fixture([
            "CREATE TABLE t (k INTEGER PRIMARY KEY)",
            """
            WITH RECURSIVE n(i) AS (SELECT -900 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
            INSERT INTO t SELECT i FROM n WHERE i <> 7 OR NOT \(hasGap)
            """,
        ])
        let served = try fixture.responder()
        let keys = (-900...1100).filter { $0 != 7 || !hasGap }
        for (sort, wanted) in [("k", keys), ("-k", keys.reversed())] {
            for offset in [0, 499, 500, 900, 905, 908, 1000, 1001, 1500, 1990, 2000, 2001] {
                let objects = try served.objects("/lists/t?sort=\(sort)&offset=\(offset)&limit=13")
                #expect(objects.compactMap { $0["k"]?.int } == Array(wanted.dropFirst(offset).prefix(13)))
            }
        }
    }

    /// Follows the links of an address to the end.
    private func walk(_ served: ServedFixture, _ address: String, limit: Int?) throws -> [Int] {
        var marks: [Int] = []
        var next: String? = limit.map { address + "&limit=\($0)" } ?? address
        while let target = next {
            let page = served.get(target)
            marks += try page.json()["objects"]?.array?.compactMap { $0["mark"]?.int } ?? []
            next = page.header("Link").flatMap { LinkHeader($0).first("next")?.target }
            #expect(next == (try page.json()).value(at: "paging/next")?.string)
        }
        return marks
    }
}
