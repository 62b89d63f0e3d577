/// The decision on an answer. There is no other way to refuse one, and only one that is let in counts as an answer to the
/// driver of the machine (``ListEffects/acceptsAnswer``).
enum Verdict {
    /// It is let in: this changed in the list, and the content of its items may be shown.
    case applied(ListUpdate)
    /// It is not let in, and nothing of it is shown.
    case refused(Refusal)
    /// It cannot be judged before the list has been compared with the server's. Nothing of it is shown.
    case needs(AuxiliaryRequests.Kind)
}

/// Why an answer is refused. What follows from each is in `ListMachine.refuse(for:of:now:)`.
enum Refusal {
    /// Its request was cancelled or answered before.
    case late
    /// No list looks like this.
    case defective(PageDefect)
    /// It belongs to an earlier version of the list, or to an earlier state of one that can only grow.
    case outdated
    /// It contradicts what was learned after it was asked for, so that it may be older than that.
    case contradicted
    /// It puts rows further up than they are, which is what a cache that is behind would do.
    case possiblyCached
    /// It was to follow a row that has left the list.
    case unplaced
    /// The list that was read in order is no longer there: another one is in its place.
    case ofAnotherList
    /// It says what happened since another version than the one shown, for a stream was quicker.
    case overtaken(by: Version)
    /// It does not say what happened since the version that is shown, or nothing that could have happened.
    case unconnected
    /// A stream repeats itself: what it tells is shown already.
    case repeated
    /// A stream tells what happened since another version than the one shown.
    case ahead(of: Version)
}

/// From an answer's verdict to the effects of its event.
extension ListMachine {
    /// Ends the event that brought an answer.
    ///
    /// - Parameters:
    ///   - verdict: what became of it.
    ///   - flight: the request for a page that it answers.
    ///   - withheld: items of it whose content is not to be shown.
    ///   - reread: rows whose content changed besides.
    ///   - cancelled: requests that were cancelled.
    ///   - now: the time.
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
    /// - Returns: what that changed in the list; `nil` for nothing.
    @inline(never)
    private mutating func refuse(for refusal: Refusal, of flight: Flight?, now: Instant) -> ListUpdate? {
        switch refusal {
        case .late: tally.counters.lateAnswers += 1
        case .defective(let defect):
            // The next answer may be sound: a broken replica or cache is not the whole server.
            guard let flight else { return nil }
            planner.failed(flight, .defect(defect), isTransient: true, retryAfter: nil, now: now)
            tally.counters.failures += 1
            return changedStates(of: flight.rows)
        case .outdated, .contradicted, .unplaced: break
        case .repeated: comparison.live.comeLevel()
        case .possiblyCached: comparison.versions.bypassesCaches = true
        case .ofAnotherList: return beginAnew()
        case .overtaken(let version):
            // The stream was quicker, and goes on to what the answer knows besides. Where it does not, that is asked for once more.
            comparison.live.hasOvertaken = false
            if version != self.version { comparison.live.lag(version, byChanges: true, now: now) }
            progress.hasAnswer = true
        case .unconnected:
            // Nothing is certain any more, not even that the list is empty; the next page tells the version.
            comparison.versions.forget()
            comparison.patience.changesInPieces = 0
            markAllStale()
        case .ahead(let version): comparison.streamIsElsewhere(version, byChanges: true, now: now)
        }
        return nil
    }
}
