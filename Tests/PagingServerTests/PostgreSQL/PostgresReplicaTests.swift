import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Two servers on a primary and a standby: no reader goes back in time, and the standby is what is read.
@Suite(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresReplicaTests {
    /// How many rows there are, and which version that is.
    private struct Seen: Equatable {
        var total: Int
        var version: String
    }

    private func look(_ responder: Responder, _ headers: [(String, String)] = [], _ query: String = "") throws -> Seen {
        let json = try responder.respond(
            to: Request(target: "/lists/t?limit=1\(query)", headers: headers.map { (name: $0.0, value: $0.1) })
        ).json()
        return Seen(
            total: try #require(json.value(at: "paging/totalCount")?.int),
            version: try #require(json.value(at: "paging/version")?.string))
    }

    @Test func `No reader goes back in time`() throws {
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
        func server() throws -> Responder {
            Responder(try Database(fixture.address, replica: replica), cursors: cursors)
        }
        let (one, other, primary) = (try server(), try server(), Responder(try Database(fixture.address)))

        // A reader that knows no later version reads the standby, and does not see what that has not replayed.
        let old = try look(one)
        #expect(try look(other) == old)
        try standby.script("SELECT pg_wal_replay_pause()")
        while try standby.script("SELECT pg_get_wal_replay_pause_state()") != ["paused"] { usleep(1000) }
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
        let latest = try fixture.connection().script("SELECT pg_current_wal_lsn()")[0]
        while try standby.script("SELECT pg_last_wal_replay_lsn() >= '\(latest)'") != ["t"] { usleep(1000) }
        #expect(try look(one) == new)
        let position = one.respond(to: Request(target: "/lists/t/position?id=8&sort=n"))
        #expect(position.status == 200)

        // Without it, the primary answers.
        try lifeline.fileHandleForWriting.close()
        while (try? PostgresConnection(PostgresAddress(replica))) != nil { usleep(1000) }
        try fixture.write(["DELETE FROM t WHERE id = 9"])
        #expect(try look(one).total == 98)
        #expect(try look(other).total == 98)
    }
}
