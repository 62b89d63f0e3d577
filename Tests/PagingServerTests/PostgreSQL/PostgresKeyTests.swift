import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Rows are told apart and found again by keys of any type, in orders of any collation and direction.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresKeyTests {
    @Test(arguments: [
        ("k uuid PRIMARY KEY", "md5(i::text)::uuid"), ("k text PRIMARY KEY", "'k, ' || i"),
        ("k text COLLATE \"de-x-icu\" PRIMARY KEY", "chr(96 + i)"), ("k date PRIMARY KEY", "date '2026-01-01' + i"),
        ("k numeric PRIMARY KEY", "i / 4.0"), ("k bool NOT NULL, l int, PRIMARY KEY (k, l)", "i % 2 = 0, i"),
        ("k text, l timestamptz, PRIMARY KEY (l, k)", "'\"' || i, timestamptz '2026-01-01' + i * interval '1 s'"),
        ("k int2 PRIMARY KEY", "i"), ("k varchar(9) UNIQUE NOT NULL", "'v' || i"),
        ("k farther PRIMARY KEY", "i"),
    ])
    func `Rows are found by their keys`(definition: String, value: String) throws {
        let fixture = try PostgresFixture([
            "CREATE DOMAIN near AS int", "CREATE DOMAIN farther AS near", "CREATE TABLE t (\(definition), n int)",
            "INSERT INTO t SELECT \(value), i % 3 FROM generate_series(1, 9) i",
        ])
        let served = try fixture.responder()
        let ids = try #require(try served.get("/lists/t/ids?sort=-n").json()["ids"]?.array)
        let rows = try served.objects("/lists/t?sort=-n")
        #expect(rows.compactMap { $0["id"] } == ids)
        #expect(ids.count == 9 && Set(ids.map(\.json)).count == 9)
        // In an order of its own; a key of several parts is a text in the array.
        let asked = JSONValue.array(ids.reversed())
        let answer = try served.get("/lists/t?ids=\(PercentEncoding.encode(asked.json))").json()
        #expect(answer["objects"]?.array == rows.reversed(), "\(definition)")
        #expect(answer.value(at: "paging/missing")?.array == [])
    }

    /// JSON, arrays and records have other forms in an answer than in a request, and a key of a parent is not unique over its children.
    @Test(arguments: [
        ["CREATE TABLE t (k jsonb PRIMARY KEY)", "INSERT INTO t VALUES ('1'), ('\"1\"')"],
        ["CREATE TABLE t (k int[] PRIMARY KEY)", "INSERT INTO t VALUES ('{1}'), ('{1,NULL}')"],
        ["CREATE TABLE t (k pair, n int, PRIMARY KEY (n, k))", "INSERT INTO t VALUES ((1, 'a'), 1), ((1, 'b'), 1)"],
        [
            "CREATE TABLE t (k int PRIMARY KEY)", "CREATE TABLE c () INHERITS (t)", "INSERT INTO t VALUES (1)",
            "INSERT INTO c VALUES (1)",
        ],
    ])
    func `Rows without a key that clients can name have none`(statements: [String]) throws {
        let served = try PostgresFixture(["CREATE TYPE pair AS (a int, b text)"] + statements).responder()
        let rows = try served.objects("/lists/t")
        #expect(rows.count == 2 && Set(rows.compactMap { $0["id"] }).count == 2, "\(rows)")
        for target in ["/lists/t/ids", "/lists/t?ids=1", "/lists/t/rows/1", "/lists/t?after="] {
            #expect(served.get(target).status == 422, "\(target)")
        }
    }

    @Test func `Collations and directions are the columns'`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (k int PRIMARY KEY, c text COLLATE \"C\", g text COLLATE \"de-x-icu\", n int)",
            "INSERT INTO t VALUES (1, 'b', 'b', NULL), (2, 'B', 'B', 1), (3, 'ä', 'ä', 1), (4, 'z', 'z', NULL), (5, NULL, NULL, 2)",
        ])
        let served = try fixture.responder()
        for (sort, wanted) in [
            ("c", [5, 2, 1, 4, 3]), ("g", [5, 3, 1, 2, 4]), ("-g", [4, 2, 1, 3, 5]), ("n,-c", [4, 1, 3, 2, 5]),
            ("-n,c", [5, 2, 3, 1, 4]), ("-n,-k", [5, 3, 2, 4, 1]),
        ] {
            #expect(try served.objects("/lists/t?sort=\(sort)").compactMap { $0["k"]?.int } == wanted, "\(sort)")
            // Row by row, by cursors in both directions.
            for (name, way) in [("after", wanted), ("before", wanted.reversed())] {
                var (address, walked): (String?, [Int]) = ("/lists/t?sort=\(sort)&\(name)=&limit=1", [])
                while let target = address {
                    let page = try served.get(target).json()
                    walked += page["objects"]?.array?.compactMap { $0["k"]?.int } ?? []
                    address = page.value(at: name == "after" ? "paging/next" : "paging/previous")?.string
                }
                #expect(walked == way, "\(sort) \(name)")
            }
        }
    }

    @Test func `A key of another type is missing or refused`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE n (k int PRIMARY KEY)", "CREATE TABLE u (k uuid PRIMARY KEY)", "INSERT INTO n VALUES (7)",
        ])
        let served = try fixture.responder()
        for key in ["8", "x", "7.5", "99999999999999999999", "9223372036854775807"] {
            let answer = try served.get("/lists/n?ids=\(key)").json()
            #expect(answer["objects"]?.array == [], "\(key)")
            #expect(answer.value(at: "paging/missing")?.array?.count == 1, "\(key)")
        }
        let refused = served.get("/lists/u?ids=x")
        #expect(refused.status == 400)
        #expect(try refused.json()["type"]?.string?.hasSuffix("bad-value") == true)
    }

    @Test func `Versions name states of the database`() throws {
        let fixture = try PostgresFixture(["CREATE TABLE t (k int PRIMARY KEY)", "INSERT INTO t VALUES (1)"])
        let served = try fixture.responder()
        let open = try fixture.connection()
        try open.script("BEGIN")
        try open.script("INSERT INTO t VALUES (2)")
        let before = served.get("/lists/t")
        let tag = try #require(before.header("ETag"))
        try open.script("COMMIT")
        let after = served.get("/lists/t", headers: [("If-None-Match", tag)])
        #expect(after.status == 200)
        #expect(after.header("ETag") != tag)
        #expect(before.header("X-Total-Count") == "1" && after.header("X-Total-Count") == "2")
    }
}
