extension ListMachine {
    /// Ends every event: the planner decides, its decision is carried out, and finished jobs end.
    ///
    /// - Parameters:
    ///   - change: the change of the list.
    ///   - reread: further rows whose content changed.
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
        if list.stale.isEmpty { list.hasGuessed = false }
        endJobs(into: &effects)
        beginNextRefresh(into: &effects, now: now)
        compareIfBehind(now: now)
        // Loops, not method references: those would copy the whole machine at every event.
        planner.demands.removeAll(keepingCapacity: true)
        planner.nextRows.removeAll(keepingCapacity: true)
        for job in jobs.open { demandRows(of: job) }
        demandWalk()

        planner.hasStream = comparison.live.stream.goesWell
        var plan = planner.plan(
            for: rows, stale: staleInPages, reach: reach, now: now, checkpoints: addressing.checkpoints)
        effects.cancellations += plan.cancels
        // While a new order is under way, the rows to ask for are not known yet, and pages would be refused.
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
            // Rows that move and change need a composed update.
            let emptied =
                traits.movesRows
                ? update.followed(by: list.changing(plan.evictions)) : update.changing(plan.evictions)
            if effects.updates.isEmpty { effects.updates = [emptied] } else { effects.updates[0] = emptied }
        }
        plan.wake(at: comparison.requests.wakeAt)
        if jobs.hasNextRefresh, let until = jobs.pausedUntil, until > now { plan.wake(at: until) }
        // Jobs that wait for rows above do not end while another attempt is to come.
        if jobs.hasAbove { plan.wake(at: aboveWakeAt(now: now)) }
        effects.wakeAt = plan.wakeAt
        endJobsThatNothingCanEnd(in: &effects)
        // After that: no job waits for the stream, nor for requests that it causes.
        plan.wake(at: planner.lookAgainAt)
        plan.wake(at: aboveWakeAt(now: now))
        plan.wake(at: gapWakeAt(now: now))
        plan.wake(at: liveWakeAt)
        effects.wakeAt = plan.wakeAt

        tally.counters.requests += effects.requests.count
        tally.counters.cancellations += effects.cancellations.count
        tally.counters.mostInFlight = max(tally.counters.mostInFlight, planner.flights.count)
        note(now)
        progress.phase = currentPhase
        checkRows()
        return effects
    }

    /// Checks the known rows in debug builds: after each event if few are loaded, else so rarely that an event costs no more than with few. When
    /// they were checked each time, 200 lists of a thousand rows blocked the main actor.
    private mutating func checkRows() {
        #if DEBUG
            tally.uncheckedEvents += 1
            guard tally.uncheckedEvents * Limits.rowsCheckedAnEvent >= rows.loadedCount else { return }
            tally.uncheckedEvents = 0
            list.checkInvariants()
        #endif
    }

    /// Begins a new generation: everything under way belongs to the old one.
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
}
