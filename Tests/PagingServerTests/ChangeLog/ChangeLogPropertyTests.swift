import PostgresTesting
import Testing

@testable import PagingServer

/// A log's changes, applied to a snapshot, give the next snapshot, whatever programs write, and however they do.
@Suite(.blocking) struct ChangeLogPropertyTests {
    private static let seeds = 4
    private static let rounds = 8

    @Test(arguments: Seeds.some(seeds))
    func `Changes over a snapshot are the next snapshot`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let table = RankTable(&random)
        let fixture = try Fixture(["PRAGMA journal_mode = WAL"] + table.statements)
        let writers = try RankTable.writers(of: fixture)
        for _ in 0..<random.below(200) { try table.attempt(writers[0], &random) }
        try ChangeLogging(path: fixture.path).start(list: "t")
        if random.below(2) == 0 { try RankIndexing(path: fixture.path, fanOut: 3).build(list: "t", order: "n desc, b") }
        let served = try fixture.responder()
        var sorts = ["", "n", "-n,-b", "b,-a", "-n,b"]
        sorts += [
            "n&where=n%20%3E=%204", "&where=b=%27a%27%20and%20n%20is%20not%20null", "b,-a&where=a%20is%20null",
            "-n&where=u%20%3C%2040",
        ]
        if table.hasIntegerKey {
            try SearchIndexing(path: fixture.path).build(list: "t", columns: ["b"])
            sorts += ["&search=a", "-n,b&search=b&where=n%20!=%203"]
        }

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
