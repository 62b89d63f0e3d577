/// Rows that may read otherwise the next time.
///
/// Theory of operation. A row is *stale* while nobody knows whether it still stands where it is shown, and *aged* where that
/// is known, and only what it reads may be another by now: after a refresh of a list whose rows do not move, behind the
/// page that proved the places of all others, or because the server told that it was edited. Stale rows are asked for by
/// pages. Aged ones are asked for by their identifiers, those on screen in one request, where the source can
/// answer that; else by pages too. Both only once they are looked at.
extension ListMachine {
    /// Whether what rows read can be asked for by their identifiers.
    var readsByIdentifier: Bool {
        !readsAgedByPage && !capabilities.isDisjoint(with: [.identifiers, .contents])
    }

    /// Rows that may stand elsewhere or read otherwise by now.
    var unproven: PositionSet { stale.union(aged) }

    /// What counts as missing where pages are asked for. A screen that needs a page anyway is asked for as a whole.
    var staleInPages: PositionSet {
        if aged.isEmpty { return stale }
        guard readsByIdentifier else { return unproven }
        var result = stale
        for viewport in planner.viewports {
            let visible = viewport.rows.clamped(to: 0..<rows.count)
            guard !rows.missingRanges(in: visible).isEmpty || !stale.intersection(visible).isEmpty else { continue }
            result = result.union(aged.intersection(visible))
        }
        return result
    }

    /// Those aged rows that no page will bring that is under way, or about to be asked for. One that was asked for before a
    /// row was edited may have it as it was.
    private func agedBesidePages(now: Instant) -> PositionSet {
        var result = aged.subtracting(staleInPages)
        for flight in planner.flights where flight.askedAt >= agedAt && !planner.isOverdue(flight, now: now) {
            result.remove(flight.rows)
        }
        return result
    }

    /// What somebody looks at or has asked for.
    private var contentTarget: PositionSet {
        var target = planner.policy.loadsAutomatically ? onScreen : PositionSet()
        for job in jobs where job.goal == .fresh { target = target.union(refreshTarget) }
        return target
    }

    /// The rows to ask for by their identifiers: those in view, and with them those a screen ahead and behind.
    func agedToAsk(now: Instant) -> [Int] {
        let open = agedBesidePages(now: now)
        let inView = open.intersection(contentTarget)
        var near = PositionSet()
        if planner.policy.preloads {
            for viewport in planner.viewports {
                let screen = viewport.rows.count
                near.insert(
                    (max(0, viewport.rows.lowerBound - screen)..<viewport.rows.upperBound + screen)
                        .clamped(to: 0..<rows.count))
            }
        }
        near = open.intersection(near).subtracting(inView)
        let positions = Array(inView.positions) + Array(near.positions)
        return positions.prefix(planner.policy.maximumRequestSize).compactMap { rows[$0] }
    }

    /// These rows stand where they do and read as they do, or are about to go.
    mutating func prove(_ range: Range<Int>) {
        stale.remove(range)
        aged.remove(range)
    }

    /// All rows stand where they are shown; what they read is another matter.
    mutating func provePlaces() {
        if behavior.content == .changes { aged = aged.union(stale) }
        stale = PositionSet()
    }

    /// The server tells that these rows read otherwise, later than whatever is under way for them was asked for.
    mutating func age(_ numbers: [Int], now: Instant) {
        for number in numbers {
            if let position = position(of: number) { aged.insert(position..<position + 1) }
        }
        if !numbers.isEmpty { agedAt = now }
        guard !numbers.isEmpty, !askedContent.isEmpty else { return }
        let edited = Set(numbers)
        askedContent.removeAll { edited.contains($0) }
    }

    /// Asks for what the rows in view read by now, where that is done by their identifiers.
    ///
    /// Not while the list as a whole is being compared: what comes of that may age them again.
    mutating func wantContent(now: Instant) {
        guard !aged.isEmpty, readsByIdentifier, !errands.content.isOpen, !errands.isProving else { return }
        if !agedBesidePages(now: now).intersection(contentTarget).isEmpty { errands.content.want() }
    }

    /// What rows read by now has arrived, of those that the server still has.
    mutating func contentArrived(_ numbers: [Int], now: Instant) -> ListEffects {
        errands.content.finish()
        tally.counters.rowsReceived += numbers.count
        (answersWithoutNews, hasAnswered) = (answersWithoutNews + 1, true)
        let asked = Set(askedContent)
        var changed = PositionSet()
        for number in numbers {
            guard let position = position(of: number) else { continue }
            changed.insert(position..<position + 1)
            if asked.contains(number) { aged.remove(position..<position + 1) }
        }
        // What did not come is gone, so that nothing is known of where the others stand.
        if !asked.subtracting(numbers).isEmpty { doubt() }
        askedContent = []
        var effects = conclude(ListUpdate(oldCount: rows.count, newCount: rows.count, changed: changed), now: now)
        effects.takesAnswer = true
        return effects
    }
}
