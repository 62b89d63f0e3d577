internal import Foundation
internal import PagingCore

/// The streams that a list's updates go to. They end when the list goes.
final class UpdateStreams: @unchecked Sendable {
    // Proof of Sendable: every access to the two properties holds the lock.
    private let lock = NSLock()
    private var continuations: [Int: AsyncStream<ListUpdate>.Continuation] = [:]
    private var last = 0

    deinit {
        for continuation in continuations.values { continuation.finish() }
    }

    func stream() -> AsyncStream<ListUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: ListUpdate.self)
        let key = lock.withLock {
            last += 1
            continuations[last] = continuation
            return last
        }
        continuation.onTermination = { [weak self] _ in self?.remove(key) }
        return stream
    }

    func send(_ update: ListUpdate) {
        for continuation in lock.withLock({ Array(continuations.values) }) { continuation.yield(update) }
    }

    private func remove(_ key: Int) {
        _ = lock.withLock { continuations.removeValue(forKey: key) }
    }
}
