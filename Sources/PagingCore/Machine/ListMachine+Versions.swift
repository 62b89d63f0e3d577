/// Pages of different versions of a list are not mixed.
extension ListMachine {
    /// Judges a page by its version, and notes a new one.
    ///
    /// Versions do not tell which of two is newer, only which was seen first. An earlier one comes from a cache or a replica that is behind. The
    /// page is asked for again, past the caches, a few times. If the server keeps returning that version, its list has gone back.
    ///
    /// - Returns: the reason to refuse the page, or `nil` if its version is no objection.
    mutating func judge(_ page: Page<Int>, byVersionFor flight: Flight, now: Instant) -> Verdict? {
        guard traits.movesRows else { return nil }
        if let (limit, rows) = outdatedAnswerLimit(for: page, of: flight) {
            // Several may have been asked for before the first came.
            if flight.skipsCaches { comparison.patience.outdatedAnswers += 1 }
            comparison.patience.outdatedRows = rows
            comparison.versions.bypassesCaches = true
            if comparison.patience.outdatedAnswers <= limit { return .refused(.outdated) }
        } else if page.version == nil, page.total == nil, let rows = comparison.patience.outdatedRows {
            // A page of other rows does not contradict the refused answers, which may be right.
            let start = page.position ?? flight.rows.lowerBound
            guard rows.overlaps(start..<start + max(1, page.items.count)) else { return nil }
        }
        guard let seen = page.version else {
            comparison.patience.outdatedRows = nil
            (comparison.patience.outdatedAnswers, comparison.versions.bypassesCaches) = (0, false)
            return nil
        }
        guard let known = version else {
            comparison.versions.adopt(seen, now: now)
            comparison.versions.isFresh = rows.loadedCount == 0 || flight.skipsCaches
            return nil
        }
        if seen == known {
            comparison.patience.pageFits()
            (comparison.patience.outdatedAnswers, comparison.versions.bypassesCaches) = (0, false)
            if flight.skipsCaches { comparison.versions.isFresh = true }
            return nil
        }
        if comparison.versions.superseded.contains(seen) {
            // It was requested before the newer version was known.
            if comparison.versions.precedesVersion(flight) {
                guard traits.followsChanges, comparison.outrunsAnswers() else { return .refused(.outdated) }
                becomeCurrent(seen, of: flight, now: now)
                return nil
            }
            comparison.patience.outdatedAnswers += 1
            comparison.versions.bypassesCaches = true
            if !flight.skipsCaches, comparison.patience.outdatedAnswers <= Limits.outdatedAnswers {
                return .refused(.outdated)
            }
            comparison.patience.reversions += 1
            if comparison.patience.reversions > Limits.reversions {
                return .refused(.defective(.mixedVersions(position: flight.rows.lowerBound)))
            }
        } else if traits.followsChanges, comparison.mayAskForChanges {
            return .needs(.changes)
        }
        becomeCurrent(seen, of: flight, now: now)
        return nil
    }

    /// `true` if the stream should bring the list to this version, so that a page of it is best held back until then.
    package func expects(_ seen: Version) -> Bool {
        traits.followsChanges && comparison.live.stream.goesWell && version.map { $0 != seen } ?? false
            && !comparison.versions.superseded.contains(seen)
    }

    /// Adopts the version of a page, so that all rows become stale.
    private mutating func becomeCurrent(_ seen: Version, of flight: Flight, now: Instant) {
        comparison.adopt(seen, now: now)
        comparison.versions.isFresh = flight.skipsCaches
        comparison.patience.pageFits()
        // The request for changes under way is about the previous version.
        comparison.live.hasOvertaken = comparison.live.hasOvertaken || comparison.requests[.changes].isUnderWay
        markAllStale()
    }

    /// The number of answers past the caches to refuse, in a list that only grows at its top, if they show that it has shrunk or that rows moved
    /// up: a cache may be behind, or the app declared too few changes. If a guess put rows too far down, a correct answer can look outdated too.
    ///
    /// - Returns: also the rows that it says something about, and `nil` if the answer shows nothing like that.
    private func outdatedAnswerLimit(for page: Page<Int>, of flight: Flight) -> (limit: Int, rows: Range<Int>)? {
        guard traits.growsOnlyOnTop else { return nil }
        let end = (page.position ?? rows.count) + page.items.count
        let said = page.total ?? (page.continuation == .end ? end : rows.count)
        if endIsKnown, said < rows.count { return (Limits.outdatedAnswers, said..<rows.count) }
        guard traits.isReadByPosition else { return nil }
        let start = page.position ?? flight.rows.lowerBound
        let goesUp = zip(page.items, start...).contains { number, place in
            list.position(of: number).map { $0 > place } ?? false
        }
        return goesUp ? (Limits.outdatedPlaces, start..<start + page.items.count) : nil
    }

    /// The answer to a check of a version.
    package mutating func checked(_ check: VersionCheck, for request: RequestID, now: Instant) -> ListEffects {
        tick(now)
        guard comparison.requests[.check].land(request) else { return conclude(.refused(.late), now: now) }
        comparison.requests[.check].finish()
        switch check {
        case .unchanged:
            progress.hasAnswer = true
            // The list is at the same version, but the content of its rows may have changed.
            if traits.changesContentWithinVersion {
                list.markOutdated(rows.loadedRanges.subtracting(list.stale))
                content.markAllEdited(now: now)
            }
        case .changed: confirmAnew()
        }
        return conclude(nil, now: now)
    }
}
