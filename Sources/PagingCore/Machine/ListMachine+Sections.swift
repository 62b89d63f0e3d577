/// Sections that are of one state with the rows.
///
/// Theory of operation. Counts of sections and rows come in different answers, and nothing in them says that they are of one state. So
/// sections are asked for *after* the rows that they are to fit: a refresh asks for them once its rows are in. Where rows come, go or are
/// replaced after sections were asked for, these are asked for once more; until then the ones that are known follow the rows
/// (``SectionMap/apply(_:)``). Sections that have more or fewer rows than the list are newer than the list, so its rows are confirmed anew,
/// a few times.
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

    /// `true` if sections are to be asked for before the list is as its server has it.
    var awaitsSections: Bool {
        guard sections != nil, traits.namesSections else { return false }
        return list.sectionsMayBeOlder || comparison.requests[.sections].isOpen
    }

    /// Asks for the sections once more, where rows changed after they were asked for and no more rows are to come first.
    mutating func wantSections() {
        guard sections != nil, traits.namesSections, list.sectionsMayBeOlder, !comparison.requests[.sections].isOpen,
            !comparison.requests.isComparing, staleInPages.intersection(refreshTarget).isEmpty
        else { return }
        if jobs.hasRefresh, !progress.hasAnswer { return }
        list.sectionsMayBeOlder = false
        comparison.requests[.sections].want()
    }

    /// Sections that were asked for after the rows have more or fewer of them: the list has changed in between.
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
