/// A continuation of a task that is held up on purpose: its ``LoadLedger`` does not count it until it is resumed.
package struct HeldContinuation<Value: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Value, any Error>
    private let ledger: LoadLedger?

    fileprivate init(_ continuation: CheckedContinuation<Value, any Error>, _ ledger: LoadLedger?) {
        (self.continuation, self.ledger) = (continuation, ledger)
    }

    package func resume(returning value: Value) { resume(with: .success(value)) }

    package func resume(throwing error: any Error) { resume(with: .failure(error)) }

    package func resume(with result: Result<Value, any Error>) {
        // Before the task goes on: at no moment is it neither held nor counted.
        ledger?.open()
        continuation.resume(with: result)
    }
}

/// Suspends the current task until its continuation is resumed. Its ledger does not count it meanwhile.
///
/// - Parameter body: keeps the continuation, or resumes it at once.
package func withHeldContinuation<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation, of type: Value.Type = Value.self,
    _ body: (HeldContinuation<Value>) -> Void
) async throws -> Value {
    let ledger = LoadLedger.current
    return try await withCheckedThrowingContinuation { continuation in
        body(HeldContinuation(continuation, ledger))
        ledger?.close()
    }
}
