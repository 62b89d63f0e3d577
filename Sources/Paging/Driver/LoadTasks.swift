internal import Foundation
internal import PagingCore

/// The tasks that a list has started. It is released with the list, and then cancels every task.
///
/// A main-actor class cannot reach its own state while it is torn down; this can.
final class LoadTasks: @unchecked Sendable {
    // Proof of Sendable: every access to the dictionary and the flag holds the lock.
    private let lock = NSLock()
    private var tasks: [RequestID: Task<Void, Never>] = [:]
    private var wake: Task<Void, Never>?
    private var wakeAt: Instant?

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

    /// Replaces the task that waits for the next due time, unless the time is the same.
    func setWake(at instant: Instant?, _ task: () -> Task<Void, Never>) {
        guard lock.withLock({ wakeAt != instant }) else { return }
        let new = instant == nil ? nil : task()
        let old = lock.withLock {
            defer { (wake, wakeAt) = (new, instant) }
            return wake
        }
        old?.cancel()
    }

    /// The wake task for a due time is done.
    ///
    /// - Returns: `false` if another time is due by now.
    func endWake(at instant: Instant) -> Bool {
        lock.withLock {
            guard wakeAt == instant else { return false }
            (wake, wakeAt) = (nil, nil)
            return true
        }
    }
}
