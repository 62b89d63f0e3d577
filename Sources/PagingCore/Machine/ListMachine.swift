/// A list that loads as it is looked at: the composition of the paged array, the planner and what a source can do.
///
/// Theory of operation. The machine has no clock, no network and no threads. Each method is an event; it takes `now` and
/// returns ``ListEffects``: requests to send and to call off, what changed, when to be woken. Whoever drives it carries
/// them out and feeds back what comes. Every event ends in the same place, `conclude`, where the planner decides anew.
///
/// *Rows* are slots with or without an item. After a refresh loaded rows are *stale*: they stay on screen and count as
/// missing, so those that are looked at are asked for again, and the rest when they are seen.
///
/// *Reach.* A source with positions is asked for any rows. Any other is read in order, from ``Checkpoints``, the places
/// where its cursors led. Until the end of the list is known it grows at its end when a reader comes near.
///
/// *Jobs* are what an app waits for (`loadMore`, `refresh`, `reload`). A job ends when its data is in or has finally failed.
///
/// *Nothing a source says traps.* What is contradictory is set right where the items themselves are evidence, and is a
/// ``PageDefect`` on the slots concerned where they are not.
///
/// *Change on the server* is answered by the ``ListMachinery`` that follows from what the app knows of the list and what the
/// source can do.
public struct ListMachine: Sendable {
    /// The list: `count` slots, those loaded with an item.
    public internal(set) var rows = PagedArray<Int>()
    /// The sections, once known.
    public internal(set) var sections: SectionMap?
    /// What the source can do, as declared or learned.
    public internal(set) var capabilities: SourceCapabilities
    /// What the app knows about the list.
    public let behavior: ListBehavior
    /// Whether the list's length is known. Otherwise `rows.count` is what was found so far.
    public internal(set) var endIsKnown = false
    /// Counts refreshes and reloads.
    public internal(set) var generation = 0
    /// What the list as a whole is doing.
    public internal(set) var phase = ListPhase.idle

    var planner: LoadPlanner
    var index = SlotTable()
    /// Rows shown since before a refresh and not proven again.
    var stale = PositionSet()
    /// Which rows are known to be in order, where not all are: those seen before the list was last in doubt.
    var orders = KnownOrders()
    /// Rows that stand where they should and may read otherwise by now.
    var aged = PositionSet()
    /// When the server last told that rows read otherwise.
    var agedAt = Instant(milliseconds: -.infinity)
    /// Whether those are asked for by pages, since asking by identifiers has failed for good.
    var readsAgedByPage = false
    /// Whose content is being asked for.
    var askedContent: [Int] = []
    var checkpoints = Checkpoints()
    var jobs: [Job] = []
    var lastJob = 0
    /// Whether any page has arrived since the list was last emptied.
    var hasArrived = false
    /// Whether any answer has arrived since the last refresh or reload.
    var hasAnswered = false
    /// Whether pages say how many rows the list has.
    var tellsTotal = false
    /// Answers in a row without a new row.
    var fruitless = 0
    var refreshFailure: LoadFailure?
    var errands = Errands()
    /// Why a snapshot, changes or a check finally failed; `nil` where they did not.
    var errandFailure: LoadFailure?
    /// What a refresh does that does not meet what is loaded, in a list that is read in order.
    public var gapPolicy = GapPolicy.fill(maxPages: 4)
    var gaps: [Gap] = []
    /// The row at the top of a list that is read in order and only grows there, remembered even where it is let go.
    var top: Int?
    /// All identifiers of the list, where it goes by a snapshot.
    var order: [Int]?
    /// The version of the list that is shown, where the server tells.
    public internal(set) var version: Version?
    /// Versions that the list had before, the last one last.
    var superseded: [Version] = []
    var versionSince = Instant(milliseconds: -.infinity)
    /// Answers of earlier versions in a row.
    var outdatedAnswers = 0
    /// Pages refused in a row until what happened before them is known.
    var refusals = 0
    /// Answers in a row that brought only a part of what happened.
    var changesInPieces = 0
    /// How often the list has gone back to an earlier version since somebody last looked.
    var reversions = 0
    /// Answers since somebody looked elsewhere or asked for something.
    var answersWithoutNews = 0
    /// Whether requests go past caches, since one of those gave an answer that is out of date.
    var distrustsCaches = false
    /// The reader's row, where a page for its place did not have it: it is looked for.
    var sought: Int?
    /// How many more rows the list has than the drift of shared rows explains, since the reader's row was last seen.
    var unplacedGrowth = 0
    /// Slots that were taken without anybody knowing where rows went, each number of them before a slot. What is learned of
    /// rows above undoes as many.
    var guesses: [(slot: SlotID, count: Int)] = []
    /// Rows that moved in the last update, which could not say as well that they read otherwise.
    var changesOwed = PositionSet()
    var tally = Tally()
    /// The walk through a feed whose seen part is a still history; `nil` for any other list.
    var history: History?
    /// Whether what is shown was restored and nobody has looked at it since.
    var isUnproven = false
    /// When an answer last showed that the list is not what it was: what was asked for before may be older.
    var contradictedAt = Instant(milliseconds: -.infinity)

