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
        if let landing = viewport.landing {
            wantWay(of: viewport, to: landing, count: count)
        } else {
            let stays = isReadable(viewport, predicted: predicted, now: now)
            if stays { want(viewport.rows, .visible, count: count) }
            if stays || viewport.stops(within: latency.mean + Self.frame) { want(predicted, .predicted, count: count) }
        }
        // A list of unknown length grows when its end comes near, however fast it does.
        let margin = policy.preloads ? policy.preloadDistance : 0
        if !reach.endIsKnown, max(viewport.rows.upperBound, predicted.upperBound) + margin >= count {
            let size = count == 0 && reach.isRandom && policy.preloads ? blockSize : policy.pageSize
            wants.append(Want(rows: count..<(count + size), urgency: .visible))
        }
    }

    /// A fling whose landing is known: that first; then what is on screen and what is passed, where it is near enough to
    /// be asked for whole.
    private mutating func wantWay(of viewport: Viewport, to landing: Range<Int>, count: Int) {
        want(landing, .predicted, count: count)
        let way = min(viewport.rows.lowerBound, landing.lowerBound)..<max(viewport.rows.upperBound, landing.upperBound)
        guard way.count <= policy.maximumRequestSize * policy.maximumRequestsInFlight else { return }
        want(way, .predicted, count: count)
    }

    /// Whether rows on screen now will be there long enough for an answer to be seen.
    ///
    /// The bound is the distance at which, for an answer one latency away, nothing of what is on screen now, nor of the
    /// next screen, is left.
    private func isReadable(_ viewport: Viewport, predicted: Range<Int>, now: Instant) -> Bool {
        switch viewport.course(at: now) {
        case .still: return true
        case .starting: return false
        case .moving:
            let distance = abs(predicted.lowerBound - viewport.rows.lowerBound)
            return distance <= 2 * max(viewport.rows.count, 1)
        }
    }

    /// A screen ahead and half a screen behind where the reader will be. What is asked for brings more than that, so
    /// these are rare.
    private mutating func collectPreloads(of viewport: Viewport, count: Int, now: Instant) {
        let centre = viewport.predicted(in: latency.mean, at: now)
        guard viewport.landing != nil || isReadable(viewport, predicted: centre, now: now) else { return }
        let (ahead, behind) = (max(viewport.rows.count, 1), viewport.rows.count / 2)
        if viewport.movesForward {
            preload(centre.upperBound..<centre.upperBound + ahead, .ahead, count: count)
            preload(max(0, centre.lowerBound - behind)..<centre.lowerBound, .behind, isForward: false, count: count)
        } else {
            preload(max(0, centre.lowerBound - ahead)..<centre.lowerBound, .ahead, isForward: false, count: count)
            preload(centre.upperBound..<centre.upperBound + behind, .behind, count: count)
        }
    }

    /// A frame at 60 Hz, in milliseconds: what is told of a viewport is up to that old.
    private static let frame = 1_000.0 / 60

    /// A small budget goes to what is looked at: what would be let go again is not preloaded.
    private mutating func preload(_ rows: Range<Int>, _ urgency: Urgency, isForward: Bool = true, count: Int) {
        if let budget = policy.itemBudget {
            // A request brings a block, so a want may bring up to that much more than its rows.
            let wanted = wants.reduce(0) { $0 + $1.rows.count + blockSize }
            guard wanted + rows.count + blockSize <= budget else { return }
        }
        want(rows, urgency, isForward: isForward, count: count)
    }

    private mutating func want(_ rows: Range<Int>, _ urgency: Urgency, isForward: Bool = true, count: Int) {
        let rows = rows.clamped(to: 0..<count)
        guard !rows.isEmpty else { return }
        // Within one plan the same rows need no second want; the more urgent one came first.
        if wants.contains(where: { $0.rows.lowerBound <= rows.lowerBound && rows.upperBound <= $0.rows.upperBound }) {
            return
        }
        wants.append(Want(rows: rows, urgency: urgency, isForward: isForward))
    }
}
