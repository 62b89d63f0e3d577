/// Work that several tasks wait for: the first caller begins it, and others join. Each is counted by its own ``LoadLedger``.
///
/// It runs in a task of its own, so it goes on if the first caller is cancelled. A cancelled caller still waits for it.
package final class SharedWork<Value: Sendable>: Sendable {
    private enum State {
        case running([HeldContinuation<Value>])
        case ended(Result<Value, any Error>)
    }

    private let state = Locked(State.running([]))

    package init(_ work: @escaping @Sendable () async throws -> Value) {
        let counted = LoadLedger.current?.ledger.begin()
        // The caller's task-local values go with it, except for its work: a wait in here must not hold the caller's twice.
        Task {
            let result: Result<Value, any Error>
            do {
                result = .success(try await LoadLedger.$current.withValue(counted, operation: work))
            } catch {
                result = .failure(error)
            }
            let waiting = state.withLock { state -> [HeldContinuation<Value>] in
                defer { state = .ended(result) }
                if case .running(let waiting) = state { return waiting }
                return []
            }
            for continuation in waiting { continuation.resume(with: result) }
            counted?.end()
        }
    }

    /// The result of the work; waits for its end.
    package var value: Value {
        get async throws {
            try await withHeldContinuation { continuation in
                let result = state.withLock { state -> Result<Value, any Error>? in
                    switch state {
                    case .ended(let result): return result
                    case .running(let waiting):
                        state = .running(waiting + [continuation])
                        return nil
                    }
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }
}
