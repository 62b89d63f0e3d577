internal import Paging

/// Wakes waiting tests. Each waits for a value, or until the test is cancelled, for example by its time limit.
final class Bell: Sendable {
    private let listeners = Locked((last: 0, rings: [Int: AsyncStream<Void>.Continuation]()))

    /// Makes every waiting call check again.
    func ring() {
        for listener in listeners.withLock({ Array($0.rings.values) }) { listener.yield() }
    }

    /// Waits for a value.
    ///
    /// - Parameters:
    ///   - fileID: the file in which the test waits.
    ///   - line: the line in that file.
    ///   - limit: the longest wait, or `nil` to wait as long as the test runs.
    ///   - description: describes the awaited value; printed if the wait does not end (``OpenWaits``).
    ///   - look: finds the value; called once at first, and after each ring.
    /// - Returns: the value, or `nil` if the task was cancelled or the limit passed before it was there.
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
