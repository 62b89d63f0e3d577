extension LoadPlanner {
    /// Decides what to do now.
    ///
    /// - Parameters:
    ///   - rows: the list; loaded rows have an item.
    ///   - stale: loaded rows that count as missing.
    ///   - reach: how far requests can reach.
    ///   - now: the time of the event that led here.
    ///   - checkpoints: for a list that is read in order: where a request can start from.
    mutating func plan<Item>(
        for rows: PagedArray<Item>, stale: PositionSet, reach: Reach, now: Instant, checkpoints: Checkpoints
    ) -> LoadPlan {
        let now = time(now)
        var plan = LoadPlan()
        updateEstimates()
        collectWants(count: rows.count, reach: reach, now: now)
        wantAbove(reach, now: now)
        lookAgain(reach, checkpoints, now: now)
        cancelPassed(&plan, from: reach.isRandom ? nil : checkpoints, now: now)
        if let until = pausedUntil, until > now {
            plan.wake(at: until)
        } else {
            for want in wants {
                ask(for: want, of: rows, stale: stale, reach: reach, checkpoints: checkpoints, into: &plan, now: now)
            }
        }
        if reach.isSelective { join(&plan.asks, for: rows, stale: stale) }
        evict(from: rows, into: &plan)
        scheduleWake(&plan, now: now)
        return plan
    }

    private mutating func cancelPassed(_ plan: inout LoadPlan, from checkpoints: Checkpoints?, now: Instant) {
        guard !flights.isEmpty else { return }
        for flight in flights where !isWorthwhile(flight, now: now) && !leads(flight, from: checkpoints) {
            cancel(flight, in: &plan)
        }
        if !plan.cancels.isEmpty { flights.removeAll { plan.cancels.contains($0.id) } }
    }

    private mutating func cancel(_ flight: Flight, in plan: inout LoadPlan) {
        plan.cancels.append(flight.id)
        repeats.withdraw(from: flight.rows.lowerBound)
    }

    private func isWorthwhile(_ flight: Flight, now: Instant) -> Bool {
        if flight.isExplicit || isNearlyHere(flight, now: now) || flight.isAbove && above.isWanted { return true }
        return wants.contains { $0.rows.overlaps(flight.rows) } || viewports.contains { isNear(flight.rows, to: $0) }
    }

    /// Whether an answer with wanted rows is on its way, in a list that is read in order: if cancelled, it would be
    /// asked for again at once.
    private func leads(_ flight: Flight, from checkpoints: Checkpoints?) -> Bool {
        guard let checkpoints else { return false }
        let start = flight.rows.lowerBound
        let served = start..<max(flight.rows.upperBound, checkpoints.next(after: start) ?? Limits.slots)
        return wants.contains { $0.rows.overlaps(served) }
    }

    /// Whether a viewport may yet come to these rows although it is not expected to: they are next to it, or it moves
    /// towards them. A request is cancelled once its rows are passed, not as soon as they may not be needed.
    @inline(never)
    private func isNear(_ rows: Range<Int>, to viewport: Viewport) -> Bool {
        let distance = viewport.motion.distance(in: 2 * answerTime)
        let travel = blockSize + Int(min(abs(distance), Double(Limits.rowsPerRequest)))
        let (lower, upper) = (viewport.rows.lowerBound, viewport.rows.upperBound)
        let screen = viewport.rows.count
        let near =
            viewport.movesForward
            ? max(0, lower - screen)..<upper + travel : max(0, lower - travel)..<upper + screen
        return near.overlaps(rows)
    }

    /// Most of the wait is over: cancelling would waste the work that the server has already done.
    @inline(never)
    private func isNearlyHere(_ flight: Flight, now: Instant) -> Bool {
        let age = now.milliseconds(since: flight.askedAt)
        // From 70 % of the expected time to four deviations past it, where RFC 6298 would call the answer lost.
        let expected = latency.time(forRows: Double(flight.rows.count))
        return age > 0.7 * expected && age <= expected + 4 * latency.deviation
    }

    /// Asks once more for rows that failed for the last time, when a reader looks at them who did not before.
    ///
    /// The reader chooses when: no request is sent while the screen stays as it is. But where a stream goes well, the server is there, and
    /// what it tells would not bring these rows: they are asked for again while they are looked at, at most every
    /// ``RetryPolicy/longestDelay``.
    private mutating func lookAgain(_ reach: Reach, _ checkpoints: Checkpoints, now: Instant) {
        for index in setbacks.indices where setbacks[index].lookAgainAt != nil {
            let rows = setbacks[index].rows
            let isLookedAt = wants.contains { want in
                guard !want.urgency.mayWait else { return false }
                // In a list that is read in order the way to a row begins before it.
                let start = reach.isRandom ? want.rows.lowerBound : checkpoints.anchor(at: want.rows.lowerBound)
                return rows.overlaps(min(start, want.rows.lowerBound)..<want.rows.upperBound)
            }
            if isLookedAt, hasStream { spreadSetback(at: index) }
            let isDue = hasStream && setbacks[index].lookAgainAt.map { $0 <= now } ?? false
            if isLookedAt, isDue || !setbacks[index].isLookedAt {
                setbacks[index].retryAt = setbacks[index].lookAgainAt
                setbacks[index].lookAgainAt = nil
            }
            setbacks[index].isLookedAt = isLookedAt
        }
    }

    /// Adds a random wait, once, to that of rows which are asked for again without a reader's doing.
    private mutating func spreadSetback(at index: Int) {
        guard !setbacks[index].isSpread else { return }
        let wait = policy.retry.delay(afterFailures: setbacks[index].failures, random: &random)
        setbacks[index].lookAgainAt = setbacks[index].lookAgainAt?.advanced(byMilliseconds: wait)
        setbacks[index].isSpread = true
    }

    /// When rows that failed for good are asked for again without a reader's doing; no job waits for them.
    var lookAgainAt: Instant? {
        guard hasStream else { return nil }
        return setbacks.lazy.filter { $0.isLookedAt }.compactMap { $0.lookAgainAt }.min()
    }

    // MARK: Asking

    private mutating func ask<Item>(
        for want: Want, of rows: PagedArray<Item>, stale: PositionSet, reach: Reach, checkpoints: Checkpoints,
        into plan: inout LoadPlan, now: Instant
    ) {
        // Rows that were just passed, or are far ahead, are fetched only when nothing else is.
        if want.urgency >= .behind, !flights.isEmpty || !plan.asks.isEmpty { return }
        if want.urgency.isPreload, let start = preloadsFrom(reach, beside: plan, now: now), start > now {
            return plan.wake(at: start)
        }
        let grows = want.rows.lowerBound >= rows.count
        let gaps = grows ? PositionSet(want.rows) : missing(rows, stale, in: want.rows)
        guard !gaps.isEmpty else { return }
        let needs = free(gaps, now: now, plan: plan)
        guard let span = needs.span else { return }
        if !reach.isRandom {
            // A list that is read in order is continued where an answer ends, wherever that is: one request at a time.
            let start = checkpoints.anchor(at: span.lowerBound)
            guard !isBusy(from: start, behind: checkpoints.number(at: start), now: now, plan: plan) else {
                // The requests on the way there may be for rows that no other want waits for.
                for setback in setbacks where setback.rows.contains(start) && !isDue(setback, now: now) {
                    plan.wake(at: setback.retryAt)
                }
                return
            }
            _ = add(start..<start + policy.pageSize, for: want, to: &plan, now: now)
        } else if grows {
            askInPieces(needs, for: want, into: &plan, now: now)
        } else {
            // A block around the needed rows; the rows that merely fill it up come last and displace nothing.
            var blocks = PositionSet()
            let isAlone =
                want.screen > 0 && want.urgency == .visible && (latency.isKnown || flights.isEmpty)
                && asksScreenAlone(reach)
            for need in needs.ranges {
                let block =
                    isAlone
                    ? screen(around: need, of: want, count: rows.count)
                    : block(around: need, of: want, count: rows.count)
                let open = free(missing(rows, stale, in: block), now: now, plan: plan)
                // Pieces of the block that loaded rows or flights separate from the need would be requests of their
                // own.
                for piece in open.ranges where piece.overlaps(need) { blocks.insert(piece) }
            }
            if !blocks.isEmpty {
                // A few holes on screen are asked for together with the loaded rows between them, not in a request
                // each.
                let isScattered =
                    !want.urgency.isPreload && blocks.ranges.count > (reach.mayHaveGrown ? 1 : 2)
                    && span.count <= largestAnswer
                    && !flights.contains { $0.rows.overlaps(span) }
                if reach.isSelective || isScattered { blocks.insert(span) }
            }
            if reach.mayHaveGrown, let span = blocks.span, span.upperBound == rows.count {
                // The list may have grown behind its end: those rows come along, up to a page.
                let last = blocks.ranges[blocks.ranges.count - 1].lowerBound
                blocks.insert(last..<max(rows.count, last + policy.pageSize))
            }
            if reach.mayHaveGrown, !want.urgency.isPreload {
                // Rows may turn out to be a little further than where they are looked for: open rows beside them come
                // along.
                for piece in blocks.ranges where piece.count < policy.pageSize && piece.overlaps(want.rows) {
                    let around =
                        max(0, piece.upperBound - policy.pageSize)..<min(rows.count, piece.lowerBound + policy.pageSize)
                    blocks.insert(page(with: piece, of: free(missing(rows, stale, in: around), now: now, plan: plan)))
                }
            }
            askInPieces(blocks, for: want, into: &plan, now: now)
        }
    }

    private mutating func askInPieces(_ needs: PositionSet, for want: Want, into plan: inout LoadPlan, now: Instant) {
        // A whole screen is asked for at once.
        let most = want.screen > 0 || !want.urgency.mayWait ? largestRequest : blockSize
        for pass in 0..<2 {
            for index in needs.ranges.indices {
                var rest = needs.ranges[want.isForward ? index : needs.ranges.count - 1 - index]
                while !rest.isEmpty {
                    let size = min(rest.count, most)
                    let piece = want.isForward ? rest.prefix(size) : rest.suffix(size)
                    rest = want.isForward ? rest.dropFirst(size) : rest.dropLast(size)
                    guard piece.overlaps(want.rows) == (pass == 0) else { continue }
                    guard add(piece, for: want, to: &plan, now: now) else { return }
                }
            }
        }
    }

    /// Adds a request to the plan.
    ///
    /// - Returns: whether there was a place for it.
    private mutating func add(_ piece: Range<Int>, for want: Want, to plan: inout LoadPlan, now: Instant) -> Bool {
        let isUrgent = !want.urgency.isPreload && piece.overlaps(want.rows)
        guard makeRoom(for: piece, of: want, isUrgent: isUrgent, in: &plan, now: now) else { return false }
        plan.asks.append(
            LoadPlan.Ask(rows: piece, failures: failures(in: piece), isExplicit: want.urgency == .demanded))
        return true
    }

    /// Joins requests for rows on screen into one, where the rows of a request need not be neighbours.
    private func join<Item>(_ asks: inout [LoadPlan.Ask], for rows: PagedArray<Item>, stale: PositionSet) {
        guard asks.count > 1 else { return }
        var joined: [LoadPlan.Ask] = []
        for ask in asks {
            let last = joined.lastIndex { other in
                viewports.contains { $0.rows.overlaps(ask.rows) && $0.rows.overlaps(other.rows) }
            }
            guard let last else {
                joined.append(ask)
                continue
            }
            let other = joined[last]
            let (lower, upper) = (
                min(other.rows.lowerBound, ask.rows.lowerBound), max(other.rows.upperBound, ask.rows.upperBound)
            )
            guard missing(rows, stale, in: lower..<upper).count <= largestRequest else {
                joined.append(ask)
                continue
            }
            joined[last].rows = lower..<upper
            joined[last].failures = max(other.failures, ask.failures)
            joined[last].isExplicit = other.isExplicit || ask.isExplicit
        }
        asks = joined
    }

    @inline(never)
    private func missing<Item>(_ rows: PagedArray<Item>, _ stale: PositionSet, in range: Range<Int>) -> PositionSet {
        let missing = rows.missingRanges(in: range)
        return stale.isEmpty ? missing : missing.union(stale.intersection(range))
    }

    /// Whole pages around a gap, filled up to a block: what will be preloaded around it anyway, then a page where the
    /// reader comes from, the rest where he goes.
    @inline(never)
    private func block(around gap: Range<Int>, of want: Want, count: Int) -> Range<Int> {
        let size = policy.pageSize
        @inline(never)
        func pages(_ rows: Range<Int>) -> Range<Int> {
            max(0, rows.lowerBound / size * size)..<min(count, (rows.upperBound + size - 1) / size * size)
        }
        // Under a small budget, rows that no reader looks at would be evicted again at once.
        let isTight = budget.map { $0 < 2 * blockSize * max(1, viewports.count) } ?? false
        let most = nextBlockSize
        var block = pages(gap)
        let whole = largestAnswer
        if !want.urgency.isPreload, block.count > whole, gap.count <= whole {
            // Whole pages would take one request more than the needed rows alone.
            let lower = want.isForward ? gap.lowerBound : max(0, gap.upperBound - whole)
            return lower..<min(count, lower + whole)
        }
        guard !isTight, want.urgency != .demanded else { return block }
        let (ahead, behind) = want.urgency == .ahead ? (0, 0) : (want.screen, want.screen / 2)
        let (below, above) = want.isForward ? (behind, ahead) : (ahead, behind)
        let wider = pages(max(0, gap.lowerBound - below)..<gap.upperBound + above)
        if wider.count <= most { block = wider }
        let page = want.urgency == .ahead || block.count + size > most ? 0 : size
        if want.isForward {
            let lower = max(0, block.lowerBound - page)
            return lower..<min(count, max(block.upperBound, lower + most))
        }
        let upper = min(count, block.upperBound + page)
        return max(0, min(block.lowerBound, (upper - most + size - 1) / size * size))..<upper
    }

    /// As many rows from a gap on as are on screen.
    private func screen(around gap: Range<Int>, of want: Want, count: Int) -> Range<Int> {
        let size = max(gap.count, min(want.screen, largestAnswer))
        let lower = max(0, min(want.isForward ? gap.lowerBound : gap.upperBound - size, count - size))
        return lower..<min(count, lower + size)
    }

    /// A stretch with what is open beside it, up to a page.
    private func page(with rows: Range<Int>, of open: PositionSet) -> Range<Int> {
        guard let stretch = open.ranges.first(where: { $0.overlaps(rows) }) else { return rows }
        let size = min(policy.pageSize, largestAnswer)
        let lower = min(rows.lowerBound, max(stretch.lowerBound, rows.upperBound - size))
        return lower..<max(rows.upperBound, min(stretch.upperBound, lower + size))
    }

    /// The rows that are not in flight, not about to be, and not waiting out a failure.
    private func free(_ rows: PositionSet, now: Instant, plan: LoadPlan) -> PositionSet {
        var rows = rows
        for flight in flights where !isOverdue(flight, now: now) { rows.remove(flight.rows) }
        for ask in plan.asks { rows.remove(ask.rows) }
        for setback in setbacks where !isDue(setback, now: now) { rows.remove(setback.rows) }
        return rows
    }

    /// Whether an answer is so late that it may have been lost. Its rows may be asked for once more, and the first
    /// answer counts.
    @inline(never)
    func isOverdue(_ flight: Flight, now: Instant) -> Bool {
        guard let overdueAt = overdueAt(flight) else { return false }
        return now >= overdueAt && !flights.contains { $0.id > flight.id && $0.rows.overlaps(flight.rows) }
    }

    /// Milliseconds that any answer may take before it is asked for again: a shorter delay goes unnoticed.
    private static let leastOverdueSpan = 200.0

    /// Four deviations past the expected time (RFC 6298 §2), and twice that time at the least.
    @inline(never)
    private func overdueAt(_ flight: Flight) -> Instant? {
        guard latency.hasMeasured else { return nil }
        let expected = latency.time(forRows: Double(flight.rows.count))
        let span = max(2 * expected, expected + 4 * latency.deviation, Self.leastOverdueSpan)
        return flight.askedAt.advanced(byMilliseconds: span)
    }

    /// Whether the rows that follow a position are under way, or wait out a failure.
    ///
    /// - Parameter number: the row that it would be asked for after, which may have moved since.
    func isBusy(from position: Int, behind number: Int?, now: Instant, plan: LoadPlan) -> Bool {
        flights.contains { $0.rows.lowerBound == position || number != nil && $0.behind == number }
            || plan.asks.contains { $0.rows.lowerBound == position }
            || setbacks.contains { $0.rows.contains(position) && !isDue($0, now: now) }
    }

    @inline(never)
    private func isDue(_ setback: Setback, now: Instant) -> Bool {
        guard let retryAt = setback.retryAt else { return false }
        return retryAt <= now
    }

    /// Finds a place among the flights; an urgent request may cancel flights that serve nothing urgent.
    private mutating func makeRoom(
        for piece: Range<Int>, of want: Want, isUrgent: Bool, in plan: inout LoadPlan, now: Instant
    ) -> Bool {
        while true {
            let hasPlace = flights.count + plan.asks.count < policy.maximumRequestsInFlight
            if hasPlace, fits(piece, beside: plan, now: now) { return true }
            guard isUrgent else { return false }
            let least = flights.firstIndex { flight in
                !flight.isExplicit && !isNearlyHere(flight, now: now) && !flight.isAbove
                    && !wants.contains { !$0.urgency.isPreload && $0.rows.overlaps(flight.rows) }
            }
            // Rows on screen are asked for on the slowest network, too.
            guard let least else { return hasPlace && !want.urgency.mayWait }
            cancel(flights.remove(at: least), in: &plan)
        }
    }

    private func scheduleWake(_ plan: inout LoadPlan, now: Instant) {
        for viewport in viewports where policy.loadsAutomatically { plan.wake(at: viewport.changesAt(now: now)) }
        for flight in flights {
            guard let overdueAt = overdueAt(flight), overdueAt > now else { continue }
            if wants.contains(where: { !$0.urgency.isPreload && $0.rows.overlaps(flight.rows) }) {
                plan.wake(at: overdueAt)
            }
        }
        for setback in setbacks {
            guard let retryAt = setback.retryAt, retryAt > now else { continue }
            if wants.contains(where: { $0.rows.overlaps(setback.rows) }) { plan.wake(at: retryAt) }
        }
    }
}
