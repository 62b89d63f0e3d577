internal import Foundation

/// Threads that answer, so that the one that sends and receives waits for nothing.
///
/// They are started as they are needed, and stay. Work about one thing, a list, is in a *lane*: of one lane a part of the threads is busy at a
/// time, and what waits for that holds none. So a list that everybody asks for is answered as fast as it can be, and a list that is
/// slow or locked leaves threads for the others.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class WorkerPool: @unchecked Sendable {
    typealias Work = @Sendable () -> Void

    /// Something to be done.
    struct Task: Sendable {
        var work: Work
        /// The subject of the work; `nil` for none that others are kept from.
        var lane: String?
        /// The work in its place where it would have to wait for too long.
        var otherwise: Work?
        /// Until when it waits for its lane, in nanoseconds of the monotonic clock.
        fileprivate var end: UInt64 = .max

        init(_ work: @escaping Work, lane: String? = nil, otherwise: Work? = nil) {
            (self.work, self.lane, self.otherwise) = (work, lane, otherwise)
        }

        /// The same as it is done where it came too late.
        fileprivate var late: Task { Task(otherwise ?? work) }
    }

    private struct Lane {
        var running = 0
        var waiting: [Task] = []
    }

    private let condition = NSCondition()
    private let limit: Int
    private var ready: [Task] = []
    /// How much of `ready` was taken already.
    private var taken = 0
    private var lanes: [String: Lane] = [:]
    private var threads = 0
    private var idle = 0
    private var isOver = false

    /// - Parameter limit: how many threads there may be.
    init(limit: Int) { self.limit = limit }

    /// Has something done, first come, first served. Work that is added by what is under way is done even when ``finish()`` waits.
    func add(_ work: @escaping Work) { add(Task(work)) }

    /// Has something done when its lane has room.
    func add(_ task: Task) {
        let new = condition.withLock {
            put(task)
            return newThreads()
        }
        for _ in 0..<new { start() }
    }

    /// Does in another way what has waited for its lane for too long.
    ///
    /// - Parameter now: the time, in nanoseconds of the monotonic clock.
    func expire(at now: UInt64 = Platform.monotonicNanoseconds) {
        let new = condition.withLock {
            for name in lanes.keys { expire(name, at: now) }
            return newThreads()
        }
        for _ in 0..<new { start() }
    }

    /// Waits until everything is done and no thread is left. Not to be called by what is done here.
    func finish() {
        condition.withLock {
            isOver = true
            condition.broadcast()
            while threads > 0 { condition.wait() }
        }
    }

    private func put(_ task: Task) {
        guard let name = task.lane else { return enqueue(task) }
        expire(name)
        var lane = lanes[name] ?? Lane()
        defer { lanes[name] = lane }
        if lane.running < ServerLimits.threadsPerList {
            lane.running += 1
            enqueue(task)
        } else if lane.waiting.count < ServerLimits.requestsWaitingPerList {
            var task = task
            task.end = Platform.monotonicNanoseconds + UInt64(ServerLimits.busyMilliseconds) * 1_000_000
            lane.waiting.append(task)
        } else {
            enqueue(task.late)
        }
    }

    private func enqueue(_ task: Task) {
        ready.append(task)
        condition.signal()
    }

    private func expire(_ name: String, at now: UInt64 = Platform.monotonicNanoseconds) {
        guard let late = lanes[name]?.waiting.prefix(while: { $0.end < now }), !late.isEmpty else { return }
        lanes[name]?.waiting.removeFirst(late.count)
        for task in late { enqueue(task.late) }
    }

    /// Something of a lane is done: the next one begins.
    private func leave(_ name: String) {
        expire(name)
        guard var lane = lanes[name] else { return }
        if lane.waiting.isEmpty {
            lane.running -= 1
        } else {
            enqueue(lane.waiting.removeFirst())
        }
        lanes[name] = lane.running == 0 ? nil : lane
    }

    /// How many threads are to be started for what is ready.
    private func newThreads() -> Int {
        let new = min(max(0, ready.count - taken - idle), limit - threads)
        threads += new
        return new
    }

    private func start() {
        let thread = Thread { self.run() }
        thread.name = "answers"
        thread.stackSize = ServerLimits.threadStackBytes
        thread.start()
    }

    private func run() {
        while let task = next() {
            task.work()
            if let lane = task.lane { condition.withLock { leave(lane) } }
        }
    }

    private func next() -> Task? {
        condition.withLock {
            idle += 1
            defer { idle -= 1 }
            while taken == ready.count {
                guard !isOver else {
                    threads -= 1
                    condition.broadcast()
                    return nil
                }
                condition.wait()
            }
            let task = ready[taken]
            taken += 1
            if taken == ready.count { (ready, taken) = ([], 0) }
            return task
        }
    }
}
