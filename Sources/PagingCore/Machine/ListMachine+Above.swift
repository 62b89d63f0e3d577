/// Lists that begin at another place than their start: the rows above their first one.
extension ListMachine {
    /// Asks for the rows above the first one, up to a page: once these are there, it goes on above them.
    ///
    /// The job ends at once if the first row is known to be the list's first.
    package mutating func loadAbove(now: Instant) -> (job: JobID, effects: ListEffects) {
        tick(now)
        resumePatience()
        planner.above.setback = nil
        planner.repeats.forgetAll()
        let job = jobs.add(.above(answers: planner.above.answers))
        return (job, conclude(nil, now: now))
    }

    /// The failure that stopped loading rows above, or `nil` if there is none.
    package var failureAbove: LoadFailure? {
        planner.above.setback.flatMap { $0.retryAt == nil ? $0.failure : nil }
    }

    /// `true` if the last refresh failed.
    package var refreshFailed: Bool { jobs.refreshFailure != nil }

    /// `true` if rows above the first one are under way, are awaited by an app, or will be tried again.
    package var isLoadingAbove: Bool {
        planner.flights.contains { $0.isAbove } || jobs.hasAbove
            || planner.above.setback?.retryAt != nil && planner.above.isWanted
    }

    /// Asks for the rows before the first one, if a reader comes near it or the app has asked for them.
    mutating func sendAbove(into effects: inout ListEffects, now: Instant) {
        guard let (cursor, askAt) = awaitedAbove(now: now), askAt <= now else { return }
        let ask = LoadPlan.Ask(rows: 0..<0, failures: 0, isExplicit: jobs.hasAbove)
        guard planner.mayAsk(ask, from: LoadingAbove.start, after: cursor, now: now) else {
            // The reason for the refusal is not the failure of a row.
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

    /// The time at which awaited rows above may be asked for.
    func aboveWakeAt(now: Instant) -> Instant? { awaitedAbove(now: now).flatMap { $0.askAt > now ? $0.askAt : nil } }

    /// The cursor that leads upward, and the time at which it may be used, if rows above are wanted.
    private func awaitedAbove(now: Instant) -> (cursor: Cursor, askAt: Instant)? {
        guard !startIsKnown, case .previous(let cursor) = addressing.checkpoints.beginning,
            planner.above.isWanted || jobs.hasAbove, !traits.movesRows || !comparison.patience.isExhausted
        else { return nil }
        return planner.asksAbove(now: now).map { (cursor, $0) }
    }

    // MARK: Answers

    /// A page of rows above the first one arrived. Rows above it are asked for, unless no cursor leads there.
    mutating func noteAbove(_ flight: Flight) {
        planner.above.answers += 1
        guard let asked = flight.cursor, case .previous(let next) = addressing.checkpoints.beginning else { return }
        if next == asked {
            refuseAbove(.repeatedCursor(position: 0), flight)
        } else if planner.above.fruitless.count >= policy.fruitlessAnswerLimit {
            refuseAbove(.noProgress(position: 0, answers: planner.above.fruitless.count), flight)
        }
    }

    private mutating func refuseAbove(_ defect: PageDefect, _ flight: Flight) {
        planner.above.setback = Setback(
            rows: 0..<0, failures: 0, retryAt: nil, failure: .defect(defect), isExplicit: flight.isExplicit)
    }
}
