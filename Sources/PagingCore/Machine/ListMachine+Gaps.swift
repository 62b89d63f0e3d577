/// Gaps: how they come about and are closed.
extension ListMachine {
    /// The rows before which an unknown number of others may be missing.
    package var gapPositions: [Int] { addressing.gaps.lazy.map { $0.position }.filter { isPageBoundary($0) } }

    /// Loads a page into the gap before a row; nothing happens where there is none.
    ///
    /// - Parameters:
    ///   - position: one of ``gapPositions``.
    ///   - now: the time.
    package mutating func fillGap(at position: Int, now: Instant) -> ListEffects {
        tick(now)
        if let index = addressing.gaps.firstIndex(where: { $0.position == position }) {
            addressing.gaps[index].pagesLeft = max(addressing.gaps[index].pagesLeft, 1)
            planner.forgetSetbacks(in: position..<position + planner.policy.pageSize)
            planner.repeats.forgetAll()
        }
        return conclude(nil, now: now)
    }

    /// The next pages to ask for in gaps that are to be closed.
    mutating func sendForGaps(into effects: inout ListEffects, now: Instant) {
        guard traits.movesRows else { return }
        for index in addressing.gaps.indices where addressing.gaps[index].pagesLeft > 0 {
            let rows = rowsToFill(addressing.gaps[index])
            let start = addressing.origin(of: rows.lowerBound)
            guard isPageBoundary(addressing.gaps[index].position),
                planner.flights.count < policy.maximumRequestsInFlight,
                !planner.flights.contains(where: { $0.rows.contains(rows.lowerBound) }),
                !planner.isBusy(
                    from: start, behind: addressing.checkpoints.number(at: start), now: now, plan: LoadPlan()),
                planner.pausedUntil.map({ $0 <= now }) ?? true
            else { continue }
            let ask = overlapping(
                LoadPlan.Ask(rows: rows, failures: planner.failures(in: rows), isExplicit: true))
            guard mayAsk(ask, now: now) else { continue }
            // A page at positions may end before it comes near the gap: what counts is that it was asked for.
            if traits.isReadByPosition { addressing.gaps[index].pagesLeft -= 1 }
            effects.requests.append(send(ask, now: now))
        }
    }

    /// When the next page may be asked for that is to go into a gap and waits.
    func gapWakeAt(now: Instant) -> Instant? {
        guard traits.movesRows else { return nil }
        let waiting = addressing.gaps.filter { $0.pagesLeft > 0 && isPageBoundary($0.position) }.map { rowsToFill($0) }
        return planner.setbacks.lazy.filter { setback in waiting.contains { setback.rows.contains($0.lowerBound) } }
            .compactMap { $0.retryAt }.filter { $0 > now }.min()
    }

    /// The page to load into a gap: below it, or above it where that is what was not proven since.
    private func rowsToFill(_ gap: Gap) -> Range<Int> {
        let size = planner.policy.pageSize
        guard traits.isReadByPosition, !list.stale.contains(gap.position),
            list.stale.contains(gap.position - 1)
        else { return gap.position..<gap.position + size }
        return max(0, gap.position - min(size, planner.largestAnswer))..<gap.position
    }

    /// Takes the gap before a row off the list, while a page is fitted into it; `nil` where there is none.
    mutating func takeGap(at position: Int) -> Gap? {
        addressing.gaps.firstIndex { $0.position == position && position > 0 }.map { addressing.gaps.remove(at: $0) }
    }

    /// A page met nothing of what stands behind it: the gap that it was for is now behind it, and a first page opens one.
    mutating func keepGap(_ gap: Gap?, isTop: Bool, at end: Int) {
        guard end < rows.count, rows[end] != nil else { return }
        if isTop { openGap(at: end, before: nil) }
        if var gap {
            (gap.position, gap.pagesLeft) = (end, max(0, gap.pagesLeft - 1))
            addressing.insert(gap)
        }
    }

    /// Between the rows of a page nothing is missing, and what no cursor leads to cannot be filled.
    mutating func dropGaps(before end: Int, behind start: Int) {
        let checkpoints = addressing.checkpoints
        addressing.gaps.removeAll {
            $0.position > start && $0.position < end || checkpoints.anchor(at: $0.position) != $0.position
        }
    }

    /// The server's list ends here: what stands behind a gap is no longer in it.
    mutating func cut(to end: Int) -> ListUpdate {
        let removal = list.resizing(to: end)
        follow(removal)
        addressing.checkpoints.truncate(to: end)
        addressing.gaps.removeAll { $0.position >= end }
        return removal
    }

    /// What was loaded is dropped, and what was asked for with it: the list begins anew.
    mutating func dropAll() -> ListUpdate {
        planner.flights = []
        let removal = list.resizing(to: 0)
        follow(removal)
        addressing.restart()
        list.endIsKnown = false
        return removal
    }

    /// Rows may be missing before another; they are loaded as far as the policy says.
    mutating func openGap(at position: Int, before number: Int?) {
        addressing.insert(Gap(position: position, number: number, pagesLeft: addressing.pagesToFill))
    }
}
