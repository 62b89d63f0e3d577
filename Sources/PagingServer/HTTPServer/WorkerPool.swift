internal import Foundation

/// Threads that answer, so that the one that sends and receives waits for nothing.
///
/// They are started as they are needed, and stay. Work about one thing, a list, is in a *lane*: of one lane a part of the threads is busy at a
/// time, and what waits for that holds none. So a list that everybody asks for is answered as fast as it can be, and a list that is
/// slow or locked leaves threads for the others. Whose work in a lane begins next is for ``FairQueue`` to say.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class WorkerPool: @unchecked Sendable {
    typealias Work = @Sendable () -> Void

    /// Something to be done.
    struct Task: Sendable {
        var work: Work
        /// The subject of the work; `nil` for none that others are kept from.
        var lane: String?
        /// Whose work it is; empty for this machine's own programs.
        var client = ""
        /// The work in its place where it would have to wait for too long.
        var otherwise: Work?
        fileprivate var ticket: FairQueue<Task>.Ticket?

        init(_ work: @escaping Work, lane: String? = nil, client: String = "", otherwise: Work? = nil) {
            (self.work, self.lane, self.client, self.otherwise) = (work, lane, client, otherwise)
        }

        /// The same as it is done where it came too late.
        fileprivate var late: Task { Task(otherwise ?? work) }
    }

    private let condition = NSCondition()
    private let limit: Int
    private var ready: [Task] = []
    /// How much of `ready` was taken already.
    private var taken = 0
    private var queue = FairQueue<Task>()
    /// How much of what was in the queue has begun, and is not done.
    private var begun = 0
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
            for task in queue.expire(at: now) { enqueue(task.late) }
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
        guard let lane = task.lane else { return enqueue(task) }
        let end = Platform.monotonicNanoseconds + UInt64(ServerLimits.busyMilliseconds) * 1_000_000
        guard queue.add(task, of: task.client, in: lane, until: end) else { return enqueue(task.late) }
        begin()
    }

    private func enqueue(_ task: Task) {
        ready.append(task)
        condition.signal()
    }

    /// Begins what there is room for. Each that begins has a thread.
    private func begin() {
        while begun < limit, let next = queue.next() {
            var task = next.element
            if next.end < Platform.monotonicNanoseconds { task.work = task.otherwise ?? task.work }
            task.ticket = next.ticket
            begun += 1
            enqueue(task)
        }
    }

    /// Something of a lane is done: the next one begins.
    private func end(_ ticket: FairQueue<Task>.Ticket, cost: UInt64) {
        queue.finish(ticket, cost: Int64(clamping: cost))
        begun -= 1
        begin()
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
            let meter = DatabaseMeter()
            DatabaseMeter.$current.withValue(meter) { task.work() }
            if let ticket = task.ticket { condition.withLock { end(ticket, cost: meter.nanoseconds) } }
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
