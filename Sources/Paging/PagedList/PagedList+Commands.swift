public import PagingCore

extension PagedList {
    /// Tells what a view shows; call it with each frame that scrolls.
    ///
    /// - Parameters:
    ///   - range: the positions on screen. May reach past the end.
    ///   - landing: the positions where scrolling will come to rest, where the platform tells: from
    ///     `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)` until it does.
    ///   - viewer: which view, where several show the same list.
    public func viewport(_ range: Range<Int>, landing: Range<Int>? = nil, viewer: ViewerID = .main) {
        if previous != nil { return }
        observers.unseen.look(at: range, of: rows.count, by: viewer)
        if projection != nil { return view(range, landing: landing, viewer: viewer) }
        apply(machine.viewport(range, landing: landing, viewer: viewer, now: driver.time.now()))
    }

    /// Removes a view that is gone or hidden: nothing is loaded for it any more, until it tells a viewport again.
    ///
    /// - Parameter viewer: the view, as it told its viewport; nothing happens where it told none.
    public func removeViewer(_ viewer: ViewerID = .main) {
        projection?.views[viewer] = nil
        apply(machine.removeViewer(viewer, now: driver.time.now()))
    }

    /// Loads the first rows that are missing: the next page of a list that grows.
    ///
    /// Returns when they are in; at once where nothing is missing. Cancelling the calling task ends the waiting, not the load. At the end of a
    /// list that changed meanwhile, it reads rows again beside which others may be missing.
    ///
    /// A failure leaves the rows as they are: ``state`` is `.failed` until another call or ``retry()`` brings them.
    ///
    /// - Throws: what the source threw, once it is not asked again; a ``PageDefect``, ``PageDefect/noProgress(position:answers:)`` where answer
    ///   after answer brings nothing new; `CancellationError`.
    public func loadMore() async throws {
        resumeLoading()
        let (job, effects) = machine.loadMore(now: driver.time.now())
        try await finish(job, effects)
    }

    /// Asks again for what is on screen; the rest stays and is asked for again when it is looked at.
    ///
    /// Returns when the new data is in. What was shown stays until then. A failed refresh leaves it on screen, and ``state`` is `.failed`.
    /// Cancelling the calling task ends the waiting, not the refresh.
    ///
    /// - Throws: what the source threw, once it is not asked again; a ``PageDefect``; `CancellationError`.
    public func refresh() async throws {
        resumeLoading()
        driver.beginRefresh()
        let edited = projection?.list.outdatedContent ?? []
        let (job, effects) = machine.refresh(markingOutdated: edited, now: driver.time.now())
        try await finish(job, effects)
    }

    /// Empties the list and loads it anew. Returns when its first page is in.
    ///
    /// A failure leaves the list empty, with ``state`` `.failed`: call ``refresh()`` to keep the rows meanwhile.
    ///
    /// - Throws: what the source threw, once it is not asked again; a ``PageDefect``; `CancellationError`.
    public func reload() async throws {
        driver.beginRefresh()
        let (job, effects) = machine.reload(now: driver.time.now())
        if machine.sections == nil { observers.list.sections = nil }
        // The machine has forgotten what snapshots and changes named; what rows have is given back with them.
        store.numbers.beginHolding()
        store.numbers.releaseHeld { machine.position(of: $0) != nil }
        try await finish(job, effects)
    }

    /// Asks again for what has failed, and returns at once. Another failure is told by ``state`` and ``changes``, as the first one was.
    public func retry() {
        resumeLoading()
        driver.freshness.isRetrying = true
        apply(machine.retry(now: driver.time.now()))
        driver.freshness.isRetrying = false
    }

    /// Keeps these rows loaded whatever the budget: focused, selected, being edited.
    public func pin(_ positions: PositionSet) {
        if previous != nil { return }
        machine.pin(projection?.list.serverPositions(ofShown: positions) ?? positions)
    }

    /// Evicts all items but those on screen and pinned; call it when the system is short of memory.
    public func releaseMemory() {
        apply(machine.releaseMemory(now: driver.time.now()))
    }

    func finish(_ job: JobID, _ effects: ListEffects) async throws {
        let ledger = ledger
        try await withTaskCancellationHandler {
            try await withHeldContinuation { continuation in
                driver.waiters[job] = continuation
                apply(effects, reason: .refresh)
                if Task.isCancelled { stopWaiting(for: job) }
            }
        } onCancel: {
            ledger.turn { self.stopWaiting(for: job) }
        }
    }

    private func stopWaiting(for job: JobID) {
        driver.end(job, with: .failure(CancellationError()))
    }
}
