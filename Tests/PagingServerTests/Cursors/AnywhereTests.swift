import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Lists that are begun in their middle, by a position, a key or at the end, and read on in both directions by cursors.
@Suite(.blocking) struct AnywhereTests {
    /// Tables in `make check`, of which `make test` has a few.
    private static let tables = (few: 4, all: 12)

    /// Where a walk begins.
    private enum Start: CaseIterable { case position, key, end }

    @Test(arguments: Backend.all, Seeds.some(tables.few, of: tables.all))
    func `Walks from anywhere are the order`(_ backend: Backend, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let model = TableModel(&random, backend)
        let served = try model.serve()
        let hasKey = served.get("/lists/t?around=0").status != 422
        for start in Start.allCases {
            let (terms, query) = model.order(&random)
            let wanted = model.sorted(terms).map(\.mark)
            let limit = 1 + random.below(random.below(3) == 0 ? 300 : 40)
            let replay = Seeds.replay(seed, "walksFromAnywhereAreTheOrder")
            guard !wanted.isEmpty else { continue }
            let place = random.below(wanted.count)
            var target = "/lists/t?limit=\(limit)\(query)"
            var first = place
            switch start {
            case .position: target += "&offset=\(place)"
            case .end:
                target += "&before="
                first = max(0, wanted.count - limit)
            case .key:
                let row = try served.objects("/lists/t?limit=1&offset=\(place)\(query)")[0]
                target += "&around=\(PercentEncoding.encode(row["id"]?.string ?? row["id"]?.json ?? ""))"
                first = max(0, min(place - limit / 2, wanted.count - limit))
            }
            let page = served.get(target)
            if start != .position, model.isView || start == .key && !hasKey {
                #expect(page.status == 422, "\(target) \(replay)")
                continue
            }
            let json = try page.json()
            let slice = Array(wanted.dropFirst(first).prefix(limit))
            #expect(try marks(json) == slice, "\(target) \(replay)")
            if start != .end { #expect(json.value(at: "paging/offset")?.int == first, "\(target) \(replay)") }
            guard !model.isView else {
                #expect(json["paging"]?["after"]?.isNull == true && json["paging"]?["before"]?.isNull == true)
                continue
            }
            let up = try walk(served, "before", from: json, "/lists/t?limit=\(limit)\(query)")
            let down = try walk(served, "after", from: json, "/lists/t?limit=\(limit)\(query)")
            #expect(up + slice + down == wanted, "\(target) \(replay)")
            // A list's ends are told by the pages that reach them.
            #expect(up.isEmpty == (first == 0) && down.isEmpty == (first + slice.count == wanted.count), "\(replay)")
        }
    }

    private func marks(_ page: JSONValue) throws -> [Int] {
        try #require(page["objects"]?.array).compactMap { $0["mark"]?.int }
    }

    /// The rows of all pages on one side of a page, in the list's order.
    private func walk(
        _ served: ServedFixture, _ way: String, from page: JSONValue, _ address: String
    ) throws -> [Int] {
        var (found, page): ([Int], JSONValue) = ([], page)
        while let cursor = page["paging"]?[way]?.string {
            let answer = served.get("\(address)&\(way)=\(cursor)")
            let relation = way == "after" ? "next" : "prev"
            page = try answer.json()
            let links = answer.header("Link").map { LinkHeader($0) }
            let target = links?.first(relation)?.target
            #expect(target == page["paging"]?[way == "after" ? "next" : "previous"]?.string)
            #expect((target == nil) == (page["paging"]?[way]?.isNull == true))
            found = try way == "after" ? found + marks(page) : marks(page) + found
        }
        return found
    }

    /// Rows are deleted and inserted between the pages, those that cursors are of among them; the rest comes once, in SQL's order.
    @Test(arguments: Backend.all, Seeds.some(4, of: 8))
    func `What stays comes once while others come and go`(_ backend: Backend, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let replay = Seeds.replay(seed, "whatStaysComesOnceWhileOthersComeAndGo")
        let fixture = try backend.fixture([
            "CREATE TABLE t (k INTEGER PRIMARY KEY, a INTEGER, b TEXT)", "CREATE INDEX t_a ON t (a)",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
            INSERT INTO t SELECT i * 10, CASE i % 7 WHEN 0 THEN NULL ELSE i % 5 END, CASE i % 3 WHEN 0 THEN NULL ELSE 'b' END FROM n
            """,
        ])
        let served = try fixture.responder()
        let order = random.element(of: [("a,b", "a, b, k"), ("-a", "a DESC, k DESC"), ("b,-a", "b, a DESC, k DESC")])
        let filter = random.below(2) == 0 ? "" : "&where=k%20%3E%20300"
        let limit = 3 + random.below(20)
        let address = "/lists/t?sort=\(order.0)\(filter)&limit=\(limit)"
        let writer = try fixture.writer()

        let middle = 10 * (40 + random.below(150))
        let start = try served.get("\(address)&around=\(middle)").json()
        var seen = try #require(start["objects"]?.array).compactMap { $0["k"]?.int }
        var (up, down) = (start["paging"]?["before"]?.string, start["paging"]?["after"]?.string)
        var (touched, next): (Set<Int>, Int) = ([], 1)
        while up != nil || down != nil {
            for _ in 0..<3 {
                if random.below(2) == 0 {
                    // A row that was seen last, or any.
                    let victim = random.below(2) == 0 ? [seen.first, seen.last][random.below(2)] : nil
                    let key = victim ?? 10 * (1 + random.below(200))
                    touched.insert(key)
                    try writer.forEachRow("DELETE FROM t WHERE k = \(key)") { _ in }
                } else {
                    let a = random.below(4) == 0 ? "NULL" : "\(random.below(5))"
                    touched.insert(next)
                    try writer.forEachRow("INSERT INTO t VALUES (\(next), \(a), 'b')") { _ in }
                    next += next % 10 == 9 ? 2 : 1
                }
            }
            let isUp = down == nil || up != nil && random.below(2) == 0
            let cursor = try #require(isUp ? up : down)
            let page = try served.get("\(address)&\(isUp ? "before" : "after")=\(cursor)").json()
            let keys = try #require(page["objects"]?.array).compactMap { $0["k"]?.int }
            seen = isUp ? keys + seen : seen + keys
            if isUp { up = page["paging"]?["before"]?.string } else { down = page["paging"]?["after"]?.string }
        }
        #expect(Set(seen).count == seen.count, "\(replay)")
        var sorted: [Int] = []
        let terms = order.1.split(separator: ",").map { term in
            backend == .sqlite ? "\(term)" : "\(term) NULLS \(term.hasSuffix("DESC") ? "LAST" : "FIRST")"
        }
        let condition = filter.isEmpty ? "" : "WHERE k > 300"
        try writer.forEachRow("SELECT k FROM t \(condition) ORDER BY \(terms.joined(separator: ","))") { row in
            sorted.append(Int(row.int64(0)))
        }
        #expect(seen.filter { !touched.contains($0) } == sorted.filter { !touched.contains($0) }, "\(replay)")
        // Of the others only the order is known.
        let stillThere = Set(sorted)
        let shown = seen.filter(stillThere.contains)
        #expect(shown == sorted.filter(Set(shown).contains), "\(replay)")
    }

    @Test(arguments: Backend.all) func `Pages say where they end`(_ backend: Backend) throws {
        let people = try backend.people()
        let served = try people.responder()
        let page = try served.get("/lists/people?around=90&limit=10&sort=age").json()
        let before = try #require(page["paging"]?["before"]?.string)
        let keys = try #require(page["objects"]?.array).compactMap { $0["id"]?.int }
        try people.write(["DELETE FROM people WHERE id NOT IN (\(keys.map(String.init).joined(separator: ",")))"])
        // All that was before is gone: the page there is empty, and its way back is the cursor.
        let empty = try served.get("/lists/people?before=\(before)&limit=10&sort=age").json()
        #expect(empty["objects"]?.array?.isEmpty == true)
        #expect(empty["paging"]?["before"]?.isNull == true)
        #expect(empty["paging"]?["after"]?.string == before)
        let whole = try served.get("/lists/people?around=90&limit=10&sort=age").json()
        #expect(whole["paging"]?["before"]?.isNull == true && whole["paging"]?["after"]?.isNull == true)
        #expect(whole.value(at: "paging/offset")?.int == 0)
    }

    @Test(arguments: Backend.all) func `A row that is not there is missing`(_ backend: Backend) throws {
        let served = try backend.people().responder()
        let town = "where=town%20=%20'Ulm'"
        // The key, what is asked besides, and what the problem names.
        for (key, query, parameter) in [
            ("1", "", "around"), ("x", "", "around"), ("", "", "around"), ("99999999999999999999", "", "around"),
            ("1", town, "around"), ("3", town, "where"), ("3", "groupBy=town&group=Ulm", "group"),
            ("9", town + "%20and%20age%20%3E%2090", "where"),
        ] {
            let answer = served.get("/lists/people?around=\(key)&\(query)")
            let problem = try answer.json()
            #expect(answer.status == 404 && problem["parameter"]?.string == parameter, "\(key) \(query)")
            #expect(problem["type"]?.string?.hasSuffix("unknown-row") == true)
        }
        #expect(served.get("/lists/people?around=9&\(town)").status == 200)
        for other in ["offset=3", "after=", "before=", "groupBy=age&metadataOnly"] {
            #expect(served.get("/lists/people?around=9&\(other)").status == 400, "\(other)")
        }
    }

    @Test(arguments: Backend.all) func `Positions are counted within a bound`(_ backend: Backend) throws {
        let bound = ServerLimits.rowsCountedUnasked
        let fixture = try backend.fixture([
            "CREATE TABLE t (k INTEGER PRIMARY KEY, a INTEGER)", "CREATE INDEX t_a ON t (a)",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(bound))
            INSERT INTO t SELECT i, i % 9 FROM n
            """,
        ])
        let served = try fixture.responder()
        func offset(_ query: String) throws -> Int? {
            try served.get("/lists/t?limit=10&\(query)").json().value(at: "paging/offset")?.int
        }
        #expect(try offset("around=5000") == 4_994)
        try fixture.write(["INSERT INTO t VALUES (\(bound + 1), 3)"])
        #expect(try offset("around=5000") == nil)
        #expect(try offset("around=3") == 0)
        #expect(try offset("around=\(bound + 1)") == bound - 9)
        #expect(try offset("around=5000&sort=-a") == nil)
        #expect(try offset("around=504&groupBy=a&group=0&sort=k") == 50)
    }

    @Test(arguments: Backend.all) func `A rank index tells the position`(_ backend: Backend) throws {
        let fixture = try backend.fixture([
            "CREATE TABLE t (k INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER)",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO t SELECT i, i % 4, i % 11 FROM n
            """,
        ])
        try fixture.rank("t", order: "a, b desc")
        let served = try fixture.responder()
        for query in ["sort=a,-b", "sort=-a,b", "groupBy=a&group=2&sort=-b", "groupBy=a&group=2&sort=b"] {
            for place in [0, 5, 400, 745] {
                let row = try served.objects("/lists/t?\(query)&limit=1&offset=\(place)")[0]
                let page = try served.get("/lists/t?\(query)&limit=30&around=\(try #require(row["k"]?.int))").json()
                let offset = try #require(page.value(at: "paging/offset")?.int, "\(query)")
                #expect(offset == max(0, min(place - 15, 3_000 - 30)) || query.hasPrefix("g"))
                #expect(page["objects"]?.array == (try served.objects("/lists/t?\(query)&limit=30&offset=\(offset)")))
            }
        }
    }
}
