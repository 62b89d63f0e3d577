internal import PagingCore

/// The tasks and the clock of a list, which carry out the machine's effects. It has no rows and makes no decisions.
@MainActor
final class LoadDriver<Element: Sendable> {
    let time: Timekeeper
    let tasks = LoadTasks()
    let ledger = LoadLedger()
    /// Pages that wait until the stream has brought the list to their version.
    var early = EarlyPages<Element>()
    var freshness = Freshness()
    /// The calls that wait for the end of a job.
    var waiters: [JobID: HeldContinuation<Void>] = [:]
    /// The last request sent.
    var lastRequest = 0
    private var activity = Activity.idle

    /// The stage at which an event is handled.
    private enum Activity {
        case idle
        /// Effects are carried out; no other event may come meanwhile.
        case carryingOut
        /// The machine is given the consequences of the last event.
        case followingUp
    }

    init(_ clock: some Clock<Duration>) { time = Timekeeper(clock) }

    /// Requests bypass caches from now on, until the list has begun anew.
    func beginRefresh() { freshness.beginRefresh(after: lastRequest, now: time.now()) }

    /// Ends the waiting for a job, if a caller waits.
    func end(_ job: JobID, with result: Result<Void, any Error>) {
        waiters.removeValue(forKey: job)?.resume(with: result)
    }

    // MARK: An event's way

    /// Carries out the effects of one event.
    func carryOut(_ work: () -> Void) {
        assert(
            activity != .carryingOut,
            "PagedList: told of something in the middle of a change, as by an onChange of withObservationTracking. Tell it in a Task."
        )
        let before = activity
        activity = .carryingOut
        work()
        activity = before
    }

    /// Takes steps as long as there is one, unless a caller further up the stack does so already.
    func followUp(_ step: () -> Bool) {
        guard activity == .idle else { return }
        activity = .followingUp
        while step() {}
        activity = .idle
    }
}
