internal import Foundation

/// The tasks that a list has started. When the list goes, so does this, and every task is cancelled.
///
/// A main-actor class cannot reach its own state while it is torn down; this can.
final class LoadTasks: @unchecked Sendable {
    // Proof of Sendable: every access to the dictionary and the flag holds the lock.
    private let lock = NSLock()
    private var tasks: [RequestID: Task<Void, Never>] = [:]
    private var wake: Task<Void, Never>?

    deinit {
        for task in tasks.values { task.cancel() }
        wake?.cancel()
    }

    /// How many tasks are alive.
    var count: Int { lock.withLock { tasks.count + (wake == nil ? 0 : 1) } }

    func add(_ task: Task<Void, Never>, for request: RequestID) {
        lock.withLock { tasks[request] = task }
    }

    func remove(_ request: RequestID) {
        _ = lock.withLock { tasks.removeValue(forKey: request) }
    }

    func cancel(_ request: RequestID) {
        lock.withLock { tasks.removeValue(forKey: request) }?.cancel()
    }

    /// Replaces the task that waits for the next due time.
    func setWake(_ task: Task<Void, Never>?) {
        let old = lock.withLock {
            defer { wake = task }
            return wake
        }
        old?.cancel()
    }

    /// The wake task has done its work.
    func wakeEnded() {
        lock.withLock { wake = nil }
    }
}
