internal import Paging

extension SourceOptions {
    /// Sends a request, and repeats it after temporary failures, as often as the options allow.
    @MainActor
    func repeating<Answer: Sendable>(
        _ ask: @MainActor () async throws -> Answer
    ) async throws -> Answer {
        let policy = retryPolicy
        for attempt in 1... {
            do {
                return try await ask()
            } catch {
                guard attempt < policy.attempts, let known = error as? any LoadError, known.isTransient else {
                    throw error
                }
                let longest = min(policy.longestDelay, policy.firstDelay * (1 << min(attempt - 1, 16)))
                let wait = longest * Double.random(in: 0..<1)
                try await Task.sleep(for: max(wait, known.retryAfter ?? .zero))
            }
        }
        throw CancellationError()
    }
}
