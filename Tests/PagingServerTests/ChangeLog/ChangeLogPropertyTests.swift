import PagingWire
import Testing

@testable import PagingServer

/// What a log tells, replayed over a snapshot, is the next snapshot, whatever programs write, and in whichever way.
@Suite struct ChangeLogPropertyTests {
    private static let seeds = 4
    private static let rounds = 8

    /// A state of the list as a client has it: the keys in an order, and each row's content.
    private struct Known {
        var version: String
        var ids: [JSONValue]
        var rows: [String: JSONValue]
    }

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
        var known = try sorts.map { try [snapshot(served, $0)] }
        for _ in 0..<Self.rounds {
            let writer = writers[random.below(3)]
            try writer.execute("BEGIN")
            try table.write(random.below(30), by: writer, &random)
            try writer.execute(random.below(4) == 0 ? "ROLLBACK" : "COMMIT")
            for (index, sort) in sorts.enumerated() {
                let now = try snapshot(served, sort)
                // From the state before, and from an older one.
                for old in [known[index].last, random.element(of: known[index])].compactMap({ $0 }) {
                    try compare(try replayed(old, served, sort), now, "sort \(sort), \(replay)")
                }
                known[index].append(now)
            }
        }
    }

    private func snapshot(_ served: ServedFixture, _ sort: String) throws -> Known {
        let json = try served.get("/lists/t/ids?sort=\(sort)").json()
        let ids = try #require(json["ids"]?.array)
        let version = try #require(json.value(at: "paging/version")?.string)
        #expect(json.value(at: "paging/totalCount")?.int == ids.count)
        var rows: [String: JSONValue] = [:]
        for start in stride(from: 0, to: ids.count, by: 500) {
            for (offset, row) in try served.objects("/lists/t?sort=\(sort)&limit=500&offset=\(start)").enumerated() {
                #expect(row["id"] == ids[start + offset])
                rows[ids[start + offset].json] = row
            }
        }
        return Known(version: version, ids: ids, rows: rows)
    }

    /// A state and what happened since, by the book: removed, then added from the first position to the last, then edited.
    private func replayed(_ old: Known, _ served: ServedFixture, _ sort: String) throws -> Known {
        let answer = served.get("/lists/t/changes?since=\(old.version)&sort=\(sort)&objects")
        try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        let json = try answer.json()
        #expect(json["from"]?.string == old.version)
        var new = old
        new.version = try #require(json["version"]?.string)
        let removed = try #require(json["removed"]?.array)
        #expect(removed.allSatisfy(old.ids.contains))
        new.ids.removeAll(where: removed.contains)
        for id in removed { new.rows[id.json] = nil }
        for addition in try #require(json["added"]?.array) {
            let position = try #require(addition["index"]?.int)
            try #require(position <= new.ids.count)
            new.ids.insert(try #require(addition["id"]), at: position)
        }
        #expect(json["total"]?.int == new.ids.count)
        let came = try #require(json["added"]?.array).compactMap { $0["id"] }
        let objects = try #require(json["objects"]?.array)
        #expect(objects.compactMap { $0["id"] } == came + (try #require(json["edited"]?.array)))
        for row in objects { new.rows[try #require(row["id"]).json] = row }
        return new
    }

    private func compare(_ replayed: Known, _ now: Known, _ note: Comment) throws {
        #expect(replayed.version == now.version, note)
        #expect(replayed.ids == now.ids, note)
        #expect(Set(replayed.rows.keys) == Set(now.rows.keys), note)
        for (id, row) in now.rows { #expect(isSame(replayed.rows[id], row), "row \(id): \(note)") }
    }

    /// Whether two rows are the same; a whole number stays itself where SQLite stores it as a real one.
    private func isSame(_ left: JSONValue?, _ right: JSONValue) -> Bool {
        guard let left = left?.object, let right = right.object, left.count == right.count else { return false }
        func number(_ value: JSONValue?) -> Double? {
            if case .double(let number)? = value { number } else { value?.int.map(Double.init) }
        }
        return right.allSatisfy { left[$0] == $1 || number($1) != nil && number(left[$0]) == number($1) }
    }

}
