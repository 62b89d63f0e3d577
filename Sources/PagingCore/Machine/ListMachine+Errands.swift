/// Requests that are no pages: when they are sent, and what becomes of those that fail.
extension ListMachine {
    /// How the list is kept right while its server's data changes.
    public var machinery: ListMachinery { ListMachinery(for: behavior, capabilities: capabilities) }

    /// Whether no row can be asked for until all identifiers are known.
    var awaitsOrder: Bool { machinery == .snapshots && order == nil }

    /// How far requests can reach.
    var reach: Reach {
        Reach(
            endIsKnown: endIsKnown || awaitsOrder,
            isRandom: history == nil && (capabilities.contains(.positions) || machinery == .snapshots),
            isSelective: machinery == .snapshots, mayHaveGrown: behavior.membership != .fixed && order == nil)
    }

    /// Begins to find out what a refresh has to show.
    mutating func beginProving() {
        switch machinery {
        case .changes where version != nil: errands.changes.want()
        case _ where version != nil && capabilities.contains(.checks) && !awaitsOrder: errands.check.want()
        case .snapshots: errands.snapshot.want()
        case _ where history != nil: endIsKnown = false
        default:
            // Where rows only come on top, and positions need no proof or are told with the total, the top proves all others.
            let top = 0..<min(planner.policy.pageSize, rows.count)
            if behavior.content == .changes, behavior.growsOnlyOnTop || !behavior.movesRows && readsByIdentifier {
                aged = rows.loadedRanges
            }
            let isProvenByTop = behavior.growsOnlyOnTop && (tellsTotal || !capabilities.contains(.positions))
            if isProvenByTop {
                stale = rows.loadedRanges.intersection(top)
            } else if behavior.content == .fixed || behavior.movesRows || !readsByIdentifier {
                doubt()
            }
        }
    }

    /// Finds out what a refresh has to show where the list is at another version than the one shown, or may be.
    mutating func proveAnew() {
        if machinery == .snapshots { errands.snapshot.want() } else { doubt() }
    }

    /// Sends what is wanted.
    mutating func sendErrands(into effects: inout ListEffects, now: Instant) {
        if capabilities.contains(.sections), sections == nil, !effects.requests.isEmpty, errands.sections.flight == nil,
            errands.sections.retryAt == nil, !errands.sections.isWanted
        {
            errands.sections.want()
        }
        let isLookedAt = planner.policy.loadsAutomatically && !planner.viewports.isEmpty || !jobs.isEmpty
        if awaitsOrder, isLookedAt, errandFailure == nil, !errands.snapshot.isOpen { errands.snapshot.want() }
        guard errands.hasWork else { return }
        if let id = errands.content.send(planner: &planner, now: now) {
            let numbers = agedToAsk
            askedContent = Set(numbers)
            effects.requests.append(
                LoadRequest(
                    id: id, generation: generation, kind: .items(numbers), skipsCaches: distrustsCaches))
        }
        var kinds: [(RequestID?, LoadRequest.Kind)] = []
        kinds.append((errands.sections.send(planner: &planner, now: now), .sections))
        kinds.append((errands.snapshot.send(planner: &planner, now: now), .snapshot))
        if let version {
            kinds.append((errands.changes.send(planner: &planner, now: now), .changes(since: version)))
            kinds.append((errands.check.send(planner: &planner, now: now), .check(version)))
        }
        for (id, kind) in kinds {
            guard let id else { continue }
            effects.requests.append(LoadRequest(id: id, generation: generation, kind: kind))
        }
    }

    /// Notes that a request failed, if it was no page.
    ///
    /// Where what changed cannot be had, everything counts as unproven and is asked for as it is looked at.
    mutating func failErrand(_ request: RequestID, isTransient: Bool, retryAfter: Double?, now: Instant) -> Bool {
        func isGivenUp(_ errand: inout Errand, _ planner: inout LoadPlanner) -> Bool? {
            guard errand.land(request) else { return nil }
            let isOver = errand.failed(isTransient: isTransient, retryAfter: retryAfter, planner: &planner, now: now)
            return isOver
        }
        if isGivenUp(&errands.sections, &planner) != nil { return true }
        if let isOver = isGivenUp(&errands.snapshot, &planner) {
            if isOver {
                errands.snapshot.finish()
                errandFailure = .source(request)
            }
            return true
        }
        if let isOver = isGivenUp(&errands.changes, &planner) {
            if isOver {
                errands.changes.finish()
                (version, superseded) = (nil, [])
                doubt()
            }
            return true
        }
        if let isOver = isGivenUp(&errands.content, &planner) {
            if isOver {
                errands.content.finish()
                readsAgedByPage = true
            }
            return true
        }
        if let isOver = isGivenUp(&errands.check, &planner) {
            if isOver {
                errands.check.finish()
                proveAnew()
            }
            return true
        }
        return false
    }
}
