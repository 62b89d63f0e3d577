extension LoadPlanner {
    /// What the viewports and the app want, the most urgent first.
    mutating func collectWants(count: Int, reach: Reach, now: Instant) {
        wants.removeAll(keepingCapacity: true)
        for rows in demands { wants.append(Want(rows: rows, urgency: .demanded)) }
        guard policy.loadsAutomatically else { return }
        for viewport in viewports { collectNeeds(of: viewport, count: count, reach: reach, now: now) }
        guard policy.preloads else { return }
        for viewport in viewports { collectPreloads(of: viewport, count: count, now: now) }
    }

    private mutating func collectNeeds(of viewport: Viewport, count: Int, reach: Reach, now: Instant) {
        let predicted = viewport.predicted(in: latency.mean, at: now)
        let stays = isReadable(viewport, predicted: predicted)
        if stays { want(viewport.rows, .visible, count: count) }
        if stays || viewport.landing != nil { want(predicted, .predicted, count: count) }
        // A list of unknown length grows when its end comes near, however fast it does.
        let margin = policy.preloads ? policy.preloadDistance : 0
        if !reach.endIsKnown, max(viewport.rows.upperBound, predicted.upperBound) + margin >= count {
            wants.append(Want(rows: count..<(count + policy.pageSize), urgency: .visible))
        }
    }

    /// Whether rows on screen now will be there long enough for an answer to be seen.
    ///
    /// The bound is the distance at which, for an answer one latency away, nothing of what is on screen now, nor of the
    /// next screen, is left.
    private func isReadable(_ viewport: Viewport, predicted: Range<Int>) -> Bool {
        let distance = abs(predicted.lowerBound - viewport.rows.lowerBound)
        return distance <= 2 * max(viewport.rows.count, 1)
    }

    private mutating func collectPreloads(of viewport: Viewport, count: Int, now: Instant) {
        let centre = viewport.predicted(in: latency.mean, at: now)
        guard viewport.landing != nil || isReadable(viewport, predicted: centre) else { return }
        let after = centre.upperBound..<(centre.upperBound + policy.pageSize)
        let before = max(0, centre.lowerBound - policy.pageSize)..<centre.lowerBound
        preload(viewport.movesForward ? after : before, .ahead, count: count)
        preload(viewport.movesForward ? before : after, .behind, count: count)
    }

    /// A small budget goes to what is looked at: what would be let go again is not preloaded.
    private mutating func preload(_ rows: Range<Int>, _ urgency: Urgency, count: Int) {
        if let budget = policy.itemBudget {
            // Requests are aligned, so a want may bring up to a page more than its rows.
            let wanted = wants.reduce(0) { $0 + $1.rows.count + policy.pageSize }
            guard wanted + rows.count + policy.pageSize <= budget else { return }
        }
        want(rows, urgency, count: count)
    }

    private mutating func want(_ rows: Range<Int>, _ urgency: Urgency, count: Int) {
        let rows = rows.clamped(to: 0..<count)
        guard !rows.isEmpty else { return }
        // Within one plan the same rows need no second want; the more urgent one came first.
        if wants.contains(where: { $0.rows.lowerBound <= rows.lowerBound && rows.upperBound <= $0.rows.upperBound }) {
            return
        }
        wants.append(Want(rows: rows, urgency: urgency))
    }
}