    /// Makes a machine with an empty list.
    ///
    /// - Parameters:
    ///   - capabilities: what the source can do; empty where only its first answer will tell.
    ///   - behavior: what the app knows about the list.
    ///   - policy: how the list loads.
    ///   - seed: where the jitter of retries starts; the same seed replays the same run.
    public init(
        capabilities: SourceCapabilities, behavior: ListBehavior = .fixed, policy: LoadPolicy = LoadPolicy(),
        seed: UInt64
    ) {
        self.capabilities = capabilities
        self.behavior = behavior
        planner = LoadPlanner(policy: policy, seed: seed)
    }

    /// How the list loads. A change takes effect at the next event.
    public var policy: LoadPolicy {
        get { planner.policy }
        set { planner.policy = newValue }
    }

    /// What the app waits for.
    struct Job {
        enum Goal: Equatable {
            /// The slot at this position loaded, or known not to exist.
            case row(Int)
            /// Nothing on screen that is older than the refresh, and at least one answer since.
            case fresh
        }

        let id: JobID
        var goal: Goal
    }

    // MARK: Events: what readers do

    /// A view shows these rows; it is told with each frame that scrolls.
    ///
    /// - Parameters:
    ///   - range: the rows on screen. May reach past the end.
    ///   - landing: the rows where scrolling will come to rest, where the platform tells.
    ///   - viewer: which of several views.
    ///   - now: the time.
    public mutating func viewport(
        _ range: Range<Int>, landing: Range<Int>? = nil, viewer: ViewerID = .main, now: Instant
    ) -> ListEffects {
        tick(now)
        if !planner.viewports.contains(where: { $0.viewer == viewer && $0.rows.lowerBound == range.lowerBound }) {
            heard()
        }
        planner.look(
            viewer, at: Self.legal(range), landing: landing.map { Self.legal($0) }, count: rows.count, now: now)
        // A view that tells its viewport says better what is looked at than rows read one by one.
        planner.lookAway(.reads)
        reversions = 0
        return conclude(nil, now: now)
    }

    /// A view is gone: nothing is loaded for it any more.
    public mutating func lookAway(viewer: ViewerID = .main, now: Instant) -> ListEffects {
        tick(now)
        planner.lookAway(viewer)
        return conclude(nil, now: now)
    }

    /// Rows were read by something that tells no viewport. As soon as a view tells one, reads no longer count.
    ///
    /// - Parameters:
    ///   - range: the rows read last, as ``ReadWindow`` gathers them.
    ///   - now: the time.
    public mutating func read(_ range: Range<Int>, now: Instant) -> ListEffects {
        tick(now)
        if !planner.viewports.contains(where: { $0.viewer != .reads }) {
            // Rows are read where they are looked at, so that is also where the reader will be.
            planner.look(.reads, at: Self.legal(range), landing: Self.legal(range), count: rows.count, now: now)
        }
        return conclude(nil, now: now)
    }

    /// Nothing has been shown yet, and the length is asked for: the first page is loaded.
    public mutating func start(now: Instant) -> ListEffects {
        tick(now)
        if planner.viewports.isEmpty { planner.look(.reads, at: 0..<0, landing: 0..<0, count: 0, now: now) }
        return conclude(nil, now: now)
    }

    // MARK: Events: what apps ask for

    /// Asks for the first rows that are missing, at the end of a list that grows.
    ///
    /// The job ends at once where nothing is missing.
    public mutating func loadMore(now: Instant) -> (job: JobID, effects: ListEffects) {
        tick(now)
        heard()
        let missing = rows.missingRanges(in: 0..<rows.count).ranges.first?.lowerBound
        let position = missing ?? rows.count
        // At the end of a feed there may be something new by now.
        if keepsHistory { endIsKnown = false }
        planner.forgetSetbacks(in: position..<Limits.slots)
        let job = addJob(.row(position))
        return (job, conclude(nil, now: now))
    }

    /// Asks again for what is looked at, or the first page; everything else stays until it is looked at.
    public mutating func refresh(now: Instant) -> (job: JobID, effects: ListEffects) {
        tick(now)
        heard()
        let cancelled = renew()
        let job = beginRefresh()
        return (job, conclude(nil, cancelling: cancelled, now: now))
    }

