import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Two servers on a primary and a standby: no reader goes back in time, and the standby is what is read.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresReplicaTests {
    /// How many rows there are, and which version that is.
    private struct Seen: Equatable {
        var total: Int
        var version: String
    }

    /// Longer than any query takes, however busy the machine is.
    private static let queryMilliseconds = 60_000

    private func look(_ responder: Responder, _ headers: [(String, String)] = [], _ query: String = "") throws -> Seen {
        let answer = responder.respond(
            to: Request(target: "/lists/t?limit=1\(query)", headers: headers.map { (name: $0.0, value: $0.1) }))
        let json = try answer.json()
        try #require(answer.status == 200, "\(answer.status): \(json)")
        return Seen(
            total: try #require(json.value(at: "paging/totalCount")?.int),
            version: try #require(json.value(at: "paging/version")?.string))
    }

    private func waitUntilReplayed(_ standby: PostgresConnection, _ fixture: PostgresFixture) async throws {
        let latest = try fixture.connection().script("SELECT pg_current_wal_lsn()")[0]
        try await eventually("the standby has replayed what was written") {
            try standby.script("SELECT pg_last_wal_replay_lsn() >= '\(latest)', pg_last_wal_replay_lsn()")
        } until: {
            $0.first?.hasPrefix("t") == true
        }
    }

    /// Keeps the standby from replaying anything more.
    private func pause(_ standby: PostgresConnection) async throws {
        try standby.script("SELECT pg_wal_replay_pause()")
        try await eventually("the standby pauses") {
            try standby.script("SELECT pg_get_wal_replay_pause_state()")
        } until: {
            $0 == ["paused"]
        }
    }

    /// Waits until a request that names no version would be answered by the standby.
    private func waitUntilTheReplicaIsRead(_ responder: Responder) async throws {
        let replica = try #require(responder.database.replica)
        try await eventually("the standby is read") {
            try replica.read(Reading(milliseconds: 5_000, use: .page), { _ in true })
        } until: {
            $0 == true
        }
    }

    @Test func `No reader goes back in time`() async throws {
        let cluster = try PostgresCluster.shared.get()
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, n int)",
            "INSERT INTO t SELECT i, i % 7 FROM generate_series(1, 100) i",
        ])
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address).build(list: "t", order: "n")
        let lifeline = Pipe()
        let home = try cluster.standby(lifeline: lifeline)
        let replica = fixture.address.replacing(
            PercentEncoding.encode(cluster.folder.path), with: PercentEncoding.encode(home.path))
        let standby = try PostgresConnection(PostgresAddress(replica))
        let cursors = CursorPolicy(keys: try #require(CursorKeys(text: String(repeating: "5a", count: 32))))
        // Longer than the test takes, however busy the machine is.
        func server() throws -> Responder {
            Responder(
                try Database(fixture.address, replica: replica, replicaLagSeconds: 3_600),
                queryMilliseconds: Self.queryMilliseconds, cursors: cursors)
        }
        let primary = Responder(try Database(fixture.address), queryMilliseconds: Self.queryMilliseconds)
        let (one, other) = (try server(), try server())

        // A reader that knows no later version reads the standby, and does not see what that has not replayed.
        let old = try look(one)
        for server in [one, other] { try await waitUntilTheReplicaIsRead(server) }
        #expect(try look(other) == old)
        try await pause(standby)
        try fixture.write(["DELETE FROM t WHERE id = 7"])
        #expect(try look(one) == old)
        #expect(try look(other) == old)
        let new = try look(primary)
        #expect(new.total == 99)

        // A reader that names the new version gets it, in whichever way it is named; one that names the old one too is
        // told what happened since.
        let changes = try other.respond(to: Request(target: "/lists/t/changes?since=\(new.version)")).json()
        #expect(changes["version"]?.string == new.version)
        let known = one.respond(to: Request(target: "/lists/t", headers: [("If-None-Match", "\"\(new.version)\"")]))
        #expect(known.status == 304)
        #expect(one.respond(to: Request(target: "/lists/t/ids?version=\(new.version)")).status == 200)
        // From then on both servers tell nothing older.
        #expect(try look(one) == new)
        #expect(try look(other) == new)

        // A cursor of one server is the other's as well.
        let page = try one.respond(to: Request(target: "/lists/t?after=&limit=10&sort=-n")).json()
        let next = try #require(page.value(at: "paging/next")?.string)
        #expect(other.respond(to: Request(target: next)).status == 200)

        // The standby catches up, and is read again.
        try standby.script("SELECT pg_wal_replay_resume()")
        try await waitUntilReplayed(standby, fixture)
        #expect(try look(one) == new)
        let position = one.respond(to: Request(target: "/lists/t/position?id=8&sort=n"))
        #expect(position.status == 200)

        // Without it, the primary answers.
        try lifeline.fileHandleForWriting.close()
        try await eventually("the standby is gone") {
            (try? PostgresConnection(PostgresAddress(replica))) == nil
        } until: {
            $0
        }
        try fixture.write(["DELETE FROM t WHERE id = 9"])
        #expect(try look(one).total == 98)
        #expect(try look(other).total == 98)
    }

    /// A link to the folder of a server's socket: without it the server cannot be reached, or another one is.
    private func link(_ name: String, to folder: URL, in cluster: PostgresCluster) throws -> URL {
        let link = cluster.folder.appendingPathComponent(name)
        try? FileManager.default.removeItem(at: link)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        return link
    }

    private func address(_ fixture: PostgresFixture, in folder: URL, of cluster: PostgresCluster) -> String {
        fixture.address.replacing(
            PercentEncoding.encode(cluster.folder.path), with: PercentEncoding.encode(folder.path))
    }

    @Test(.long) func `A standby that lags behind is not read until it has caught up, unless there is no primary`()
        async throws
    {
        let cluster = try PostgresCluster.shared.get()
        let fixture = try PostgresFixture(["CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1), (2), (3)"])
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        let lifeline = Pipe()
        defer { try? lifeline.fileHandleForWriting.close() }
        let home = try cluster.standby("lagging", lifeline: lifeline)
        let replica = address(fixture, in: home, of: cluster)
        let standby = try PostgresConnection(PostgresAddress(replica))
        let link = try link("primary-of-lagging", to: cluster.folder, in: cluster)
        let said = Gathered<String>()
        let metrics = ServerMetrics()
        let primary = address(fixture, in: link, of: cluster) + "&application_name=lagging"
        let responder = Responder(
            try Database(primary, replica: replica, replicaLagSeconds: 1), queryMilliseconds: Self.queryMilliseconds,
            report: { text, _ in said.add(text) })
        metrics.watch(responder)

        #expect(!metrics.text.contains("paging_replica"))
        let old = try look(responder)
        try await waitUntilTheReplicaIsRead(responder)
        #expect(metrics.text.contains("paging_replica_used 1\n"))
        #expect(metrics.text.contains("paging_replica_lag_seconds "))
        #expect(metrics.text.contains("paging_primary_reachable 1\n"))

        // A reader who has heard of nothing newer reads what the standby has for as long as the limit says, and no longer.
        try await pause(standby)
        try fixture.write(["DELETE FROM t WHERE id = 2"])
        try await eventually("the primary answers") {
            try look(responder)
        } until: {
            $0 != old
        }
        try await eventually("the standby is late") {
            responder.database.replica?.state
        } until: {
            $0?.isUsed == false
        }
        #expect(try look(responder).total == 2)
        try await said.wait(for: "the log says that the standby lags behind") {
            $0.contains { $0.contains("lags behind by more than 1 s") }
        }
        #expect(metrics.text.contains("paging_replica_used 0\n"))
        #expect(try #require(responder.database.replica?.state?.lagSeconds) > 1)

        try standby.script("SELECT pg_wal_replay_resume()")
        try await waitUntilTheReplicaIsRead(responder)
        try await said.wait(for: "the log says that the standby answers") {
            $0.contains { $0.contains("answers again") }
        }

        // Without the primary there is nothing better.
        let last = try look(responder)
        try await waitUntilReplayed(standby, fixture)
        try await pause(standby)
        try fixture.write(["DELETE FROM t WHERE id = 3"])
        try FileManager.default.removeItem(at: link)
        try fixture.write(
            ["SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lagging'"])
        try await eventually("the primary is missed") {
            _ = responder.respond(to: Request(target: "/lists/t"))
            return responder.database.replica?.state
        } until: {
            $0?.isPrimaryReachable == false
        }
        #expect(try look(responder) == last)
        #expect(metrics.text.contains("paging_replica_used 1\n"))
        #expect(metrics.text.contains("paging_primary_reachable 0\n"))
        try await said.wait(for: "the log says that the primary is away") {
            $0.contains { $0.contains("cannot be reached") }
        }
        #expect(said.all.filter { $0.contains("cannot be reached") }.count == 1)
    }

    @Test(.long) func `After a promotion the replica is read, however much longer the log of the old primary was`()
        async throws
    {
        let cluster = try PostgresCluster.shared.get()
        let fixture = try PostgresFixture(["CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)"])
        let lifeline = Pipe()
        defer { try? lifeline.fileHandleForWriting.close() }
        let home = try cluster.standby("successor", lifeline: lifeline)
        let replica = address(fixture, in: home, of: cluster)
        let standby = try PostgresConnection(PostgresAddress(replica))
        let link = try link("primary-of-successor", to: cluster.folder, in: cluster)
        let responder = Responder(
            try Database(
                address(fixture, in: link, of: cluster) + "&application_name=successor", replica: replica,
                replicaLagSeconds: 3_600), queryMilliseconds: Self.queryMilliseconds)
        func status() -> Int { responder.respond(to: Request(target: "/lists/t")).status }
        #expect(status() == 200)

        // The standby never gets what comes now, of which the server tells.
        try standby.script("ALTER SYSTEM SET primary_conninfo = ''")
        try standby.script("SELECT pg_reload_conf()")
        try await eventually("the standby receives no more") {
            try standby.script("SELECT count(*) FROM pg_stat_wal_receiver")
        } until: {
            $0 == ["0"]
        }
        try fixture.write(["INSERT INTO t VALUES (2)", "SELECT pg_switch_wal()", "INSERT INTO t VALUES (3)"])
        try responder.database.read(milliseconds: 5_000, isLatest: true) { _ in }
        #expect(try standby.script("SELECT pg_promote()") == ["t"])
        _ = try self.link("primary-of-successor", to: home, in: cluster)
        try fixture.write(
            ["SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'successor'"])

        try await waitUntilTheReplicaIsRead(responder)
        #expect(try standby.script("SELECT count(*) FROM t WHERE id > 1") == ["0"])
        #expect(status() == 200)
    }
}
