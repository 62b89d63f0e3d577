import Synchronization
import PostgresTesting
import Testing

@testable import PagingServer

/// Four programs write and one folds. A reader always finds as many rows as are counted.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresConcurrencyTests {
    private let fixture: PostgresFixture

    init() throws {
        fixture = try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY, k int, name text)",
            "INSERT INTO t SELECT i * 3, nullif(i * 7919 % 1000, 0), 'name ' || i % 50 FROM generate_series(1, 3000) i",
        ])
    }

    @Test func `Counts are exact while many write at once`() async throws {
        let indexing = try PostgresRankIndexing(address: fixture.address, rows: 16, fanOut: 4)
        try indexing.build(list: "t", order: "k, name desc")
        let ending = Ending(writers: 4)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    defer { ending.writerEnds() }
                    try write(writer)
                }
            }
            group.addTask { try fold(until: ending) }
            group.addTask { try read(until: ending) }
            try await group.waitForAll()
        }
        #expect(try indexing.check(list: "t", order: "k, name desc") == [])
    }

    private func write(_ writer: Int) throws {
        var random = SplitMix64(seed: UInt64(writer))
        let connection = try fixture.connection()
        let ids = 20_000 + writer * 1000
        for _ in 0..<120 {
            try connection.script("BEGIN")
            try connection.script(
                "INSERT INTO t VALUES (\(ids + random.below(500)), \(random.below(1000)), 'w') ON CONFLICT DO NOTHING")
            try connection.script("UPDATE t SET k = \(random.below(1000)) WHERE id = \(ids + random.below(500))")
            if random.below(9) == 0 {
                try connection.script("DELETE FROM t WHERE id / 1000 = \(ids / 1000) AND k < 300")
            }
            try connection.script(random.below(5) == 0 ? "ROLLBACK" : "COMMIT")
        }
    }

    private func fold(until ending: Ending) throws {
        let indexing = try PostgresRankIndexing(address: fixture.address)
        while !ending.hasCome { try indexing.fold() }
    }

    private func read(until ending: Ending) throws {
        let reader = try fixture.connection()
        let list = try #require(try PostgresCatalog(reader).lists().first { $0.name == "t" })
        let rank = try #require(list.ranks.first?.postgres)
        let ranks = PostgresRankReader(connection: reader, index: rank, list: list)
        while !ending.hasCome {
            try reader.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let count = Int(try reader.value("SELECT count(*) FROM t")?.int64 ?? 0)
            #expect(try ranks.total() == count)
            let row =
                try reader.value("SELECT id FROM t ORDER BY \(rank.rowOrder()) LIMIT 1 OFFSET \(count / 2)") ?? .null
            #expect(try ranks.offset(of: [row], isMirrored: false) == count / 2)
            #expect(try ranks.identities(offset: count / 2, count: 1) == [[row]])
            try reader.script("COMMIT")
        }
    }
}

/// Says to those that read and fold that nobody writes any more.
final class Ending: Sendable {
    private let writers: Mutex<Int>

    init(writers: Int) { self.writers = Mutex(writers) }

    var hasCome: Bool { writers.withLock { $0 == 0 } }
    func writerEnds() { writers.withLock { $0 -= 1 } }
}
