import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Logs of changes as they are made, asked, outgrown and dropped.
@Suite(.blocking) struct ChangeLogTests {
    private let people: Fixture

    init() throws {
        people = try Fixture.people()
        try people.write([
            "CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO pets VALUES (1, 'cat')",
        ])
        try ChangeLogging(path: people.path).start(list: "people")
    }

    private func version(_ served: ServedFixture, _ target: String = "/lists/people") throws -> String {
        try #require(try served.get(target).json().value(at: "paging/version")?.string)
    }

    private func leftovers() throws -> [String] {
        var names: [String] = []
        try SQLiteConnection(path: people.path, mode: .readOnly).forEachRow(
            "SELECT name FROM sqlite_schema WHERE name LIKE 'paging_log%'"
        ) { names.append($0.string(0)) }
        return names
    }

    @Test func `A list's version is its own`() throws {
        let served = try people.responder()
        let first = served.get("/lists/people")
        let tag = try #require(first.header("ETag"))
        #expect(first.header("Last-Modified") == nil)
        try people.write(["INSERT INTO pets VALUES (2, 'dog')", "CREATE INDEX pets_name ON pets (name)"])
        #expect(served.get("/lists/people", headers: [("If-None-Match", tag)]).status == 304)
        #expect(try people.responder().get("/lists/people").header("ETag") == tag)
        try people.write(["UPDATE people SET age = 99 WHERE id = 3"])
        let second = served.get("/lists/people", headers: [("If-None-Match", tag)])
        #expect(second.status == 200)
        #expect(second.header("ETag") != tag)
        let date = try #require(second.header("Last-Modified"))
        #expect(date.hasSuffix(" GMT") && date.count == 29)
        try people.write(["UPDATE people SET age = 99 WHERE id = 3"])
        #expect(served.get("/lists/people").header("ETag") == second.header("ETag"))
    }

    @Test func `Dates are written as HTTP has them`() {
        #expect(HTTPDate.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(of: 0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(HTTPDate.text(of: 1_709_251_199) == "Thu, 29 Feb 2024 23:59:59 GMT")
    }

    @Test func `Changes are told in the order asked for`() throws {
        let served = try people.responder()
        let since = try version(served)
        try people.write([
            "DELETE FROM people WHERE id = 6", "INSERT INTO people VALUES (1, 'new', 'Ulm', 7)",
            "UPDATE people SET name = 'other' WHERE id = 9", "UPDATE people SET age = 50 WHERE id = 12",
            "INSERT INTO people VALUES (2, 'gone again', '', 0)", "DELETE FROM people WHERE id = 2",
        ])
        let byKey = try served.get("/lists/people/changes?since=\(since)").json()
        #expect(byKey["removed"] == [6])
        #expect(byKey["added"] == [["id": 1, "index": 0]])
        #expect(byKey["edited"] == [9, 12])
        #expect(byKey["total"] == 60)
        #expect(byKey["objects"] == nil)
        #expect(try byKey["version"]?.string == version(served))
        let byAge = try served.get("/lists/people/changes?since=\(since)&sort=-age&objects").json()
        #expect(byAge["removed"] == [6, 12])
        #expect(byAge["added"] == [["id": 12, "index": 0], ["id": 1, "index": 1]])
        #expect(byAge["edited"] == [9])
        #expect(byAge["objects"]?.array?.map { $0["id"] } == [12, 1, 9])
        let none = try served.get("/lists/people/changes?since=\(version(served))").json()
        #expect(none["removed"] == [] && none["added"] == [] && none["edited"] == [])
    }

    @Test func `A version that is not known is refused`() throws {
        let served = try people.responder()
        let since = try version(served)
        for (target, status, kind) in [
            ("/lists/people/changes", 400, "bad-parameter"),
            ("/lists/people/changes?since=yesterday", 400, "bad-parameter"),
            ("/lists/people/changes?since=2-0-0", 410, "unknown-changes"),
            ("/lists/people/changes?since=\(since)1", 410, "unknown-changes"),
            ("/lists/people/changes?since=\(since)&limit=3", 400, "unknown-parameter"),
            ("/lists/people/changes?since=\(since)&sort=height", 400, "unknown-column"),
            ("/lists/pets/changes?since=\(since)", 422, "needs-log"),
            ("/lists/nobody/changes?since=\(since)", 404, "unknown-list"),
            ("/lists/people/ids?version=\(since)1", 409, "other-version"),
            ("/lists/people?ids=3&offset=4", 400, "unknown-parameter"),
        ] {
            let answer = served.get(target)
            #expect(answer.status == status, "\(target)")
            #expect(try answer.json()["type"]?.string?.hasSuffix(":" + kind) == true, "\(target)")
        }
    }

