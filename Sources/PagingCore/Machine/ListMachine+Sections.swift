/// Sections that are of the same state as the rows.
///
/// Theory of operation. Counts of sections and rows come in different answers, and nothing in them shows that they are of one state. So sections
/// are asked for *after* the rows that they have to fit: a refresh asks for them once its rows are in. If rows come, are removed or are replaced
/// after sections were asked for, these are asked for once more. Until then the known sections follow the rows (``SectionMap/apply(_:)``).
/// Sections that have more or fewer rows than the list are newer than the list, so its rows are confirmed again, a few times.
extension ListMachine {
    /// The sections arrived, each with its number of rows.
    package mutating func sectionsArrived(counts: [Int], for request: RequestID, now: Instant) -> ListEffects {
        tick(now)
        guard comparison.requests[.sections].land(request) else { return conclude(.refused(.late), now: now) }
        comparison.requests[.sections].finish()
        let map = SectionMap(counts: counts.map { min(max(0, $0), Limits.slots / max(counts.count, 1)) })
        list.sections = map
        if !endIsKnown, map.total >= rows.count {
            let update = setCount(map.total)
            list.endIsKnown = true
            return conclude(update, now: now)
        }
        if map.total == rows.count {
            comparison.patience.sectionMismatches = 0
        } else if endIsKnown, !list.sectionsMayBeOlder {
            confirmForSections()
        }
        return conclude(nil, now: now)
    }

    /// `true` if sections must be asked for before the list equals its server's.
    var awaitsSections: Bool {
        guard sections != nil, traits.namesSections else { return false }
        return list.sectionsMayBeOlder || comparison.requests[.sections].isOpen
    }

    /// Asks for the sections once more, if rows changed after they were asked for and no more rows are expected first.
    mutating func wantSections() {
        guard sections != nil, traits.namesSections, list.sectionsMayBeOlder, !comparison.requests[.sections].isOpen,
            !comparison.requests.isComparing, staleInPages.intersection(refreshTarget).isEmpty
        else { return }
        if jobs.hasRefresh, !progress.hasAnswer { return }
        list.sectionsMayBeOlder = false
        comparison.requests[.sections].want()
    }

    /// Sections that were asked for after the rows have another number of them: the list has changed in between.
    private mutating func confirmForSections() {
        guard comparison.patience.sectionMismatches < Limits.sectionMismatches else { return }
        comparison.patience.sectionMismatches += 1
        list.sectionsMayBeOlder = true
        beginConfirming()
        if traits.movesRows { comparison.versions.bypassesCaches = true }
        // If no row is shown, the first rows are asked for.
        progress.hasAnswer = false
        if !jobs.hasRefresh { _ = jobs.add(.fresh, isQuiet: true) }
    }
}
