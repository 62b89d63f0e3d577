internal import Foundation

/// Answers that were given, for as long as the database stays as it is.
///
/// Recent answers are kept in two halves: when the newer is full it becomes the older, and answers used in neither
/// is gone. A cursor that an answer holds is signed with a time, so none is kept for long.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class AnswerCache: @unchecked Sendable {
    /// The inputs of an answer, besides the database.
    struct Key: Hashable {
        var path: String
        var query: String?
        var isCompressed: Bool
        /// `true` if keys are wanted in bytes.
        var isCompact = false
        /// The preference in `Prefer` about the count.
        var count: CountPreference?
    }

    /// `true` if an answer is kept, of whatever state of the database.
    func has(_ key: Key) -> Bool { lock.withLock { newer[key] != nil || older[key] != nil } }

    private let lock = NSLock()
    private var version: DatabaseVersion?
    private var begunAt: UInt64 = 0
    private var newer: [Key: Response] = [:]
    private var older: [Key: Response] = [:]
    private var bytes = 0

    /// When what is kept now is too old, in nanoseconds of the monotonic clock.
    var end: UInt64 { lock.withLock { endsAt } }

    /// The answer given in a state of the database, or `nil` if it is not known.
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

    /// Keeps an answer.
    func keep(_ answer: Response, for key: Key, at version: DatabaseVersion?) {
        // The answer to HEAD may have been made without its body.
        guard let version, answer.status == 200, answer.stream == nil, answer.contentLength != nil,
            answer.body.count <= ServerLimits.largestCachedAnswerBytes
        else { return }
        lock.withLock {
            // One that was read before a commit, and is done after it, is as good as none.
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
