/// Requests other than pages: when they are sent, and how their failures are handled.
extension ListMachine {
    /// `true` if no row can be asked for until all identifiers are known.
    var awaitsOrder: Bool { addressing.kind == .identifiers && addressing.order == nil }

    /// `true` if the list is on screen, or the app has asked for data.
    var isLookedAt: Bool { planner.policy.loadsAutomatically && !planner.viewports.isEmpty || !jobs.open.isEmpty }

    /// How far requests can reach.
    var reach: Reach {
        Reach(
            endIsKnown: endIsKnown || awaitsOrder, emptyFrom: list.emptyFrom,
            startIsKnown: startIsKnown || !progress.hasPage,
            needsAbove: traits.movesRows && addressing.checkpoints.isUnsettled,
            isRandom: traits.reachesAnyRow, isSelective: traits.followsSnapshots,
            mayHaveGrown: traits.mayGrow && addressing.order == nil, isDivisible: traits.isDivisible)
    }

    /// Begins a refresh of the rows shown.
    mutating func beginRefresh() -> JobID {
        comparison.live.reopen()
        list.forgetEmpty()
        beginComparing()
        return jobs.add(.fresh)
    }

    /// Begins to compare the rows shown with the server's.
    mutating func beginComparing() {
        progress.isUnconfirmed = false
        beginConfirming()
        // A refresh has to load the server's rows, not those of a cache on the way.
        comparison.versions.bypassesCaches = traits.movesRows
        // Requested once the rows are in, so that they are no older.
        if sections != nil { list.sectionsMayBeOlder = true }
    }

    /// Begins to confirm the rows shown, as a refresh does.
    mutating func beginConfirming() {
        if let kind = traits.comparison(hasVersion: version != nil, awaitsOrder: awaitsOrder) {
            return comparison.requests[kind].want()
        }
        if traits.keepsHistory { return list.endIsKnown = false }
        jobs.lastRow = tellsNewsAtEnd ? rows.last ?? nil : nil
        let isReadByPage = traits.movesRows || !readsByIdentifier
        if traits.changesContent, traits.growsOnlyOnTop || !isReadByPage {
            list.markOutdated(PositionSet(0..<rows.count))
        }
        if traits.isConfirmedByTop(tellsTotal: progress.tellsTotal) {
            list.setStale(to: PositionSet(0..<min(planner.policy.pageSize, rows.count)))
        } else if !traits.changesContent || isReadByPage {
            markAllStale()
        }
    }

    /// Confirms the rows shown if the list is at another version than they are, or may be.
    mutating func confirmAnew() {
        if traits.followsSnapshots { comparison.requests[.snapshot].want() } else { markAllStale() }
    }

    /// Sends the wanted requests.
    mutating func sendAuxiliary(into effects: inout ListEffects, now: Instant) {
        let mayHaveSections = traits.namesSections && sections == nil && !traits.keepsHistory
        if mayHaveSections, !effects.requests.isEmpty, !comparison.requests[.sections].isWanted {
            comparison.requests[.sections].want()
        }
        if awaitsOrder, isLookedAt, comparison.requests.failure == nil, !comparison.requests[.snapshot].isOpen {
            comparison.requests[.snapshot].want()
        }
        wantSections()
        followLive(into: &effects, now: now)
        guard comparison.requests.hasWork else { return }
        if let id = comparison.requests[.content].send(planner: &planner, now: now) {
            content.asked = outdatedToAsk(now: now)
            // A cache has the shown rows, or older ones.
            effects.requests.append(
                LoadRequest(id: id, generation: generation, kind: .items(content.asked), skipsCaches: true))
        }
        if let id = comparison.requests[.sections].send(planner: &planner, now: now) {
            effects.requests.append(LoadRequest(id: id, generation: generation, kind: .sections))
        }
        if let id = comparison.requests[.snapshot].send(planner: &planner, now: now) {
            effects.requests.append(
                LoadRequest(
                    id: id, generation: generation, kind: .snapshot, skipsCaches: comparison.versions.bypassesCaches))
        }
        guard let version else { return }
        if let id = comparison.requests[.changes].send(planner: &planner, now: now) {
            // A cache that is behind may not know the version, and would answer that the changes are unknown.
            effects.requests.append(
                LoadRequest(id: id, generation: generation, kind: .changes(since: version), skipsCaches: true))
        }
        if let id = comparison.requests[.check].send(planner: &planner, now: now) {
            // A cache may have the shown rows.
            effects.requests.append(
                LoadRequest(id: id, generation: generation, kind: .check(version), skipsCaches: true))
        }
    }

    /// Notes that a request failed, if it was for something other than a page.
    ///
    /// If the changes cannot be loaded, all rows count as stale and are asked for as they are shown.
    mutating func failAuxiliary(_ request: RequestID, isTransient: Bool, retryAfter: Double?, now: Instant) -> Bool {
        if failLive(request, isTransient: isTransient, retryAfter: retryAfter, now: now) { return true }
        let failed = comparison.requests.failed(
            request, isTransient: isTransient, retryAfter: retryAfter, planner: &planner, now: now)
        guard let (kind, isOver) = failed else { return false }
        guard isOver else { return true }
        if let retryAfter { comparison.live.leaveAlone(until: now.advanced(byMilliseconds: retryAfter)) }
        if kind != .sections { comparison.requests[kind].finish() }
        switch kind {
        // The known sections go on following the rows; the next refresh asks again.
        case .sections: list.sectionsMayBeOlder = false
        case .snapshot: comparison.requests.failure = .source(request)
        case .changes:
            comparison.versions.forget()
            markAllStale()
        case .content: content.comesByPage = true
        case .check: confirmAnew()
        }
        return true
    }
}
