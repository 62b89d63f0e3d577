internal import Paging

/// The end of a history, and the demands then.
extension FeedSimulation {
    /// Begins the next act of the closing; all is silent.
    ///
    /// - Returns: `true` if there was one.
    mutating func close() -> Bool {
        let act = closing.map { Closing(rawValue: $0.rawValue + 1) ?? .over } ?? .soundNetwork
        closing = act
        quiet = 0
        switch act {
        case .soundNetwork:
            network.hazards = []
            reader.stop()
        case .look:
            reader.isLooking = true
            reader.jump(to: reader.first, count: subject.rows.count)
            viewportIsDue = true
        case .listen: network.tellVersions(of: feed, now: now)
        case .checkLive:
            guard setting.keepsUpLive, stream != nil, !mayHaveGivenUp else { break }
            if fillGapOnScreen(before: act) { return true }
            checkScreen("by what it was told alone", isBounded: false)
        case .retry: tell(.retry)
        case .refresh:
            beginScreen()
            tell(.refresh)
        case .checkRefreshed:
            if fillGapOnScreen(before: act) { return true }
            checkScreen("after a refresh")
        case .jump:
            let place = FeedPlace.part(UInt16(truncatingIfNeeded: setting.seed &* 40_503))
            reader.jump(to: place.row(count: subject.rows.count, reader: 0), count: subject.rows.count)
            beginScreen()
            if screenDefect() == nil { requestsUntilRight = 0 }
            viewportIsDue = true
        case .checkJumped:
            if fillGapOnScreen(before: act) { return true }
            checkScreen("after a jump")
            checker.checkAll(subject.rows, time: now)
            shown?.checkAll(subject)
            reportShown()
        case .over: return false
        }
        return true
    }

    /// From now on requests count for the screen.
    private mutating func beginScreen() {
        (requestsForScreen, requestsUntilRight, isFollowingChanges) = (0, nil, false)
        isTold = checker.isTold(reader.viewport)
        isNear = standsOnScreen
    }

    /// `true` if the row that the reader sees first is on the server where the screen is; true where he sees none.
    private var standsOnScreen: Bool {
        let rows = subject.rows
        let visible = reader.viewport.clamped(to: 0..<rows.count)
        guard let number = visible.lazy.compactMap({ rows[$0] }).first else { return true }
        return feed.states[feed.states.count - 1].place(of: number).map(visible.contains) ?? false
    }

    /// Taps the first gap on screen; the act comes again when all is silent.
    ///
    /// - Returns: `true` if there was one. A gap that no tap closes is a hole, which the laws find.
    private mutating func fillGapOnScreen(before act: Closing) -> Bool {
        let visible = reader.viewport.dropFirst()
        guard tapsOnGaps < LawChecker.quietLimit, let gap = subject.gapPositions.first(where: visible.contains) else {
            return false
        }
        tapsOnGaps += 1
        closing = Closing(rawValue: act.rawValue - 1)
        tell(.fillGap(gap))
        return true
    }

    private mutating func checkScreen(_ occasion: String, isBounded: Bool = true) {
        if let defect = screenDefect() {
            checker.report(
                defect.law, now, expected: "\(defect.expected), \(occasion)", found: defect.found)
            return
        }
        guard isBounded else { return }
        let used = requestsUntilRight ?? 0
        counted.requestsToBecomeRight = max(counted.requestsToBecomeRight, used)
        let touched = feed.touchedIn.count { $0 > 0 }
        if let bound = setting.requestsPerScreen(rowsTouched: touched, isTold: isTold, isNear: isNear), used > bound {
            checker.report(
                .becomesRight, now, expected: "the screen to be right within \(bound) requests \(occasion)",
                found: "it took \(used)")
        }
    }

    struct ScreenDefect {
        var law: Law
        var expected: String
        var found: String
    }

    /// A difference between the screen and the server; `nil` for none.
    func screenDefect() -> ScreenDefect? {
        let rows = subject.rows
        let items = feed.states[feed.states.count - 1].items
        let isPlaced = setting.combination.features.contains(.positions)
        let visible = reader.viewport.clamped(to: 0..<rows.count)
        if isPlaced || reader.first == 0 && subject.startIsKnown {
            let end = min(reader.viewport.upperBound, items.count)
            if rows.count < end || reader.viewport.upperBound > rows.count && rows.count > items.count {
                return ScreenDefect(
                    law: .becomesRight, expected: "the list to end at \(items.count)", found: "its end at \(rows.count)"
                )
            }
        }
        if reader.first == 0, !rows.isEmpty, !subject.startIsKnown, setting.policy.loadsAutomatically {
            return ScreenDefect(law: .becomesRight, expected: "the rows above the first one", found: "nothing above it")
        }
        var previous: Int?
        for position in visible {
            guard let number = rows[position] else {
                return ScreenDefect(law: .becomesRight, expected: "a row at \(position)", found: "a placeholder")
            }
            let place = feed.states[feed.states.count - 1].place(of: number)
            if let previous, let place, place != previous + 1, place > previous {
                return ScreenDefect(
                    law: .noHoles, expected: "\(items[previous + 1]) to follow \(items[previous]) at \(position)",
                    found: "\(number)")
            }
            if isPlaced || place == nil, position >= items.count || number != items[position] {
                return ScreenDefect(
                    law: .becomesRight,
                    expected: "\(position < items.count ? "\(items[position])" : "no row") at \(position)",
                    found: "\(number)")
            }
            if !isPlaced, let previous, place != previous + 1 {
                return ScreenDefect(
                    law: .becomesRight, expected: "\(number) to follow its neighbor", found: "it does not")
            }
            if checker.content.revision(of: number) != feed.states[feed.states.count - 1].revisions[number] {
                return ScreenDefect(
                    law: .becomesRight, expected: "the latest content of \(number) at \(position)",
                    found: "an older one")
            }
            previous = place
        }
        return nil
    }

    /// Counts rows on screen that are not what the server has, and those without an item.
    mutating func lookAtScreen() {
        screenIsDirty = false
        staleRows = 0
        let visible = reader.viewport.clamped(to: 0..<subject.rows.count)
        let state = feed.states.count - 1
        var loaded = 0
        // The row before: where it is shown, and where it is on the server.
        var previous: (shown: Int, place: Int)?
        subject.rows.forEachLoaded(in: visible) { position, number, _ in
            loaded += 1
            let place = feed.states[state].place(of: number)
            let follows = previous.map { $0.shown < position - 1 || $0.place + 1 == place } ?? true
            if place == nil || !follows || checker.content.revision(of: number) != feed.states[state].revisions[number]
            {
                staleRows += 1
            }
            previous = place.map { (position, $0) }
        }
        placeholders = visible.count - loaded
    }
}
