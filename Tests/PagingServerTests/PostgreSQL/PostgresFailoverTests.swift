import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Answers to clients whose version was lost in a failover: nothing that is no longer true.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresFailoverTests {
    private func version(_ responder: Responder) throws -> String {
        let answer = responder.respond(to: Request(target: "/lists/t?limit=1"))
        return try #require(
            try answer.json().value(at: "paging/version")?.string, "\(String(decoding: answer.body, as: UTF8.self))")
    }

    private func status(_ responder: Responder, since version: String) -> Int {
        responder.respond(to: Request(target: "/lists/t/changes?since=\(version)")).status
    }

    /// A version that changes are told since. It has one as soon as it is noted which life of the server this is.
    private func lastingVersion(_ responder: Responder) async throws -> String {
        try await eventually("a version that changes are told since") {
            let version = try version(responder)
            return (version, status: status(responder, since: version))
        } until: {
            $0.status == 200
        }.0
    }

    @Test(.long) func `A client of a primary begins anew after a failover and a crash`() async throws {
        let cluster = try PostgresCluster.shared.get()
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, n int)",
            "INSERT INTO t SELECT i, i % 7 FROM generate_series(1, 400) i",
        ])
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try fixture.write(["UPDATE t SET n = 100 WHERE id = 400"])
        let lifeline = Pipe()
        let home = try cluster.standby("promoted", lifeline: lifeline)
        defer { try? lifeline.fileHandleForWriting.close() }
        let address = try PostgresAddress(
            fixture.address.replacing(
                PercentEncoding.encode(cluster.folder.path), with: PercentEncoding.encode(home.path)))
        let standby = try PostgresConnection(address)
        let primary = Responder(try Database(fixture.address), queryMilliseconds: 60_000)
        let common = try version(primary)
        let latest = try fixture.connection().script("SELECT pg_current_wal_lsn()")[0]
        try await eventually("the standby has replayed what was written") {
            try standby.script("SELECT pg_last_wal_replay_lsn() >= '\(latest)'")
        } until: {
            $0 == ["t"]
        }
        let other = Responder(try Database(address.text), queryMilliseconds: 60_000)
        #expect(try version(other) == common)

        // The standby never gets the last sixty commits.
        try standby.script("ALTER SYSTEM SET primary_conninfo = ''")
        try standby.script("SELECT pg_reload_conf()")
        try await eventually("the standby receives no more") {
            try standby.script("SELECT count(*) FROM pg_stat_wal_receiver")
        } until: {
            $0 == ["0"]
        }
        let writer = try fixture.connection()
        for id in 1...60 { try writer.script("DELETE FROM t WHERE id = \(id)") }
        let lost = try version(primary)
        #expect(status(primary, since: common) == 200)
        #expect(try standby.script("SELECT pg_promote()") == ["t"])

        // Before anybody writes to it as after: who has heard of what was lost, and of anything before, begins anew.
        #expect(status(other, since: lost) == 410)
        #expect(status(other, since: common) == 410)
        for id in 61...140 { try standby.script("DELETE FROM t WHERE id = \(id)") }
        #expect(status(other, since: lost) == 410)
        #expect(status(other, since: common) == 410)
        let promoted = try await lastingVersion(other)
        try standby.script("DELETE FROM t WHERE id = 200")
        let changes = try other.respond(to: Request(target: "/lists/t/changes?since=\(promoted)")).json()
        #expect(changes["removed"]?.array == [200])

        // Sessions that are open find out that an operator has reset the counters, so that all servers come to the same name of the state.
        func state(_ responder: Responder) -> String? {
            responder.respond(to: Request(target: "/lists", headers: [])).header("ETag")
        }
        let before = state(other)
        try standby.script("SELECT pg_stat_reset_shared('bgwriter')")
        try await eventually("open sessions know of the new counters") {
            state(other)
        } until: {
            $0 != before
        }
        let fresh = Responder(try Database(address.text), queryMilliseconds: 60_000)
        try await eventually("both servers name the same state") {
            [state(other), state(fresh)]
        } until: {
            $0[0] == $0[1]
        }

        // A backend that is killed takes all commits with it that were not yet on disk, on the same timeline.
        try standby.script("SET synchronous_commit = off")
        try standby.script("DELETE FROM t WHERE id = 201")
        let doubtful = try version(other)
        let entityTag = "\"\(try version(other))\""
        let victim = try PostgresConnection(address)
        let pid = try #require(pid_t(try victim.script("SELECT pg_backend_pid()")[0]))
        #expect(kill(pid, SIGKILL) == 0)
        // All connections end with it.
        try await eventually("the connection has ended") {
            try? standby.script("SELECT 1")
        } until: {
            $0 == nil
        }
        try await eventually("the server is back") { _ = try PostgresConnection(address) }
        let answer = other.respond(to: Request(target: "/lists/t/changes?since=\(doubtful)"))
        #expect(answer.status == 410, "\(String(decoding: answer.body, as: UTF8.self))")
        let again = other.respond(to: Request(target: "/lists/t", headers: [("If-None-Match", entityTag)]))
        #expect(again.status == 200)
    }
}
