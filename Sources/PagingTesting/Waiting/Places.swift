internal import Paging

/// A counting semaphore for tasks, first in, first out.
final class Places: Sendable {
    private typealias Turn = AsyncStream<Void>.Continuation
    private let state: Locked<(free: Int, last: Int, waiting: [(id: Int, turn: Turn)])>

    init(_ count: Int) { state = Locked((count, 0, [])) }

    /// Waits for a place.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits. It has no place then.
    func take() async throws {
        let (turns, turn) = AsyncStream.makeStream(of: Void.self)
        let id: Int? = state.withLock { state in
            if state.free > 0 {
                state.free -= 1
                return nil
            }
            state.last += 1
            state.waiting.append((state.last, turn))
            return state.last
        }
        guard let id else { return }
        for await _ in turns { return }
        let wasWaiting = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
        // The place may have been given to it at the time of the cancellation.
        if !wasWaiting { giveBack() }
        throw CancellationError()
    }

    func giveBack() {
        let next = state.withLock { state -> Turn? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().turn
        }
        next?.yield()
    }
}
