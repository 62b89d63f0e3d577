import PostgresTesting
import Testing

@testable import PagingServer

/// Rank indexes against a plain sort, while several programs write.
@Suite(.blocking) struct RankPropertyTests {
    /// Seeds in `make check`, of which `make test` has one.
    private static let seeds = 4
    private static let rounds = 6

    @Test(arguments: Seeds.some(1, of: seeds))
    func `Every position is that of a plain sort`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let table = RankTable(&random)
        let fixture = try Fixture(["PRAGMA journal_mode = WAL"] + table.statements)
        let writers = try RankTable.writers(of: fixture)
        for _ in 0..<random.below(200) { try table.attempt(writers[0], &random) }
        // Buckets so small that every few writes split or empty one, on every level.
        let indexing = try RankIndexing(path: fixture.path, fanOut: 2 + random.below(3))
        for order in table.orders { try indexing.build(list: "t", order: order) }

        let replay = Seeds.replay(seed, "everyPositionIsThatOfAPlainSort")
        for _ in 0..<Self.rounds {
            let writer = writers[random.below(3)]
            let reader = try SQLiteConnection(path: fixture.path, mode: .readOnly)
            try reader.execute("BEGIN")
            let before = try orders(reader)
            try writer.execute("BEGIN")
            try table.write(random.below(40), by: writer, &random)
            // The writer sees its own rows counted, before anybody else does.
            try compare(writer, &random, replay)
            try writer.execute(random.below(3) == 0 ? "ROLLBACK" : "COMMIT")
            #expect(try orders(reader) == before, "\(replay)")
            try compare(reader, &random, replay)
            try reader.execute("COMMIT")
            try compare(reader, &random, replay)
        }
        for order in table.orders { #expect(try indexing.check(list: "t", order: order) == [], "\(order) \(replay)") }
    }

    private func orders(_ connection: SQLiteConnection) throws -> [[[DatabaseValue]]] {
        try list(connection).ranks.compactMap(\.sqlite).map {
            try RankReader(connection: .sqlite(connection), index: $0).identities(offset: 0, count: .max)
        }
    }

    private func list(_ connection: SQLiteConnection) throws -> ListDescription {
        try #require(try ListCatalog(connection).list(named: "t"))
    }

    private func compare(_ connection: SQLiteConnection, _ random: inout SplitMix64, _ replay: Comment) throws {
        let list = try list(connection)
        try #require(list.ranks.count == 5, "\(replay)")
        for index in list.ranks.compactMap(\.sqlite) {
            let order = index.order.places.map {
                SQLName.quoted(list.columns[$0.column].name) + ($0.descending ? " DESC" : "")
            }.joined(separator: ", ")
            let names = index.identity.map(SQLName.quoted).joined(separator: ", ")
            var wanted: [[DatabaseValue]] = []
            try connection.forEachRow("SELECT \(names) FROM t ORDER BY \(order)") { row in
                wanted.append(index.identity.indices.map { row.value($0) })
            }
            let reader = RankReader(connection: .sqlite(connection), index: index)
            #expect(try reader.total() == wanted.count, "\(order) \(replay)")
            let found = try reader.identities(offset: 0, count: wanted.count + 1)
            #expect(folded(found) == folded(wanted), "\(order) \(replay)")
            #expect(
                folded(try reader.identities(offset: 0, count: 99, isMirrored: true))
                    == folded(wanted.reversed().prefix(99)))
            for _ in 0..<min(6, wanted.count) {
                let offset = random.below(wanted.count)
                let identity = wanted[offset]
                #expect(try reader.offset(of: identity) == offset, "\(order) \(replay)")
                #expect(
                    folded(try reader.identities(offset: offset, count: 1)) == folded([identity]), "\(order) \(replay)")
            }
            #expect(try reader.identities(offset: wanted.count, count: 1) == [], "\(order) \(replay)")
            let faults = try RankCheck(connection: connection, index: index).faults()
            #expect(faults == [], "\(order) \(replay)")
        }
    }

    /// Keys in one case: the index may have the letters of a key as they were first written.
    private func folded(_ rows: some Sequence<[DatabaseValue]>) -> [[DatabaseValue]] {
        rows.map { row in
            row.map { value in
                guard case .text(let text) = value else { return value }
                return .text(text.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 32 : $0 })
            }
        }
    }
}
