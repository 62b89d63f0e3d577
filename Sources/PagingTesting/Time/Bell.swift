internal import Paging

/// Wakes tests that wait for something, each until that is there or the test is cancelled, as by its time limit.
final class Bell: Sendable {
    private let listeners = Locked((last: 0, rings: [Int: AsyncStream<Void>.Continuation]()))

    /// Has all that wait look again.
    func ring() {
        for listener in listeners.withLock({ Array($0.rings.values) }) { listener.yield() }
    }

    /// Waits until a value is there.
    ///
    /// - Parameters:
    ///   - fileID: where the test waits.
    ///   - line: the line of it.
    ///   - limit: how long at most; `nil` for as long as the test goes on.
    ///   - description: what is waited for; printed where the wait does not end (``OpenWaits``).
    ///   - look: finds it; called once at first, and after each ring.
    /// - Returns: the value; `nil` where the task was cancelled before, or the limit was over.
    func wait<Value>(
        fileID: StaticString, line: UInt, within limit: Duration? = nil,
        for description: @escaping @Sendable () -> String, look: () -> Value?
    ) async -> Value? {
        let wait = OpenWaits.begin(fileID: fileID, line: line, description)
        defer { wait.end() }
        let (rings, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = listeners.withLock { listeners in
            listeners.last += 1
            listeners.rings[listeners.last] = ring
            return listeners.last
        }
        defer { _ = listeners.withLock { $0.rings.removeValue(forKey: id) } }
        if let value = look() { return value }
        let timer = limit.map { limit in
            Task.detached {
                try await ContinuousClock().sleep(for: limit)
                ring.finish()
            }
        }
        defer { timer?.cancel() }
        for await _ in rings {
            if let value = look() { return value }
        }
        return nil
    }
}
