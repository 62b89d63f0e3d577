import Foundation
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

/// The parts of a read that need no answer of the server each time.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresRoundTripTests {
    @Test func `The history is asked for once a session and second, and by every session of a pool`() throws {
        let fixture = try PostgresFixture(["CREATE TABLE t (id int PRIMARY KEY)"])
        let database = try PostgresDatabase(address: fixture.address)
        let clock = ContinuousClock()
        let epochs = Gathered<UInt64?>()
        let duration = try clock.measure {
            for _ in 0..<300 { try database.read { epochs.add($0.epoch) } }
        }
        let most = 1 + Int(duration / .milliseconds(ServerLimits.historyMilliseconds))
        #expect((1...most).contains(database.states.historyReads))
        // A second session, while the first is taken.
        try database.read { one in try database.read { other in epochs.add(one.epoch == other.epoch ? one.epoch : nil) }
        }
        #expect(Set(epochs.all).count == 1)
    }

    @Test func `The question for the state is planned once a session`() throws {
        let fixture = try PostgresFixture(["CREATE TABLE t (id int PRIMARY KEY)"])
        let database = try PostgresDatabase(address: fixture.address)
        let relation = try database.read(list: "t") { $0.relation }
        for _ in 0..<20 { #expect(try database.read(list: "t") { $0.relation } == relation) }
        let plans = """
            SELECT count(*), sum(generic_plans) > 15, sum(custom_plans) FROM pg_prepared_statements WHERE statement ~ 'pg_current_snapshot[(]'
            """
        let found: [String] = try database.read { snapshot in
            guard case .postgres(let connection) = snapshot.connection else { return [] }
            return try connection.text(plans, [])
        }
        // One without a list, of this read, and one with.
        #expect(found == ["2", "t", "0"], "\(found)")
        #expect(try database.read(list: "no such") { $0.relation } == "")
    }

    /// Two databases may be in states of one name, as here two search paths always are.
    @Test func `The table of a list is remembered for one state of one database`() throws {
        let fixtures = try (0..<2).map { _ in try PostgresFixture(["CREATE TABLE t (id int PRIMARY KEY)"]) }
        let connections = try fixtures.map { try PostgresConnection(PostgresAddress($0.address)) }
        let states = PostgresStates(schemaMilliseconds: 0)
        func relation(_ place: Int) throws -> String? {
            defer { connections[place].endReading() }
            #expect(connections[place].hasEnded())
            return try states.state(connections[place], after: "BEGIN ISOLATION LEVEL REPEATABLE READ; ", list: "t")
                .relation
        }
        let found = try (0..<40).map { try relation($0 % 2) }
        #expect(Set(found[0...1]).count == 2 && found[0]?.isEmpty == false)
        for (place, relation) in found.enumerated() { #expect(relation == found[place % 2]) }
        // It is another one as soon as another table has its name.
        try fixtures[0].write(["DROP TABLE t", "CREATE TABLE t (id int PRIMARY KEY)"])
        #expect(try relation(0) != found[0] && relation(1) == found[1])
        try fixtures[0].write(["DROP TABLE t"])
        #expect(try relation(0) == "" && relation(1) == found[1])
    }

    /// PostgreSQL compiles what it takes for expensive, as it does the query for the columns of all lists while its tables have no statistics.
    @Test func `No statement is compiled`() throws {
        let fixture = try PostgresFixture(["CREATE TABLE t (id int PRIMARY KEY)"])
        let database = try PostgresDatabase(address: fixture.address + "%20-cjit%3Don%20-cjit_above_cost%3D0")
        let (setting, plan) = try database.read { snapshot in
            guard case .postgres(let connection) = snapshot.connection else { return ([""], [""]) }
            return (
                try connection.text("SHOW jit", []), try connection.text("EXPLAIN ANALYZE SELECT count(*) FROM t", [])
            )
        }
        #expect(setting == ["off"] && !plan.contains { $0.hasPrefix("JIT") }, "\(plan)")
    }

    @Test func `A read leaves no transaction behind, and the next one sees what was committed since`() async throws {
        let fixture = try PostgresFixture(["CREATE TABLE t (id int PRIMARY KEY)"])
        let name = "ending_\(fixture.schema)"
        let database = try PostgresDatabase(address: fixture.address + "&application_name=\(name)")
        let observer = try fixture.connection()
        for count in 0..<20 {
            let seen = try database.read { try $0.connection.value("SELECT count(*) FROM t")?.int64 }
            #expect(seen == Int64(count))
            try fixture.write(["INSERT INTO t VALUES (\(count))"])
        }
        let open = "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(name)' AND state <> 'idle'"
        try await eventually("all sessions are idle") {
            try observer.script(open)
        } until: {
            $0 == ["0"]
        }
        // A session that ended between two reads is replaced.
        try observer.script(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)'")
        #expect(try database.read { try $0.connection.value("SELECT count(*) FROM t")?.int64 } == 20)
        // One whose statement failed has nothing to wait for.
        #expect(throws: PostgresError.self) { try database.read { try $0.connection.value("SELECT 1 / 0") } }
        #expect(try database.read { try $0.connection.value("SELECT count(*) FROM t")?.int64 } == 20)
    }

    /// Others may commit to the cluster meanwhile, so that only requests in one state are counted.
    @Test func `In an unchanged state a page by a rank index asks for the state and for its rows`() throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, name text)",
            "INSERT INTO t SELECT i * 3, 'name ' || i FROM generate_series(1, 3000) i",
        ])
        try PostgresRankIndexing(address: fixture.address, rows: 100, fanOut: 8).build(list: "t", order: "")
        let database = try PostgresDatabase(address: fixture.address)
        let served = Responder(.postgres(database), queryMilliseconds: 60_000)
        func statements() throws -> Int {
            try database.read { snapshot in
                let sql = "SELECT sum(generic_plans + custom_plans)::int8 FROM pg_prepared_statements"
                return Int(try snapshot.connection.value(sql)?.int64 ?? 0)
            }
        }
        // Counting takes statements, too.
        _ = try (statements(), statements())
        let own = try -statements() + statements()
        var counts: Set<Int> = []
        for turn in 0..<200 where !counts.contains(2) {
            func page(_ offset: Int) -> Response {
                served.respond(to: Request(target: "/lists/t?offset=\(offset)&limit=7"))
            }
            let first = page(1500 + turn)
            let before = try statements()
            let second = page(1504 + turn)
            let asked = try statements() - before - own
            #expect(first.header("Server-Timing")?.hasPrefix("rank") == true && second.status == 200)
            guard first.header("ETag") == second.header("ETag") else { continue }
            counts.insert(asked)
        }
        #expect(counts.contains(2) && counts.isSubset(of: 2...4), "\(counts)")
    }
}
