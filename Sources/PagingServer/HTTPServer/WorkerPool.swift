internal import Foundation

/// Threads that answer, so that the thread that sends and receives never waits.
///
/// Threads are started when needed, and stay. Work on one list is in a *lane*, which may use only a part of the threads at a
/// time; waiting work holds no thread. So a list that is slow or locked leaves threads for the others.
/// ``FairQueue`` chooses the client whose work begins next.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class WorkerPool: @unchecked Sendable {
    typealias Work = @Sendable () -> Void

    /// A piece of work.
    struct Task: Sendable {
        var work: Work
        /// The list that the work is on, or `nil` for work without a lane.
        var lane: String?
        /// The client of the work; empty for programs of this machine.
        var client = ""
        /// The work to do in its place if it waits for too long.
        var otherwise: Work?
        fileprivate var ticket: FairQueue<Task>.Ticket?

        init(_ work: @escaping Work, lane: String? = nil, client: String = "", otherwise: Work? = nil) {
            (self.work, self.lane, self.client, self.otherwise) = (work, lane, client, otherwise)
        }

        /// The work to do if it waited for too long.
        fileprivate var late: Task { Task(otherwise ?? work) }
    }

    private let condition = NSCondition()
    private let limit: Int
    private var ready: [Task] = []
    /// The number of entries of `ready` that were taken.
    private var taken = 0
    private var queue = FairQueue<Task>()
    /// The number of begun and unfinished entries of the queue.
    private var begun = 0
    private var threads = 0
    private var idle = 0
    private var isOver = false
    /// The number of entries of `ready` that no thread was woken for yet.
    private var unannounced = 0

    /// The threads to start and to wake for ready work once the lock is free. A thread that is woken while it is held would wait a second time.
    private struct News {
        var threads: Int
        var wakes: Int
    }

    /// - Parameter limit: the most threads.
    init(limit: Int) { self.limit = limit }

    /// Adds work without a lane, in order of arrival. Work added by running work is done even while ``finish()`` waits.
    func add(_ work: @escaping Work) { add(Task(work)) }

    /// Adds work that begins once its lane has room.
    func add(_ task: Task) {
        announce(
            condition.withLock {
                put(task)
                return news()
            })
    }

    /// Replaces work that has waited for its lane for too long.
    ///
    /// - Parameter now: the time, in nanoseconds of the monotonic clock.
    func expire(at now: UInt64 = Platform.monotonicNanoseconds) {
        announce(
            condition.withLock {
                for task in queue.expire(at: now) { enqueue(task.late) }
                return news()
            })
    }

    /// Waits until all work is done and no thread is left. Work must not call it.
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
        unannounced += 1
    }

    /// Begins all work that has room.
    private func begin() {
        while begun < limit, let next = queue.next() {
            var task = next.element
            if next.end < Platform.monotonicNanoseconds { task.work = task.otherwise ?? task.work }
            task.ticket = next.ticket
            begun += 1
            enqueue(task)
        }
    }

    /// Ends work of a lane, and begins the next.
    private func end(_ ticket: FairQueue<Task>.Ticket, cost: UInt64) {
        queue.finish(ticket, cost: Int64(clamping: cost))
        begun -= 1
        begin()
    }

    private func news() -> News {
        let new = min(max(0, ready.count - taken - idle), limit - threads)
        threads += new
        defer { unannounced = 0 }
        return News(threads: new, wakes: unannounced)
    }

    private func announce(_ news: News) {
        for _ in 0..<news.wakes { condition.signal() }
        for _ in 0..<news.threads { start() }
    }

    private func start() {
        let thread = Thread { self.run() }
        thread.name = "answers"
        thread.stackSize = ServerLimits.threadStackBytes
        thread.start()
    }

    private func run() {
        var done: (ticket: FairQueue<Task>.Ticket, cost: UInt64)?
        while let task = next(after: done) {
            let meter = DatabaseMeter()
            DatabaseMeter.$current.withValue(meter) { task.work() }
            done = task.ticket.map { ($0, meter.nanoseconds) }
        }
    }

    /// Ends a thread's work, and waits for its next.
    private func next(after done: (ticket: FairQueue<Task>.Ticket, cost: UInt64)?) -> Task? {
        let (task, tidings): (Task?, News) = condition.withLock {
            if let done { end(done.ticket, cost: done.cost) }
            idle += 1
            while taken == ready.count {
                guard !isOver else {
                    (idle, threads) = (idle - 1, threads - 1)
                    condition.broadcast()
                    return (nil, News(threads: 0, wakes: 0))
                }
                condition.wait()
            }
            idle -= 1
            let task = ready[taken]
            taken += 1
            if taken == ready.count { (ready, taken) = ([], 0) }
            // This thread has taken one, for which no other is woken.
            unannounced = max(0, unannounced - 1)
            return (task, news())
        }
        announce(tidings)
        return task
    }
}
