import Foundation
import PagingServer
import PagingWire
import Testing

@testable import PagingServer

/// A file that cannot be served says why, and never takes the server down.
@Suite struct BadFileTests {
    private func reason(_ path: String) -> SQLiteError.Reason? {
        do {
            _ = try SQLiteDatabase(path: path)
            return nil
        } catch {
            return (error as? SQLiteError)?.reason
        }
    }

    @Test func `A missing file is named`() throws {
        let path = try Fixture().folder.appendingPathComponent("nowhere.sqlite").path
        #expect(reason(path) == .missing)
        #expect(throws: SQLiteError.self) { try SQLiteDatabase(path: path) }
        // Opening it has not made it.
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `A folder or another file is no database`() throws {
        let fixture = try Fixture()
        #expect(reason(fixture.folder.path) == .notADatabase)
        let text = fixture.folder.appendingPathComponent("text.sqlite").path
        try String(repeating: "This is no database. ", count: 200).write(
            toFile: text, atomically: true, encoding: .utf8)
        #expect(reason(text) == .notADatabase)
        try "short".write(toFile: text, atomically: true, encoding: .utf8)
        #expect(reason(text) == .notADatabase)
    }

    @Test func `An empty file is a database without lists`() throws {
        let fixture = try Fixture()
        #expect(FileManager.default.createFile(atPath: fixture.path, contents: Data()))
        let served = try fixture.responder()
        #expect(try served.get("/lists").json() == .array([]))
        #expect(served.get("/").status == 200)
        #expect(served.get("/lists/any").status == 404)
    }

    @Test(.enabled(if: geteuid() != 0)) func `A file that may not be read says so`() throws {
        let fixture = try Fixture.people()
        chmod(fixture.path, 0)
        #expect(reason(fixture.path) == .notPermitted)
    }

    @Test(arguments: ["a ?b", "a%41", "a#b", "a&mode=rwc", "ä'\"", "-", "a\nb"])
    func `Any file name is opened`(name: String) throws {
        let fixture = try Fixture.people()
        let path = fixture.folder.appendingPathComponent(name).path
        try FileManager.default.copyItem(atPath: fixture.path, toPath: path)
        let responder = Responder(try SQLiteDatabase(path: path))
        #expect(responder.respond(to: Request(target: "/lists/people")).status == 200)
    }

    @Test(arguments: Seeds.some(40))
    func `A damaged file gives problems`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fixture = try Fixture.people()
        var data = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        switch random.below(3) {
        case 0: data = data.prefix(random.below(data.count))
        case 1:
            let start = random.below(data.count)
            for index in start..<min(data.count, start + 600) { data[index] = UInt8(truncatingIfNeeded: random.next()) }
        default:
            for _ in 0..<40 { data[100 + random.below(data.count - 100)] = UInt8(truncatingIfNeeded: random.next()) }
        }
        try data.write(to: URL(fileURLWithPath: fixture.path))
        guard let served = try? fixture.responder() else { return }
        for target in [
            "/", "/lists", "/lists/people?offset=10", "/lists/people?offset=45&sort=-town,age",
            "/lists/people?groupBy=town",
            "/lists/people?groupBy=town&metadataOnly", "/lists/people?groupBy=town&group=Ulm",
        ] {
            let response = served.get(target)
            #expect([200, 400, 404, 422, 503].contains(response.status), "\(Seeds.replay(seed, "aDamagedFile"))")
            #expect(throws: Never.self, "\(Seeds.replay(seed, "aDamagedFile"))") { try response.json() }
        }
    }

    @Test func `A writer that holds the file is waited for and then named`() throws {
        let fixture = try Fixture.people()
        let responder = Responder(try SQLiteDatabase(path: fixture.path, busyMilliseconds: 1))
        let writer = try SQLiteConnection(path: fixture.path, mode: .create)
        try writer.execute("BEGIN EXCLUSIVE")
        let response = responder.respond(to: Request(target: "/lists/people"))
        #expect(response.status == 503)
        #expect(response.header("Retry-After") == "1")
        #expect(try response.json()["detail"]?.string?.contains("locked") == true)
        try writer.execute("COMMIT")
        #expect(responder.respond(to: Request(target: "/lists/people")).status == 200)
    }

    @Test func `A statement that is too slow is cancelled`() throws {
        let fixture = try Fixture([
            "CREATE TABLE t (id INTEGER PRIMARY KEY)",
            "CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        ])
        let database = try SQLiteDatabase(path: fixture.path)
        let hasty = Responder(database, queryMilliseconds: 20)
        let response = hasty.respond(to: Request(target: "/lists/forever"))
        #expect(response.status == 503)
        #expect(response.header("Retry-After") == "1")
        #expect(try response.json()["type"]?.string?.hasSuffix("too-slow") == true)
        // Others are not made to suffer: the list of lists leaves out the count it could not have.
        let patient = Responder(database, queryMilliseconds: 1_000)
        let lists = try #require(try patient.respond(to: Request(target: "/lists")).json().array)
        #expect(lists.compactMap { $0["name"]?.string } == ["forever", "t"])
        #expect(lists.first?["count"]?.isNull == true)
        #expect(patient.respond(to: Request(target: "/lists/t")).status == 200)
    }

    @Test func `Nothing is written`() throws {
        let fixture = try Fixture.people()
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        let served = try fixture.responder()
        for target in ["/", "/lists", "/lists/people?sort=-town", "/lists/people?groupBy=town&metadataOnly"] {
            #expect(served.get(target).status == 200)
        }
        let connection = try SQLiteConnection.openReadOnly(path: fixture.path)
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM people") }
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["test.sqlite"])
    }

    @Test func `Errors say what, where and what to do`() {
        let error = SQLiteError(.missing, path: "/data/x.sqlite", operation: "open", message: "there is no such file")
        #expect(
            error.description
                == "Cannot open the database /data/x.sqlite: there is no such file. "
                + "Check the path, and the folder it is relative to.")
    }
}
