/// The server's stream of changes, applied to the list as it comes.
extension ListMachine {
    /// The stream tells changes of the list. Changes since the version that is shown are applied; where some are
    /// missing in between, the server is asked for them.
    ///
    /// - Parameters:
    ///   - changes: what happened.
    ///   - numbers: the items that came along, as they are in the new version. Those that were added or are loaded are taken.
    ///   - request: which stream tells it. Ignored, and counted, where that was cancelled.
    ///   - now: the time.
    package mutating func liveChanges(
        _ changes: ListChanges<Int>, carrying numbers: [Int] = [], for request: RequestID, now: Instant
    ) -> ListEffects {
        tick(now)
        guard comparison.live.stream.isFlight(request) else { return conclude(.refused(.late), now: now) }
        streamDelivered(now: now)
        // It repeats itself: what is shown has come another way.
        if version != nil, changes.to == version { return conclude(.refused(.repeated), now: now) }
        if let content = contentOfStillRows(changes, carrying: numbers, now: now) { return content }
        guard traits.followsChanges, version != nil, changes.from == version, !changes.hasMore, changes.arePossible
        else { return conclude(.refused(.ahead(of: changes.to)), now: now) }
        comparison.live.comeLevel()
        comparison.live.hasOvertaken = comparison.requests[.changes].isUnderWay
        return take(changes, carrying: numbers, askedAt: now, now: now)
    }

    /// Takes in what the stream tells of a list whose rows stay where they are: their content alone.
    ///
    /// Pages of such a list are not told apart by versions, so the changes follow on what the stream itself told before.
    ///
    /// - Returns: `nil` if something is missing in between, where it is not said which rows were edited, and where a loaded one has gone.
    private mutating func contentOfStillRows(
        _ changes: ListChanges<Int>, carrying numbers: [Int], now: Instant
    ) -> ListEffects? {
        guard !traits.movesRows, traits.changesContent, !traits.keepsHistory, comparison.live.follows(on: changes),
            let edited = changes.edited, list.loadedPositions(of: changes.removed).isEmpty
        else { return nil }
        let carried = Set(numbers)
        let reread = list.loadedPositions(of: numbers)
        tally.counters.rowsReceived += carried.count
        let missing = edited.filter { !carried.contains($0) }
        markOutdated(missing, now: now)
        list.confirmContent(reread)
        let older = olderContent(of: numbers, askedAt: now, skipsCaches: true)
        let withheld = withhold(older, of: numbers + missing, now: now)
        return conclude(.applied(list.unchanged), withholding: withheld, rereading: reread, now: now)
    }

    /// The stream says at which version the list is, when it begins and where it cannot say what happened.
    ///
    /// - Parameters:
    ///   - seen: the version, or `nil` if nothing is said but that something may have happened.
    ///   - request: which stream tells it. Ignored, and counted, where that was cancelled.
    ///   - now: the time.
    package mutating func liveVersion(_ seen: Version?, for request: RequestID, now: Instant) -> ListEffects {
        tick(now)
        guard comparison.live.stream.isFlight(request) else { return conclude(.refused(.late), now: now) }
        streamDelivered(now: now)
        if let seen, seen == version {
            comparison.live.comeLevel()
        } else {
            comparison.streamIsElsewhere(seen, byChanges: false, now: now)
        }
        return conclude(nil, now: now)
    }

    /// The stream works, so requests that were given up may be tried again.
    private mutating func streamDelivered(now: Instant) {
        if !comparison.live.stream.goesWell { planner.recover(now: now) }
        comparison.live.stream.renewAttempts()
        planner.repeats.forgetAll()
        resumePatience()
    }

    /// When the stream is to be opened again, or the list compared.
    var liveWakeAt: Instant? { comparison.live.wakeAt(mayCompare: mayCompare) }

    /// `true` if nothing compares the list with the server's yet.
    private var mayCompare: Bool { !comparison.requests.isComparing && !jobs.hasRefresh }

    /// Compares the list with the server's where the stream told that it is further on.
    mutating func compareIfBehind(now: Instant) {
        guard comparison.live.isBehind, mayCompare, comparison.live.beginsComparing(at: version, now: now) else {
            return
        }
        beginComparing()
        // The changes are applied as they come. Without them a refresh is needed, of which the list's state does not tell.
        if traits.followsChanges, version != nil { return }
        progress.hasAnswer = false
        _ = jobs.add(.fresh, isQuiet: true)
    }

    /// Opens the stream when a view shows the list, and closes it when none does.
    mutating func followLive(into effects: inout ListEffects, now: Instant) {
        guard traits.isLive else { return }
        let isShown = !planner.viewports.isEmpty && progress.hasPage
        guard planner.policy.loadsAutomatically, isShown, !traits.keepsHistory else {
            effects.cancellations += comparison.live.close()
            return
        }
        if !comparison.live.stream.isWanted { comparison.live.stream.want() }
        if let id = comparison.live.stream.send(planner: &planner, now: now) {
            effects.requests.append(
                LoadRequest(id: id, generation: generation, kind: .live(since: version), skipsCaches: true))
        }
    }

    /// Notes that the stream broke off; it is opened again after a while, unless that is of no use.
    ///
    /// - Returns: `true` if it was this request.
    mutating func failLive(_ request: RequestID, isTransient: Bool, retryAfter: Double?, now: Instant) -> Bool {
        comparison.live.stream.failed(
            request, isTransient: isTransient, retryAfter: retryAfter, attempts: .max, planner: &planner, now: now)
            != nil
    }
}
