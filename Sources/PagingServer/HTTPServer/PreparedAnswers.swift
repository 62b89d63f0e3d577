internal import Foundation

/// Answers to repeated requests, by the bytes of their requests.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class PreparedAnswers: @unchecked Sendable {
    private let lock = NSLock()
    private var answers: [Int: [(key: [UInt8], answer: PreparedAnswer)]] = [:]
    private var bytes = 0

    /// The kept answer to a request; it may be outdated.
    func answer(_ key: UnsafeRawBufferPointer) -> PreparedAnswer? {
        let hash = PreparedAnswers.hash(key)
        return lock.withLock { answers[hash]?.first { $0.key.elementsEqual(key) }?.answer }
    }

    /// Keeps an answer, and drops an earlier one to the same request.
    func keep(_ answer: PreparedAnswer, for key: [UInt8]) {
        let hash = key.withUnsafeBytes(PreparedAnswers.hash)
        let size = size(answer, key)
        lock.withLock {
            // Outdated answers are rarely asked for again.
            if bytes + size > ServerLimits.preparedAnswerBytes { (answers, bytes) = ([:], 0) }
            bytes += size
            var same = answers[hash] ?? []
            if let index = same.firstIndex(where: { $0.key == key }) {
                bytes -= self.size(same.remove(at: index).answer, key)
            }
            answers[hash] = same + [(key, answer)]
        }
    }

    private func size(_ answer: PreparedAnswer, _ key: [UInt8]) -> Int {
        answer.size + key.count + ServerLimits.cachedAnswerOverhead
    }

    private static func hash(_ key: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: key)
        return hasher.finalize()
    }
}
