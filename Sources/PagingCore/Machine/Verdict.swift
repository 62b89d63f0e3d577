/// The decision on an answer. There is no other way to refuse one, and only an accepted one counts as an answer for the machine's driver
/// (``ListEffects/acceptsAnswer``).
enum Verdict {
    /// It is accepted: the list changed in this way, and the content of its items may be shown.
    case applied(ListUpdate)
    /// It is refused, and no part of it is shown.
    case refused(Refusal)
    /// It cannot be judged before the list has been compared with the server's. No part of it is shown.
    case needs(AuxiliaryRequests.Kind)
}

/// The reasons for refusing an answer. `ListMachine.refuse(for:of:now:)` has the consequences of each.
enum Refusal {
    /// Its request was cancelled or answered before.
    case late
    /// No list can look like this.
    case defective(PageDefect)
    /// It belongs to an earlier version of the list, or to an earlier state of one that can only grow.
    case outdated
    /// It contradicts facts learned after it was requested, so it may be older than these.
    case contradicted
    /// It puts rows further up than they are, as a cache that is behind would do.
    case possiblyCached
    /// It was to follow a row that has been removed from the list.
    case unplaced
    /// The list that was read in order no longer exists: another one is in its place.
    case ofAnotherList
    /// It has the changes since another version than the one shown, because a stream was quicker.
    case overtaken(by: Version)
    /// It does not have the changes since the version shown, or only impossible ones.
    case unconnected
    /// A stream repeats itself: its changes are shown already.
    case repeated
    /// A stream delivers the changes since another version than the one shown.
    case ahead(of: Version)
}

/// Turns an answer's verdict into the effects of its event.
extension ListMachine {
    /// Ends the event that brought an answer.
    ///
    /// - Parameters:
    ///   - verdict: the decision on the answer.
    ///   - flight: the request for a page that it answers.
    ///   - withheld: its items whose content must not be shown.
    ///   - reread: further rows whose content changed.
    ///   - cancelled: requests that were cancelled.
    ///   - now: the time.
    @inline(never)
    mutating func conclude(
        _ verdict: Verdict, of flight: Flight? = nil, withholding withheld: [Int] = [],
        rereading reread: PositionSet = PositionSet(), cancelling cancelled: [RequestID] = [], now: Instant
    ) -> ListEffects {
        switch verdict {
        case .applied(let update):
            var effects = conclude(update, rereading: reread, cancelling: cancelled, now: now)
            effects.acceptsAnswer = true
            effects.withheld = withheld.filter { list.position(of: $0) != nil }
            return effects
        case .refused(let refusal):
            return conclude(refuse(for: refusal, of: flight, now: now), now: now)
        case .needs(let comparison):
            self.comparison.want(comparison)
            return conclude(nil, now: now)
        }
    }

    /// Refuses an answer.
    ///
    /// - Returns: the change of the list, or `nil` if there is none.
    @inline(never)
    private mutating func refuse(for refusal: Refusal, of flight: Flight?, now: Instant) -> ListUpdate? {
        switch refusal {
        case .late: tally.counters.lateAnswers += 1
        case .defective(let defect):
            // The next answer may be correct: a broken replica or cache is not the whole server.
            guard let flight else { return nil }
            planner.failed(flight, .defect(defect), isTransient: true, retryAfter: nil, now: now)
            tally.counters.failures += 1
            return changedStates(of: flight.rows)
        case .outdated, .contradicted, .unplaced: break
        case .repeated: comparison.live.comeLevel()
        case .possiblyCached: comparison.versions.bypassesCaches = true
        case .ofAnotherList: return beginAnew()
        case .overtaken(let version):
            // The stream was quicker, and will reach the answer's other changes. If it does not, they are requested once more.
            comparison.live.hasOvertaken = false
            if version != self.version { comparison.live.lag(version, byChanges: true, now: now) }
            progress.hasAnswer = true
        case .unconnected:
            // No row is certain any more, not even that the list is empty. The next page shows the version.
            comparison.versions.forget()
            comparison.patience.changesInPieces = 0
            markAllStale()
        case .ahead(let version): comparison.streamIsElsewhere(version, byChanges: true, now: now)
        }
        return nil
    }
}
