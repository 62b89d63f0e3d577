/// Counts the open work of a list: its loads, its due timers, its turns of the main actor, and those of the views that follow it.
///
/// At zero nothing more happens by itself: any remaining work waits for time to pass or for a test to answer. A test waits for that
/// (`PagedList.settle()` in `PagingTesting`) instead of polling.
///
/// Theory of operation. Work is counted from before its task is made until after its last step. Its tasks carry it as a task-local value
/// (``LoadWork``). If a test holds up one of them (``HeldContinuation``: a scripted answer, a virtual clock), the work is taken off the count,
/// and put back *before* the task goes on. Work that waits for something else, a socket or a real clock, stays counted.
package final class LoadLedger: Sendable {
    /// The work that the current task is part of.
    @TaskLocal package static var current: LoadWork?
    /// The reading of a stream that the current task does; see ``StreamReading``.
    @TaskLocal package static var reading: StreamReading?

    private struct State {
        var open = 0
        var last = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// The number of open pieces of work.
    package var openCount: Int { state.withLock(\.open) }

    package func open() { state.withLock { $0.open += 1 } }

    package func close() {
        let waiting = state.withLock { state in
            state.open -= 1
            assert(state.open >= 0, "Work was closed twice")
            guard state.open == 0 else { return [] as [CheckedContinuation<Void, Never>] }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until no work is open, or the calling task is cancelled.
    package func settled() async {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.open == 0 || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }

    /// Runs work in a task of its own, off any actor, and counts it to its end.
    package func detached(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let counted = begin()
        return Task.detached {
            await LoadLedger.$current.withValue(counted, operation: work)
            counted.end()
        }
    }

    /// Runs work in a later turn of the main actor, and counts it to its end.
    @discardableResult
    package func turn(_ work: @escaping @MainActor @Sendable () async -> Void) -> Task<Void, Never> {
        let counted = begin()
        return Task { @MainActor in
            await LoadLedger.$current.withValue(counted) { await work() }
            counted.end()
        }
    }

    /// Counts work of the calling task, unless it is counted already: of two nested pieces, only the inner one would be held while it waits.
    package func counting<Result>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
    ) async rethrows -> Result {
        if LoadLedger.current?.ledger === self { return try await work() }
        let counted = begin()
        defer { counted.end() }
        return try await LoadLedger.$current.withValue(counted, operation: work)
    }

    /// Takes the current task off the count while it waits for a clock that does not use ledgers.
    package static func uncounted<Result>(_ wait: () async throws -> Result) async rethrows -> Result {
        guard let current else { return try await wait() }
        current.hold()
        defer { current.resume() }
        return try await wait()
    }
}
