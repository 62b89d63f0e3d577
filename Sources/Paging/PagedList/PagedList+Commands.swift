public import PagingCore

extension PagedList {
    /// Reports the rows that a view shows. Call it with each frame that scrolls.
    ///
    /// - Parameters:
    ///   - range: the positions on screen. It may reach past the end.
    ///   - landing: the positions at which scrolling will come to rest, if the platform reports them: from
    ///     `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)` until it does.
    ///   - viewer: the view, if several show the same list.
    public func viewport(_ range: Range<Int>, landing: Range<Int>? = nil, viewer: ViewerID = .main) {
        if previous != nil { return }
        observers.unseen.look(at: range, of: rows.count, by: viewer)
        if projection != nil { return view(range, landing: landing, viewer: viewer) }
        apply(machine.viewport(range, landing: landing, viewer: viewer, now: driver.time.now()))
    }

    /// Removes a view that is gone or hidden: nothing is loaded for it any more, until it reports a viewport again.
    ///
    /// - Parameter viewer: the view, as it reported its viewport. Without a viewport the call has no effect.
    public func removeViewer(_ viewer: ViewerID = .main) {
        projection?.views[viewer] = nil
        apply(machine.removeViewer(viewer, now: driver.time.now()))
    }

    /// Loads the first missing rows: the next page of a list that grows.
    ///
    /// It returns when they are loaded, or at once if none is missing. Cancelling the calling task ends the waiting, not the load. At the end of
    /// a list that changed meanwhile, it reads again the rows beside which others may be missing.
    ///
    /// A failure leaves the rows as they are. ``state`` is `.failed` until another call or ``retry()`` loads them.
    ///
    /// - Throws: the source's error, once the request is not repeated any more; a ``PageDefect``, such as
    ///   ``PageDefect/noProgress(position:answers:)`` if answer after answer has no new row; `CancellationError`.
    public func loadMore() async throws {
        resumeLoading()
        let (job, effects) = machine.loadMore(now: driver.time.now())
        try await finish(job, effects)
    }

    /// Loads the rows on screen again. The other rows stay, and are loaded again when they are shown.
    ///
    /// It returns when the new data is in. Until then the old rows stay. A failed refresh leaves them on screen, and ``state`` is `.failed`.
    /// Cancelling the calling task ends the waiting, not the refresh.
    ///
    /// - Throws: the source's error, once the request is not repeated any more; a ``PageDefect``; `CancellationError`.
    public func refresh() async throws {
        resumeLoading()
        driver.beginRefresh()
        let edited = projection?.list.outdatedContent ?? []
        let (job, effects) = machine.refresh(markingOutdated: edited, now: driver.time.now())
        try await finish(job, effects)
    }

    /// Empties the list and loads it anew. It returns when the first page is in.
    ///
    /// A failure leaves the list empty, with ``state`` `.failed`. To keep the rows meanwhile, call ``refresh()``.
    ///
    /// - Throws: the source's error, once the request is not repeated any more; a ``PageDefect``; `CancellationError`.
    public func reload() async throws {
        driver.beginRefresh()
        let (job, effects) = machine.reload(now: driver.time.now())
        if machine.sections == nil { observers.list.sections = nil }
        // The machine has forgotten the numbers of snapshots and changes; the rows' own numbers are released with the rows.
        store.numbers.beginHolding()
        store.numbers.releaseHeld { machine.position(of: $0) != nil }
        try await finish(job, effects)
    }

    /// Repeats failed requests, and returns at once. Another failure is reported by ``state`` and ``changes``, as the first one was.
    public func retry() {
        resumeLoading()
        driver.freshness.isRetrying = true
        apply(machine.retry(now: driver.time.now()))
        driver.freshness.isRetrying = false
    }

    /// Keeps these rows loaded whatever the budget: focused, selected, or being edited.
    public func pin(_ positions: PositionSet) {
        if previous != nil { return }
        machine.pin(projection?.list.serverPositions(ofShown: positions) ?? positions)
    }

    /// Evicts all items except those on screen and pinned. Call it when the system is short of memory.
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