    @Test func `A request for a stream without its header is told which one is missing`() throws {
        let served = try people.responder()
        for target in ["/lists/people/changes", "/lists/pets/changes", "/changes?lists=people"] {
            let detail = try served.get(target).json()["detail"]?.string
            #expect(detail?.contains("the header 'Accept: text/event-stream'") == true, "\(target): \(detail ?? "")")
        }
    }

    @Test func `Only so many changes are kept`() throws {
        try ChangeLogging(path: people.path).start(list: "people", keep: 5)
        let served = try people.responder()
        var versions: [String] = []
        for id in 1000..<1010 {
            versions.append(try version(served))
            try people.write(["INSERT INTO people (id) VALUES (\(id))"])
        }
        for (index, version) in versions.enumerated() {
            #expect(served.get("/lists/people/changes?since=\(version)").status == (index < 5 ? 410 : 200))
        }
        let kept = try SQLiteConnection(path: people.path, mode: .readOnly).value(
            "SELECT count(*) FROM paging_log_2_change")
        // And the one before them: its mark proves the oldest version that is known.
        #expect(kept == .integer(6))
    }

    /// Numbers are the same as before, and name other changes.
    @Test func `A copy of the file that was put back has other versions`() throws {
        try ChangeLogging(path: people.path).start(list: "people")
        try people.write(["INSERT INTO people (id) VALUES (1000)"])
        let kept = try Data(contentsOf: URL(fileURLWithPath: people.path))
        let (known, lost) = try served { served in
            let known = try version(served)
            try people.write(["INSERT INTO people (id) VALUES (1001)", "INSERT INTO people (id) VALUES (1002)"])
            return (known, try version(served))
        }
        try kept.write(to: URL(fileURLWithPath: people.path))
        try people.write((2001...2004).map { "INSERT INTO people (id) VALUES (\($0))" })
        try served { served in
            #expect(served.get("/lists/people/changes?since=\(lost)").status == 410)
            #expect(served.get("/lists/people/changes?since=\(known)").status == 200)
        }
    }

    private func served<Result>(_ body: (ServedFixture) throws -> Result) throws -> Result {
        try body(people.responder())
    }

    @Test func `A client that is too far behind loads anew`() throws {
        let served = try people.responder()
        let since = try version(served)
        let limit = ServerLimits.maximumChangesPerAnswer
        func insert(_ ids: ClosedRange<Int>) throws {
            try people.write([
                "WITH RECURSIVE n(i) AS (SELECT \(ids.lowerBound) UNION ALL SELECT i + 1 FROM n WHERE i < \(ids.upperBound)) "
                    + "INSERT INTO people (id) SELECT i FROM n"
            ])
        }
        try insert(1001...1000 + limit)
        #expect(try served.get("/lists/people/changes?since=\(since)").json()["added"]?.array?.count == limit)
        try insert(1_000_000...1_000_000)
        #expect(served.get("/lists/people/changes?since=\(since)").status == 410)
    }

