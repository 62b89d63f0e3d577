import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// The facts of a rank index that are remembered while nothing is committed.
@Suite(.blocking) struct RankFactsTests {
    @Test(arguments: Seeds.some(20, of: 200)) func `A position is found in its bucket or not at all`(_ seed: UInt64)
        throws
    {
        var random = SplitMix64(seed: seed)
        let (facts, version) = (RankFacts(), DatabaseVersion(epoch: 1, state: 1))
        let state = try #require(facts.at(version))
        var (buckets, start) = ([RankBucket](), 0)
        for number in 0..<(1 + random.below(40)) {
            // Some are empty: their rows have been deleted.
            let size = random.below(6)
            buckets.append(RankBucket(start: start, size: size, key: [.integer(Int64(number))]))
            start += size
        }
        buckets[buckets.count - 1].size = nil
        let kept = buckets.filter { _ in random.below(3) > 0 }.shuffled(using: &random)
        for bucket in kept + kept { state.keep(bucket, of: "a") }
        for offset in 0..<(start + 10) {
            let right = buckets.last { $0.start <= offset && $0.size != 0 } ?? buckets[buckets.count - 1]
            if let found = state.bucket(of: offset, in: "a") { #expect(found == right, "\(offset)") }
            #expect(state.bucket(of: offset, in: "b") == nil)
        }
        // Another state knows nothing of it, and takes its place.
        let other = try #require(facts.at(DatabaseVersion(epoch: 1, state: 2)))
        #expect(other.bucket(of: 0, in: "a") == nil)
        other.keep(buckets[0], of: "a")
        #expect((0..<start).allSatisfy { state.bucket(of: $0, in: "a") == nil })
        #expect(facts.at(nil) == nil)
    }

    @Test func `What is remembered is bounded`() throws {
        let state = try #require(RankFacts().at(DatabaseVersion(epoch: 1, state: 1)))
        let key = [DatabaseValue.text(Array(repeating: 1, count: 64 << 10))]
        for number in 0..<1_000 { state.keep(RankBucket(start: number, size: 1, key: key), of: "a") }
        let known = (0..<1_000).count { state.bucket(of: $0, in: "a") != nil }
        #expect(1...(ServerLimits.cachedBucketBytes >> 16) + 1 ~= known)
    }

    @Test(arguments: Backend.all) func `Pages anywhere are those of a walk, between writes`(backend: Backend) throws {
        let fixture = try backend.fixture([
            "CREATE TABLE t (id INTEGER PRIMARY KEY, k int)",
            "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT i * 2, nullif(i * 7919 % 500, 0) FROM n",
        ])
        try fixture.rank("t", order: "k")
        let served = try fixture.responder()
        var random = SplitMix64(seed: 7)
        var ranked = 0
        for round in 0..<12 {
            for sort in ["k", "-k"] {
                let ids = try #require(try served.get("/lists/t/ids?sort=\(sort)").json()["ids"]?.array)
                for _ in 0..<6 {
                    let offset = random.below(ids.count + 10)
                    let answer = served.get("/lists/t?sort=\(sort)&offset=\(offset)&limit=\(1 + random.below(60))")
                    if answer.header("Server-Timing")?.hasPrefix("rank") == true { ranked += 1 }
                    let page = try answer.json()
                    let found = try #require(page["objects"]?.array).compactMap { $0["id"] }
                    let limit = try #require(page["paging"]?["limit"]?.int)
                    #expect(found == Array(ids.dropFirst(offset).prefix(limit)), "\(sort) \(offset), round \(round)")
                }
            }
            switch round % 4 {
            case 0: break
            case 1: try fixture.write(["DELETE FROM t WHERE id % 13 = \(round)"])
            case 2: try fixture.write(["UPDATE t SET k = \(round * 40) WHERE id % 17 = 0"])
            default: try fixture.write(["INSERT INTO t VALUES (\(round * 2 + 1), 3), (\(round * 2 + 101), NULL)"])
            }
        }
        #expect(ranked > 100)
    }
}
