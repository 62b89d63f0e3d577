extension LoadPlanner {
    /// Decides what to do now.
    ///
    /// - Parameters:
    ///   - rows: the list; loaded rows have an item.
    ///   - stale: loaded rows that count as missing.
    ///   - reach: how far requests can reach.
    ///   - now: the time of the current event.
    ///   - checkpoints: the places that a request can start from, for a list that is read in order.
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
        if !pause.isOver(now: now) {
            plan.wake(at: pause.until)
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
        var needs = free(gaps, now: now, plan: plan)
        if want.isInOrder {
            guard needs.ranges.first?.lowerBound == gaps.ranges.first?.lowerBound else { return }
            needs = PositionSet(Array(needs.ranges.prefix(1)))
        }
        guard let span = needs.span else { return }
        if !reach.isRandom {
            // A list that is read in order is continued at the end of an answer, wherever that is: one request at a time.
            let start = checkpoints.anchor(at: span.lowerBound)
            guard !isBusy(from: start, behind: checkpoints.number(at: start), now: now, plan: plan) else {
                // Requests on the way there may be for rows that no other want needs.
                for setback in setbacks where setback.rows.contains(start) && !isDue(setback, now: now) {
                    plan.wake(at: setback.retryAt)
                }
                return
            }
            _ = add(start..<start + policy.pageSize, for: want, to: &plan, now: now)
        } else if grows {
            askInPieces(needs, for: want, into: &plan, now: now)
        } else {
            // A block around the needed rows. The rows that only fill it up come last and displace no others.
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
                // Pieces of the block that are separated from the needed rows by loaded rows or flights would be requests of their own.
                for piece in open.ranges where piece.overlaps(need) { blocks.insert(piece) }
            }
            if !blocks.isEmpty {
                // A few holes on screen are requested together with the loaded rows between them, not in a request each.
                let isScattered =
                    !want.urgency.isPreload && blocks.ranges.count > (reach.mayHaveGrown ? 1 : 2)
                    && span.count <= largestAnswer
                    && !flights.contains { $0.rows.overlaps(span) }
                if reach.isSelective || isScattered { blocks.insert(span) }
            }
            if reach.mayHaveGrown, let span = blocks.span, span.upperBound == rows.count {
                // The list may have grown behind its end: those rows are requested too, up to a page.
                let last = blocks.ranges[blocks.ranges.count - 1].lowerBound
                blocks.insert(last..<max(rows.count, last + policy.pageSize))
            }
            if reach.mayHaveGrown, !want.urgency.isPreload {
                // Rows may turn out to be a little further than expected: open rows beside them are requested too.
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
        // A whole screen is requested at once.
        let most = want.screen > 0 || !want.urgency.mayWait ? largestRequest : blockSize
        for pass in 0..<2 {
            for index in needs.ranges.indices {
                var rest = needs.ranges[want.isForward ? index : needs.ranges.count - 1 - index]
                while !rest.isEmpty {
                    let size = min(rest.count, most)
                    let piece = want.isForward ? rest.prefix(size) : rest.suffix(size)
                    rest = want.isForward ? rest.dropFirst(size) : rest.dropLast(size)
                    guard piece.overlaps(want.rows) == (pass == 0) else { continue }
                    guard add(piece, for: want, to: &plan, now: now), !want.isInOrder else { return }
                }
            }
        }
    }

    /// Adds a request to the plan.
    ///
    /// - Returns: `true` if there was a place for it.
    private mutating func add(_ piece: Range<Int>, for want: Want, to plan: inout LoadPlan, now: Instant) -> Bool {
        let isUrgent = !want.urgency.isPreload && piece.overlaps(want.rows)
        guard makeRoom(for: piece, of: want, isUrgent: isUrgent, in: &plan, now: now) else { return false }
        plan.asks.append(
            LoadPlan.Ask(rows: piece, failures: failures(in: piece), isExplicit: want.urgency == .demanded))
        return true
    }

    /// Joins requests for rows on screen into one, if the rows of a request need not be neighbors.
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

    /// The rows that are not in flight, not about to be, and not waiting out a failure.
    private func free(_ rows: PositionSet, now: Instant, plan: LoadPlan) -> PositionSet {
        var rows = rows
        for flight in flights where !isOverdue(flight, now: now) { rows.remove(flight.rows) }
        for ask in plan.asks { rows.remove(ask.rows) }
        for setback in setbacks where !isDue(setback, now: now) { rows.remove(setback.rows) }
        return rows
    }

    /// `true` if an answer is so late that it may have been lost. Its rows may be requested once more, and the first answer counts.
    @inline(never)
    func isOverdue(_ flight: Flight, now: Instant) -> Bool {
        guard let overdueAt = overdueAt(flight) else { return false }
        return now >= overdueAt && !flights.contains { $0.id > flight.id && $0.rows.overlaps(flight.rows) }
    }

    /// The least milliseconds before an answer counts as overdue: a shorter delay goes unnoticed.
    private static let leastOverdueSpan = 200.0

    /// Four deviations past the expected time (RFC 6298 §2), and twice that time at the least.
    @inline(never)
    private func overdueAt(_ flight: Flight) -> Instant? {
        guard latency.hasMeasured else { return nil }
        let expected = latency.time(forRows: Double(flight.rows.count))
        let span = max(2 * expected, expected + 4 * latency.deviation, Self.leastOverdueSpan)
        return flight.askedAt.advanced(byMilliseconds: span)
    }

    /// `true` if the rows that follow a position are under way, or wait out a failure.
    ///
    /// - Parameter number: the row before the requested ones, which may have moved since.
    func isBusy(from position: Int, behind number: Int?, now: Instant, plan: LoadPlan) -> Bool {
        flights.contains { $0.rows.lowerBound == position || number != nil && $0.behind == number }
            || plan.asks.contains { $0.rows.lowerBound == position }
            || setbacks.contains { $0.rows.contains(position) && !isDue($0, now: now) }
    }

    /// Finds a place among the flights. An urgent request may cancel flights that serve no urgent want.
    private mutating func makeRoom(
        for piece: Range<Int>, of want: Want, isUrgent: Bool, in plan: inout LoadPlan, now: Instant
    ) -> Bool {
        while true {
            let hasPlace = hasPlace(beside: plan.asks.count, now: now)
            if hasPlace, fits(piece, beside: plan, now: now) { return true }
            guard isUrgent else { return false }
            let least = flights.firstIndex { flight in
                !flight.isExplicit && !isNearlyHere(flight, now: now) && !flight.isAbove
                    && !wants.contains { !$0.urgency.isPreload && $0.rows.overlaps(flight.rows) }
            }
            // Rows on screen are requested even on the slowest network.
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
