import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// A page of a long list costs no count of it, and says so.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresCountTests {
    /// Longer than is counted unasked.
    private static let long = [
        "CREATE TABLE t (id int PRIMARY KEY, n int)",
        "INSERT INTO t SELECT i, nullif(i % 7, 0) FROM generate_series(1, 100000) i", "CREATE INDEX t_n ON t (n)",
        "ANALYZE t", "CREATE TABLE other (id int PRIMARY KEY)",
    ]

    @Test func `A long list is estimated and says so`() throws {
        let fixture = try PostgresFixture(Self.long)
        let served = try fixture.responder()
        let page = served.get("/lists/t?limit=2&offset=10")
        let paging = try #require(try page.json()["paging"])
        #expect(paging["exact"] == false)
        #expect((90_000...110_000).contains(paging["totalCount"]?.int ?? 0))
        #expect(page.header("X-Total-Count") == nil)
        #expect(page.header("X-Estimated-Count") == paging["totalCount"]?.int.map(String.init))
        #expect(paging["next"] == "/lists/t?offset=12&limit=2")
        #expect(page.header("Link")?.contains("\"last\"") == false)
        #expect(try page.json().value(at: "objects/0/id") == 11)
        let cursor = try served.get("/lists/t?after=&limit=2").json()
        #expect(cursor.value(at: "paging/exact") == false)
        let lists = try served.get("/lists").json().array ?? []
        #expect(lists.map { $0["exact"] } == [true, false])
        // Few rows of a long list are counted.
        let few = try served.get("/lists/t?where=id%20%3C%2050").json()
        #expect(few.value(at: "paging/totalCount") == 49 && few.value(at: "paging/exact") == true)
    }

    @Test func `A client says how rows are counted`() throws {
        let fixture = try PostgresFixture(Self.long)
        let served = try fixture.responder()
        func prefer(_ preference: String, _ query: String = "") -> Response {
            served.get("/lists/t?limit=2" + query, headers: [("Prefer", preference)])
        }
        let none = prefer("return=minimal, count=none")
        #expect(try none.json().value(at: "paging/totalCount") == .null)
        #expect(none.header("Preference-Applied") == "count=none" && none.header("X-Total-Count") == nil)
        #expect(try none.json().value(at: "paging/next") == "/lists/t?offset=2&limit=2")
        let planned = prefer("count=planned")
        #expect(planned.header("Preference-Applied") == "count=estimated")
        #expect(planned.header("X-Estimated-Count") != nil)
        let exact = prefer("count=exact")
        #expect(exact.header("Preference-Applied") == "count=exact" && exact.header("X-Total-Count") == "100000")
        #expect(exact.header("Vary") == "Prefer")
        // The query goes before the header.
        #expect(prefer("count=exact", "&count=none").header("X-Total-Count") == nil)
        let next = try served.get("/lists/t?limit=2&count=exact").json().value(at: "paging/next")
        #expect(next == "/lists/t?count=exact&offset=2&limit=2")
        #expect(prefer("count=roughly").status == 200)
        #expect(served.get("/lists/t?count=roughly").status == 400)
    }

    /// An estimate that is too high ends where the rows do, one that is too low goes on with them.
    @Test func `The end is found out`() throws {
        let fixture = try PostgresFixture(Self.long + ["DELETE FROM t WHERE id > 60000"])
        let served = try fixture.responder()
        func paging(_ offset: Int) throws -> JSONValue? {
            try served.get("/lists/t?limit=25&offset=\(offset)").json()["paging"]
        }
        #expect((try paging(0)?["totalCount"]?.int ?? 0) > 90_000)
        let beyond = try paging(80_000)
        #expect(beyond?["totalCount"] == 60_000 && beyond?["exact"] == true && beyond?["next"] == .null)
        try fixture.write(["INSERT INTO other VALUES (1)"])
        let end = try paging(59_990)
        #expect(end?["totalCount"] == 60_000 && end?["exact"] == true && end?["next"] == .null)
        try fixture.write([
            "UPDATE pg_class SET reltuples = 58000 WHERE oid = 't'::regclass", "INSERT INTO other VALUES (2)",
        ])
        let past = try paging(58_500)
        #expect(past?["totalCount"] == 58_526 && past?["exact"] == false)
        #expect(past?["next"] == "/lists/t?offset=58525&limit=25")
    }

    /// Pages of a list that is not counted have the same rows as those of one that is.
    @Test(arguments: [
        "", "sort=town", "sort=-town", "sort=town,-age", "where=age%20%3E%201&sort=-town", "groupBy=town",
    ])
    func `Pages without a count are the same`(_ query: String) throws {
        let served = try PostgresFixture(Fixture.peopleStatements).responder()
        for (offset, limit) in [(0, 7), (5, 50), (30, 1), (47, 13), (59, 5), (60, 5), (90, 5)] {
            let address = "/lists/people?\(query)&offset=\(offset)&limit=\(limit)"
            let (open, counted) = (served.get(address + "&count=none"), served.get(address))
            #expect(open.status == 200, "\(address)")
            #expect(try open.json()["objects"] == counted.json()["objects"], "\(address)")
            let next = try open.json().value(at: "paging/next")?.string
            #expect(
                try next?.replacing("count=none&", with: "") == counted.json().value(at: "paging/next")?.string,
                "\(address)")
        }
    }

    /// The log's changes are added to the count before: no row is read.
    @Test func `A log tells the count`() throws {
        let fixture = try PostgresFixture(Self.long)
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        let served = try fixture.responder()
        #expect(served.get("/lists/t").header("X-Total-Count") == "100000")
        // A count of now would say so.
        let connection = try fixture.connection()
        try connection.script("DELETE FROM t WHERE id = 100000; DELETE FROM paging_log_1_change WHERE k0 = 100000")
        try fixture.write([
            "INSERT INTO t VALUES (200001, 1), (200002, 2)", "UPDATE t SET id = id + 1 WHERE id = 200002",
            "DELETE FROM t WHERE id < 4", "INSERT INTO t VALUES (1, 1)", "UPDATE t SET n = 5 WHERE id = 10",
        ])
        #expect(served.get("/lists/t").header("X-Total-Count") == "100000")
        try fixture.write(["DELETE FROM t WHERE id = 200001"])
        #expect(served.get("/lists/t").header("X-Total-Count") == "99999")
    }
}
