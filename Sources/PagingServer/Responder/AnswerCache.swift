internal import Foundation

/// Cached answers, valid while the database does not change.
///
/// Recent answers are cached in two halves: when the newer is full it becomes the older, and answers used in neither are evicted. Cursors in
/// answers are signed with a time, so no answer is cached for long.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class AnswerCache: @unchecked Sendable {
    /// The inputs of an answer, besides the database.
    struct Key: Hashable {
        var path: String
        var query: String?
        var isCompressed: Bool
        /// `true` for keys in binary format.
        var isCompact = false
        /// The preference in `Prefer` about the count.
        var count: CountPreference?
    }

    /// `true` if an answer is cached, for any state of the database.
    func has(_ key: Key) -> Bool { lock.withLock { newer[key] != nil || older[key] != nil } }

    private let lock = NSLock()
    private var version: DatabaseVersion?
    private var begunAt: UInt64 = 0
    private var newer: [Key: Response] = [:]
    private var older: [Key: Response] = [:]
    private var bytes = 0

    /// The time at which the cached answers expire, in nanoseconds of the monotonic clock.
    var end: UInt64 { lock.withLock { endsAt } }

    /// The cached answer for a state of the database, or `nil` if there is none.
    func answer(_ key: Key, at version: DatabaseVersion?) -> Response? {
        guard let version else { return nil }
        return lock.withLock {
            guard self.version == version, !isOld else { return nil }
            if let answer = newer[key] { return answer }
            guard let answer = older[key] else { return nil }
            put(answer, key)
            return answer
        }
    }

    /// Stores an answer.
    func keep(_ answer: Response, for key: Key, at version: DatabaseVersion?) {
        // The answer to HEAD may have been made without its body.
        guard let version, answer.status == 200, answer.stream == nil, answer.contentLength != nil,
            answer.body.count <= ServerLimits.largestCachedAnswerBytes
        else { return }
        lock.withLock {
            // An answer that was read before a commit and finished after it is useless.
            if self.version != version || isOld {
                (self.version, newer, older, bytes) = (version, [:], [:], 0)
                begunAt = Platform.monotonicNanoseconds
            }
            put(answer, key)
        }
    }

    private func put(_ answer: Response, _ key: Key) {
        newer[key] = answer
        bytes += answer.body.count + ServerLimits.cachedAnswerOverhead
        if bytes > ServerLimits.cachedAnswerBytes / 2 { (older, newer, bytes) = (newer, [:], 0) }
    }

    private var endsAt: UInt64 { begunAt + UInt64(ServerLimits.cachedAnswerSeconds) * 1_000_000_000 }
    private var isOld: Bool { Platform.monotonicNanoseconds > endsAt }
}

extension AnswerCache.Key {
    init(_ request: Request) {
        self.init(
            path: request.path, query: request.query, isCompressed: request.takesGzip,
            isCompact: request.prefersCompactKeys, count: request.preferredCount)
    }
}
