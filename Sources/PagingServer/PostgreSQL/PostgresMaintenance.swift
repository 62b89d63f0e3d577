internal import Foundation

/// Folds the counts of rank indexes and shortens logs, in the background of the requests that found this due.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class PostgresMaintenance: @unchecked Sendable {
    private let address: PostgresAddress
    private let lock = NSLock()
    private var waiting: Set<Task> = []
    /// The time of each task's last run, in nanoseconds of the monotonic clock. Entries older than a pause are forgotten.
    private var doneAt: [Task: UInt64] = [:]
    private var isRunning = false

    /// A task.
    enum Task: Hashable {
        case fold(PostgresRank)
        case keep(PostgresLog)
        /// Checks that a log's triggers still see everything.
        case check(PostgresLogCatalog.Entry)
        /// Notes that a rank index cannot be used now, so that its rows are counted before it is used again.
        case expectRecount(PostgresRankCatalog.Entry)
        case recount(PostgresRecount)
    }

    /// Called on any thread with what operators should know.
    private var report: (@Sendable (String) -> Void)?

    func tellOperators(_ report: @escaping @Sendable (String) -> Void) { lock.withLock { self.report = report } }

    init(_ address: PostgresAddress) {
        self.address = address
    }

    /// Runs tasks soon, on a thread and a connection of its own; each log is maintained once in ``ServerLimits/upkeepMilliseconds``.
    ///
    /// The next request finds a refused task due again.
    func schedule(_ tasks: [Task]) {
        guard !tasks.isEmpty else { return }
        let now = Platform.monotonicNanoseconds
        let pause = UInt64(ServerLimits.upkeepMilliseconds) * 1_000_000
        let isFirst = lock.withLock {
            doneAt = doneAt.filter { $0.value + pause > now }
            let due = tasks.filter { task in
                if case .fold = task { true } else { doneAt[task] == nil }
            }
            guard !due.isEmpty else { return false }
            waiting.formUnion(due)
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else { return }
        let thread = Thread { [self] in run() }
        thread.name = "maintenance"
        thread.start()
    }

    private func run() {
        let connection = try? PostgresConnection(address)
        while true {
            let next: Task? = lock.withLock {
                if connection == nil { waiting = [] }
                isRunning = !waiting.isEmpty
                let next = waiting.popFirst()
                if let next { doneAt[next] = Platform.monotonicNanoseconds }
                return next
            }
            guard let connection, let next else { return }
            switch next {
            // Folding takes locks of the session. Behind a pooler, 'paging index --fold' does it at the server's own address.
            case .fold where connection.isPooled: continue
            case .fold(let rank): _ = try? connection.fold(rank)
            case .keep(let log): _ = try? connection.script("SELECT \(log.keeping.name)()")
            case .check(let entry): _ = try? connection.script("SELECT \(entry.name("end"))()")
            case .expectRecount(let entry):
                _ = try? connection.script(
                    "SELECT \(SQLName.quoted(entry.schema)).paging_rank_\(entry.number)_recounted('', NULL)")
            case .recount(let recount): self.recount(recount, connection)
            }
        }
    }

    /// Compares a part of an index with its table. The next part is another task, so that others are not behind all of it.
    private func recount(_ recount: PostgresRecount, _ connection: PostgresConnection) {
        // Each part is compared with all deltas.
        if recount.bucket == nil, !connection.isPooled { _ = try? connection.fold(recount.index) }
        do {
            switch try recount.step(connection) {
            case .next(let rest): lock.withLock { _ = waiting.insert(.recount(rest)) }
            case .isRight: break
            case .isWrong:
                let report = lock.withLock { self.report }
                report?(
                    "A rank index of '\(recount.index.list)' has ended: rows came or went past its triggers. "
                        + "Make it anew: paging migrate DATABASE")
            }
        } catch let error as PostgresError where error.reason == .busy {
            // The table is being altered. The next attempt waits for its lock as this one did, for a second, so there is one a second at most.
            lock.withLock { _ = waiting.insert(.recount(recount)) }
        } catch {
            // It is not used until the next look.
        }
    }
}
