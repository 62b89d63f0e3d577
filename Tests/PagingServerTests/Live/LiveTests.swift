import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// The events that a list's listeners get.
@Suite(.blocking, .timeLimit(.minutes(10))) struct LiveTests {
    private let people: Fixture
    private let served: ServedFixture

    init() throws {
        people = try Fixture.people()
        try ChangeLogging(path: people.path).start(list: "people")
        try people.write(["CREATE TABLE pets (id INTEGER PRIMARY KEY)", "INSERT INTO pets VALUES (1)"])
        served = try people.responder()
    }

    /// One event of a stream.
    private struct Event {
        var fields: [String: String] = [:]

        /// - Parameter bytes: what a stream gave at once: one event.
        init(_ bytes: [UInt8]?) throws {
            let text = String(decoding: try #require(bytes), as: UTF8.self)
            #expect(text.hasSuffix("\n\n") && !text.dropLast(2).contains("\n\n"))
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                #expect(fields[parts[0]] == nil)
                fields[parts[0]] = String(parts[1].dropFirst())
            }
        }

        var name: String? { fields["event"] }
        func data() throws -> JSONValue { try JSONValue(parsing: Array((fields["data"] ?? "").utf8)) }
    }

    private func listen(
        _ target: String = "/lists/people/changes", lastEventID: String? = nil
    ) throws -> any ResponseStream {
        let heard = lastEventID.map { [("Last-Event-ID", $0)] } ?? []
        let response = served.get(target, headers: [("Accept", "text/event-stream")] + heard)
        #expect(response.status == 200 && response.header("Content-Type") == "text/event-stream")
        #expect(response.header("Cache-Control") == "no-store" && response.header("ETag") == nil)
        return try #require(response.stream)
    }

    private func version(_ list: String = "people") throws -> String {
        try #require(try served.get("/lists/\(list)").json().value(at: "paging/version")?.string)
    }

    @Test func `A stream begins with the version`() async throws {
        let stream = try listen()
        let event = try await Event(stream.wait())
        #expect(try event.name == "version" && event.fields["id"] == version())
        #expect(try event.data() == .object(["version": .string(try version())]))
        #expect(event.fields["retry"] == "2000")
    }

    @Test func `A stream tells the same changes as an answer`() async throws {
        let stream = try listen("/lists/people/changes?sort=-age&objects")
        let before = try #require(try await Event(stream.wait()).fields["id"])
        try people.write(["INSERT INTO people VALUES (1, 'new', 'Ulm', 7)", "DELETE FROM people WHERE id = 6"])
        // The two commits may be seen one after the other.
        var seen = before
        while seen != (try version()) {
            let event = try await Event(stream.wait())
            let answer = try served.get("/lists/people/changes?since=\(seen)&sort=-age&objects").json()
            #expect(event.name == "changes")
            #expect(try event.data()["from"]?.string == seen)
            seen = try #require(event.fields["id"])
            if seen == (try version()) { #expect(try event.data() == answer) }
        }
        try people.write(["UPDATE people SET age = 50 WHERE id = 9"])
        let event = try await Event(stream.wait())
        #expect(try event.data()["objects"]?.array?.first?["age"]?.int == 50)
        #expect(event.fields["retry"] == nil)
    }

    @Test func `A client that was cut off is told the changes it missed`() async throws {
        let since = try version()
        try people.write(["DELETE FROM people WHERE id = 3"])
        let first = try await Event(listen("/lists/people/changes?since=\(since)").wait())
        #expect(try first.name == "changes" && first.data()["removed"] == .array([.integer(3)]))
        // A browser that comes back repeats the address, and says how far it has heard.
        let later = try Event(
            await listen("/lists/people/changes?since=\(since)", lastEventID: try version()).wait())
        #expect(later.name == "version")
    }

    @Test(arguments: ["2-0000000000000000-1", "nonsense", ""])
    func `A client without a version is told the list's`(since: String) async throws {
        let event = try await Event(listen("/lists/people/changes?since=\(since)").wait())
        #expect(try event.name == "version" && event.fields["id"] == version())
    }

    @Test func `A list without a log tells its version`() async throws {
        let stream = try listen("/lists/pets/changes")
        let first = try await Event(stream.wait())
        try people.write(["INSERT INTO pets VALUES (2)"])
        let second = try await Event(stream.wait())
        #expect(first.name == "version" && second.name == "version")
        #expect(second.fields["id"] != first.fields["id"])
        #expect(try second.fields["id"] == version("pets"))
    }

    @Test func `A part of a list tells its changes`() async throws {
        let stream = try listen("/lists/people/changes?where=age%20%3E%201")
        _ = try await stream.wait()
        try people.write(["UPDATE people SET name = 'x', age = CASE id WHEN 3 THEN 9 ELSE age END WHERE age < 2"])
        let event = try await Event(stream.wait())
        #expect(event.name == "changes")
        #expect(try event.data()["added"] == [["id": 3, "index": 0]])
        #expect(try event.data()["edited"] == [])
    }

    @Test func `A part that cannot be read is refused at once`() throws {
        for (query, status) in [("where=height=1", 400), ("where=age%20is", 400), ("search=x", 422)] {
            let response = served.get(
                "/lists/people/changes?\(query)", headers: [("Accept", "text/event-stream")])
            #expect(response.status == status && response.stream == nil)
        }
    }

    @Test func `Changes of another list are not told`() async throws {
        let stream = try listen()
        _ = try await stream.wait()
        try people.write(["INSERT INTO pets VALUES (2)", "DELETE FROM people WHERE id = 3"])
        #expect(try await Event(stream.wait()).data()["removed"] == .array([.integer(3)]))
    }

    @Test func `A list that goes ends its streams`() async throws {
        let stream = try listen("/lists/pets/changes")
        _ = try await stream.wait()
        try people.write(["DROP TABLE pets"])
        #expect(try await stream.wait() == nil)
    }

    @Test func `A stream that is ended waits for nothing`() async throws {
        let stream = try listen()
        _ = try await stream.wait()
        let idle = Gathered<Void>()
        let waiting = Task.detached { try await stream.wait { idle.add() } }
        try await idle.wait(for: 1)
        stream.end()
        #expect(try await waiting.value == nil)
        // And who comes after its end is told so.
        #expect(try await stream.wait() == nil)
    }

    @Test(arguments: [
        ("/lists/nobody/changes", 404), ("/lists/people/changes?sort=nothing", 400),
        ("/lists/people/changes?offset=3", 400), ("/lists/people/changes?objects=maybe", 400),
    ])
    func `Changes that cannot be told are refused at once`(target: String, status: Int) throws {
        let response = served.get(target, headers: [("Accept", "text/event-stream")])
        #expect(response.status == status && response.stream == nil)
    }

    @Test func `Pages say where changes are told`() throws {
        func address(_ target: String) throws -> String? {
            try served.get(target).json().value(at: "paging/changes")?.string
        }
        #expect(try address("/lists/people?offset=5") == "/lists/people/changes")
        #expect(try address("/lists/people?after=&limit=2&sort=-age") == "/lists/people/changes?sort=-age")
        #expect(
            try address("/lists/people?where=age=1&sort=town,-age")
                == "/lists/people/changes?where=age%3D1&sort=town,-age")
        for other in ["/lists/pets", "/lists/people?groupBy=town", "/lists/people?where=age=1&groupBy=town"] {
            #expect(try address(other) == nil)
        }
    }
}
