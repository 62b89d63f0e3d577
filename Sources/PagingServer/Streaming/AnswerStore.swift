internal import Foundation

/// The store of long answers that clients have not received yet. Each client has a share of it.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class AnswerStore: @unchecked Sendable {
    private struct Load {
        var answers = 0
        var bytes = 0
    }

    private let lock = NSLock()
    private let bytes: Int
    private var all = Load()
    private var clients: [String: Load] = [:]

    /// - Parameter bytes: the most bytes in the store.
    init(bytes: Int = ServerLimits.storedBytes) { self.bytes = bytes }

    func begin(_ client: String?) throws(Problem) { try take(Load(answers: 1), client) }

    func take(_ bytes: Int, _ client: String?) throws(Problem) { try take(Load(bytes: bytes), client) }

    private func take(_ more: Load, _ client: String?) throws(Problem) {
        let refusal: Problem? = lock.withLock {
            func exceeds(_ load: Load, parts: Int) -> Bool {
                load.answers + more.answers > ServerLimits.storedAnswers / parts
                    || load.bytes + more.bytes > bytes / parts
            }
            if let client, exceeds(clients[client] ?? Load(), parts: ServerLimits.storeShares) {
                return .tooManyAnswersOfClient
            }
            guard !exceeds(all, parts: 1) else { return .tooManyAnswers }
            change(more, client)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Records that an answer was sent, or that its client disconnected.
    func end(_ client: String?, bytes: Int) { lock.withLock { change(Load(answers: -1, bytes: -bytes), client) } }

    private func change(_ load: Load, _ client: String?) {
        (all.answers, all.bytes) = (all.answers + load.answers, all.bytes + load.bytes)
        guard let client else { return }
        var own = clients[client] ?? Load()
        (own.answers, own.bytes) = (own.answers + load.answers, own.bytes + load.bytes)
        clients[client] = own.answers == 0 ? nil : own
    }
}
