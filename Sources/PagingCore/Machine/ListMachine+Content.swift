/// Rows whose content may change.
///
/// Theory of operation. A row is *stale* while its position is not confirmed. It is *outdated* if the position is known and only its content may
/// have changed: after a refresh of a list whose rows do not move, behind the page that confirmed the places of all others, or because the
/// server reported an edit. Stale rows are asked for by pages. Outdated ones are asked for by their identifiers, those on screen in one request,
/// if the source supports that; else by pages too. Both are asked for only once they are shown.
extension ListMachine {
    /// `true` if the content of rows can be asked for by their identifiers.
    var readsByIdentifier: Bool {
        #if PAGING_FIXED_LISTS
            false
        #else
            !content.comesByPage && traits.readsContentByIdentifier
        #endif
    }

    /// Rows whose position or content may have changed on the server.
    var staleRows: PositionSet { list.stale.union(list.outdated) }

    /// The rows that count as missing for requests of pages. If a screen needs a page anyway, all of its rows are asked for.
    var staleInPages: PositionSet {
        if list.outdated.isEmpty { return list.stale }
        guard readsByIdentifier else { return staleRows }
        var result = list.stale
        for viewport in planner.viewports {
            let visible = viewport.rows.clamped(to: 0..<rows.count)
            guard !rows.missingRanges(in: visible).isEmpty || !list.stale.intersection(visible).isEmpty else {
                continue
            }
            result = result.union(list.outdated.intersection(visible))
        }
        return result
    }

    /// The outdated rows that no page under way, or about to be requested, will bring. A page requested before a row was edited may have its old
    /// content.
    private func outdatedBesidePages(now: Instant) -> PositionSet {
        var result = list.outdated.subtracting(staleInPages)
        for flight in planner.flights where flight.askedAt >= content.editedAt && !planner.isOverdue(flight, now: now) {
            result.remove(flight.rows)
        }
        return result
    }

    /// The rows that are on screen or requested.
    private var contentTarget: PositionSet {
        var target = planner.policy.loadsAutomatically ? onScreen : PositionSet()
        if jobs.hasRefresh { target = target.union(refreshTarget) }
        return target
    }

    /// The rows to ask for by their identifiers: those in view, with a screen ahead and behind.
    func outdatedToAsk(now: Instant) -> [Int] {
        let open = outdatedBesidePages(now: now)
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

    /// The server reports that the content of some rows changed, after any request under way for them was sent.
    mutating func markOutdated(_ numbers: [Int], now: Instant) {
        list.markOutdated(list.loadedPositions(of: numbers))
        content.edited(numbers, now: now)
    }

    /// An app expects that the content of rows changed on the server: those on screen are asked for again.
    package mutating func markContentOutdated(of numbers: [Int], now: Instant) -> ListEffects {
        tick(now)
        markOutdated(numbers, now: now)
        return conclude(nil, now: now)
    }

    // MARK: Content never goes back

    /// Items of an answer whose content may be older than the content shown.
    struct OlderContent {
        /// The items.
        var numbers: Set<Int> = []
        /// Their rows that must be asked for again, past the caches.
        var open: [Int] = []
    }

    /// Finds the items of an answer whose content may be older than the content shown: items that arrived since the request was sent, and, if a
    /// cache may have answered, all loaded items.
    ///
    /// - Parameter isOfOtherVersion: `true` if the answer is of another version than the rows shown, so that its content may also be newer.
    func olderContent(
        of numbers: [Int], askedAt: Instant, skipsCaches: Bool, isOfOtherVersion: Bool = false
    ) -> OlderContent {
        guard traits.changesContent else { return OlderContent() }
        let arrived = content.arrivals.numbers(since: askedAt)
        if skipsCaches, arrived.isEmpty { return OlderContent() }
        var older = OlderContent()
        let staleRows = staleRows
        for (number, position) in zip(numbers, list.positions(of: numbers)) {
            // The content that a stream brought for a missing row was not kept, so it is asked for.
            if position == nil, !traits.movesRows, arrived.contains(number) { older.open.append(number) }
            guard let position, !skipsCaches || arrived.contains(number) else { continue }
            older.numbers.insert(number)
            let isOpen = arrived.contains(number) ? isOfOtherVersion : staleRows.contains(position)
            if isOpen { older.open.append(number) }
        }
        return older
    }

    /// Notes the items of an answer, and keeps the shown content of those that may be older.
    ///
    /// - Returns: the items whose content must not be shown.
    mutating func withhold(_ older: OlderContent, of numbers: [Int], now: Instant) -> [Int] {
        guard traits.changesContent else { return [] }
        list.markOutdated(list.loadedPositions(of: older.open))
        let oldest = [planner.flights.lazy.map { $0.askedAt }.min(), comparison.requests.oldestAskedAt].compactMap {
            $0
        }.min()
        let taken = older.numbers.isEmpty ? numbers : numbers.filter { !older.numbers.contains($0) }
        content.arrivals.note(taken, at: now, oldestOpen: oldest)
        return Array(older.numbers)
    }

    /// Asks for the content of the outdated rows in view, if that is done by their identifiers.
    ///
    /// It waits while the list as a whole is compared, which may make them outdated again.
    mutating func wantContent(now: Instant) {
        guard !list.outdated.isEmpty, readsByIdentifier, !comparison.requests[.content].isOpen,
            !comparison.requests.isComparing
        else { return }
        if !outdatedBesidePages(now: now).intersection(contentTarget).isEmpty { comparison.requests[.content].want() }
    }

    /// The content of rows requested by identifier has arrived, for those that the server still has.
    mutating func contentArrived(_ numbers: [Int], now: Instant) -> ListEffects {
        let older = olderContent(of: numbers, askedAt: comparison.requests[.content].sentAt ?? now, skipsCaches: true)
        comparison.requests[.content].finish()
        tally.counters.rowsReceived += numbers.count
        (comparison.patience.answersSinceInput, progress.hasAnswer) = (
            comparison.patience.answersSinceInput + 1, true
        )
        let asked = Set(content.asked)
        var (changed, confirmed) = (PositionSet(), PositionSet())
        for number in numbers {
            guard let position = list.position(of: number) else { continue }
            changed.insert(position..<position + 1)
            if asked.contains(number) { confirmed.insert(position..<position + 1) }
        }
        list.confirmContent(confirmed)
        // A row that did not come was removed, so the positions of the others are no longer certain.
        if !asked.subtracting(numbers).isEmpty { markAllStale() }
        content.asked = []
        let withheld = withhold(older, of: numbers, now: now)
        return conclude(.applied(list.changing(changed)), withholding: withheld, now: now)
    }
}
