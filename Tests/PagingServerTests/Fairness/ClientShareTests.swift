import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// A client has a share of a server, and no more.
@Suite(.blocking) struct ClientShareTests {
    @Test func `Requests are counted by the second`() {
        var shares = ClientShares(requestsPerSecond: 2)
        let second: UInt64 = 1_000_000_000
        var now = 100 * second
        for _ in 0..<10 { #expect(shares.secondsToWait("a", now: now) == nil) }
        #expect(shares.secondsToWait("a", now: now) == 1)
        #expect(shares.secondsToWait("b", now: now) == nil)
        now += second
        #expect(shares.secondsToWait("a", now: now) == nil)
        #expect(shares.secondsToWait("a", now: now) == nil)
        #expect(shares.secondsToWait("a", now: now) == 1)
        var any = ClientShares(requestsPerSecond: nil)
        for _ in 0..<1_000 { #expect(any.secondsToWait("a", now: now) == nil) }
    }

    @Test func `Many clients are forgotten`() {
        var shares = ClientShares(requestsPerSecond: 1)
        for number in 0..<(2 * ServerLimits.countedClients) {
            #expect(shares.secondsToWait("\(number)", now: UInt64(number)) == nil)
        }
    }

    @Test(arguments: [
        ("192.0.2.1", nil, "192.0.2.1"), ("192.0.2.1", "198.51.100.7", "192.0.2.1"), ("127.0.0.1", nil, nil),
        ("127.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"), ("::1", "2001:db8::1", "2001:db8:0:0::/64"),
        ("2001:db8:1:2:3:4:5:6", nil, "2001:db8:1:2::/64"), ("2001:db8:1:2::7", nil, "2001:db8:1:2::/64"),
        ("fe80::1%eth0", nil, "fe80:0:0:0::/64"), ("::ffff:192.0.2.1", nil, "192.0.2.1"),
        ("127.0.0.1", "no:address", "no:address"),
    ])
    func `A proxy names its clients`(address: String, forwarded: String?, name: String?) {
        let request = Request(target: "/", headers: forwarded.map { [("X-Forwarded-For", $0)] } ?? [])
        #expect(ClientShares.name(address: address, request) == name)
    }

    /// Requests with a token are its subject's, wherever they come from. A token that nobody gave is as good as none.
    @Test func `A token names its subject`() throws {
        let (alice, bob) = (String(repeating: "a1", count: 16), String(repeating: "b2", count: 16))
        let writing = try #require(WritePolicy(text: "# who may write\nalice \(alice)\n\(bob)\n"))
        let fixture = try Fixture.people()
        let responder = Responder(try SQLiteDatabase(path: fixture.path), writing: writing)
        func subject(_ token: String) -> String? {
            responder.subject(of: Request(target: "/", headers: [("Authorization", "Bearer \(token)")]))
        }
        #expect(subject(alice) == "alice" && subject(bob) == "token 2" && subject("c3" + alice.dropFirst(2)) == nil)
        #expect(responder.subject(of: Request(target: "/")) == nil)
        for text in ["", "# none", "alice short", "alice \(alice) \(bob)", "alice \(alice)\nshort"] {
            #expect(WritePolicy(text: text) == nil, "\(text)")
        }
    }

    @Test func `Clients with one token have one share`() throws {
        let fixture = try Fixture.people()
        let token = String(repeating: "a1", count: 16)
        let records = AccessRecords()
        let server = try HTTPServer(
            Responder(try SQLiteDatabase(path: fixture.path), writing: WritePolicy(text: "alice \(token)")),
            configuration: .init(port: 0, log: { records.add($0) }).with { $0.requestsPerSecond = 1 })
        defer { server.stop() }
        func status(_ client: String, _ token: String) throws -> Int {
            try RawClient(port: server.port).get(
                "/lists/people?limit=1", headers: ["X-Forwarded-For": client, "Authorization": "Bearer \(token)"]
            ).status
        }
        // Each request comes from another address.
        var statuses: [Int] = []
        while statuses.last != 429, statuses.count < 250 {
            statuses.append(try status("192.0.2.\(statuses.count)", token))
        }
        #expect(statuses.last == 429)
        #expect(try status("192.0.2.1", token + "x") == 200)
        server.stop()
        #expect(records.all.contains { $0.client == "alice" } && records.all.last?.client == "192.0.2.1")
    }

    /// `@unchecked Sendable`: `records` is read and written only while `lock` is held.
    private final class AccessRecords: @unchecked Sendable {
        private let lock = NSLock()
        private var records: [AccessRecord] = []
        func add(_ record: AccessRecord) { lock.withLock { records.append(record) } }
        var all: [AccessRecord] { lock.withLock { records } }
    }

    @Test func `A client is answered later`() throws {
        let fixture = try Fixture.people()
        let server = try HTTPServer(
            Responder(try SQLiteDatabase(path: fixture.path)),
            configuration: .init(port: 0).with { ($0.requestsPerSecond, $0.streamsPerClient) = (1, 2) })
        defer { server.stop() }
        func status(_ client: String, _ target: String = "/lists/people?limit=1") throws -> Int {
            try RawClient(port: server.port).get(target, headers: ["X-Forwarded-For": client]).status
        }
        var statuses: [Int] = []
        while statuses.last != 429, statuses.count < 1_000 { statuses.append(try status("192.0.2.1")) }
        #expect(statuses.count > 5 && statuses.last == 429)
        #expect(try status("192.0.2.2") == 200)
        let streams = try (0..<2).map { _ in try RawClient(port: server.port) }
        let events = ["Accept": "text/event-stream", "X-Forwarded-For": "192.0.2.3"]
        for stream in streams { #expect(try stream.get("/lists/people/changes", headers: events).status == 200) }
        #expect(try RawClient(port: server.port).get("/lists/people/changes", headers: events).status == 429)
        #expect(try status("192.0.2.3") == 200)
    }
}

extension HTTPServer.Configuration {
    func with(_ change: (inout Self) -> Void) -> Self {
        var configuration = self
        change(&configuration)
        return configuration
    }
}