    @Test func `Rows are found by their keys`() throws {
        let served = try people.responder()
        let json = try served.get("/lists/people?ids=9,4,3,x").json()
        #expect(json["objects"]?.array?.map { $0["id"] } == [9, 3])
        #expect(json.value(at: "paging/missing") == [4, "x"])
        #expect(try served.objects("/lists/people?ids=[12,6]&limit=2").map { $0["id"] } == [12, 6])
        #expect(try served.objects("/lists/people?ids=").isEmpty)
        // The parameters that a client sends with every request of its list.
        let whole = "/lists/people?sort=-age&where=age%20%3E%201&search=&ids=9,3"
        #expect(try served.objects(whole).map { $0["id"] } == [9, 3])
        let many = (0...ServerLimits.maximumPageRows).map(String.init).joined(separator: ",")
        #expect(served.get("/lists/people?ids=\(many)").status == 400)
        try people.write([
            "CREATE TABLE parts (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID",
            "INSERT INTO parts VALUES ('x,y', 1), ('z', 2)", "CREATE TABLE loose (name TEXT)",
            "CREATE TABLE other (key INTEGER PRIMARY KEY, id TEXT)",
        ])
        let parts = try served.get(#"/lists/parts?ids=[%22[%5C%22z%5C%22,2]%22,[%22x,y%22,1],[%22x%22,1]]"#).json()
        #expect(parts["objects"]?.array?.map { $0["b"] } == [2, 1])
        #expect(parts.value(at: "paging/missing") == [#"["x",1]"#])
        #expect(served.get("/lists/parts?ids=z").status == 400)
        #expect(served.get("/lists/loose?ids=1").status == 422)
        #expect(served.get("/lists/other?ids=1").status == 422)
        #expect(try served.get("/lists/parts/ids?sort=-b").json()["ids"] == [#"["z",2]"#, #"["x,y",1]"#])
    }

    @Test func `A snapshot is of one version and comes in ranges`() throws {
        let served = try people.responder()
        let version = try version(served)
        let whole = try #require(served.get("/lists/people/ids?sort=town,-age").json()["ids"]?.array)
        #expect(whole.count == 60)
        let part = try served.get("/lists/people/ids?sort=town,-age&offset=50&limit=20&version=\(version)").json()
        #expect(part["ids"]?.array == Array(whole[50...]))
        #expect(part.value(at: "paging/totalCount") == 60)
        try people.write(["DELETE FROM people WHERE id = 3"])
        #expect(served.get("/lists/people/ids?version=\(version)").status == 409)
    }

    @Test func `A table that changes its shape needs a new log`() throws {
        let served = try people.responder()
        let since = try version(served)
        try people.write(["ALTER TABLE people ADD COLUMN email TEXT"])
        #expect(served.get("/lists/people/changes?since=\(since)").status == 422)
        let logging = try ChangeLogging(path: people.path)
        #expect(try logging.logs().map(\.isUsable) == [false])
        try logging.start(list: "people")
        #expect(try logging.logs().map(\.isUsable) == [true])
        // Versions of the old log mean nothing to the new one.
        #expect(served.get("/lists/people/changes?since=\(since)").status == 410)
    }

    @Test func `Starting twice changes nothing, and dropping leaves nothing`() throws {
        let logging = try ChangeLogging(path: people.path)
        #expect(try logging.start(list: "people").isEmpty)
        #expect(
            try logging.start(list: "pets", isDryRun: true).contains {
                $0.contains("CREATE TRIGGER paging_log_2_insert")
            })
        #expect(try logging.logs().map(\.list) == ["people"])
        #expect(try served(lists: people).contains { $0.hasPrefix("paging") } == false)
        try logging.drop(list: "people")
        #expect(try leftovers().isEmpty)
        #expect(throws: ChangeLogError.missing(list: "people")) { try logging.drop(list: "people") }
    }

    private func served(lists fixture: Fixture) throws -> [String] {
        try fixture.responder().get("/lists").json().array?.compactMap { $0["name"]?.string } ?? []
    }

    @Test(arguments: [
        ("CREATE TABLE t (a)", ChangeLogError.noKey(list: "t")),
        ("CREATE VIEW t AS SELECT 1 AS id", .notATable(list: "t")),
        ("CREATE TABLE t (k INTEGER PRIMARY KEY, id)", .otherID(list: "t")),
        ("CREATE TABLE u (id)", .unknownList("t", known: ["people", "pets", "u"])),
    ])
    func `A table that can have none is refused`(definition: String, error: ChangeLogError) throws {
        try people.write([definition])
        #expect(throws: error) { try ChangeLogging(path: people.path).start(list: "t") }
        #expect(!error.description.isEmpty)
    }

    @Test func `A unique expression is refused`() throws {
        try people.write(["CREATE TABLE t (id INTEGER PRIMARY KEY, a)", "CREATE UNIQUE INDEX i ON t (abs(a))"])
        #expect(throws: ChangeLogError.uniqueExpression(list: "t", index: "i")) {
            try ChangeLogging(path: people.path).start(list: "t")
        }
    }
}
