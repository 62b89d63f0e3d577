/// Gaps: how the missing rows are asked for.
extension ListMachine {
    /// The rows before which an unknown number of others may be missing.
    package var gapPositions: [Int] { addressing.gaps.lazy.map { $0.position }.filter { fitter.isPageBoundary($0) } }

    /// Loads a page into the gap before a row. Without a gap there it has no effect.
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

    /// The next pages to ask for in gaps that must be closed.
    mutating func sendForGaps(into effects: inout ListEffects, now: Instant) {
        guard traits.movesRows else { return }
        for index in addressing.gaps.indices where addressing.gaps[index].pagesLeft > 0 {
            let rows = rowsToFill(addressing.gaps[index])
            let start = addressing.origin(of: rows.lowerBound)
            guard fitter.isPageBoundary(addressing.gaps[index].position),
                planner.hasPlace(now: now),
                !planner.flights.contains(where: { $0.rows.contains(rows.lowerBound) }),
                !planner.isBusy(
                    from: start, behind: addressing.checkpoints.number(at: start), now: now, plan: LoadPlan()),
                planner.pause.isOver(now: now)
            else { continue }
            let ask = overlapping(
                LoadPlan.Ask(rows: rows, failures: planner.failures(in: rows), isExplicit: true))
            guard mayAsk(ask, now: now) else { continue }
            // A page at positions may end before it comes near the gap, so requests are counted, not pages.
            if traits.isReadByPosition { addressing.gaps[index].pagesLeft -= 1 }
            effects.requests.append(send(ask, now: now))
        }
    }

    /// The time at which the next waiting page for a gap may be asked for.
    func gapWakeAt(now: Instant) -> Instant? {
        guard traits.movesRows else { return nil }
        let waiting = addressing.gaps.filter { $0.pagesLeft > 0 && fitter.isPageBoundary($0.position) }.map {
            rowsToFill($0)
        }
        return planner.setbacks.lazy.filter { setback in waiting.contains { setback.rows.contains($0.lowerBound) } }
            .compactMap { $0.retryAt }.filter { $0 > now }.min()
    }

    /// The page to load into a gap: below it, or above it if those rows were not confirmed since.
    private func rowsToFill(_ gap: Gap) -> Range<Int> {
        let size = planner.policy.pageSize
        guard traits.isReadByPosition, !list.stale.contains(gap.position),
            list.stale.contains(gap.position - 1)
        else { return gap.position..<gap.position + size }
        return max(0, gap.position - min(size, planner.largestAnswer))..<gap.position
    }
}
