import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// A log's changes in PostgreSQL, applied to a snapshot, give the next snapshot, while several transactions are open.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresLogPropertyTests {
    @Test(arguments: Seeds.some(1, of: 3)) func `Changes over a snapshot are the next snapshot`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let table = PostgresTable(&random)
        let fixture = try PostgresFixture(table.statements)
        let setup = try fixture.connection()
        for _ in 0..<random.below(60) { _ = try? setup.script(table.statement(&random)) }
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        try PostgresRankIndexing(address: fixture.address, rows: 3, fanOut: 2).build(list: "t", order: "n desc, b")
        let served = try fixture.responder()
        let replay = Seeds.replay(seed, "PostgresLogPropertyTests")
        let writers = try (0..<4).map { _ in try PostgresWriter(fixture.connection()) }
        var sorts = ["", "-n,-b", "b,-a"]
        sorts += [
            "n&where=n%20%3E=%204", "&where=b=%27a%27", "b,-a&where=a%20is%20null",
            "-n&where=a%20%3C%3D%201.5%20and%20n%20!=%207",
        ]
        var known = try sorts.map { try [KnownList(served, $0)] }
        for _ in 0..<25 {
            for _ in 0..<2 { try writers[random.below(4)].write(1 + random.below(5), to: table, &random) }
            for (index, sort) in sorts.enumerated() {
                let now = try KnownList(served, sort)
                for old in [known[index].last, random.element(of: known[index])].compactMap({ $0 }) {
                    // After a TRUNCATE there are no changes to tell.
                    let answer = served.get("/lists/t/changes?since=\(old.version)&sort=\(sort)")
                    if answer.status == 410 { continue }
                    try old.replayed(served, sort).compare(with: now, "sort \(sort), \(replay)")
                }
                known[index].append(now)
            }
        }
        for writer in writers { try writer.end(commits: false) }
    }

    /// Four programs write at once; who follows them by changes alone has at the end what is there.
    @Test func `Following four writers ends where they do`() async throws {
        let fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, n int, name text)",
            "INSERT INTO t SELECT i, i % 40, 'row ' || i FROM generate_series(1, 300) i",
        ])
        try PostgresChangeLogging(address: fixture.address).start(list: "t")
        let ending = Ending(writers: 4)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    defer { ending.writerEnds() }
                    try write(writer, fixture)
                }
            }
            group.addTask { try await follow(fixture, until: ending) }
            try await group.waitForAll()
        }
    }

    private func write(_ writer: Int, _ fixture: PostgresFixture) throws {
        var random = SplitMix64(seed: UInt64(writer))
        let connection = try fixture.connection()
        func id() -> Int { 1 + writer + 4 * random.below(100) }
        for _ in 0..<100 {
            try connection.script("BEGIN")
            try connection.script("INSERT INTO t VALUES (\(id()), \(random.below(40)), 'w') ON CONFLICT DO NOTHING")
            try connection.script("UPDATE t SET n = \(random.below(40)) WHERE id = \(id())")
            if random.below(2) == 0 { try connection.script("DELETE FROM t WHERE id = \(id())") }
            try connection.script(random.below(5) == 0 ? "ROLLBACK" : "COMMIT")
        }
    }

    private func follow(_ fixture: PostgresFixture, until ending: Ending) async throws {
        let served = try fixture.responder()
        let json = try await eventually("keys with a version") {
            try served.get("/lists/t/ids?sort=n").json()
        } until: {
            $0.value(at: "paging/version")?.string != nil
        }
        let version = try #require(json.value(at: "paging/version")?.string)
        var known = KnownList(version: version, ids: try #require(json["ids"]?.array))
        while !ending.hasCome { known = try known.replayed(served, "n") }
        known = try known.replayed(served, "n")
        let now = try KnownList(served, "n")
        #expect(known.ids == now.ids)
        #expect(ListVersion(known.version)?.sequence == ListVersion(now.version)?.sequence)
    }
}

extension KnownList {
    /// A state of which the rows' contents are not known.
    fileprivate init(version: String, ids: [JSONValue]) {
        (self.version, self.ids) = (version, ids)
        rows = Dictionary(uniqueKeysWithValues: ids.map { ($0.json, .null) })
    }
}
