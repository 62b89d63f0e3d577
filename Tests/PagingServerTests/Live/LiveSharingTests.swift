import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Events of one list are read once for all its listeners.
@Suite(.blocking, .timeLimit(.minutes(10))) struct LiveSharingTests {
    private static let questions = [
        "", "?sort=name", "?sort=-age", "?sort=town,-age", "?where=age%20%3E%201", "?where=town%20is%20null&sort=-name",
        "?sort=-age&objects", "?where=age%20=%202&objects",
    ]

    /// Listeners that ask while another reads the list are answered from the same state, by the same entries of its
    /// log.
    @Test(arguments: Backend.all) func `Entries are read once for all questions`(_ backend: Backend) async throws {
        let people = try backend.people()
        try people.log("people")
        let served = try people.responder()
        let hub = served.responder.live
        let streams = try (Self.questions + Self.questions).map { query in
            let request = Request(
                target: "/lists/people/changes\(query)", headers: [("Accept", "text/event-stream")])
            return try #require(served.respond(to: request).stream)
        }
        for stream in streams { _ = try await stream.wait() }
        // From here on the next thing is told because the database was looked at.
        for stream in streams { #expect(stream.next() == .nothing) }
        let since = try #require(try served.get("/lists/people").json().value(at: "paging/version")?.string)
        // The others ask while the first one reads.
        let told = Locked([[UInt8]?](repeating: nil, count: streams.count))
        hub.whileReading = {
            for (index, stream) in streams.enumerated().dropFirst() {
                if case .bytes(let bytes) = stream.next() { told.withLock { $0[index] = bytes } }
            }
        }
        let before = hub.counters
        try people.write(["UPDATE people SET age = age + 1, town = NULL WHERE id <= 30"])
        let first = try await streams[0].wait()
        hub.whileReading = nil
        var events = [first] + told.withLock { $0.dropFirst() }
        for index in events.indices where events[index] == nil { events[index] = try await streams[index].wait() }
        #expect(hub.counters.entryReads == before.entryReads + 1)
        for (index, bytes) in events.enumerated() {
            let query = Self.questions[index % Self.questions.count].drop { $0 == "?" }
            let answer = try served.get("/lists/people/changes?since=\(since)&\(query)").json()
            #expect(try event(bytes).data == answer, "\(query)")
        }
        #expect(hub.counters.lag.count == before.lag.count + streams.count)
        for stream in streams { stream.end() }
    }

    private func event(_ bytes: [UInt8]?) throws -> (id: String?, data: JSONValue) {
        let text = String(decoding: try #require(bytes), as: UTF8.self)
        let lines = text.split(separator: "\n")
        let id = lines.first { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
        let data = try #require(lines.first { $0.hasPrefix("data: ") }).dropFirst(6)
        return (id, try JSONValue(parsing: Array(data.utf8)))
    }

    /// Entries that are kept for slow listeners are bounded, and go with them.
    @Test func `Entries that are remembered are bounded`() throws {
        let fixture = try Fixture(["CREATE TABLE t (k INTEGER PRIMARY KEY)"])
        try ChangeLogging(path: fixture.path).start(list: "t")
        let count = ServerLimits.changesRemembered / 3
        try fixture.write([
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) INSERT INTO t SELECT i FROM n"
        ])
        let cache = ResponderCache()
        try fixture.database().read(milliseconds: 5_000) { snapshot in
            let log = try #require(try cache.catalog(snapshot).known("t").log)
            let reader = snapshot.reader(of: log)
            let state = try reader.state()
            func read(_ sequence: Int64) throws -> Int? {
                let mark = try snapshot.connection.value(
                    "SELECT mark FROM paging_log_1_change WHERE seq = ?1", [.integer(sequence)])
                let version = ListVersion(
                    epoch: state.version.epoch, sequence: sequence, mark: mark?.int64 ?? 0)
                return try reader.touched(since: version, in: state)?.count
            }
            for sequence: Int64 in [0, 1, 2, 3, 4, 5] { #expect(try read(sequence) == count - Int(sequence)) }
            #expect(snapshot.logs?.reads == 6)
            // Three of them were remembered, the others are read again.
            for sequence: Int64 in [0, 1, 2, 3, 4, 5] { #expect(try read(sequence) == count - Int(sequence)) }
            #expect(snapshot.logs?.reads == 9)
        }
    }
}

extension TestDatabase {
    /// Keeps a log of a list's changes.
    func log(_ list: String) throws {
        if self is PostgresFixture {
            try PostgresChangeLogging(address: place).start(list: list)
        } else {
            try ChangeLogging(path: place).start(list: list)
        }
    }
}

/// `@unchecked Sendable`: `value` is read and written only while `lock` is held.
private final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
