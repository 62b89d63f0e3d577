import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// No client and no table ends service for the others.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresFairnessTests {
    /// Sixteen readers and twenty-four streams of a table that a migration has locked, and four clients that ask for all keys of
    /// another and read nothing.
    @Test func `Another list answers`() async throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, n int)",
            "INSERT INTO t SELECT i, i % 7 FROM generate_series(1, 1000) i",
            "CREATE TABLE long (id int PRIMARY KEY)", "INSERT INTO long SELECT generate_series(1000000001, 1000300000)",
            "CREATE TABLE other (id int PRIMARY KEY)", "INSERT INTO other VALUES (1)",
        ])
        let server = try HTTPServer(
            Responder(try fixture.database(), queryMilliseconds: 600_000), configuration: .init(port: 0))
        let migration = try fixture.connection()
        var clients: [RawClient] = []
        defer {
            // A read that waits for the lock would keep the server from stopping.
            _ = try? migration.script("ROLLBACK")
            for client in clients { client.hangUp() }
            server.stop()
        }
        #expect(try RawClient(port: server.port).get("/lists/t").status == 200)
        let events = "Host: localhost\r\nAccept: text/event-stream\r\n\r\n"
        for number in 0..<24 {
            let client = try RawClient(port: server.port)
            client.send("GET /lists/t/changes?where=n%20%3D%20\(number % 7) HTTP/1.1\r\n" + events)
            clients.append(client)
        }
        try migration.script("BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE")
        try fixture.write(["INSERT INTO other VALUES (2)"])
        for number in 0..<16 {
            let client = try RawClient(port: server.port)
            client.send("GET /lists/t?offset=\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            clients.append(client)
        }
        for _ in 0..<4 {
            let client = try RawClient(port: server.port)
            client.send("GET /lists/long/ids HTTP/1.1\r\nHost: localhost\r\n\r\n")
            clients.append(client)
        }
        let blocked =
            "SELECT count(*) >= \(ServerLimits.dearRequestsPerList) FROM pg_locks WHERE relation = 't'::regclass AND NOT granted"
        try await eventually("readers wait for the table") {
            try migration.script(blocked)
        } until: {
            $0 == ["t"]
        }
        for id in 3...6 {
            try fixture.write(["INSERT INTO other VALUES (\(id))"])
            #expect(try RawClient(port: server.port).get("/lists/other?limit=\(id)").status == 200)
            #expect(try RawClient(port: server.port).get("/lists/other/ids").status == 200)
        }
        let listener = try RawClient(port: server.port)
        #expect(try listener.get("/lists/other/changes", headers: ["Accept": "text/event-stream"]).status == 200)
        try listener.text { $0.contains("event: version") }
    }

    /// Writers of a table that a migration has locked leave connections for other lists.
    @Test func `Another list answers beside writers`() async throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY)", "CREATE TABLE other (id int PRIMARY KEY)",
        ])
        let responder = Responder(
            try fixture.database(), queryMilliseconds: 600_000, writing: WritePolicy(token: WritingTests.token))
        let migration = try fixture.connection()
        let written = Gathered<Int>()
        try migration.script("BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE")
        for id in 0..<ServerLimits.threadsPerList {
            Thread.detachNewThread {
                let answer = responder.respond(
                    to: Request(
                        method: "POST", target: "/lists/t",
                        headers: [
                            ("Content-Type", "application/json"), ("Authorization", "Bearer \(WritingTests.token)"),
                        ],
                        body: Array(#"{"id": \#(id)}"#.utf8)))
                written.add(answer.status)
            }
        }
        let blocked = "SELECT count(*) FROM pg_locks WHERE relation = 't'::regclass AND NOT granted"
        func blockedWriters() throws -> Int { Int(try migration.script(blocked)[0]) ?? 0 }
        try await eventually("writers wait for the table") {
            try blockedWriters()
        } until: {
            $0 >= ServerLimits.connectionsPerList
        }
        for limit in 1...20 {
            #expect(responder.respond(to: Request(target: "/lists/other?limit=\(limit)")).status == 200)
            #expect(try blockedWriters() == ServerLimits.connectionsPerList)
        }
        try migration.script("ROLLBACK")
        try await written.wait(for: ServerLimits.threadsPerList)
    }

    /// A read for a client that went away is cancelled.
    @Test func `Nothing is read for a client that leaves`() async throws {
        let fixture = try PostgresFixture(["CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)"])
        let server = try HTTPServer(
            Responder(try fixture.database(), queryMilliseconds: 600_000), configuration: .init(port: 0))
        defer { server.stop() }
        let migration = try fixture.connection()
        defer { _ = try? migration.script("ROLLBACK") }
        #expect(try RawClient(port: server.port).get("/lists/t").status == 200)
        try migration.script("BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE")
        let client = try RawClient(port: server.port)
        client.send("GET /lists/t?limit=3 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let blocked = "SELECT count(*) FROM pg_locks WHERE relation = 't'::regclass AND NOT granted"
        try await eventually("the read waits for the table") {
            try migration.script(blocked)
        } until: {
            $0 == ["1"]
        }
        client.hangUp()
        try await eventually("the read is cancelled") {
            try migration.script(blocked)
        } until: {
            $0 == ["0"]
        }
        try migration.script("ROLLBACK")
        #expect(try RawClient(port: server.port).get("/lists/t?limit=4").status == 200)
    }
}
