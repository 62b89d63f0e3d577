import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// One stream for several lists.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ListsStreamTests {
    private static let statements = [
        "CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER)", "CREATE TABLE b (id INTEGER PRIMARY KEY)",
        "CREATE TABLE quiet (id INTEGER PRIMARY KEY)",
    ]
    private static let events: [(name: String, value: String)] = [("Accept", "text/event-stream")]

    @Test(arguments: Backend.all) func `Changes of several lists come by one stream`(_ backend: Backend) async throws {
        let fixture = try backend.fixture(Self.statements)
        for list in ["a", "b"] { try ChangeLogs.open(fixture.place).start(list: list, keep: 100, isDryRun: false) }
        let served = try fixture.responder()
        let target = "/changes?lists=a%3Fsort%3D-n%26where%3Dn%2520%253E%25201,b,quiet"
        let answer = served.get(target, headers: Self.events)
        #expect(answer.header("Content-Type") == "text/event-stream")
        let stream = try #require(answer.stream)
        // Other tests write to the same PostgreSQL server, so that a list without a log may be told of twice before another is told of once.
        var first = ""
        while !["a?sort", "b", "quiet"].allSatisfy({ first.contains(#"{"list":"\#($0)"#) }) {
            first += try await text(stream, until: 1)
        }
        let versions = first.components(separatedBy: "event: version").count - 1
        #expect(versions == first.components(separatedBy: "event: ").count - 1 && versions >= 3)
        #expect(first.contains(#"data: {"list":"a?sort=-n&where=n%20%3E%201","version":"#))
        try fixture.write(["INSERT INTO a VALUES (1, 5), (2, 0)", "INSERT INTO b VALUES (7)"])
        var seen = ""
        while !(seen.contains(#"{"id":1,"index":0}"#) && seen.contains(#"{"id":7,"index":0}"#)) {
            seen += try await text(stream, until: 1)
        }
        #expect(!seen.contains(#"{"id":2"#))
        // A client that comes back is told what it missed of each list.
        let ids = seen.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
        stream.end()
        try fixture.write(["DELETE FROM b WHERE id = 7"])
        let again = served.get(target, headers: Self.events + [("Last-Event-ID", try #require(ids.last))])
        // Lists without a log may be told of in between.
        var missed = ""
        while !missed.contains(#""removed":[7]"#) { missed += try await text(#require(again.stream), until: 1) }
        #expect(missed.contains(#"{"list":"b","from":"#))
        again.stream?.end()
    }

    @Test func `Changes that cannot be told are refused`() throws {
        let served = try Fixture(Self.statements).responder()
        func status(_ target: String, _ headers: [(name: String, value: String)] = Self.events) -> Int {
            served.get(target, headers: headers).status
        }
        #expect(status("/changes?lists=a,nothing") == 404)
        #expect(status("/changes?lists=a,b", []) == 406)
        for query in ["", "lists=", "lists=a%3Fwhere%3Dnothing", "lists=a&since=5", "lists=a&other"] {
            #expect(status("/changes?" + query) == 400, "\(query)")
        }
        let many = (0...ServerLimits.listsOfStream).map { _ in "a" }.joined(separator: ",")
        #expect(status("/changes?lists=" + many) == 400)
    }

    /// Reads on until there are so many events.
    private func text(_ stream: any ResponseStream, until count: Int) async throws -> String {
        var text = ""
        while text.components(separatedBy: "\n\n").count <= count {
            guard let bytes = try await stream.wait() else { throw StreamEnded() }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    private struct StreamEnded: Error {}
}
