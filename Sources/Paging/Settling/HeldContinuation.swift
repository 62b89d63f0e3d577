/// The continuation of a task that is suspended on purpose: its ``LoadWork`` is not counted until it is resumed.
package struct HeldContinuation<Value: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Value, any Error>
    private let work: LoadWork?

    fileprivate init(_ continuation: CheckedContinuation<Value, any Error>, _ work: LoadWork?) {
        (self.continuation, self.work) = (continuation, work)
    }

    package func resume(returning value: Value) { resume(with: .success(value)) }

    package func resume(throwing error: any Error) { resume(with: .failure(error)) }

    package func resume(with result: Result<Value, any Error>) {
        // Before the task continues, so that it is always either held or counted.
        work?.resume()
        continuation.resume(with: result)
    }
}

/// Suspends the current task until its continuation is resumed. Its work is not counted meanwhile.
///
/// - Parameter body: keeps the continuation, or resumes it at once.
package func withHeldContinuation<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation, of type: Value.Type = Value.self,
    _ body: (HeldContinuation<Value>) -> Void
) async throws -> Value {
    let work = LoadLedger.current
    return try await withCheckedThrowingContinuation { continuation in
        body(HeldContinuation(continuation, work))
        work?.hold()
    }
}
