import PostgresTesting
import Testing

@testable import PagingServer

/// Rank indexes of PostgreSQL against a plain sort, while several transactions are open.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresRankPropertyTests {
    /// Seeds in `make check`, of which `make test` has one.
    private static let seeds = 3
    private static let steps = 40

    @Test(arguments: Seeds.some(1, of: seeds)) func `Every position is that of a plain sort`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let table = PostgresTable(&random)
        let fixture = try PostgresFixture(table.statements)
        let (reader, maintaining) = (try fixture.connection(), try fixture.connection())
        for _ in 0..<random.below(60) { _ = try? reader.script(table.statement(&random)) }
        // Buckets so small that every few writes split or empty one, on both levels.
        let indexing = try PostgresRankIndexing(address: fixture.address, rows: 2 + random.below(3), fanOut: 2)
        for order in table.orders { try indexing.build(list: "t", order: order) }
        let list = try #require(try PostgresCatalog(reader).lists().first { $0.name == "t" })
        let ranks = list.ranks.compactMap(\.postgres)
        let replay = Seeds.replay(seed, "PostgresRankPropertyTests")
        try #require(ranks.count == table.orders.count, "\(replay)")

        let writers = try (0..<3).map { _ in try PostgresWriter(fixture.connection()) }
        for _ in 0..<Self.steps {
            let writer = writers[random.below(writers.count)]
            try writer.write(1 + random.below(6), to: table, &random)
            for rank in ranks where random.below(6) == 0 { try maintaining.fold(rank, leaving: random.below(5)) }
            // The writer sees its own rows counted, before anybody else does; the others see none of them.
            let looks = random.below(2) == 0 ? writer.connection : reader
            for rank in ranks where random.below(2) == 0 { try compare(looks, rank, list, &random, replay) }
        }
        for writer in writers { try writer.end(commits: random.below(2) == 0) }
        for (rank, order) in zip(ranks, table.orders) {
            try compare(reader, rank, list, &random, replay)
            #expect(try indexing.check(list: "t", order: order) == [], "\(order) \(replay)")
            for least in [4, 0] {
                try maintaining.fold(rank, leaving: least)
                #expect(try indexing.check(list: "t", order: order) == [], "folded, \(order) \(replay)")
                try compare(reader, rank, list, &random, replay)
            }
            for table in [rank.deltas, rank.buffer] {
                #expect(try maintaining.value("SELECT count(*) FROM \(table)")?.int64 == 0)
            }
        }
    }

    private func compare(
        _ connection: PostgresConnection, _ rank: PostgresRank, _ list: ListDescription, _ random: inout SplitMix64,
        _ replay: Comment
    ) throws {
        let reader = PostgresRankReader(connection: connection, index: rank, list: list)
        let key = try #require(list.declaredKey)
        let names = key.map { list.columns[$0].sql }.joined(separator: ", ")
        var wanted: [[DatabaseValue]] = []
        try connection.forEachRow("SELECT \(names) FROM \(list.sql) ORDER BY \(rank.rowOrder())") { row in
            wanted.append(key.indices.map { row.value($0) })
        }
        let note: Comment = "\(rank.rowOrder()) \(replay)"
        #expect(try reader.total() == wanted.count, note)
        for _ in 0..<4 {
            // Near the beginning and, as rows before 256 are walked over, through the buckets.
            let offset = random.below(wanted.count + 2)
            let found = try reader.identities(offset: offset, count: 7)
            #expect(found == Array(wanted.dropFirst(offset).prefix(7)), "at \(offset), \(note)")
            guard offset < wanted.count else { continue }
            // Not always the same row: a writer may see a key twice.
            let first = try #require(wanted.firstIndex(of: wanted[offset]))
            #expect(try reader.offset(of: wanted[offset], isMirrored: false) == first, note)
            #expect(try reader.offset(of: wanted[offset], isMirrored: true) == wanted.count - 1 - first, note)
        }
        #expect(try reader.offset(of: key.map { _ in .integer(987_654) }, isMirrored: false) == nil, note)
    }
}

/// A table that is written to at random, in every way that PostgreSQL has, and the orders to index it by.
struct PostgresTable {
    let statements: [String]
    let orders: [String]
    private let hasIntegerKey: Bool

