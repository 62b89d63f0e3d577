/// A list's reading of a stream. Its ``LoadLedger`` counts it while there is something to read. For a stream that is no ``HeldStream`` that is
/// unknown, so it counts only until the stream is open.
package final class StreamReading: Sendable {
    package let ledger: LoadLedger
    fileprivate struct State {
        var isCounted = true
        var isFollowed = false
    }
    private let state = Locked(State())

    init(_ ledger: LoadLedger) {
        self.ledger = ledger
        ledger.open()
    }

    /// The stream is a ``HeldStream``.
    fileprivate func follow() { state.withLock { $0.isFollowed = true } }

    /// The stream has been requested.
    func opened() { if !state.withLock(\.isFollowed) { rest() } }

    /// There is something to read.
    fileprivate func resume() {
        if state.withLock({ $0.count(true) }) { ledger.open() }
    }

    /// There is nothing to read, or the reading has ended.
    func rest() {
        if state.withLock({ $0.count(false) }) { ledger.close() }
    }
}

extension StreamReading.State {
    /// - Returns: `true` if that changes the count.
    fileprivate mutating func count(_ isCounted: Bool) -> Bool {
        defer { self.isCounted = isCounted }
        return self.isCounted != isCounted
    }
}

/// A stream whose reader is counted by the reader's ``LoadLedger`` whenever it has something to read.
package final class HeldStream<Element>: Sendable {
    /// Proof of `@unchecked Sendable`: an element comes in by a `sending` parameter, and is handed to one reader.
    fileprivate struct State: @unchecked Sendable {
        var elements: [Element] = []
        var end: Result<Void, any Error>?
        var reader: CheckedContinuation<Element?, any Error>?
    }

    private let state = Locked(State())
    private let reading = LoadLedger.reading
    private let limit: Int

    /// - Parameter limit: the most elements that wait; of more the oldest are dropped.
    package init(bufferingNewest limit: Int = .max) {
        self.limit = limit
        reading?.follow()
    }

    package func yield(_ element: sending Element) {
        resume { state in
            guard state.end == nil else { return }
            state.elements.append(element)
            if state.elements.count > limit { state.elements.removeFirst() }
        }
    }

    package func finish(throwing error: (any Error)? = nil) {
        resume { state in
            if state.end == nil { state.end = error.map { .failure($0) } ?? .success(()) }
        }
    }

    /// The stream was finished, or its reader cancelled.
    package var hasEnded: Bool { state.withLock { $0.end != nil } }

    /// The elements for a list to read; one reader at a time.
    package var elements: AsyncThrowingStream<Element, any Error> { elements {} }

    /// - Parameter onEnd: called when the reader is gone, or the stream has ended.
    package func elements(onEnd: @escaping @Sendable () -> Void) -> AsyncThrowingStream<Element, any Error> {
        // Released with the stream, read or not.
        let token = EndToken(onEnd)
        return AsyncThrowingStream { [token] in
            _ = token
            return try await self.next()
        }
    }

    private func resume(_ change: (inout State) -> Void) {
        let woken = state.withLock { state -> Woken? in
            change(&state)
            guard let reader = state.reader, let result = state.take() else { return nil }
            state.reader = nil
            reading?.resume()
            return Woken(reader: reader, result: result)
        }
        woken?.resume()
    }

    private func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let woken = state.withLock { state -> Woken? in
                    if let result = state.take() { return Woken(reader: continuation, result: result) }
                    state.reader = continuation
                    reading?.rest()
                    return nil
                }
                woken?.resume()
            }
        } onCancel: {
            finish(throwing: CancellationError())
        }
    }

    /// A reader and its result. Proof of `@unchecked Sendable`: as for ``State``.
    private struct Woken: @unchecked Sendable {
        let reader: CheckedContinuation<Element?, any Error>
        let result: Result<Element?, any Error>

        consuming func resume() {
            // Proof of `nonisolated(unsafe)`: it was taken out of the state, so no other code has it.
            nonisolated(unsafe) let result = result
            reader.resume(with: result)
        }
    }
}

/// Calls back when it is released.
private final class EndToken: Sendable {
    private let onEnd: @Sendable () -> Void
    init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
}

extension HeldStream.State {
    fileprivate mutating func take() -> Result<Element?, any Error>? {
        if !elements.isEmpty { return .success(elements.removeFirst()) }
        return end.map { end in end.map { nil } }
    }
}

extension StreamReading {
    /// Reads a stream to its end, and returns the reason why it ended.
    ///
    /// The reading is counted by itself; the stream's own work is counted by its owner.
    func read<News: Sendable>(
        into waiting: WaitingNews<News>,
        _ listen: (_ tell: (News) async throws -> Void) async throws -> Void
    ) async -> (any Error)? {
        defer { rest() }
        return await LoadLedger.$current.withValue(nil) {
            await LoadLedger.$reading.withValue(self) { await waiting.read(listen) }
        }
    }
}
