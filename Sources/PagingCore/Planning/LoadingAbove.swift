/// A planner's knowledge of the rows before a list's first one, which have no positions yet. They are requested by one request at a time.
struct LoadingAbove: Sendable {
    /// The first position of a request for them, for counting repeated requests: no row has that position.
    static let start = -1

    /// `true` if a reader was near the first row in the last plan.
    var isWanted = false
    /// The failure of the last request for them.
    var setback: Setback?
    /// Answers in a row that had no rows.
    var fruitless = FruitlessAnswers()
    /// The number of answers so far.
    var answers = 0
}

extension LoadPlanner {
    /// Finds out if a reader comes near the first row, as ``collectWants`` does for the last one of a list of unknown length.
    mutating func wantAbove(_ reach: Reach, now: Instant) {
        guard Traits.readsUpwards else { return }
        above.isWanted =
            !reach.startIsKnown && policy.loadsAutomatically
            && viewports.contains { reach.needsAbove && !$0.isPassing || isNearTop($0, now: now) }
        guard let setback = above.setback, let again = setback.lookAgainAt else { return }
        var next = setback
        let isDue = hasStream && again <= now
        if above.isWanted, isDue || !setback.isLookedAt { (next.retryAt, next.lookAgainAt) = (again, nil) }
        next.isLookedAt = above.isWanted
        above.setback = next
    }

    private func isNearTop(_ viewport: Viewport, now: Instant) -> Bool {
        guard !viewport.isPassing, !viewport.rows.isEmpty || viewport.viewer == .reads else { return false }
        let margin = policy.preloads ? policy.preloadDistance : 0
        let top = min(viewport.rows.lowerBound, viewport.predicted(in: answerTime, at: now).lowerBound)
        return min(top, viewport.landing?.lowerBound ?? top) <= margin
    }

    /// Viewports that showed the list before any of its rows had come are put at a row, or end with it.
    mutating func moveReaders(to row: Int, count: Int, isEnd: Bool) {
        for index in viewports.indices {
            let screen = viewports[index].rows
            let top = isEnd ? max(0, row + 1 - max(1, screen.count)) : row
            viewports[index].shift(by: min(top, max(0, count - 1)) - screen.lowerBound)
        }
    }

    /// When the rows above may be requested, or `nil` if they may not, as they are under way or have failed for good.
    func asksAbove(now: Instant) -> Instant? {
        guard !flights.contains(where: { $0.isAbove }), hasPlace(now: now) else { return nil }
        let paused = pause.until.map { max($0, now) } ?? now
        guard let setback = above.setback else { return paused }
        return setback.retryAt.map { max($0, paused) }
    }

    /// Notes that the rows above are requested.
    ///
    /// - Parameters:
    ///   - cursor: the cursor that the rows come before.
    ///   - number: the row of the cursor, in a list whose rows may change their order.
    ///   - isExplicit: `true` if an app asks for them.
    ///   - skipsCaches: `true` if caches are bypassed.
    ///   - now: the time.
    mutating func sendAbove(
        before cursor: Cursor, ahead number: Int?, isExplicit: Bool, skipsCaches: Bool, now: Instant
    ) -> RequestID {
        let ask = LoadPlan.Ask(rows: 0..<0, failures: above.setback?.failures ?? 0, isExplicit: isExplicit)
        let id = send(ask, skipsCaches: skipsCaches, way: .before, cursor: cursor, ahead: number, now: now)
        flights[flights.count - 1].isAbove = true
        above.setback = nil
        return id
    }

    /// Rows were inserted before the first: requests, failures and repeated requests at the top are further down now.
    mutating func shiftTop(by count: Int) {
        // Flights and failures that begin further down have followed their rows.
        for index in flights.indices where flights[index].rows.lowerBound == 0 && !flights[index].isAbove {
            flights[index].rows = count..<count + flights[index].rows.count
        }
        for index in setbacks.indices where setbacks[index].rows.lowerBound == 0 { setbacks[index].begin(at: count) }
        repeats.shift(by: count)
    }
}
