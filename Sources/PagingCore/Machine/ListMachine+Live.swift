/// The server's stream of changes, applied to the list as it comes.
extension ListMachine {
    /// The stream delivers changes of the list. Changes since the version shown are applied; if some are missing in between, the server is asked
    /// for them.
    ///
    /// - Parameters:
    ///   - changes: the changes.
    ///   - numbers: the items that came with them, as they are in the new version. Added and loaded ones are accepted.
    ///   - request: the stream's request. If it was cancelled, the changes are ignored and counted.
    ///   - now: the time.
    package mutating func liveChanges(
        _ changes: ListChanges<Int>, carrying numbers: [Int] = [], for request: RequestID, now: Instant
    ) -> ListEffects {
        tick(now)
        guard comparison.live.stream.isFlight(request) else { return conclude(.refused(.late), now: now) }
        streamDelivered(changes.to, now: now)
        // It repeats itself: the list has reached this version another way.
        if version != nil, changes.to == version { return conclude(.refused(.repeated), now: now) }
        if let content = contentOfStillRows(changes, carrying: numbers, now: now) { return content }
        guard traits.followsChanges, version != nil, changes.from == version, !changes.hasMore, changes.arePossible
        else { return conclude(.refused(.ahead(of: changes.to)), now: now) }
        comparison.live.comeLevel()
        comparison.live.hasOvertaken = comparison.requests[.changes].isUnderWay
        return take(changes, carrying: numbers, askedAt: now, now: now)
    }

    /// Applies a stream's changes to a list whose rows stay at their positions: only their content.
    ///
    /// Pages of such a list carry no versions, so the changes must follow on the stream's last message.
    ///
    /// - Returns: `nil` if changes are missing in between, if the edited rows are not named, or if a loaded row was removed.
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

    /// The stream reports the list's version, when it begins and when it does not know the changes.
    ///
    /// - Parameters:
    ///   - seen: the version, or `nil` if the list only may have changed.
    ///   - request: the stream's request. If it was cancelled, the version is ignored and counted.
    ///   - now: the time.
    package mutating func liveVersion(_ seen: Version?, for request: RequestID, now: Instant) -> ListEffects {
        tick(now)
        guard comparison.live.stream.isFlight(request) else { return conclude(.refused(.late), now: now) }
        streamDelivered(seen, now: now)
        if let seen, seen == version {
            comparison.live.comeLevel()
        } else {
            comparison.streamIsElsewhere(seen, byChanges: false, now: now)
        }
        return conclude(nil, now: now)
    }

    /// The stream works, so failed requests are retried. Requests that were given up are retried only if it reports a new version: otherwise the
    /// server's answers are the same.
    private mutating func streamDelivered(_ seen: Version?, now: Instant) {
        if !comparison.live.stream.goesWell { planner.recover(now: now) }
        comparison.live.stream.renewAttempts()
        if seen != nil, seen == version { return }
        planner.repeats.forgetAll()
        resumePatience()
    }

    /// The time at which the stream is opened again, or the list compared.
    var liveWakeAt: Instant? { comparison.live.wakeAt(mayCompare: mayCompare) }

    /// `true` unless the list is already compared with the server's.
    private var mayCompare: Bool { !comparison.requests.isComparing && !jobs.hasRefresh }

    /// Compares the list with the server's if the stream reported a later version.
    mutating func compareIfBehind(now: Instant) {
        guard comparison.live.isBehind, mayCompare, comparison.live.beginsComparing(at: version, now: now) else {
            return
        }
        beginComparing()
        // The changes are applied as they come. Without them a refresh is needed, which the list's state does not show.
        if traits.followsChanges, version != nil { return }
        progress.hasAnswer = false
        _ = jobs.add(.fresh, isQuiet: true)
    }

    /// Opens the stream when a view shows the list, and closes it when none does, or if the source has none.
    mutating func followLive(into effects: inout ListEffects, now: Instant) {
        let isShown = !planner.viewports.isEmpty && progress.hasPage
        guard traits.isLive, planner.policy.loadsAutomatically, isShown, !traits.keepsHistory else {
            effects.cancellations += comparison.live.close()
            return
        }
        if !comparison.live.stream.isWanted { comparison.live.stream.want() }
        if let id = comparison.live.stream.send(planner: &planner, now: now) {
            effects.requests.append(
                LoadRequest(id: id, generation: generation, kind: .live(since: version), skipsCaches: true))
        }
    }

    /// Notes that the stream broke off. It is opened again after a while, unless that cannot help.
    ///
    /// - Returns: `true` if it was this request.
    mutating func failLive(_ request: RequestID, isTransient: Bool, retryAfter: Double?, now: Instant) -> Bool {
        comparison.live.stream.failed(
            request, isTransient: isTransient, retryAfter: retryAfter, attempts: .max, planner: &planner, now: now)
            != nil
    }
}
