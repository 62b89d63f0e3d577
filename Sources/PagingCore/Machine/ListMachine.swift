/// A list that loads as it is shown: it combines the paged array, the planner and the source's capabilities.
///
/// Theory of operation. The machine has no clock, no network and no threads. Each method is an event. It takes `now` and returns
/// ``ListEffects``: requests to send and to cancel, changes, and a time to be woken. Its driver carries them out and feeds back the answers.
/// Every event ends in the same place, `conclude`, where the planner decides anew.
///
/// *Rows* are slots with or without an item. After a refresh loaded rows are *stale*: they stay on screen but count as missing. So those on
/// screen are asked for again, and the others when they are shown.
///
/// *Reach.* A source with positions can be asked for any rows. Any other is read in order, from checkpoints: the places to which its cursors
/// led. Until the end of the list is known it grows at its end when a reader comes near.
///
/// *Jobs* are loads that an app waits for (`loadMore`, `refresh`, `reload`). A job ends when its data is in or has finally failed.
///
/// *No answer of a source traps.* A contradiction is corrected if the items themselves are evidence. If not, it is a ``PageDefect`` on the slots
/// concerned.
///
/// *Changes on the server* are handled by the ``ReconcilingStrategy`` of `Traits`, as is everything else that follows from the app's declaration
/// and the source's capabilities.
package struct ListMachine: Sendable {
    /// Fits pages to the known rows, and holds these.
    var fitter: PageFitter
    /// How the content of rows at confirmed positions is updated.
    var content = ContentRefresh()
    /// How the list is kept equal to the server's by requests other than pages.
    var comparison = Comparison()
    /// Decides which rows to ask for.
    var planner: LoadPlanner
    /// The loads that the app waits for.
    var jobs = JobTable()
    /// The progress of the list.
    var progress = LoadProgress()
    /// The counters.
    var tally = Tally()

    /// Makes a machine with an empty list.
    ///
    /// - Parameters:
    ///   - capabilities: the source's capabilities; empty if its first answer will show them.
    ///   - behavior: the app's declaration about the list.
    ///   - start: the place at which reading begins.
    ///   - policy: how the list loads.
    ///   - seed: the seed for the jitter of retries; the same seed replays the same run.
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
    /// The app's declaration about the list.
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
    /// `true` if the list's length is known. Otherwise `rows.count` is the number of rows found so far.
    package var endIsKnown: Bool { list.endIsKnown }
    /// The start of a list that is read in order.
    package var start: ListStart { addressing.start }
    /// `true` if a page of the list has come since it was last emptied.
    package var hasAnswered: Bool { progress.hasPage }
    /// `true` if the first row is known to be the list's first. Otherwise it grows at its top too, as one reads upward.
    package var startIsKnown: Bool { addressing.startIsKnown }
    /// The version of the list that is shown, if the server reports one.
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

    // MARK: Events of readers

    /// A view shows these rows; called with each frame that scrolls.
    ///
    /// A list without any known row begins at the rows on screen, if the source can be asked for any row: that is the first request. If the list
    /// turns out to be shorter, its top is asked for, unless its length is reported.
    ///
    /// - Parameters:
    ///   - range: the rows on screen. It may reach past the end.
    ///   - landing: the rows where scrolling will come to rest, if the platform reports them.
    ///   - viewer: the view, if there are several.
    ///   - now: the time.
    package mutating func viewport(
        _ range: Range<Int>, landing: Range<Int>? = nil, viewer: ViewerID = .main, now: Instant
    ) -> ListEffects {
        look(range, landing: landing.map { Self.legal($0) }, isPassing: false, viewer: viewer, now: now)
    }

    /// A view passes these rows, for example while the thumb of a scroll bar is dragged. The first one keeps its place on screen, and nothing is
    /// loaded until a viewport is reported.
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
        // A view that reports its viewport is a better source than rows read one by one.
        planner.removeViewer(.reads)
        return conclude(nil, now: now)
    }

    /// Removes a view: nothing is loaded for it any more.
    package mutating func removeViewer(_ viewer: ViewerID = .main, now: Instant) -> ListEffects {
        tick(now)
        planner.removeViewer(viewer)
        return conclude(nil, now: now)
    }

    /// Rows were read by code that reports no viewport. As soon as a view reports one, reads no longer count.
    ///
    /// - Parameters:
    ///   - range: the rows last read, as gathered by ``ReadWindow``.
    ///   - now: the time.
    package mutating func read(_ range: Range<Int>, now: Instant) -> ListEffects {
        tick(now)
        if !planner.viewports.contains(where: { $0.viewer != .reads }) {
            // Rows are read where they are shown, so the reader will be there.
            planner.look(.reads, at: Self.legal(range), landing: Self.legal(range), count: rows.count, now: now)
        }
        return conclude(nil, now: now)
    }

    /// No row has been shown yet, and the length is read: the first page is loaded.
    package mutating func start(now: Instant) -> ListEffects {
        tick(now)
        if planner.viewports.isEmpty { planner.look(.reads, at: 0..<0, landing: 0..<0, count: 0, now: now) }
        return conclude(nil, now: now)
    }

    // MARK: Events of apps

    /// Asks for the next missing rows below the reader or, without a reader, below the loaded ones.
    ///
    /// At the end of the list it asks for the first missing rows above. The job ends at once if no row is missing. Rows that come at the top
    /// meanwhile do not change the rows it asks for.
    package mutating func loadMore(now: Instant) -> (job: JobID, effects: ListEffects) {
        tick(now)
        resumePatience()
        let position = nextMissing
        // At the end of a feed there may be new rows by now.
        if traits.keepsHistory { list.endIsKnown = false }
        planner.forgetSetbacks(in: position..<Limits.slots)
        planner.repeats.forgetAll()
        refuseFruitless(from: position)
        let job = jobs.add(.row(position))
        return (job, conclude(nil, now: now))
    }

    /// Asks again for the rows on screen, or the first page. All other rows stay until they are shown.
    ///
    /// While an answer to an earlier refresh or to the first request is under way, it waits for that, and then asks once more for all callers
    /// together. So a list that is refreshed faster than its server answers is refreshed as fast as the server answers.
    ///
    /// - Parameters:
    ///   - numbers: rows whose content is known to have changed on the server.
    ///   - now: the time.
    package mutating func refresh(
        markingOutdated numbers: [Int] = [], now: Instant
    ) -> (job: JobID, effects: ListEffects) {
        tick(now)
        markOutdated(numbers, now: now)
        if isAboutToBringRows(now: now) { return (jobs.add(.freshNext), conclude(nil, now: now)) }
        let cancelled = renew()
        // Where no answer tells the length, nothing but an empty page behind the last row shows that none came there.
        if isEndUntold { list.endIsKnown = false }
        let job = beginRefresh()
        return (job, conclude(nil, cancelling: cancelled, now: now))
    }

    /// Empties the list and loads it anew. A list without rows, whose first are under way, is refreshed when they arrive.
    package mutating func reload(now: Instant) -> (job: JobID, effects: ListEffects) {
        tick(now)
        if !progress.hasPage, isAboutToBringRows(now: now) {
            return (jobs.add(.freshNext), conclude(nil, now: now))
        }
        return empty(beginningAt: addressing.start, now: now)
    }

    /// Continues with another source: everything learned from the previous one is forgotten, its requests are cancelled, and readers are at the
    /// top.
    ///
    /// - Parameters:
    ///   - capabilities: the new source's capabilities; empty if its first answer will show them.
    ///   - network: the known estimate of the network to it.
    ///   - now: the time.
    package mutating func replaceSource(
        capabilities: SourceCapabilities, network: NetworkEstimate? = nil, now: Instant
    ) -> (job: JobID, effects: ListEffects) {
        tick(now)
        learn(capabilities)
        planner.forgetSource(network)
        return empty(beginningAt: .start, now: now)
    }

    /// Empties the list and reads it from another place, to which no known cursor leads.
    ///
    /// - Parameters:
    ///   - start: the place at which reading begins, if it is read in order.
    ///   - position: the row at which readers are, if any row can be asked for.
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

    /// Asks again for failed rows, if they are on screen or were asked for explicitly.
    package mutating func retry(now: Instant) -> ListEffects {
        tick(now)
        for setback in planner.setbacks where setback.isExplicit || !progress.hasPage {
            _ = jobs.add(.row(firstMissing(in: setback.rows)))
        }
        if jobs.refreshFailure != nil { _ = beginRefresh() }
        planner.forgetAllSetbacks()
        comparison.requests[.sections].forget()
        comparison.live.reopen()
        comparison.requests.failure = nil
        content.comesByPage = false
        jobs.refreshFailure = nil
        comparison.patience.reset()
        return conclude(nil, now: now)
    }

    /// The system is short of memory: all items are evicted except those on screen, with a page on either side, and pinned ones.
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

    // MARK: Events of answers

    /// A page arrived. It is ignored, and counted, if its request was cancelled or answered before.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - request: the request that it answers.
    ///   - target: the index of the item with which the list begins, if the page was requested around one. Readers are moved there.
    ///   - waited: for how many milliseconds it was held back, as ``expects(_:)`` advises.
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
        // A page of the version shown is no older than the list. A page of another version may be.
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

    /// An answer showed the source's capabilities.
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

    /// The server asked another of its readers for a pause of so many milliseconds. This list keeps it too.
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
