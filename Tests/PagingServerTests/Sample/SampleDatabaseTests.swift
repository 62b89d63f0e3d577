import Foundation
import PagingServer
import PagingWire
import Testing

@testable import PagingServer

@Suite struct SampleDatabaseTests {
    private let fixture: Fixture

    init() throws { fixture = try Fixture() }

    private struct Enough: Error {}

    private var path: String { fixture.folder.appendingPathComponent("sample.sqlite").path }

    @Test func `It holds the named characters and the events`() throws {
        var fractions: [Double] = []
        try SampleDatabase.build(at: path, events: 3000) { fractions.append($0.fraction) }
        #expect(fractions == fractions.sorted() && fractions.last == 1)
        #expect(SampleDatabase.isCurrent(at: path))
        let responder = Responder(try SQLiteDatabase(path: path))
        func get(_ target: String) throws -> JSONValue { try responder.respond(to: Request(target: target)).json() }

        let lists = try get("/lists")
        #expect(lists.array?.compactMap { $0["name"]?.string } == ["events", "unicode"])
        #expect(try #require(lists.array?.last?["count"]?.int) > 150_000)
        let first = try #require(try get("/lists/unicode?limit=1")["objects"]?.array?.first)
        #expect(first["codePoint"]?.int == 32)
        #expect(first["code"]?.string == "U+0020")
        #expect(first["character"]?.string == " ")
        #expect(first["name"]?.string == "SPACE")
        #expect(first["category"]?.string == "Space Separator")
        #expect(first["letter"]?.string == "S")
        #expect(first["age"]?.string == "1.1")
        #expect(first["id"] == first["codePoint"])

        for (list, column) in [("unicode", "category"), ("unicode", "letter"), ("events", "day"), ("events", "kind")] {
            let sections = try #require(try get("/lists/\(list)?groupBy=\(column)&metadataOnly").array)
            #expect(sections.count >= 5)
            let total = try get("/lists/\(list)?limit=1").value(at: "paging/totalCount")?.int
            #expect(sections.compactMap { $0["count"]?.int }.reduce(0, +) == total)
        }
        #expect(try get("/lists/events").value(at: "paging/totalCount")?.int == 3000)
        let event = try #require(try get("/lists/events?offset=2999")["objects"]?.array?.first)
        #expect(event["id"]?.int == 3000)
        // A page anywhere is found by a rank index.
        for target in [
            "unicode", "unicode?sort=name", "unicode?sort=-category", "unicode?sort=age", "events?sort=title",
        ] {
            let joined = target + (target.contains("?") ? "&" : "?") + "offset=1500"
            let found = responder.respond(to: Request(target: "/lists/\(joined)")).header("Server-Timing")
            #expect(found?.hasPrefix("rank") == true, "\(target): \(found ?? "nothing")")
        }
        // Where the dates begin, and that the events are the same each time.
        #expect(event["time"]?.string == "2020-01-05T09:11:46Z")
        #expect(event["day"]?.string == "2020-01-05")
    }

    @Test func `An interrupted build leaves nothing`() throws {
        #expect(throws: Enough.self) {
            try SampleDatabase.build(at: path, events: 10) { progress in
                if progress.fraction > 0.1 { throw Enough() }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["test.sqlite"])
    }

    @Test func `A cancelled task ends the build`() async throws {
        let path = path
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try SampleDatabase.build(at: path, events: 10)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["test.sqlite"])
    }

    @Test func `Another file is not replaced`() throws {
        try fixture.write(["CREATE TABLE mine (a)"])
        #expect(throws: SampleDatabase.Failure.anotherFile(path: fixture.path)) {
            try SampleDatabase.prepare(at: fixture.path)
        }
        #expect(try fixture.responder().get("/lists/mine").status == 200)
        let folder = fixture.folder.appendingPathComponent("nowhere/sample.sqlite").path
        #expect(throws: SampleDatabase.Failure.self) { try SampleDatabase.build(at: folder, events: 1) }
    }

    @Test func `A sample of another format is built anew`() throws {
        try fixture.write([
            "CREATE TABLE old (a)", "PRAGMA application_id = \(SampleDatabase.applicationID)",
            "PRAGMA user_version = 0",
        ])
        #expect(!SampleDatabase.isCurrent(at: fixture.path))
        #expect(throws: Enough.self) { try SampleDatabase.prepare(at: fixture.path) { _ in throw Enough() } }
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (1_709_251_199, "2024-02-29T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    ])
    func `Dates are those of the calendar`(second: Int, text: String) {
        let day = CalendarDate.text(day: CalendarDate.day(ofSecond: second))
        #expect(String(decoding: CalendarDate.text(second: second, day: day), as: UTF8.self) == text)
    }
}
