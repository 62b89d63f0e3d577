import Testing

@testable import PagingServer

/// What a log tells, replayed over a snapshot, is the next snapshot, whatever programs write, and in whichever way.
@Suite struct ChangeLogPropertyTests {
    private static let seeds = 4
    private static let rounds = 8

    @Test(arguments: Seeds.some(seeds))
    func changesOverASnapshotAreTheNextSnapshot(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let table = RankTable(&random)
        let fixture = try Fixture(["PRAGMA journal_mode = WAL"] + table.statements)
        let writers = try RankTable.writers(of: fixture)
        for _ in 0..<random.below(200) { try table.attempt(writers[0], &random) }
        try ChangeLogging(path: fixture.path).start(list: "t")
        if random.below(2) == 0 { try RankIndexing(path: fixture.path, fanOut: 3).build(list: "t", order: "n desc, b") }
        let served = try fixture.responder()
        let sorts = ["", "n", "-n,-b", "b,-a", "-n,b"]

        let replay = Seeds.replay(seed, "changesOverASnapshotAreTheNextSnapshot")
        var known = try sorts.map { try [KnownList(served, $0)] }
        for _ in 0..<Self.rounds {
            let writer = writers[random.below(3)]
            try writer.execute("BEGIN")
            try table.write(random.below(30), by: writer, &random)
            try writer.execute(random.below(4) == 0 ? "ROLLBACK" : "COMMIT")
            for (index, sort) in sorts.enumerated() {
                let now = try KnownList(served, sort)
                // From the state before, and from an older one.
                for old in [known[index].last, random.element(of: known[index])].compactMap({ $0 }) {
                    try old.replayed(served, sort).compare(with: now, "sort \(sort), \(replay)")
                }
                known[index].append(now)
            }
        }
    }
}
