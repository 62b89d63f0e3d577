/// News of a stream that the main actor has not taken yet.
///
/// It takes all of them at once: one at a time, a main actor that is late would make the stream later with every event. Of many it takes
/// the latest alone.
actor WaitingNews<News: Sendable> {
    private var news: [News] = []
    private var isOver = false
    /// The continuation of the task that waits for news.
    private var taking: HeldContinuation<Void>?

    /// Reads a stream to its end.
    ///
    /// - Returns: why it ended, or `nil` if it did without an error.
    nonisolated func read(_ listen: (_ tell: (News) async throws -> Void) async throws -> Void) async -> (any Error)? {
        do {
            try await listen { await add($0) }
        } catch {
            await end()
            return error
        }
        await end()
        return nil
    }

    /// Nothing more is read, and what is read is not wanted.
    func end() {
        isOver = true
        resumeTaking()
    }

    /// Takes all events that wait, in order; where there are none, it waits for some.
    ///
    /// - Returns: `nil` at the end.
    func next() async -> [News]? {
        while news.isEmpty, !isOver {
            try? await withHeldContinuation { taking = $0 }
        }
        defer { news = [] }
        return news.isEmpty ? nil : news
    }

    private func add(_ event: News) {
        // The list asks at once for all that happened before the latest event, which costs the main actor less than each event.
        if news.count >= eventsWaiting { news = [] }
        news.append(event)
        resumeTaking()
    }

    private func resumeTaking() {
        taking?.resume(returning: ())
        taking = nil
    }
}

/// Events that wait for the main actor; of more only the latest is kept.
private let eventsWaiting = 16
