/// News of a stream that the main actor has not taken yet.
///
/// The main actor takes all of them at once. If it took one at a time, a main actor that is late would make the stream later with every event.
/// Of very many it takes only the latest.
actor WaitingNews<News: Sendable> {
    private var news: [News] = []
    private var isOver = false
    /// The continuation of the task that waits for news.
    private var taking: HeldContinuation<Void>?

    /// Reads a stream to its end.
    ///
    /// - Returns: the error with which it ended, or `nil` if it ended without one.
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

    /// Stops reading; news that wait are no longer wanted.
    func end() {
        isOver = true
        resumeTaking()
    }

    /// Takes all waiting events, in order. Without any, it waits for some.
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
        // The list then asks for all changes before the latest event at once, which costs the main actor less than each event.
        if news.count >= eventsWaiting { news = [] }
        news.append(event)
        resumeTaking()
    }

    private func resumeTaking() {
        taking?.resume(returning: ())
        taking = nil
    }
}

/// The most events that wait for the main actor; of more only the latest is kept.
private let eventsWaiting = 16
