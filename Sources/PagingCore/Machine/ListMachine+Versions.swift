/// Pages of different versions of a list are not mixed.
extension ListMachine {
    /// What a page's version says of it.
    enum Standing {
        /// It shows the list as it is now, as far as anyone knows.
        case current
        /// It shows the list as it was.
        case outdated
    }

    /// Judges a page by its version, and takes note of a new one.
    ///
    /// Which of two versions is the newer one nobody can tell from them, but which was seen first. An earlier one comes of
    /// a cache or a replica that is behind: it is asked again, past the caches, a few times; a server that goes on saying so
    /// has gone back.
    mutating func standing(of page: Page<Int>, for flight: Flight, now: Instant) throws(PageDefect) -> Standing {
        guard behavior.movesRows else { return .current }
        if let patience = patience(with: page, for: flight) {
            // Several may have been asked for before the first came.
            if flight.skipsCaches { outdatedAnswers += 1 }
            distrustsCaches = true
            if outdatedAnswers <= patience { return .outdated }
        }
        guard let seen = page.version else {
            (outdatedAnswers, distrustsCaches) = (0, false)
            return .current
        }
        guard let known = version else {
            (version, versionSince) = (seen, now)
            return .current
        }
        if seen == known {
            (outdatedAnswers, refusals, distrustsCaches) = (0, 0, false)
            return .current
        }
        if superseded.contains(seen) {
            // It was asked for before the newer version was heard of.
            if flight.askedAt < versionSince { return .outdated }
            outdatedAnswers += 1
            distrustsCaches = true
            if !flight.skipsCaches, outdatedAnswers <= Limits.outdatedAnswers { return .outdated }
            reversions += 1
            if reversions > Limits.reversions { throw .mixedVersions(position: flight.rows.lowerBound) }
        } else if machinery == .changes, refusals < Limits.outdatedAnswers || errands.changes.isOpen {
            // What happened in between says more than the page. A server that changes faster than it answers is taken at
            // its word after a while.
            if errands.changes.isOpen {
                // The next page would be refused as well.
                refusals = max(refusals, 1)
            } else {
                refusals += 1
                errands.changes.want()
            }
            return .outdated
        }
        adopt(seen, now: now)
        refusals = 0
        doubt()
        return .current
    }

    /// A list that only grows on top and is said to have shrunk, or rows of it to have gone up: a cache that is behind, or the
    /// app declared too little. How many such answers past the caches are not believed; where rows were put too far down by a
    /// guess, what is right looks so too.
    private func patience(with page: Page<Int>, for flight: Flight) -> Int? {
        guard behavior.growsOnlyOnTop else { return nil }
        let end = (page.position ?? rows.count) + page.items.count
        let said = page.total ?? (page.continuation == .end ? end : rows.count)
        if endIsKnown, said < rows.count { return Limits.outdatedAnswers }
        guard capabilities.contains(.positions) else { return nil }
        let start = page.position ?? flight.rows.lowerBound
        let goesUp = zip(page.items, start...).contains { number, place in
            position(of: number).map { $0 > place } ?? false
        }
        return goesUp ? Limits.outdatedPlaces : nil
    }

    /// The list is at another version.
    mutating func adopt(_ seen: Version, now: Instant) {
        guard seen != version else { return }
        if let version {
            superseded.append(version)
            if superseded.count > Limits.versionsRemembered { superseded.removeFirst() }
        }
        superseded.removeAll { $0 == seen }
        (version, versionSince, outdatedAnswers) = (seen, now, 0)
    }

    /// The server was asked whether the list is still at a version.
    public mutating func checked(_ check: VersionCheck, for request: RequestID, now: Instant) -> ListEffects {
        tick(now)
        guard errands.check.land(request) else { return ignored(now: now) }
        errands.check.finish()
        switch check {
        case .unchanged: hasAnswered = true
        case .changed: proveAnew()
        }
        return conclude(nil, now: now)
    }

    /// An answer that nobody waits for any more.
    mutating func ignored(now: Instant) -> ListEffects {
        tally.counters.lateAnswers += 1
        return conclude(nil, now: now)
    }
}
