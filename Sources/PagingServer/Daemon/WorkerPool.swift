internal import Foundation

/// Threads that answer, so that the one that sends and receives waits for nothing.
///
/// They are started as they are needed, and stay.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class WorkerPool: @unchecked Sendable {
    typealias Work = @Sendable () -> Void

    private let condition = NSCondition()
    private let limit: Int
    private var waiting: [Work] = []
    /// How much of `waiting` was taken already.
    private var taken = 0
    private var threads = 0
    private var idle = 0
    private var isOver = false

    /// - Parameter limit: how many threads there may be.
    init(limit: Int) { self.limit = limit }

    /// Has something done, first come, first served. Work that is added by what is under way is done even when ``finish()`` waits.
    func add(_ work: @escaping Work) {
        let isNew = condition.withLock {
            waiting.append(work)
            condition.signal()
            guard idle < waiting.count - taken, threads < limit else { return false }
            threads += 1
            return true
        }
        guard isNew else { return }
        let thread = Thread { self.run() }
        thread.name = "answers"
        thread.stackSize = ServerLimits.threadStackBytes
        thread.start()
    }

    /// Waits until everything is done and no thread is left. Not to be called by what is done here.
    func finish() {
        condition.withLock {
            isOver = true
            condition.broadcast()
            while threads > 0 { condition.wait() }
        }
    }

    private func run() {
        while let work = next() { work() }
    }

    private func next() -> Work? {
        condition.withLock {
            idle += 1
            defer { idle -= 1 }
            while taken == waiting.count {
                guard !isOver else {
                    threads -= 1
                    condition.broadcast()
                    return nil
                }
                condition.wait()
            }
            let work = waiting[taken]
            taken += 1
            if taken == waiting.count { (waiting, taken) = ([], 0) }
            return work
        }
    }
}
