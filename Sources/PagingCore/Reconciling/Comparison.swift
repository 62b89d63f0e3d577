/// How the list is kept equal to the server's besides by pages: what versions say of answers, requests other than pages, the
/// server's stream, and when to give up.
///
///     check       is the list still at version 7?             yes: all is as it was; no: all is asked for again where it is looked at
///     changes     what happened since version 7?              b went, x came to 3: applied at once, to what is loaded and what is not
///     snapshot    which items are there, in which order?      a c x d: the difference to the last one is applied
///     live        tell me what happens from version 7 on      as changes, without being asked
struct Comparison: Sendable {
    /// Which state of the list an answer belongs to.
    var versions = VersionGate()
    /// The requests other than pages.
    var requests = AuxiliaryRequests()
    /// The server's stream of changes. It does not end, so no job waits for it.
    var live = LiveStream()
    /// All that is counted before the machine gives up.
    var patience = Patience()

    /// Asks for what has to be known before pages can be judged.
    mutating func want(_ kind: AuxiliaryRequests.Kind) {
        // The other pages that come before its answer are refused for the same reason.
        if !requests[kind].isOpen || !patience.hasRefused { patience.refusals += 1 }
        (patience.isBehind, patience.hasRefused) = (true, true)
        if !requests[kind].isOpen { requests[kind].want() }
    }

    /// `true` if pages wait until the changes before them are known.
    var holdsPages: Bool { patience.isBehind && requests[.changes].isOpen }

    /// `true` if a page of a new version waits for what happened in between, which says more than the page. A server that changes faster
    /// than it answers is taken at its word after a while.
    var mayAskForChanges: Bool {
        patience.refusals < Limits.outdatedAnswers || patience.hasRefused && requests[.changes].isOpen
    }

    /// `true` if the list changes faster than its pages come, so that one is to be taken though it is older than what is shown: what
    /// changed since it is asked for then.
    mutating func outrunsAnswers() -> Bool {
        guard live.stream.isUnderWay else { return false }
        (patience.refusals, patience.isBehind) = (patience.refusals + 1, true)
        guard patience.refusals > Limits.outdatedAnswers else { return false }
        live.fallBehind(versions.version)
        return true
    }

    /// The stream tells of another version than the one shown.
    mutating func streamIsElsewhere(_ seen: Version?, byChanges: Bool, now: Instant) {
        guard let seen, versions.superseded.contains(seen) else { return live.fallBehind(seen, byChanges: byChanges) }
        live.lag(seen, byChanges: byChanges, now: now)
    }

    /// The list is at another version.
    mutating func adopt(_ seen: Version, now: Instant) {
        if versions.adopt(seen, now: now) { patience.outdatedAnswers = 0 }
    }
}
