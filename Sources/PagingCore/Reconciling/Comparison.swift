/// How the list is kept equal to the server's other than by pages: versions of answers, requests other than pages, the server's stream, and when
/// to give up.
///
///     check       is the list still at version 7?             yes: all rows are right; no: those on screen are asked for again
///     changes     what happened since version 7?              b was removed, x came to 3: applied at once, to loaded and empty rows alike
///     snapshot    which items are there, in which order?      a c x d: the difference to the last one is applied
///     live        send me the changes since version 7         as changes, without a further request
struct Comparison: Sendable {
    /// The state of the list that an answer belongs to.
    var versions = VersionGate()
    /// The requests other than pages.
    var requests = AuxiliaryRequests()
    /// The server's stream of changes. It does not end, so no job waits for it.
    var live = LiveStream()
    /// The counts of futile answers before the machine gives up.
    var patience = Patience()

    /// Requests the facts that are needed before pages can be judged.
    mutating func want(_ kind: AuxiliaryRequests.Kind) {
        // The other pages that come before its answer are refused for the same reason.
        if !requests[kind].isOpen || !patience.hasRefused { patience.refusals += 1 }
        (patience.isBehind, patience.hasRefused) = (true, true)
        if !requests[kind].isOpen { requests[kind].want() }
    }

    /// `true` if pages wait until the changes before them are known.
    var holdsPages: Bool { patience.isBehind && requests[.changes].isOpen }

    /// `true` if a page of a new version waits for the changes in between, which say more than the page. If a server changes faster than it
    /// answers, its pages are accepted after a while.
    var mayAskForChanges: Bool {
        patience.refusals < Limits.outdatedAnswers || patience.hasRefused && requests[.changes].isOpen
    }

    /// `true` if the list changes faster than its pages come, so that one is accepted though it is older than the rows shown. The changes since
    /// it are requested then.
    mutating func outrunsAnswers() -> Bool {
        guard live.stream.isUnderWay else { return false }
        (patience.refusals, patience.isBehind) = (patience.refusals + 1, true)
        guard patience.refusals > Limits.outdatedAnswers else { return false }
        live.fallBehind(versions.version)
        return true
    }

    /// The stream reports another version than the one shown.
    mutating func streamIsElsewhere(_ seen: Version?, byChanges: Bool, now: Instant) {
        guard let seen, versions.superseded.contains(seen) else {
            // The list has been at the version reported before, and is past it.
            if let seen, let earlier = live.told, earlier != seen { versions.supersede(earlier) }
            return live.fallBehind(seen, byChanges: byChanges)
        }
        live.lag(seen, byChanges: byChanges, now: now)
    }

    /// The list is at another version.
    mutating func adopt(_ seen: Version, now: Instant) {
        if versions.adopt(seen, now: now) { patience.outdatedAnswers = 0 }
    }
}
