import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Errors say what happened, where, and what to do; the server recovers from passing ones.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresErrorTests {
    private func reason(_ address: String) -> PostgresError? {
        do {
            _ = try Database(address)
            return nil
        } catch { return error as? PostgresError }
    }

    @Test func `No server, no database, no such user, no address`() throws {
        let cluster = try PostgresCluster.shared.get()
        for (address, wanted) in [
            ("postgres://x@/y?host=/nowhere", PostgresError.Reason.unreachable),
            ("postgres://x@127.0.0.1:1/y", .unreachable), (cluster.address("nothing"), .unknownDatabase),
            (cluster.address(user: "nobody"), .notPermitted), ("postgres://h/d?nonsense=1", .badAddress),
        ] {
            let error = try #require(reason(address), "\(address)")
            #expect(error.reason == wanted, "\(error)")
            #expect("\(error)".hasSuffix(error.advice))
        }
    }

    @Test func `A wrong password is not repeated`() throws {
        let cluster = try PostgresCluster.shared.get()
        let admin = try PostgresConnection(PostgresAddress(cluster.address()))
        try admin.script("DROP ROLE IF EXISTS locked; CREATE ROLE locked LOGIN PASSWORD 'right'")
        for (user, isRight) in [("locked", false), ("locked:wrong-secret", false), ("locked:right", true)] {
            let error = reason(cluster.address(user: user))
            #expect((error == nil) == isRight, "\(user)")
            #expect(isRight || error?.reason == .notPermitted, "\(user): \(error?.description ?? "")")
            #expect(error?.description.contains("wrong-secret") != true)
        }
    }

    @Test func `A table that goes or changes is noticed`() throws {
        let fixture = try PostgresFixture(["CREATE TABLE t (k int PRIMARY KEY, a int)", "INSERT INTO t VALUES (1, 2)"])
        let served = try fixture.responder()
        #expect(served.get("/lists/nothing").status == 404)
        #expect(served.get("/lists/t").status == 200)
        try fixture.write(["ALTER TABLE t ADD b int DEFAULT 3"])
        #expect(try served.objects("/lists/t").first?["b"]?.int == 3)
        try fixture.write(["ALTER TABLE t ALTER a TYPE text"])
        #expect(try served.objects("/lists/t").first?["a"]?.string == "2")
        try fixture.write(["DROP TABLE t"])
        #expect(served.get("/lists/t").status == 404)
    }

    @Test func `A table that may not be read is no list`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE open (k int)", "CREATE TABLE closed (k int)", "DROP ROLE IF EXISTS guest",
            "CREATE ROLE guest LOGIN",
        ])
        try fixture.write(["GRANT USAGE ON SCHEMA \(fixture.schema) TO guest", "GRANT SELECT ON open TO guest"])
        let address = fixture.address.replacing("paging@", with: "guest@")
        let responder = Responder(try Database(address))
        let lists = try responder.respond(to: Request(target: "/lists")).json()
        #expect(lists.array?.compactMap { $0["name"]?.string } == ["open"])
        #expect(responder.respond(to: Request(target: "/lists/closed")).status == 404)
        try fixture.write(["DROP OWNED BY guest", "DROP ROLE guest"])
    }

    @Test func `A broken connection is made anew`() throws {
        let fixture = try PostgresFixture(["CREATE TABLE t (k int PRIMARY KEY)"])
        let address = fixture.address + "&application_name=\(fixture.schema)"
        let responder = Responder(try Database(address))
        for _ in 0..<2 {
            #expect(responder.respond(to: Request(target: "/lists/t")).status == 200)
            try fixture.write([
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(fixture.schema)'"
            ])
        }
        #expect(responder.respond(to: Request(target: "/lists/t")).status == 200)
    }

    @Test func `A slow statement is cancelled`() async throws {
        let fixture = try PostgresFixture(["CREATE VIEW v AS SELECT 1 AS n FROM (SELECT pg_sleep(600)) s"])
        let responder = Responder(try Database(fixture.address), queryMilliseconds: 500)
        let answer = responder.respond(to: Request(target: "/lists/v"))
        #expect(answer.status == 503)
        #expect(try answer.json()["type"]?.string?.hasSuffix("too-slow") == true)
        #expect(answer.header("Retry-After") == "1")
        // Within the same limit, which a busy machine may miss now and then.
        try await eventually("the server is well") {
            responder.respond(to: Request(target: "/healthz")).status
        } until: {
            $0 == 200
        }
    }
}
