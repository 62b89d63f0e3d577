extension LoadPlanner {
    /// Collects the rows that the viewports and the app want, the most urgent first.
    mutating func collectWants(count: Int, reach: Reach, now: Instant) {
        wants.removeAll(keepingCapacity: true)
        for rows in demands { wants.append(Want(rows: rows, urgency: .demanded)) }
        for rows in nextRows { wants.append(Want(rows: rows, urgency: .demanded, isInOrder: true)) }
        guard policy.loadsAutomatically else { return }
        for viewport in viewports where !viewport.isPassing {
            collectNeeds(of: viewport, count: count, reach: reach, now: now)
        }
        guard policy.preloads else { return }
        for viewport in viewports where !viewport.isPassing {
            collectPreloads(of: viewport, count: count, reach: reach, now: now)
        }
    }

    private mutating func collectNeeds(of viewport: Viewport, count: Int, reach: Reach, now: Instant) {
        if let landing = viewport.landing {
            wantWay(of: viewport, to: landing, count: count, now: now)
        } else {
            switch viewport.course(at: now) {
            case .still: want(viewport.rows, .visible, screen: viewport.rows.count, count: count)
            case .starting: break
            case .moving: wantAhead(of: viewport, count: count, now: now)
            }
        }
        // A list of unknown length grows when a viewport comes near its end, however fast it moves.
        let margin = policy.preloads ? policy.preloadDistance : 0
        let end = max(viewport.rows.upperBound, viewport.predicted(in: answerTime, at: now).upperBound)
        if !reach.endIsKnown, end + margin >= count {
            let isFirst = count == 0 && reach.isRandom && policy.preloads
            let size = isFirst ? blockSize : policy.pageSize
            let screen = viewport.rows.count
            let asksScreen = isFirst && (1..<size).contains(screen) && asksScreenAlone(reach)
            let first = count == 0 ? firstRow(for: viewport, reach: reach, isExact: asksScreen) : count
            // Positions that are known to have no rows are not asked for once more.
            let empty = reach.emptyFrom ?? .max
            let last = empty > first ? min(first + size, empty) : first + size
            guard asksScreen, first + screen < last else {
                if first < last { wants.append(Want(rows: first..<last, urgency: .visible)) }
                return
            }
            wants.append(Want(rows: first..<first + screen, urgency: .visible, screen: screen))
            wants.append(Want(rows: first + screen..<last, urgency: .ahead))
        }
    }

    /// The row at which a list without known rows begins: the row on screen if any row can be requested, or the start of its page unless rows
    /// can be requested exactly. Otherwise, or if the list turned out to be shorter, its top.
    private func firstRow(for viewport: Viewport, reach: Reach, isExact: Bool) -> Int {
        guard reach.isRandom, !beginsAtTop else { return 0 }
        let row = min((viewport.landing ?? viewport.rows).lowerBound, Limits.slots - blockSize)
        return isExact ? row : row / policy.pageSize * policy.pageSize
    }

    /// For a movement whose end is unknown: wants the rows that will be on screen once the answer comes.
    private mutating func wantAhead(of viewport: Viewport, count: Int, now: Instant) {
        let lead = answerTime + Self.frame
        let then = viewport.predicted(in: lead, at: now)
        if then.overlaps(viewport.rows) { want(viewport.rows, .visible, screen: viewport.rows.count, count: count) }
        guard let stretch = foreseen(of: viewport, now: now) else { return }
        want(stretch, .predicted, isForward: viewport.movesForward, screen: viewport.rows.count, count: count)
    }

    /// The rows that a moving viewport will show from the arrival of one answer until the next could come, or `nil` if no block of rows is sure
    /// to hold them.
    ///
    /// Rows that are passed faster than that are not worth a request: no sequence of requests could keep up.
    @inline(never)
    private func foreseen(of viewport: Viewport, now: Instant) -> Range<Int>? {
        let lead = answerTime + Self.frame
        let (from, to) = (viewport.predicted(in: lead, at: now), viewport.predicted(in: lead + answerTime, at: now))
        let stretch = min(from.lowerBound, to.lowerBound)..<max(from.upperBound, to.upperBound)
        // Twice the standard deviation on either side: 95 % of all cases.
        let uncertain = 4 * viewport.motion.spread(in: lead)
        // Of a block, up to a page goes to its alignment, and a screen ahead and half a screen behind to preloading.
        let screen = viewport.rows.count
        let room = max(blockSize - policy.pageSize - screen - screen / 2, 2 * screen)
        return Double(stretch.count) + uncertain <= Double(room) ? stretch : nil
    }

    /// For a fling whose landing is known: wants the landing first, then the rows passed on the way, as far as answers come in time for them.
    private mutating func wantWay(of viewport: Viewport, to landing: Range<Int>, count: Int, now: Instant) {
        let isForward = landing.lowerBound >= viewport.rows.lowerBound
        want(landing, .predicted, isForward: isForward, screen: viewport.rows.count, count: count)
        let then = viewport.predicted(in: answerTime, at: now)
        if then.overlaps(viewport.rows) { want(viewport.rows, .visible, isForward: isForward, count: count) }
        let reach = policy.maximumRequestSize * policy.maximumRequestsInFlight
        let way =
            isForward
            ? max(then.lowerBound, landing.upperBound - reach)..<max(then.lowerBound, landing.upperBound)
            : min(then.upperBound, landing.lowerBound)..<min(then.upperBound, landing.lowerBound + reach)
        want(way, .predicted, isForward: isForward, count: count)
    }

    /// A screen ahead of the reader's next position and half a screen behind, and as far ahead as the reader gets while an answer comes.
    /// Requests load more than that, so these are rare.
    private mutating func collectPreloads(of viewport: Viewport, count: Int, reach: Reach, now: Instant) {
        var centre = viewport.landing ?? viewport.rows
        if viewport.landing == nil {
            switch viewport.course(at: now) {
            case .still: break
            case .starting: return
            case .moving:
                guard let stretch = foreseen(of: viewport, now: now) else { return }
                centre = stretch
            }
        }
        let progress = Int(min(viewport.pace * answerTime, Double(blockSize)))
        let (ahead, behind) = (max(viewport.rows.count, 1) + progress, viewport.rows.count / 2)
        // A list that is opened at its end is read upward.
        let isAtEnd = reach.endIsKnown && centre.upperBound >= count
        let isForward = viewport.movesForward && (viewport.hasMoved || !isAtEnd)
        if isForward {
            preload(centre.upperBound..<centre.upperBound + ahead, .ahead, count: count)
            preload(max(0, centre.lowerBound - behind)..<centre.lowerBound, .behind, isForward: false, count: count)
        } else {
            preload(max(0, centre.lowerBound - ahead)..<centre.lowerBound, .ahead, isForward: false, count: count)
            preload(centre.upperBound..<centre.upperBound + behind, .behind, count: count)
        }
        preloadSpare(around: centre, of: viewport, isForward: isForward, count: count, now: now)
    }

    /// If rows take time, blocks are small, and a reader at rest would have few rows when he goes on. The rest of a block is loaded piece by
    /// piece, as long as no other row is wanted.
    private mutating func preloadSpare(
        around centre: Range<Int>, of viewport: Viewport, isForward: Bool, count: Int, now: Instant
    ) {
        let rest = min(largestRequest - policy.pageSize - viewport.rows.count, Self.sparePages * policy.pageSize)
        guard blockSize < largestRequest, rest > 0, viewport.landing == nil, viewport.course(at: now) == .still else {
            return
        }
        if isForward {
            preload(centre.upperBound..<centre.upperBound + rest, .spare, count: count)
        } else {
            preload(max(0, centre.lowerBound - rest)..<centre.lowerBound, .spare, isForward: false, count: count)
        }
    }

    /// The number of pages loaded while a reader rests, if rows take time: half of a block, as each is a request.
    private static let sparePages = 2

    /// A frame at 60 Hz, in milliseconds: a reported viewport may be that old.
    private static let frame = 1_000.0 / 60

    /// A small budget goes to the rows on screen: rows that would be evicted again are not preloaded.
    @inline(never)
    private mutating func preload(_ rows: Range<Int>, _ urgency: Urgency, isForward: Bool = true, count: Int) {
        if let budget {
            // A request brings a block, so a want may bring up to that much more than its rows.
            let wanted = wants.reduce(0) { $0 + $1.rows.count + blockSize }
            guard wanted + rows.count + blockSize <= budget else { return }
        }
        want(rows, urgency, isForward: isForward, count: count)
    }

    @inline(never)
    private mutating func want(
        _ rows: Range<Int>, _ urgency: Urgency, isForward: Bool = true, screen: Int = 0, count: Int
    ) {
        let rows = rows.clamped(to: 0..<count)
        guard !rows.isEmpty else { return }
        // Within one plan the same rows need no second want; the more urgent one came first.
        if wants.contains(where: { $0.rows.lowerBound <= rows.lowerBound && rows.upperBound <= $0.rows.upperBound }) {
            return
        }
        wants.append(Want(rows: rows, urgency: urgency, isForward: isForward, screen: screen))
    }
}
