internal import Paging

/// Law 10 as the simulation checks it: the walk, and the look back at rows that the reader may have missed.
extension FeedSimulation {
    /// A look back at a hole. The history waits meanwhile.
    struct LookBack {
        let hole: WalkChecker.Hole
        /// The reader's position before he looked back.
        let first: Int
        /// `true` if the reader has yet to retry a failed request, which the list does not retry by itself.
        var isRetryDue = true
        /// `true` if a request has failed, which excuses the hole.
        var isExcused = false
    }

    /// How often a reader looks back in a history. From where he returns to he may see an excused hole again, and would look back for ever.
    private static var mostLooksBack: Int { 100 }

    /// Follows the reader's walk after an event.
    mutating func lookForHoles(isShifted: Bool) {
        if reader.isLooking {
            walk.look(
                at: reader.viewport, isShifted: isShifted, rows: subject.rows, knowledge: checker, feed: feed,
                gaps: { subject.gapPositions })
        } else if setting.host != .paging {
            walk.begin()
        } else if isSilent {
            walk.lookAtAll(subject.rows, knowledge: checker, feed: feed, gaps: { subject.gapPositions })
        }
        guard isSilent, !viewportIsDue, lookBack?.isRetryDue != true else { return }
        if let lookBack { return finish(lookBack) }
        guard let hole = walk.judge(subject.rows, checker, feed, gaps: { subject.gapPositions }) else { return }
        if promisesAtOnce || setting.host == .paging {
            reportHole(hole)
        } else if setting.looksBack, reader.isLooking, closing == nil, looksBack < Self.mostLooksBack,
            let place = subject.position(of: hole.above)
        {
            looksBack += 1
            lookBack = LookBack(hole: hole, first: reader.first)
            quiet = 0
            reader.jump(to: max(0, place - setting.screen / 2), count: subject.rows.count)
            viewportIsDue = true
        }
    }

    /// Everything that the look back asked for has arrived.
    private mutating func finish(_ look: LookBack) {
        lookBack = nil
        if !look.isExcused, walk.persists(look.hole, subject.rows, checker, feed, gaps: { subject.gapPositions }) {
            reportHole(look.hole)
        }
        walk.begin()
        reader.jump(to: look.first, count: subject.rows.count)
        viewportIsDue = true
    }

    /// `true` if the tenth law is promised without a look back.
    private var promisesAtOnce: Bool {
        switch setting.combination.walkPromise {
        case .seen: true
        case .seenWhileTold: checker.untoldAt < 0
        case .seenLookingBack: false
        }
    }

    private mutating func reportHole(_ hole: WalkChecker.Hole) {
        checker.report(
            .walkedPastIsSeen, now,
            expected: "\(hole.missing) in the list, which the server has between \(hole.above) and \(hole.below)",
            found: "the reader went past, it never was on screen, and no placeholder or gap is there"
                + (promisesAtOnce ? "" : ", nor does it come when he looks back"))
    }

    /// `true` if the list waits for no request and for no time.
    var isSilent: Bool { openRequests.isEmpty && wakeAt == .infinity }
}
