/// Gaps in lists that are read in order: how they come about and are closed.
extension ListMachine {
    /// The rows before which an unknown number of others may be missing.
    public var gapPositions: [Int] { reading.gaps.map { $0.position } }

    /// Loads a page into the gap before a row; nothing happens where there is none.
    ///
    /// - Parameter position: one of ``gapPositions``.
    public mutating func fillGap(at position: Int, now: Instant) -> ListEffects {
        tick(now)
        if let index = reading.gaps.firstIndex(where: { $0.position == position }) {
            reading.gaps[index].pagesLeft = max(reading.gaps[index].pagesLeft, 1)
            planner.forgetSetbacks(in: position..<position + planner.policy.pageSize)
        }
        return conclude(nil, now: now)
    }

    /// The next pages to ask for in gaps that are to be closed.
    mutating func sendForGaps(into effects: inout ListEffects, now: Instant) {
        guard behavior.movesRows else { return }
        for gap in reading.gaps where gap.pagesLeft > 0 {
            let rows = gap.position..<gap.position + planner.policy.pageSize
            guard planner.flights.count < policy.maximumRequestsInFlight,
                !planner.isBusy(from: gap.position, now: now, plan: LoadPlan()),
                planner.pausedUntil.map({ $0 <= now }) ?? true
            else { continue }
            let ask = LoadPlan.Ask(rows: rows, failures: planner.failures(in: rows), isExplicit: true)
            effects.requests.append(send(ask, now: now))
        }
    }

    /// Takes the gap before a row off the list, while a page is fitted into it; `nil` where there is none.
    mutating func takeGap(at position: Int) -> Gap? {
        reading.gaps.firstIndex { $0.position == position && position > 0 }.map { reading.gaps.remove(at: $0) }
    }

    /// A page met nothing of what stands behind it: the gap that it was for is now behind it, and a first page opens one.
    mutating func keepGap(_ gap: Gap?, isTop: Bool, at end: Int) {
        guard end < rows.count, rows[end] != nil else { return }
        if isTop { openGap(at: end, before: nil) }
        if var gap {
            (gap.position, gap.pagesLeft) = (end, max(0, gap.pagesLeft - 1))
            reading.gaps.insert(gap, at: reading.gaps.firstIndex { $0.position > end } ?? reading.gaps.count)
        }
    }

    /// Between the rows of a page nothing is missing, and what no cursor leads to cannot be filled.
    mutating func dropGaps(before end: Int, behind start: Int) {
        reading.gaps.removeAll {
            $0.position > start && $0.position < end || reading.checkpoints.anchor(at: $0.position) != $0.position
        }
    }

    /// The server's list ends here: what stands behind a gap is no longer in it.
    mutating func cut(to end: Int) -> ListUpdate {
        let removal = list.resizing(to: end)
        follow(removal)
        reading.checkpoints.truncate(to: end)
        reading.gaps.removeAll { $0.position >= end }
        return removal
    }

    /// What was loaded is dropped, and what was asked for with it: the list begins anew.
    mutating func dropAll() -> ListUpdate {
        planner.flights = []
        let removal = list.resizing(to: 0)
        follow(removal)
        reading.restart()
        list.endIsKnown = false
        return removal
    }

    /// Rows may be missing before another; they are loaded as far as the policy says.
    mutating func openGap(at position: Int, before number: Int?) {
        let pages = if case .fill(let pages) = reading.gapPolicy { pages } else { 0 }
        reading.gaps.insert(Gap(position: position, number: number, pagesLeft: max(0, pages)), at: 0)
    }
}
