internal import Foundation

/// A buffer for the body of a long answer between the database and a slow client.
///
/// It begins in memory and continues in an unnamed file. It holds no resources of the database while it is sent.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class StoredAnswer: ResponseStream, @unchecked Sendable {
    private let lock = NSLock()
    private let store: AnswerStore
    private let client: String?
    private var memory: [UInt8] = []
    private var file: TemporaryFile?
    private var (written, taken) = (0, 0)
    private var isEnded = false

    /// Makes an answer that the store has counted: see ``AnswerStore/newAnswer(for:)``.
    fileprivate init(in store: AnswerStore, for client: String?) { (self.store, self.client) = (store, client) }

    deinit { store.end(client, bytes: written) }

    /// The number of its bytes.
    var count: Int { lock.withLock { written } }

    /// Appends bytes.
    ///
    /// - Throws: a problem if there is no room for them.
    func append(_ bytes: [UInt8]) throws {
        try store.take(bytes.count, client)
        try lock.withLock {
            written += bytes.count
            if file == nil, written <= ServerLimits.storedInMemoryBytes { return memory += bytes }
            do {
                let file = try self.file ?? TemporaryFile()
                self.file = file
                try file.write(bytes, at: written - bytes.count - memory.count)
            } catch {
                throw Problem.cannotStore(error)
            }
        }
    }

    func next() -> StreamPart {
        lock.withLock {
            guard !isEnded else { return .failed }
            guard taken < written else { return .end }
            let end = min(taken + ServerLimits.streamedPartBytes, taken < memory.count ? memory.count : written)
            defer { taken = end }
            if taken < memory.count { return .bytes(Array(memory[taken..<end])) }
            return (try? file?.read(end - taken, at: taken - memory.count)).map { .bytes($0) } ?? .failed
        }
    }

    /// Does nothing, because there is always more until the end.
    func whenReady(_ wake: @escaping @Sendable () -> Void) {}

    func end() { lock.withLock { isEnded = true } }
}

extension AnswerStore {
    /// Begins an answer.
    ///
    /// - Parameter client: the client whose share of the store is used, or `nil` for one without a share.
    /// - Throws: a problem (429, 503) if the client has used its share, or the store is full.
    func newAnswer(for client: String?) throws(Problem) -> StoredAnswer {
        try begin(client)
        return StoredAnswer(in: self, for: client)
    }
}
