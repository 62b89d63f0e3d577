internal import PagingCore

/// The tasks and the clock of a list: what carries out the machine's effects. It has no rows and decides nothing.
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

    /// The stretch of an event's way that is under way.
    private enum Activity {
        case idle
        /// Effects are carried out: no other event may come meanwhile.
        case carryingOut
        /// The machine is given what follows from the event before.
        case followingUp
    }

    init(_ clock: some Clock<Duration>) { time = Timekeeper(clock) }

    /// Requests go past the caches from now on, until the list has begun anew.
    func beginRefresh() { freshness.beginRefresh(after: lastRequest, now: time.now()) }

    /// Ends the waiting for a job, if anybody waits.
    func end(_ job: JobID, with result: Result<Void, any Error>) {
        waiters.removeValue(forKey: job)?.resume(with: result)
    }

    // MARK: An event's way

    /// Carries out the effects of an event, of one at a time.
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

    /// Takes steps, for as long as there is one, unless that is being done already further up the stack.
    func followUp(_ step: () -> Bool) {
        guard activity == .idle else { return }
        activity = .followingUp
        while step() {}
        activity = .idle
    }
}