    init(_ random: inout SplitMix64) {
        hasIntegerKey = random.below(2) == 0
        let key = hasIntegerKey ? "id int PRIMARY KEY" : "k text COLLATE \"C\", l int, PRIMARY KEY (k, l)"
        statements = [
            "CREATE TABLE t (\(key.split(separator: ", PRIMARY").first!), a numeric, b text COLLATE \"de-x-icu\", n int NOT NULL"
                + (hasIntegerKey ? ")" : ", PRIMARY KEY (k, l))")
        ]
        orders = ["n", "a desc, b", "b, n desc", "n desc, b desc, a", hasIntegerKey ? "id" : "l desc, k"]
    }

    private func key(_ random: inout SplitMix64) -> String {
        hasIntegerKey
            ? "\(random.below(150))" : "'\(random.element(of: ["x", "X", "y", "", "é"]))', \(random.below(40))"
    }

    private func row(_ random: inout SplitMix64) -> String {
        let a = random.element(of: ["NULL", "1", "1.0", "-2.5", "'NaN'", "7"])
        let b = random.element(of: ["NULL", "'a'", "'A'", "'ä'", "''", "'z'"])
        return "\(a), \(b), \(random.below(9))"
    }

    /// One statement that writes to the table, of one row or of many.
    func statement(_ random: inout SplitMix64) -> String {
        let columns = hasIntegerKey ? "id" : "k, l"
        let find = "(\(columns)) = (\(key(&random)))"
        let bulk = hasIntegerKey ? "200 + i" : "'bulk', i"
        switch random.below(14) {
        case 0...3: return "INSERT INTO t VALUES (\(key(&random)), \(row(&random))) ON CONFLICT DO NOTHING"
        case 4:
            return
                "INSERT INTO t VALUES (\(key(&random)), \(row(&random))) ON CONFLICT (\(columns)) DO UPDATE SET n = excluded.n + 1"
        case 5: return "DELETE FROM t WHERE \(find)"
        case 6: return "DELETE FROM t WHERE n = \(random.below(9))"
        case 7: return "UPDATE t SET (a, b, n) = (\(row(&random))) WHERE \(find)"
        case 8: return "UPDATE t SET n = n + 1 WHERE n > \(random.below(9))"
        case 9:
            return hasIntegerKey
                ? "UPDATE t SET id = id + 1000 WHERE id < 300" : "UPDATE t SET l = l + 100 WHERE l < 100"
        case 10: return "UPDATE t SET n = n WHERE true"
        case 11: return hasIntegerKey ? "DELETE FROM t WHERE id > 900" : "DELETE FROM t WHERE k = 'x'"
        default:
            return
                "INSERT INTO t SELECT \(bulk), i % 7, 'b' || i % 5, i % 11 FROM generate_series(0, \(random.below(60))) i "
                + "ON CONFLICT DO NOTHING"
        }
    }
}

/// A program that writes to a table, now and then in a transaction that stays open while others write.
final class PostgresWriter {
    let connection: PostgresConnection
    private(set) var isOpen = false

    init(_ connection: PostgresConnection) throws(PostgresError) {
        self.connection = connection
        // All writers are of one thread, so a lock that is not there at once never will be.
        try connection.script("SET lock_timeout = 3")
    }

    func write(_ count: Int, to table: PostgresTable, _ random: inout SplitMix64) throws {
        if !isOpen {
            if random.below(25) == 0 {
                return attempt(["BEGIN", "TRUNCATE t", random.below(2) == 0 ? "COMMIT" : "ROLLBACK"])
            }
            try connection.script("BEGIN ISOLATION LEVEL \(random.element(of: ["READ COMMITTED", "REPEATABLE READ"]))")
            isOpen = true
        }
        for _ in 0..<count {
            try connection.script("SAVEPOINT s")
            do {
                try connection.script(table.statement(&random))
                if random.below(5) == 0 { try connection.script("ROLLBACK TO s") }
                try connection.script("RELEASE s")
            } catch {
                guard error.reason == .busy || error.reason == .constraint else { throw error }
                // Somebody else's row, or a key that is taken.
                try connection.script("ROLLBACK TO s; RELEASE s")
            }
        }
        if random.below(3) > 0 { try end(commits: random.below(4) > 0) }
    }

    func end(commits: Bool) throws {
        if isOpen { try connection.script(commits ? "COMMIT" : "ROLLBACK") }
        isOpen = false
    }

    /// Runs statements that a lock of somebody else may keep from being run.
    private func attempt(_ statements: [String]) {
        for statement in statements {
            do { try connection.script(statement) } catch {
                _ = try? connection.script("ROLLBACK")
                return
            }
        }
    }
}
