/// A list that loads as it is looked at: the composition of the paged array, the planner and what a source can do.
///
/// Theory of operation. The machine has no clock, no network and no threads. Each method is an event; it takes `now` and
/// returns ``ListEffects``: requests to send and to cancel, what changed, when to be woken. Its driver carries
/// them out and feeds back the answers. Every event ends in the same place, `conclude`, where the planner decides anew.
///
/// *Rows* are slots with or without an item. After a refresh loaded rows are *stale*: they stay on screen and count as
/// missing, so those that are looked at are asked for again, and the rest when they are seen.
///
/// *Reach.* A source with positions is asked for any rows. Any other is read in order, from checkpoints, the places
/// where its cursors led. Until the end of the list is known it grows at its end when a reader comes near.
///
/// *Jobs* are what an app waits for (`loadMore`, `refresh`, `reload`). A job ends when its data is in or has finally failed.
///
/// *Nothing a source says traps.* What is contradictory is set right where the items themselves are evidence, and is a
/// ``PageDefect`` on the slots concerned where they are not.
///
/// *Change on the server* is answered by the ``ReconcilingStrategy`` that `Traits` names, with all else that follows from what the app
/// declares and what the source can do.
package struct ListMachine: Sendable {
    /// Fits pages to what is known of the rows, and holds that.
    var fitter: PageFitter
    /// How the content of rows is brought up to date that are where they should be.
    var content = ContentRefresh()
    /// How it is kept equal to the server's by requests other than pages.
    var comparison = Comparison()
    /// Decides what to ask for.
    var planner: LoadPlanner
    /// The loads that the app waits for.
    var jobs = JobTable()
    /// How far it has come.
    var progress = LoadProgress()
    /// Counters.
    var tally = Tally()

    /// Makes a machine with an empty list.
    ///
    /// - Parameters:
    ///   - capabilities: what the source can do; empty where only its first answer will tell.
    ///   - behavior: what the app knows about the list.
    ///   - start: where it begins to be read.
    ///   - policy: how the list loads.
    ///   - seed: where the jitter of retries starts; the same seed replays the same run.
    package init(
        capabilities: SourceCapabilities, behavior: ListBehavior = .fixed, startingAt start: ListStart = .start,
        policy: LoadPolicy = LoadPolicy(), seed: UInt64
    ) {
        self.init(Traits(behavior: behavior, capabilities: capabilities), startingAt: start, policy: policy, seed: seed)
    }

    init(_ traits: Traits, startingAt start: ListStart = .start, policy: LoadPolicy, seed: UInt64) {
        fitter = PageFitter(traits, addressing: Addressing(traits.addressing, from: start))
        planner = LoadPlanner(policy: policy, seed: seed)
    }

    /// The capabilities of the source, as declared or learned.
    package var capabilities: SourceCapabilities { traits.capabilities }
    /// The app's knowledge about the list.
    package var behavior: ListBehavior { traits.behavior }

    /// How the list loads. A change takes effect at the next event.
    package var policy: LoadPolicy {
        get { planner.policy }
        set { planner.policy = newValue }
    }

    /// The list: `count` slots, the loaded ones with an item.
    package var rows: PagedArray<Int> { list.rows }
    /// The sections, once known.
    package var sections: SectionMap? { list.sections }
    /// `true` if the list's length is known. Otherwise `rows.count` is what was found so far.
    package var endIsKnown: Bool { list.endIsKnown }
    /// The start of a list that is read in order.
    package var start: ListStart { addressing.start }
    /// `true` if a page of the list has come since it was last emptied.
    package var hasAnswered: Bool { progress.hasPage }
    /// `true` if the first row is known to be the list's first. Otherwise it grows at its top too, as one reads upwards.
    package var startIsKnown: Bool { addressing.startIsKnown }
    /// The version of the list that is shown, where the server tells.
    package var version: Version? { comparison.versions.version }
    /// Counts refreshes and reloads.
    package var generation: Int { progress.generation }
    /// The activity of the list as a whole.
    package var phase: ListPhase { progress.phase }

    /// The action of a refresh whose new pages do not meet the loaded rows, in a list that is read in order.
    package var gapPolicy: GapPolicy {
        get { addressing.gapPolicy }
        set { addressing.gapPolicy = newValue }
    }

    // MARK: Events: what readers do

    /// A view shows these rows; it is told with each frame that scrolls.
    ///
    /// A list of which nothing is known yet begins where it is looked at, if the source can be asked for any row: that is the first request.
    /// If the list turns out to be shorter, its top is asked for, unless it says how long it is.
    ///
    /// - Parameters:
    ///   - range: the rows on screen. May reach past the end.
    ///   - landing: the rows where scrolling will come to rest, where the platform tells.
    ///   - viewer: which of several views.
    ///   - now: the time.
    package mutating func viewport(
        _ range: Range<Int>, landing: Range<Int>? = nil, viewer: ViewerID = .main, now: Instant
    ) -> ListEffects {
        look(range, landing: landing.map { Self.legal($0) }, isPassing: false, viewer: viewer, now: now)
    }

    /// A view passes these rows, as while the thumb of a scroll bar is dragged: the first one keeps its place on screen, and nothing is
    /// loaded until a viewport is told.
    package mutating func pass(_ range: Range<Int>, viewer: ViewerID = .main, now: Instant) -> ListEffects {
        look(range, landing: nil, isPassing: true, viewer: viewer, now: now)
    }

    private mutating func look(
        _ range: Range<Int>, landing: Range<Int>?, isPassing: Bool, viewer: ViewerID, now: Instant
    ) -> ListEffects {
        tick(now)
        if !planner.viewports.contains(where: { $0.viewer == viewer && $0.rows.lowerBound == range.lowerBound }) {
            resumePatience()
        }
        planner.look(
            viewer, at: Self.legal(range), landing: landing, isPassing: isPassing, count: rows.count, now: now)
        // A view that tells its viewport says better what is looked at than rows read one by one.
        planner.removeViewer(.reads)
        return conclude(nil, now: now)
    }

    /// Removes a view: nothing is loaded for it any more.
    package mutating func removeViewer(_ viewer: ViewerID = .main, now: Instant) -> ListEffects {
        tick(now)
        planner.removeViewer(viewer)
        return conclude(nil, now: now)
    }

    /// Rows were read by something that tells no viewport. As soon as a view tells one, reads no longer count.
    ///
    /// - Parameters:
    ///   - range: the rows read last, as ``ReadWindow`` gathers them.
    ///   - now: the time.
    package mutating func read(_ range: Range<Int>, now: Instant) -> ListEffects {
        tick(now)
        if !planner.viewports.contains(where: { $0.viewer != .reads }) {
            // Rows are read where they are looked at, so that is also where the reader will be.
            planner.look(.reads, at: Self.legal(range), landing: Self.legal(range), count: rows.count, now: now)
        }
        return conclude(nil, now: now)
    }

    /// Nothing has been shown yet, and the length is asked for: the first page is loaded.
    package mutating func start(now: Instant) -> ListEffects {
        tick(now)
        if planner.viewports.isEmpty { planner.look(.reads, at: 0..<0, landing: 0..<0, count: 0, now: now) }
        return conclude(nil, now: now)
    }

    // MARK: Events: what apps ask for

    /// Asks for the next rows that are missing below the reader; where no reader has looked, below what is loaded.
    ///
    /// At the end of the list it asks for the first rows that are missing above. The job ends at once where nothing is
    /// missing. Rows that come on top meanwhile do not change which rows it asks for.
    package mutating func loadMore(now: Instant) -> (job: JobID, effects: ListEffects) {
        tick(now)
        resumePatience()
        let position = nextMissing
        // At the end of a feed there may be something new by now.
        if traits.keepsHistory { list.endIsKnown = false }
        planner.forgetSetbacks(in: position..<Limits.slots)
        planner.repeats.forgetAll()
        refuseFruitless(from: position)
        let job = jobs.add(.row(position))
        return (job, conclude(nil, now: now))
    }

    /// Asks again for what is looked at, or the first page; everything else stays until it is looked at.
    ///
    /// While an answer to an earlier refresh or to the first request is on its way, that is waited for, and then all is asked for once more,
    /// for however many asked meanwhile: a list that is refreshed faster than its server answers is refreshed as fast as that.
    ///
    /// - Parameters:
    ///   - numbers: rows whose content the server is known to have changed.
    ///   - now: the time.
    package mutating func refresh(
        markingOutdated numbers: [Int] = [], now: Instant
    ) -> (job: JobID, effects: ListEffects) {
        tick(now)
        markOutdated(numbers, now: now)
        if isAboutToBringRows(now: now) { return (jobs.add(.freshNext), conclude(nil, now: now)) }
        let cancelled = renew()
        // Where no answer tells the length, nothing but an empty page behind the last row shows that none came there.
        if traits.isReadByPosition, !progress.tellsTotal, !traits.keepsHistory { list.endIsKnown = false }
        let job = beginRefresh()
        return (job, conclude(nil, cancelling: cancelled, now: now))
    }

    /// Empties the list and loads it anew. A list without rows, whose first are on their way, is refreshed when they are here.
    package mutating func reload(now: Instant) -> (job: JobID, effects: ListEffects) {
        tick(now)
        if !progress.hasPage, isAboutToBringRows(now: now) {
            return (jobs.add(.freshNext), conclude(nil, now: now))
        }
        return empty(beginningAt: addressing.start, now: now)
    }

    /// Goes on with another source: what was learned of the one before is forgotten, its requests are cancelled, and readers are at the top.
    ///
    /// - Parameters:
    ///   - capabilities: what the new source can do; empty where only its first answer will tell.
    ///   - network: what is known of the network to it.
    ///   - now: the time.
    package mutating func replaceSource(
        capabilities: SourceCapabilities, network: NetworkEstimate? = nil, now: Instant
    ) -> (job: JobID, effects: ListEffects) {
        tick(now)
        learn(capabilities)
        planner.forgetSource(network)
        return empty(beginningAt: .start, now: now)
    }

    /// Empties the list and reads it from another place: what is loaded has no known way there.
    ///
    /// - Parameters:
    ///   - start: where it begins to be read, where it is read in order.
    ///   - position: the row that readers look at, where any row can be asked for.
    ///   - now: the time.
    package mutating func begin(
        at start: ListStart, position: Int = 0, now: Instant
    ) -> (job: JobID, effects: ListEffects) {
        tick(now)
        planner.lookAnew(at: position)
        return empty(beginningAt: start, now: now)
    }

    private mutating func empty(beginningAt start: ListStart, now: Instant) -> (job: JobID, effects: ListEffects) {
        let cancelled = renew()
        let update = list.resizing(to: 0)
        list.removeAll()
        addressing.forget(beginningAt: start)
        fitter.search.end()
        planner.beginsAtTop = false
        planner.above = LoadingAbove()
        comparison.versions.forget()
        (progress.hasPage, progress.isUnconfirmed) = (false, false)
        jobs.restart()
        jobs.beginNextRefresh()
        let job = jobs.add(.row(0))
        return (job, conclude(update, cancelling: cancelled, now: now))
    }

    /// Asks again for what failed, where it is looked at or was asked for explicitly.
    package mutating func retry(now: Instant) -> ListEffects {
        tick(now)
        for setback in planner.setbacks where setback.isExplicit || !progress.hasPage {
            _ = jobs.add(.row(setback.rows.lowerBound))
        }
        planner.forgetAllSetbacks()
        comparison.requests[.sections].forget()
        comparison.live.reopen()
        comparison.requests.failure = nil
        content.comesByPage = false
        jobs.refreshFailure = nil
        comparison.patience.reset()
        return conclude(nil, now: now)
    }

    /// The system is short of memory: all items but those looked at, with a page on either side, and
    /// those pinned are evicted.
    package mutating func releaseMemory(now: Instant) -> ListEffects {
        tick(now)
        let kept = planner.policy
        defer { planner.policy = kept }
        planner.policy = kept.with(itemBudget: 0)
        return conclude(nil, now: now)
    }

    /// Keeps these rows loaded whatever the budget: focused, selected, edited.
    package mutating func pin(_ positions: PositionSet) {
        planner.pins = positions
    }

    // MARK: Events: what comes back

    /// A page arrived. Ignored, and counted, where its request was cancelled or answered before.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - request: the request that it answers.
    ///   - target: which of its items the list begins with, where it was asked for around one: readers are moved there.
    ///   - waited: for how many milliseconds it was held back until now, as ``expects(_:)`` advises.
    ///   - now: the time.
    package mutating func arrived(
        _ page: Page<Int>, for request: RequestID, beginningAt target: Int? = nil, waited: Double = 0, now: Instant
    ) -> ListEffects {
        tick(now)
        guard let flight = planner.land(request) else { return conclude(.refused(.late), now: now) }
        comparison.patience.answersSinceInput += 1
        planner.answered(flight, count: page.items.count, byteCount: page.byteCount, waited: waited, now: now)
        tally.counters.rowsReceived += page.items.count
        if let learned = page.capabilities { learn(learned) }
        if let defect = page.defect { return conclude(.refused(.defective(defect)), of: flight, now: now) }
        let page = page.upTo(planner.policy.maximumCount, from: page.position ?? flight.rows.lowerBound)
        // A page of the version that is shown is no older than the list. A page of another version may be.
        let isCurrent = traits.movesRows && comparison.versions.vouches(for: page.version)
        let isOfOtherVersion = page.version != nil && version != nil && page.version != version
        if let verdict = judge(page, byVersionFor: flight, now: now) { return conclude(verdict, of: flight, now: now) }
        let older =
            isCurrent
            ? OlderContent()
            : olderContent(
                of: page.items, askedAt: flight.askedAt, skipsCaches: flight.skipsCaches,
                isOfOtherVersion: isOfOtherVersion)
        // Pages behind the end may have come before it, without rows.
        let isFirst = rows.loadedCount == 0
        noteByHand(page, for: flight)
        let verdict = take(page, for: flight, now: now)
        guard case .applied(let update) = verdict else { return conclude(verdict, of: flight, now: now) }
        if isFirst { moveReaders(to: target, of: page, for: flight) }
        let withheld = withhold(older, of: page.items, now: now)
        let reread = reread(by: page.items, besides: update)
        return conclude(verdict, withholding: withheld, rereading: reread, now: now)
    }

    /// An answer told what the source can do.
    private mutating func learn(_ capabilities: SourceCapabilities) {
        traits.capabilities = capabilities
        addressing.become(traits.addressing)
    }

    /// A request failed.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - isTransient: `true` if the same request may succeed later.
    ///   - retryAfter: the pause that the server asked for, in milliseconds.
    ///   - now: the time.
    package mutating func failed(
        _ request: RequestID, isTransient: Bool, retryAfter: Double? = nil, now: Instant
    ) -> ListEffects {
        tick(now)
        let retryAfter = retryAfter.map { $0 > 0 ? min($0, Limits.pause) : 0 }
        if let retryAfter, retryAfter > 0 { jobs.pause(until: now.advanced(byMilliseconds: retryAfter)) }
        if failAuxiliary(request, isTransient: isTransient, retryAfter: retryAfter, now: now) {
            tally.counters.failures += 1
            return conclude(nil, now: now)
        }
        guard let flight = planner.land(request) else {
            // The rows are no longer wanted, but the server's pause still holds.
            if let retryAfter, retryAfter > 0 { planner.pause.extend(to: now.advanced(byMilliseconds: retryAfter)) }
            return conclude(nil, now: now)
        }
        tally.counters.failures += 1
        planner.failed(flight, .source(request), isTransient: isTransient, retryAfter: retryAfter, now: now)
        if !isTransient {
            addressing.history?.failed()
            // Past a list's end some servers answer with an error. Then the top is asked for, once until the list is reloaded.
            if !progress.hasPage, flight.rows.lowerBound > 0 { planner.beginsAtTop = true }
        }
        return conclude(changedStates(of: flight.rows), now: now)
    }

    /// The server asked another reader of it to be left alone for so many milliseconds; this list leaves it alone as well.
    package mutating func leaveServerAlone(milliseconds: Double, now: Instant) -> ListEffects {
        tick(now)
        if milliseconds > 0 {
            let until = now.advanced(byMilliseconds: min(milliseconds, Limits.pause))
            planner.pause.extend(to: until)
            jobs.pause(until: until)
        }
        return conclude(nil, now: now)
    }

    /// The time named in ``ListEffects/wakeAt`` has come.
    package mutating func wake(now: Instant) -> ListEffects {
        tick(now)
        return conclude(nil, now: now)
    }
}
