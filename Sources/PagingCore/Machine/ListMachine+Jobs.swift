/// The loads that an app waits for: the rows they ask for, and when they end.
extension ListMachine {
    mutating func endJobs(into effects: inout ListEffects) {
        if jobs.refreshFailure != nil, hasRefreshedSince { jobs.refreshFailure = nil }
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

    /// `true` if the rows that a failed refresh did not bring were asked for again since, and arrived.
    private var hasRefreshedSince: Bool {
        !traits.keepsHistory && comparison.requests.failure == nil && !jobs.rowsNotRefreshed.isEmpty
            && isReached(.fresh) && staleRows.intersection(jobs.rowsNotRefreshed).isEmpty
    }

    /// Ends waiting jobs if nothing is under way or still to come: no job is left without an end.
    mutating func endJobsThatNothingCanEnd(in effects: inout ListEffects) {
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

    /// Counts answers without a new row to an app that pages by hand, for example from a server that ignores positions.
    mutating func noteByHand(_ page: Page<Int>, for flight: Flight) {
        guard flight.isExplicit, traits.isReadByPosition, jobs.hasRow else { return }
        let isFruitful = page.items.contains { list.position(of: $0) == nil }
        comparison.patience.fruitlessByHand.add(isFruitful: isFruitful)
        comparison.patience.rowsByHand = page.items.count
    }

    /// Refuses requests by hand after more answers without a new row than it would take to read the list again.
    mutating func refuseFruitless(from position: Int) {
        let answers = comparison.patience.fruitlessByHand.count
        let pages = rows.loadedCount / max(1, comparison.patience.rowsByHand)
        guard answers > 2 * pages + Limits.fruitlessByHand else { return }
        planner.refuse(position..<position + 1, .defect(.noProgress(position: position, answers: answers)))
    }

    @inline(never)
    private mutating func end(_ job: JobTable.Job, with failure: LoadFailure, in effects: inout ListEffects) {
        guard !job.isQuiet else { return }
        if job.goal == .fresh { (jobs.refreshFailure, jobs.rowsNotRefreshed) = (failure, refreshTarget) }
        effects.finished.append(FinishedJob(job: job.id, failure: failure))
    }

    /// `true` if an answer is under way that another refresh has to wait for.
    func isAboutToBringRows(now: Instant) -> Bool {
        guard jobs.hasAskedRefresh || jobs.hasNextRefresh || !progress.hasPage else { return false }
        let latest = planner.flights.lazy.map { $0.askedAt }.max()
        let asked = [latest, comparison.requests.latestAskedAt].compactMap { $0 }.max()
        return asked.map { now.milliseconds(since: $0) < Limits.refreshPatience } ?? false
    }

    /// Begins the refresh that was requested while another one was under way, once that is over.
    mutating func beginNextRefresh(into effects: inout ListEffects, now: Instant) {
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
            return progress.hasAnswer && !comparison.requests.isComparing && !awaitsSections
                && staleRows.intersection(refreshTarget).isEmpty && !lacksNews
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
            // If no shown row is stale, the refresh waits for the empty rows, or for the first page.
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

    /// Tells the planner the rows that a job still asks for.
    mutating func demandRows(of job: JobTable.Job) {
        let size = planner.policy.pageSize
        if awaitsOrder { return }
        switch job.goal {
        case .freshNext: break
        // Only the first page says how the list continues above it.
        case .above: if !progress.hasPage { planner.demands.append(0..<size) }
        case .row(let position):
            planner.nextRows.append(
                position..<(position < rows.count ? min(position + size, rows.count) : position + size))
        case .fresh:
            if traits.keepsHistory { return planner.demands.append(rows.count..<rows.count + size) }
            let open = staleInPages.intersection(refreshTarget)
            if open.isEmpty {
                if lacksNews { planner.demands.append(rows.count..<rows.count + size) }
                if comparison.requests.isComparing || progress.hasAnswer { return }
                // Content is asked for by identifiers, and if no row moves no further page is needed.
                if !traits.movesRows, readsByIdentifier, !staleRows.intersection(refreshTarget).isEmpty { return }
                // Empty rows on screen are asked for anyway, if the list loads automatically.
                let empty = planner.policy.loadsAutomatically ? PositionSet() : list.emptyRows(in: onScreen)
                for rows in empty.ranges { planner.demands.append(rows) }
                if empty.isEmpty { planner.demands.append(0..<(rows.isEmpty ? size : min(size, rows.count))) }
                return
            }
            // The screen first, including its empty rows, so that one request brings it: it should neither wait for the top nor share a request
            // with it.
            let screen = onScreen
            var visible = open.intersection(screen).union(list.emptyRows(in: reachedOnScreen))
            if traits.followsSnapshots, !visible.isEmpty { visible = reachedOnScreen }
            // Confirmed rows in between are no reason for two requests if a screen of rows would be one.
            if traits.movesRows, let span = visible.span,
                span.count <= planner.answerLimit ?? max(size, screen.ranges.map { $0.count }.max() ?? 0)
            {
                visible.insert(span)
            }
            for rows in visible.ranges { planner.demands.append(rows) }
            for rows in open.subtracting(visible).ranges { planner.demands.append(rows) }
        }
    }

    /// The rows on screen.
    @inline(never)
    var onScreen: PositionSet { planner.viewports.visible(of: rows.count) }

    /// The rows on screen; for an app that pages by hand those up to the last one loaded, since rows below come when it asks.
    private var reachedOnScreen: PositionSet {
        guard !planner.policy.loadsAutomatically, let end = rows.loadedRanges.span?.upperBound else { return onScreen }
        return onScreen.intersection(PositionSet(0..<end))
    }

    /// `true` if rows come at the list's end, and only its last page shows them.
    var tellsNewsAtEnd: Bool { endIsKnown && addressing.start != .start && addressing.isInOrder }

    /// `true` if there are rows behind the former last one, and none of them is known. One page of them shows that rows came.
    private var lacksNews: Bool {
        guard let last = jobs.lastRow, !endIsKnown, addressing.isInOrder else { return false }
        return rows.last == last
    }

    /// The rows that a refresh must bring before it ends: the rows on screen, or else the first page. For a list that was entered at another
    /// place than its start they include the last page, which alone shows rows that came behind it.
    @inline(never)
    var refreshTarget: PositionSet {
        var target = onScreen
        if tellsNewsAtEnd { target.insert(max(0, rows.count - planner.policy.pageSize)..<rows.count) }
        if traits.movesRows || target.isEmpty { target.insert(0..<min(planner.policy.pageSize, rows.count)) }
        return target
    }
}
