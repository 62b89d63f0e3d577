/// Requests whose rows a reader has passed are cancelled, unless their answers are nearly here.
extension LoadPlanner {
    mutating func cancelPassed(_ plan: inout LoadPlan, from checkpoints: Checkpoints?, now: Instant) {
        guard !flights.isEmpty else { return }
        for flight in flights where !isWorthwhile(flight, now: now) && !leads(flight, from: checkpoints) {
            cancel(flight, in: &plan)
        }
        if !plan.cancels.isEmpty { flights.removeAll { plan.cancels.contains($0.id) } }
    }

    mutating func cancel(_ flight: Flight, in plan: inout LoadPlan) {
        plan.cancels.append(flight.id)
        repeats.withdraw(from: flight.rows.lowerBound)
    }

    private func isWorthwhile(_ flight: Flight, now: Instant) -> Bool {
        if flight.isExplicit || isNearlyHere(flight, now: now) || flight.isAbove && above.isWanted { return true }
        return wants.contains { $0.rows.overlaps(flight.rows) } || viewports.contains { isNear(flight.rows, to: $0) }
    }

    /// `true` if an answer with wanted rows is under way, in a list that is read in order. If cancelled, it would be requested again at once.
    private func leads(_ flight: Flight, from checkpoints: Checkpoints?) -> Bool {
        guard let checkpoints else { return false }
        let start = flight.rows.lowerBound
        let served = start..<max(flight.rows.upperBound, checkpoints.next(after: start) ?? Limits.slots)
        return wants.contains { $0.rows.overlaps(served) }
    }

    /// `true` if a viewport may still come to these rows although that is not expected: they are next to it, or it moves towards them. A request
    /// is cancelled once its rows are passed, not as soon as they may not be needed.
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
    func isNearlyHere(_ flight: Flight, now: Instant) -> Bool {
        let age = now.milliseconds(since: flight.askedAt)
        // From 70 % of the expected time to four deviations past it, where RFC 6298 would call the answer lost.
        let expected = latency.time(forRows: Double(flight.rows.count))
        return age > 0.7 * expected && age <= expected + 4 * latency.deviation
    }
}
