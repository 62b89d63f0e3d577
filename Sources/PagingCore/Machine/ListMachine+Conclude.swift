extension ListMachine {
    /// Ends every event: the planner decides, what it decided is noted, jobs that are done end.
    ///
    /// - Parameters:
    ///   - change: what happened to the list.
    ///   - reread: rows that have other content besides.
    ///   - cancelled: requests that were cancelled.
    ///   - now: the time.
    mutating func conclude(
        _ change: ListUpdate?, rereading reread: PositionSet = PositionSet(), cancelling cancelled: [RequestID] = [],
        now: Instant
    ) -> ListEffects {
        var effects = ListEffects()
        if let change { effects.updates = [change] }
        planner.settle(after: change)
        if !reread.isEmpty { effects.add(list.changing(reread)) }
        effects.cancellations = cancelled + planner.takeDropped()
        confirmRestored()
        noteSeen()
        endJobs(into: &effects)
        beginNextRefresh(into: &effects, now: now)
        compareIfBehind(now: now)
        // Loops, not method references: those would copy the whole machine at every event.
        planner.demands.removeAll(keepingCapacity: true)
        for job in jobs.open { demandRows(of: job) }
        demandWalk()

        planner.hasStream = comparison.live.stream.goesWell
        var plan = planner.plan(
            for: rows, stale: staleInPages, reach: reach, now: now, checkpoints: addressing.checkpoints)
        effects.cancellations += plan.cancels
        // Where another order is on its way, what to ask for is not known yet, and pages would be refused.
        if traits.movesRows, comparison.patience.isExhausted {
            giveUp(plan.asks)
        } else if !awaitsOrder,
            addressing.order == nil || !comparison.requests[.snapshot].isOpen && !comparison.requests[.check].isOpen,
            !comparison.holdsPages
        {
            for planned in plan.asks {
                let ask = overlapping(planned)
                if mayAsk(ask, now: now) {
                    effects.requests.append(send(ask, now: now))
                } else {
                    plan.wake(at: planner.setbacks.last?.retryAt)
                }
            }
        }
        sendForGaps(into: &effects, now: now)
        sendAbove(into: &effects, now: now)
        wantContent(now: now)
        sendAuxiliary(into: &effects, now: now)
        if !plan.evictions.isEmpty, !traits.keepsHistory {
            list.evict(plan.evictions)
            let update = effects.updates.first ?? list.unchanged
            // Rows that move and change need more than that.
            let emptied =
                traits.movesRows
                ? update.followed(by: list.changing(plan.evictions)) : update.changing(plan.evictions)
            if effects.updates.isEmpty { effects.updates = [emptied] } else { effects.updates[0] = emptied }
        }
        effects.wakeAt = comparison.requests.wakeAt.map { min($0, plan.wakeAt ?? $0) } ?? plan.wakeAt
        if jobs.hasNextRefresh, let until = jobs.pausedUntil, until > now {
            effects.wakeAt = effects.wakeAt.map { min($0, until) } ?? until
        }
        // Jobs that wait for what is above are not ended while it is to be asked for once more.
        if jobs.hasAbove, let above = aboveWakeAt(now: now) {
            effects.wakeAt = effects.wakeAt.map { min($0, above) } ?? above
        }
        endJobsThatNothingCanEnd(in: &effects)
        // After that: no job waits for the stream, nor for what is asked for again because of it.
        if let again = planner.lookAgainAt { effects.wakeAt = effects.wakeAt.map { min($0, again) } ?? again }
        if let above = aboveWakeAt(now: now) { effects.wakeAt = effects.wakeAt.map { min($0, above) } ?? above }
        if let gap = gapWakeAt(now: now) { effects.wakeAt = effects.wakeAt.map { min($0, gap) } ?? gap }
        if let live = liveWakeAt { effects.wakeAt = effects.wakeAt.map { min($0, live) } ?? live }

        tally.counters.requests += effects.requests.count
        tally.counters.cancellations += effects.cancellations.count
        tally.counters.mostInFlight = max(tally.counters.mostInFlight, planner.flights.count)
        note(now)
        progress.phase = currentPhase
        checkRows()
        return effects
    }

    /// Checks what is known of rows, in debug builds: after each event where few are loaded, and of more so often that an event costs no
    /// more than with few. Checked each time, 200 lists of a thousand rows kept a main actor from everything else.
    private mutating func checkRows() {
        #if DEBUG
            tally.uncheckedEvents += 1
            guard tally.uncheckedEvents * Limits.rowsCheckedAnEvent >= rows.loadedCount else { return }
            tally.uncheckedEvents = 0
            list.checkInvariants()
        #endif
    }

    /// Whether rows may be asked for now, or were asked for again and again. A history counts its own fruitless answers.
    mutating func mayAsk(_ ask: LoadPlan.Ask, now: Instant) -> Bool {
        if traits.keepsHistory { return true }
        let start = addressing.origin(of: ask.rows.lowerBound)
        if planner.mayAsk(ask, from: start, after: addressing.checkpoints.cursor(at: start), now: now) { return true }
        if let setback = planner.setbacks.last, setback.retryAt == nil {
            comparison.patience.failure = comparison.patience.failure ?? setback.failure
        }
        return false
    }

    /// Answers go on contradicting each other: what is still wanted is not asked for again until there is news.
    private mutating func giveUp(_ asks: [LoadPlan.Ask]) {
        for ask in asks {
            let failure = LoadFailure.defect(
                .unsettled(position: ask.rows.lowerBound, answers: comparison.patience.answersSinceInput))
            planner.refuse(ask.rows, failure)
            comparison.patience.failure = comparison.patience.failure ?? failure
        }
    }

    /// A reader looked elsewhere or an app asked for something: what was given up may be asked for again.
    @inline(never)
    mutating func resumePatience() {
        let gaveUp = comparison.patience.isExhausted || comparison.patience.failure != nil
        comparison.patience.resume()
        guard gaveUp else { return }
        planner.forgetSetbacks { failure in
            if case .defect(.unsettled) = failure { true } else { false }
        }
    }

    /// Turns rows to ask for into a request of the kind that the source understands.
    mutating func send(_ ask: LoadPlan.Ask, now: Instant) -> LoadRequest {
        if let request = requestForHistory(ask, now: now) { return request }
        if let order = addressing.order {
            let rows = ask.rows.clamped(to: 0..<order.count)
            let present = list.confirmedRanges(in: rows)
            let wanted = rows.filter { !present.contains($0) }.map { order[$0] }
            // A cache that is behind may never have heard of one of them, and it would count as gone.
            return LoadRequest(
                id: planner.send(ask, skipsCaches: true, omitting: present, now: now), generation: generation,
                kind: .items(wanted), skipsCaches: true)
        }
        // A cache that is behind may not have the row that a page is to follow, or the top that is known. Its answer would look
        // like any other page, so it is not asked. Nor is it where it would bring older content of a row that is shown.
        let skipsCaches =
            comparison.versions.bypassesCaches || traits.distrustsCaches && progress.hasPage
            || traits.changesContent && !rows.loadedRanges(in: ask.rows.clamped(to: 0..<rows.count)).isEmpty
        let number = traits.movesRows ? addressing.checkpoints.number(at: ask.rows.lowerBound) : nil
        let ahead = addressing.checkpoints.follower(at: ask.rows.lowerBound)
        var ask = ask
        ask.rows = addressing.extent(of: ask.rows, before: ahead.flatMap { list.position(of: $0) })
        var request = addressing.page(for: ask.rows, isFirst: !progress.hasPage)
        if case .before(let cursor?, let limit) = request, traits.movesRowsAnywhere {
            // Rows may have come among these: with those above them it is certain where the page begins.
            request = .before(cursor, limit: min(limit + policy.pageSize, max(limit, policy.maximumRequestSize)))
        }
        var cursor: Cursor?
        if case .before(let asked, _) = request { cursor = asked }
        return LoadRequest(
            id: planner.send(
                ask, skipsCaches: skipsCaches, behind: number, way: request.way, cursor: cursor, ahead: ahead, now: now),
            generation: generation, kind: .page(request), skipsCaches: skipsCaches)
    }

    /// Rows with one more on either side where that is loaded or on its way, and only that proves that nothing has come or gone in between.
    func overlapping(_ ask: LoadPlan.Ask) -> LoadPlan.Ask {
        guard traits.confirmsByOverlap, version == nil else { return ask }
        var (lower, upper) = (ask.rows.lowerBound, ask.rows.upperBound)
        if lower > 0, !addressing.pageStarts.contains(lower), isExpected(lower - 1) { lower -= 1 }
        if !addressing.pageStarts.contains(upper), isExpected(upper) { upper += 1 }
        var ask = ask
        ask.rows = lower..<upper
        return ask
    }

    /// Whether a row is loaded or on its way.
    private func isExpected(_ position: Int) -> Bool {
        position < rows.count && rows[position] != nil || planner.flights.contains { $0.rows.contains(position) }
    }

    // MARK: Jobs

    private mutating func endJobs(into effects: inout ListEffects) {
        // Rows that failed were asked for again since, and came.
        if jobs.refreshFailure != nil, !traits.keepsHistory, isReached(.fresh) { jobs.refreshFailure = nil }
        guard !jobs.open.isEmpty else { return }
        var open: [JobTable.Job] = []
        for job in jobs.open {
            if isReached(job.goal) {
                if !job.isQuiet { effects.finished.append(FinishedJob(job: job.id, failure: nil)) }
            } else if let failure = finalFailure(of: job.goal) {
                end(job, with: failure, in: &effects)
            } else {
                open.append(job)
            }
        }
        jobs.keep(open)
    }

    /// Ends the jobs that still wait where nothing is under way and nothing is to come: no job is left without an end.
    private mutating func endJobsThatNothingCanEnd(in effects: inout ListEffects) {
        guard !jobs.open.isEmpty, effects.wakeAt == nil, planner.flights.isEmpty, !comparison.requests.isBusy else {
            return
        }
        for job in jobs.open {
            let position = if case .row(let position) = job.goal { position } else { 0 }
            let failure =
                comparison.patience.failure ?? planner.setbacks.first?.failure ?? comparison.requests.failure
                ?? .defect(.unsettled(position: position, answers: comparison.patience.answersSinceInput))
            end(job, with: failure, in: &effects)
        }
        jobs.keep([])
    }

    private mutating func end(_ job: JobTable.Job, with failure: LoadFailure, in effects: inout ListEffects) {
        guard !job.isQuiet else { return }
        if job.goal == .fresh { jobs.refreshFailure = failure }
        effects.finished.append(FinishedJob(job: job.id, failure: failure))
    }

    /// Whether an answer is on its way for which another refresh is to wait.
    func isAboutToBringRows(now: Instant) -> Bool {
        guard jobs.hasAskedRefresh || jobs.hasNextRefresh || !progress.hasPage else { return false }
        let latest = planner.flights.lazy.map { $0.askedAt }.max()
        let asked = [latest, comparison.requests.latestAskedAt].compactMap { $0 }.max()
        return asked.map { now.milliseconds(since: $0) < Limits.refreshPatience } ?? false
    }

    /// Begins the refresh that was asked for while another one was under way, once that is over.
    private mutating func beginNextRefresh(into effects: inout ListEffects, now: Instant) {
        guard jobs.hasNextRefresh, !jobs.hasAskedRefresh else { return }
        if !progress.hasPage, !planner.flights.isEmpty || comparison.requests.isComparing { return }
        if let until = jobs.pausedUntil, until > now { return }
        effects.cancellations += renew()
        comparison.live.reopen()
        beginComparing()
        jobs.beginNextRefresh()
    }

    @inline(never)
    private func isReached(_ goal: JobTable.Job.Goal) -> Bool {
        switch goal {
        case .row(let position):
            guard position < rows.count else { return endIsKnown }
            return rows[position] != nil && !list.stale.contains(position)
        case .fresh:
            return progress.hasAnswer && !comparison.requests.isComparing
                && staleRows.intersection(refreshTarget).isEmpty
        case .freshNext: return false
        case .above(let answers): return startIsKnown || planner.above.answers > answers
        }
    }

    @inline(never)
    private func finalFailure(of goal: JobTable.Job.Goal) -> LoadFailure? {
        if let failure = comparison.requests.failure, !comparison.requests.isComparing { return failure }
        let final = planner.setbacks.lazy.filter { $0.retryAt == nil }
        switch goal {
        case .row(let position):
            return final.first { $0.rows.contains(position) || $0.rows.contains(addressing.origin(of: position)) }?
                .failure
        case .fresh:
            let open = staleInPages.intersection(refreshTarget)
            // Where no shown row is stale, the refresh waits for the empty rows, or for the first page.
            let awaited = open.isEmpty ? list.emptyRows(in: refreshTarget) : open
            let origins = [open, awaited].map { addressing.origin(of: $0.span?.lowerBound ?? 0) }
            return final.first { setback in
                origins.contains { setback.rows.contains($0) } || !awaited.intersection(setback.rows).isEmpty
            }?.failure
        case .freshNext: return nil
        case .above:
            if progress.hasPage, addressing.checkpoints.beginning == .unspecified { return .defect(.noWayAbove) }
            return failureAbove
        }
    }

    /// Tells the planner which rows a job still asks for.
    private mutating func demandRows(of job: JobTable.Job) {
        let size = planner.policy.pageSize
        if awaitsOrder { return }
        switch job.goal {
        case .freshNext, .above: break
        case .row(let position):
            planner.demands.append(
                position..<(position < rows.count ? min(position + size, rows.count) : position + size))
        case .fresh:
            if traits.keepsHistory { return planner.demands.append(rows.count..<rows.count + size) }
            let open = staleInPages.intersection(refreshTarget)
            if open.isEmpty {
                if comparison.requests.isComparing || progress.hasAnswer { return }
                // Content is asked for by identifiers, and where no row moves no page is needed besides.
                if !traits.movesRows, readsByIdentifier, !staleRows.intersection(refreshTarget).isEmpty { return }
                // Empty rows on screen are asked for anyway, where anything is.
                let empty = planner.policy.loadsAutomatically ? PositionSet() : list.emptyRows(in: onScreen)
                for rows in empty.ranges { planner.demands.append(rows) }
                if empty.isEmpty { planner.demands.append(0..<(rows.isEmpty ? size : min(size, rows.count))) }
                return
            }
            // The screen first, the rows with no item too, so that one request brings it: it is not to wait for the top, nor
            // to share a request with it.
            let screen = onScreen
            var visible = open.intersection(screen).union(list.emptyRows(in: screen))
            if traits.followsSnapshots, !visible.isEmpty { visible = screen }
            // Rows in between that are right are no reason for two requests, where a screen of others would be one.
            if traits.movesRows, let span = visible.span,
                span.count <= planner.answerLimit ?? max(size, screen.ranges.map { $0.count }.max() ?? 0)
            {
                visible.insert(span)
            }
            for rows in visible.ranges { planner.demands.append(rows) }
            for rows in open.subtracting(visible).ranges { planner.demands.append(rows) }
        }
    }

    /// The rows that are looked at.
    var onScreen: PositionSet { planner.viewports.visible(of: rows.count) }

    /// The rows that a refresh must bring before it ends: all that are looked at, else the first page.
    var refreshTarget: PositionSet {
        var target = onScreen
        if traits.movesRows || target.isEmpty { target.insert(0..<min(planner.policy.pageSize, rows.count)) }
        return target
    }

    /// Begins a new generation: whatever is under way belongs to the old one.
    @inline(never)
    mutating func renew() -> [RequestID] {
        progress.generation += 1
        addressing.history?.stop()
        (jobs.refreshFailure, progress.hasAnswer) = (nil, false)
        planner.forgetAllSetbacks()
        content.comesByPage = false
        comparison.patience.reset()
        return planner.cancelAll() + comparison.requests.renew()
    }

    /// Whether the list as a whole has failed for rows that did: what others would follow, what is on screen for want of a network, or
    /// what goes on being shown though it is known that it may have been replaced.
    private func isOfWhole(_ setback: Setback) -> Bool {
        if setback.retryAt != nil { return false }
        if setback.rows.upperBound > rows.count { return true }
        return planner.viewports.contains { viewport in
            let rows = viewport.rows.clamped(to: setback.rows)
            guard !rows.isEmpty else { return false }
            if setback.lookAgainAt != nil, !self.rows.missingRanges(in: rows).isEmpty { return true }
            return !list.stale.isEmpty && !list.stale.intersection(PositionSet(rows)).isEmpty
        }
    }

    private var currentPhase: ListPhase {
        if jobs.hasAskedRefresh {
            return progress.hasPage ? .refreshing : .loading
        }
        if let failure = jobs.refreshFailure ?? comparison.patience.failure { return .failed(failure) }
        if awaitsOrder, !comparison.requests.isComparing, let failure = comparison.requests.failure {
            return .failed(failure)
        }
        if let setback = planner.setbacks.first(where: { isOfWhole($0) }) {
            return .failed(setback.failure)
        }
        let waits =
            comparison.requests.isComparing || !planner.flights.isEmpty
            || planner.setbacks.contains { $0.retryAt != nil }
        return !progress.hasPage && waits ? .loading : .idle
    }
}
