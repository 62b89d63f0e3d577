/// Turns rows to ask for into requests that the source understands.
extension ListMachine {
    /// `true` if rows may be asked for now; `false` if they were asked for again and again. A history counts its own fruitless answers.
    mutating func mayAsk(_ ask: LoadPlan.Ask, now: Instant) -> Bool {
        if traits.keepsHistory { return true }
        let start = addressing.origin(of: ask.rows.lowerBound)
        if planner.mayAsk(ask, from: start, after: addressing.checkpoints.cursor(at: start), now: now) { return true }
        if let setback = planner.setbacks.last, setback.retryAt == nil {
            comparison.patience.failure = comparison.patience.failure ?? setback.failure
        }
        return false
    }

    /// Answers go on contradicting each other. Rows that are still wanted are not asked for again until there is news.
    mutating func giveUp(_ asks: [LoadPlan.Ask]) {
        for ask in asks {
            let failure = LoadFailure.defect(
                .unsettled(position: ask.rows.lowerBound, answers: comparison.patience.answersSinceInput))
            planner.refuse(ask.rows, failure)
            comparison.patience.failure = comparison.patience.failure ?? failure
        }
    }

    /// A reader scrolled or an app asked for data, so requests that were given up may be tried again.
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
            // A cache that is behind may not know one of them, which would then count as removed.
            return LoadRequest(
                id: planner.send(ask, skipsCaches: true, omitting: present, now: now), generation: generation,
                kind: .items(wanted), skipsCaches: true)
        }
        // A cache that is behind may lack the row that a page is to follow, or the known top. Its answer would look like any other page, so it
        // is bypassed. It is also bypassed if it might return older content of a loaded row.
        let skipsCaches =
            comparison.versions.bypassesCaches || traits.distrustsCaches && progress.hasPage
            || traits.changesContent && !rows.loadedRanges(in: ask.rows.clamped(to: 0..<rows.count)).isEmpty
            || mayBeFromBefore(ask.rows)
        let number = traits.movesRows ? addressing.checkpoints.number(at: ask.rows.lowerBound) : nil
        let ahead = addressing.checkpoints.follower(at: ask.rows.lowerBound)
        var ask = ask
        ask.rows = addressing.extent(of: ask.rows, before: ahead.flatMap { list.position(of: $0) })
        var request = addressing.page(for: ask.rows, isFirst: !progress.hasPage)
        if case .before(let cursor?, let limit) = request, traits.movesRowsAnywhere {
            // Rows may have come among these. With the rows above them it is certain where the page begins.
            request = .before(cursor, limit: min(limit + policy.pageSize, max(limit, policy.maximumRequestSize)))
        }
        var cursor: Cursor?
        if case .before(let asked, _) = request { cursor = asked }
        return LoadRequest(
            id: planner.send(
                ask, skipsCaches: skipsCaches, behind: number, way: request.way, cursor: cursor, ahead: ahead, now: now),
            generation: generation, kind: .page(request), skipsCaches: skipsCaches)
    }

    /// `true` if a cached answer may be older than the last change that was found: rows in the range, or beside it, are stale, and no version
    /// tells answers apart.
    private func mayBeFromBefore(_ asked: Range<Int>) -> Bool {
        guard traits.movesRows, version == nil, !list.stale.isEmpty else { return false }
        let around = max(0, asked.lowerBound - 1)..<max(asked.upperBound + 1, 1)
        return !list.stale.intersection(around).isEmpty
    }

    /// The rows with one more on either side, if that one is loaded or under way and only it proves that no row has come or gone in between.
    func overlapping(_ ask: LoadPlan.Ask) -> LoadPlan.Ask {
        guard traits.confirmsByOverlap, version == nil else { return ask }
        var (lower, upper) = (ask.rows.lowerBound, ask.rows.upperBound)
        if lower > 0, !addressing.pageStarts.contains(lower), isExpected(lower - 1) { lower -= 1 }
        if !addressing.pageStarts.contains(upper), isExpected(upper) { upper += 1 }
        var ask = ask
        ask.rows = lower..<upper
        return ask
    }

    /// `true` if a row is loaded or under way.
    private func isExpected(_ position: Int) -> Bool {
        position < rows.count && rows[position] != nil || planner.flights.contains { $0.rows.contains(position) }
    }
}
