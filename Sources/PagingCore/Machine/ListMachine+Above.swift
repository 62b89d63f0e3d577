/// Lists that begin elsewhere than at their start: what comes before their first row.
extension ListMachine {
    /// Asks for the rows above the first one, up to a page: those before them too, once these are there.
    ///
    /// The job ends at once where the first row is known to be the list's first.
    package mutating func loadAbove(now: Instant) -> (job: JobID, effects: ListEffects) {
        tick(now)
        resumePatience()
        planner.above.setback = nil
        planner.repeats.forgetAll()
        let job = jobs.add(.above(answers: planner.above.answers))
        return (job, conclude(nil, now: now))
    }

    /// Why there are no more rows above though there may be; `nil` where nothing has failed.
    package var failureAbove: LoadFailure? {
        planner.above.setback.flatMap { $0.retryAt == nil ? $0.failure : nil }
    }

    /// Whether the last refresh failed.
    package var refreshFailed: Bool { jobs.refreshFailure != nil }

    /// Whether rows above the first one are under way, or are to be asked for once more.
    package var isLoadingAbove: Bool {
        planner.flights.contains { $0.isAbove }
            || planner.above.setback?.retryAt != nil && (planner.above.isWanted || jobs.hasAbove)
    }

    /// Asks for what comes before the first row, where somebody comes near it or has asked for it.
    mutating func sendAbove(into effects: inout ListEffects, now: Instant) {
        guard let (cursor, askAt) = awaitedAbove(now: now), askAt <= now else { return }
        let ask = LoadPlan.Ask(rows: 0..<0, failures: 0, isExplicit: jobs.hasAbove)
        guard planner.mayAsk(ask, from: LoadingAbove.start, after: cursor, now: now) else {
            // What it was refused for is no row's failure.
            if let refused = planner.setbacks.popLast() { planner.above.setback = refused }
            return
        }
        let skipsCaches = comparison.versions.bypassesCaches || traits.distrustsCaches
        let id = planner.sendAbove(
            before: cursor, ahead: addressing.checkpoints.beginningNumber, isExplicit: jobs.hasAbove,
            skipsCaches: skipsCaches, now: now)
        effects.requests.append(
            LoadRequest(
                id: id, generation: generation, kind: .page(.before(cursor, limit: policy.pageSize)),
                skipsCaches: skipsCaches))
    }

    /// When the rows above may be asked for that somebody waits for.
    func aboveWakeAt(now: Instant) -> Instant? { awaitedAbove(now: now).flatMap { $0.askAt > now ? $0.askAt : nil } }

    /// The cursor that leads upwards, and when it may be asked for, where somebody wants what is there.
    private func awaitedAbove(now: Instant) -> (cursor: Cursor, askAt: Instant)? {
        guard !startIsKnown, case .previous(let cursor) = addressing.checkpoints.beginning,
            planner.above.isWanted || jobs.hasAbove, !traits.movesRows || !comparison.patience.isExhausted
        else { return nil }
        return planner.asksAbove(now: now).map { (cursor, $0) }
    }

    // MARK: Answers

    /// Takes the page that comes right before the first row.
    mutating func takeAbove(_ page: Page<Int>, for flight: Flight, now: Instant) -> Verdict {
        guard let asked = flight.cursor, addressing.checkpoints.beginning == .previous(asked) else {
            return .refused(.unplaced)
        }
        let items = SlotTable.distinct(page.items)
        let known = list.positions(of: items)
        let new = zip(items, known).filter { $1 == nil }.map { $0.0 }
        tally.counters.duplicates += page.items.count - new.count
        var update = list.unchanged
        if traits.movesRowsAnywhere {
            let verdict = takeBefore(page, items, for: flight, now: now)
            guard case .applied(let change) = verdict else { return verdict }
            update = change
        } else {
            if !new.isEmpty {
                update = insertAbove(new)
                learnAbove(page, at: new.count, behind: items.last)
                addressing.checkpoints.askForFirst(.before, asked, number: flight.ahead)
            }
            learnBeginning(page.beginning)
        }
        planner.above.answers += 1
        planner.above.fruitless = new.isEmpty ? planner.above.fruitless + 1 : 0
        guard case .previous(let next) = addressing.checkpoints.beginning else { return .applied(update) }
        if next == asked {
            refuseAbove(.repeatedCursor(position: 0), flight)
        } else if planner.above.fruitless >= policy.fruitlessAnswerLimit {
            refuseAbove(.noProgress(position: 0, answers: planner.above.fruitless), flight)
        }
        return .applied(update)
    }

    private mutating func refuseAbove(_ defect: PageDefect, _ flight: Flight) {
        planner.above.setback = Setback(
            rows: 0..<0, failures: 0, retryAt: nil, failure: .defect(defect), isExplicit: flight.isExplicit)
    }

    /// Puts rows before the first one.
    mutating func insertAbove(_ items: [Int]) -> ListUpdate {
        let update = ListUpdate.inserting(items.count, at: 0, count: rows.count)
        follow(update)
        planner.shiftTop(by: items.count)
        return update.changing(fill(items, at: 0).subtracting(update.inserted))
    }

    /// Learns how what was the first row is asked for again.
    private mutating func learnAbove(_ page: Page<Int>, at end: Int, behind number: Int?) {
        if case .next(let cursor) = page.continuation {
            addressing.checkpoints.learn(cursor, at: end, behind: number)
        } else {
            addressing.checkpoints.keepFirst(at: end)
        }
    }

    /// Learns what comes before the first row.
    mutating func learnBeginning(_ beginning: PageBeginning) {
        guard addressing.kind == .cursors, !startIsKnown else { return }
        addressing.checkpoints.beginning = beginning
        addressing.checkpoints.beginningNumber = traits.movesRows && !rows.isEmpty ? rows[0] : nil
        guard beginning == .start else { return }
        // From here on it is a list like those that begin at their start.
        addressing.checkpoints.askForFirst(.after, nil)
        if traits.growsOnlyOnTop, !rows.isEmpty { addressing.top = rows[0] }
    }
}
