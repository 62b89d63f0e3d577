import PagingWire
import Testing

@testable import PagingServer

/// SQLite refuses to drop a column that a trigger or an index names; ours are no exception.
@Suite struct DroppedColumnTests {
    private static let table = [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT, c TEXT)",
        "INSERT INTO t VALUES (1, 10, 'x', 'y'), (2, 20, 'x', 'z'), (3, 5, 'y', 'z')",
    ]

    @Test func `A column is dropped once the log is, which is made anew`() throws {
        let fixture = try Fixture(Self.table)
        let logging = try ChangeLogging(path: fixture.path)
        try logging.start(list: "t")
        let served = try fixture.responder()
        let version = try #require(try served.get("/lists/t").json().value(at: "paging/version")?.string)
        // It says whose trigger is in the way, and changes nothing.
        do {
            try fixture.write(["ALTER TABLE t DROP COLUMN c"])
            Issue.record("the column is gone")
        } catch let error as SQLiteError {
            #expect("\(error)".contains("paging_log"), "\(error)")
        }
        try fixture.write(["UPDATE t SET c = 'w' WHERE id = 2", "DELETE FROM t WHERE id = 3"])
        #expect(try served.get("/lists/t/changes?since=\(version)").json()["removed"]?.array == [3])
        try logging.drop(list: "t")
        try fixture.write(["ALTER TABLE t DROP COLUMN c", "INSERT INTO t VALUES (4, 1, 'v')"])
        try logging.start(list: "t")
        #expect(try logging.logs().map(\.isUsable) == [true])
        #expect(served.get("/lists/t/changes?since=\(version)").status == 410)
        #expect(try served.objects("/lists/t").compactMap { $0["id"]?.int } == [1, 2, 4])
    }

    @Test func `A column that no order names is dropped beside a rank index`() throws {
        let fixture = try Fixture(Self.table)
        let indexing = try RankIndexing(path: fixture.path)
        try indexing.build(list: "t", order: "a")
        try fixture.write(["ALTER TABLE t DROP COLUMN c", "INSERT INTO t VALUES (4, 1, 'v')"])
        #expect(try indexing.indexes().map(\.isUsable) == [true])
        #expect(try indexing.check(list: "t", order: "a") == [])
        #expect(throws: SQLiteError.self) { try fixture.write(["ALTER TABLE t DROP COLUMN a"]) }
        try fixture.write(["INSERT INTO t VALUES (5, 7, 'u')"])
        #expect(try indexing.check(list: "t", order: "a") == [])
        try indexing.drop(list: "t", order: "a", isDryRun: false)
        try fixture.write(["ALTER TABLE t DROP COLUMN a"])
        #expect(try fixture.responder().objects("/lists/t").count == 5)
    }
}