    /// Empties the list and loads it anew.
    public mutating func reload(now: Instant) -> (job: JobID, effects: ListEffects) {
        tick(now)
        let cancelled = renew()
        let update = resizing(to: 0)
        tally.dropped(rows.loadedRanges)
        (rows, checkpoints, index) = (PagedArray(), Checkpoints(), SlotTable())
        (stale, aged, changesOwed) = (PositionSet(), PositionSet(), PositionSet())
        (orders, sought, unplacedGrowth, guesses) = (KnownOrders(), nil, 0, [])
        (endIsKnown, hasArrived, sections, order) = (false, false, nil, nil)
        (version, superseded, gaps, top, isUnproven) = (nil, [], [], nil, false)
        // What more was asked for begins with the first row again.
        for index in jobs.indices { if case .row = jobs[index].goal { jobs[index].goal = .row(0) } }
        history?.forget()
        let job = addJob(.row(0))
        return (job, conclude(update, cancelling: cancelled, now: now))
    }

    /// Asks again for what failed, where it is looked at or was asked for in so many words.
    public mutating func retry(now: Instant) -> ListEffects {
        tick(now)
        heard()
        for setback in planner.setbacks where setback.isExplicit || !hasArrived {
            _ = addJob(.row(setback.rows.lowerBound))
        }
        planner.forgetAllSetbacks()
        errands.sections.forget()
        errandFailure = nil
        readsAgedByPage = false
        (fruitless, refreshFailure) = (0, nil)
        return conclude(nil, now: now)
    }

    /// The system is short of memory: all items but those looked at, with a page on either side, and
    /// those pinned are let go.
    public mutating func releaseMemory(now: Instant) -> ListEffects {
        tick(now)
        let kept = planner.policy
        defer { planner.policy = kept }
        planner.policy = kept.with(itemBudget: 0)
        return conclude(nil, now: now)
    }

    /// Keeps these rows loaded whatever the budget: focused, selected, edited.
    public mutating func pin(_ positions: PositionSet) {
        planner.pins = positions
    }

    // MARK: Events: what comes back

    /// A page arrived. Ignored, and counted, where its request was called off or answered before.
    public mutating func arrived(_ page: Page<Int>, for request: RequestID, now: Instant) -> ListEffects {
        tick(now)
        guard let flight = planner.land(request) else { return ignored(now: now) }
        answersWithoutNews += 1
        planner.answered(flight, count: page.items.count, byteCount: page.byteCount, now: now)
        tally.counters.rowsReceived += page.items.count
        if let learned = page.capabilities { capabilities = learned }
        do {
            try page.validate()
            guard try standing(of: page, for: flight, now: now) == .current else { return conclude(nil, now: now) }
            var effects = conclude(try take(page, for: flight, now: now), now: now)
            effects.takesAnswer = true
            return effects
        } catch {
            // The next answer may be sound: a broken replica or cache is not the whole server.
            planner.failed(flight, .defect(error), isTransient: true, retryAfter: nil, now: now)
            tally.counters.failures += 1
            return conclude(changedStates(of: flight.rows), now: now)
        }
    }

    /// The sections arrived, each with its number of rows.
    public mutating func sectionsArrived(counts: [Int], for request: RequestID, now: Instant) -> ListEffects {
        tick(now)
        guard errands.sections.land(request) else { return ignored(now: now) }
        errands.sections.finish()
        let map = SectionMap(counts: counts.map { min(max(0, $0), Limits.slots / max(counts.count, 1)) })
        sections = map
        guard !endIsKnown, map.total >= rows.count else { return conclude(nil, now: now) }
        endIsKnown = true
        return conclude(setCount(map.total), now: now)
    }

    /// A request failed.
    ///
    /// - Parameters:
    ///   - request: which.
    ///   - isTransient: whether the same request may succeed later.
    ///   - retryAfter: milliseconds for which the server asked to be left alone.
    ///   - now: the time.
    public mutating func failed(
        _ request: RequestID, isTransient: Bool, retryAfter: Double? = nil, now: Instant
    ) -> ListEffects {
        tick(now)
        let retryAfter = retryAfter.map { $0 > 0 ? min($0, Limits.pause) : 0 }
        if failErrand(request, isTransient: isTransient, retryAfter: retryAfter, now: now) {
            tally.counters.failures += 1
            return conclude(nil, now: now)
        }
        guard let flight = planner.land(request) else { return conclude(nil, now: now) }
        tally.counters.failures += 1
        planner.failed(flight, .source(request), isTransient: isTransient, retryAfter: retryAfter, now: now)
        if !isTransient { history?.failed() }
        return conclude(changedStates(of: flight.rows), now: now)
    }

    /// The time named in ``ListEffects/wakeAt`` has come.
    public mutating func wake(now: Instant) -> ListEffects {
        tick(now)
        return conclude(nil, now: now)
    }
}
