internal import Foundation

/// Runs each task on a thread that it may block. The shared thread pool has only as many threads as processors.
///
/// Proof of `Sendable`: `jobs` is read and written only while `condition` is locked.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var idle = 0

    package init() {}

    package func enqueue(_ job: UnownedJob) {
        let isNew = condition.withLock {
            jobs.append(job)
            condition.signal()
            // There are as many threads as jobs, because the other jobs might wait for one that has no thread.
            return idle < jobs.count
        }
        if isNew { Thread.detachNewThread { [self] in work() } }
    }

    private func work() {
        while true {
            let job = condition.withLock {
                idle += 1
                defer { idle -= 1 }
                while jobs.isEmpty { condition.wait() }
                return jobs.removeFirst()
            }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
