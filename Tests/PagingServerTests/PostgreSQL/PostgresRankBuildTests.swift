import Foundation
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

/// Builds of PostgreSQL's rank indexes beside a server that runs.
@Suite(.blocking, .timeLimit(.minutes(10)), .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence))
struct PostgresRankBuildTests {
    @Test func `A server that looks in the middle of a build learns of its end`() async throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, k int)",
            "INSERT INTO t SELECT i, i % 9 FROM generate_series(1, 2000) i",
        ])
        let served = try fixture.responder()
        func method() -> String? {
            served.get("/lists/t?sort=k&offset=900").header("Server-Timing")?.split(separator: ";").first.map(
                String.init)
        }
        // Two locks stop the build, first before the triggers are made and then before rows are counted.
        let (first, second) = (try fixture.connection(), try fixture.connection())
        try first.script("SELECT pg_advisory_lock(hashtextextended('\"\(fixture.schema)\".paging_rank_1_fold', 0))")
        // On a thread of its own: it waits for locks, and all tests of the process share as many threads as there are processors.
        let build = BlockingThreads.detached { [address = fixture.address] in
            try PostgresRankIndexing(address: address).build(list: "t", order: "k")
        }
        func wait(until condition: String) async throws {
            try await eventually(condition) {
                try second.script("SELECT \(condition)")
            } until: {
                $0 == ["t"]
            }
        }
        try await wait(until: "to_regclass('paging_rank_1_delta') IS NOT NULL")
        try second.script("BEGIN; LOCK TABLE paging_rank_1_delta IN ACCESS EXCLUSIVE MODE")
        try first.script("SELECT pg_advisory_unlock_all()")
        try await wait(until: "(SELECT count(*) FROM pg_trigger WHERE tgrelid = 't'::regclass) = 4")
        #expect(method() == "sort")
        try second.script("COMMIT")
        #expect(try await build.value == 2000)
        #expect(method() == "rank")
    }
}
