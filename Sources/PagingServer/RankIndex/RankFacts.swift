internal import Foundation

/// The lowest bucket of a rank index that a position is in.
struct RankBucket: Hashable {
    /// The position of its first row.
    var start: Int
    /// The number of its rows, or `nil` for the last bucket.
    var size: Int?
    /// The key before its rows, or at its first one on SQLite; `nil` for the first bucket of PostgreSQL.
    var key: [DatabaseValue]?

    fileprivate func holds(_ offset: Int) -> Bool { offset >= start && size.map { offset < start + $0 } ?? true }
    fileprivate var bytes: Int { (key ?? []).reduce(ServerLimits.cachedBucketOverhead) { $0 + $1.byteCount } }
}

/// Facts that were found in the rank indexes of a database, in one of its states.
///
/// A position is found on the way down the levels of an index, which costs more than the page that begins there. While nothing is committed the
/// way is the same, so pages that begin in one bucket share it.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class RankFacts: @unchecked Sendable {
    private let lock = NSLock()
    private var version: DatabaseVersion?
    /// The found buckets in their order, by the index's name.
    private var buckets: [String: [RankBucket]] = [:]
    private var ended: [String: Set<String>] = [:]
    private var bytes = 0

    /// The facts of one state.
    struct InState {
        fileprivate let facts: RankFacts
        fileprivate let version: DatabaseVersion
    }

    /// The facts of a state, or `nil` if its version is not known.
    func at(_ version: DatabaseVersion?) -> InState? { version.map { InState(facts: self, version: $0) } }

    /// Forgets the facts of another state, while `lock` is held.
    private func begin(_ version: DatabaseVersion) {
        guard self.version != version else { return }
        (self.version, buckets, ended, bytes) = (version, [:], [:], 0)
    }
}

extension RankFacts.InState {
    /// The bucket that a position is in, if it was found before.
    func bucket(of offset: Int, in index: String) -> RankBucket? {
        facts.lock.withLock {
            guard facts.version == version, let known = facts.buckets[index] else { return nil }
            let next = known.place(after: offset)
            return next > 0 && known[next - 1].holds(offset) ? known[next - 1] : nil
        }
    }

    func keep(_ bucket: RankBucket, of index: String) {
        facts.lock.withLock {
            facts.begin(version)
            if facts.bytes > ServerLimits.cachedBucketBytes { (facts.buckets, facts.bytes) = ([:], 0) }
            let next = facts.buckets[index]?.place(after: bucket.start) ?? 0
            // Another request may have found it meanwhile.
            if next > 0, facts.buckets[index]?[next - 1].start == bucket.start { return }
            facts.buckets[index, default: []].insert(bucket, at: next)
            facts.bytes += bucket.bytes
        }
    }

    /// The rank indexes that have ended, from an earlier query or by `read`.
    func ended(_ query: String, _ read: () throws -> Set<String>) rethrows -> Set<String> {
        if let known = facts.lock.withLock({ facts.version == version ? facts.ended[query] : nil }) { return known }
        let found = try read()
        facts.lock.withLock {
            facts.begin(version)
            if facts.ended.count >= ServerLimits.cachedCounts { facts.ended = [:] }
            facts.ended[query] = found
        }
        return found
    }
}

extension [RankBucket] {
    /// The index of the first bucket that begins after a position.
    fileprivate func place(after offset: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
