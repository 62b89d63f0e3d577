/// Gaps in lists that are read in order: how they come about and are closed.
extension ListMachine {
    /// The rows before which an unknown number of others may be missing.
    public var gapPositions: [Int] { gaps.map { $0.position } }

    /// Loads a page into the gap before a row; nothing happens where there is none.
    ///
    /// - Parameter position: one of ``gapPositions``.
    public mutating func fillGap(at position: Int, now: Instant) -> ListEffects {
        tick(now)
        if let index = gaps.firstIndex(where: { $0.position == position }) {
            gaps[index].pagesLeft = max(gaps[index].pagesLeft, 1)
            planner.forgetSetbacks(in: position..<position + planner.policy.pageSize)
        }
        return conclude(nil, now: now)
    }

    /// The next pages to ask for in gaps that are to be closed.
    mutating func sendForGaps(into effects: inout ListEffects, now: Instant) {
        guard behavior.movesRows else { return }
        for gap in gaps where gap.pagesLeft > 0 {
            let rows = gap.position..<gap.position + planner.policy.pageSize
            guard planner.flights.count < policy.maximumRequestsInFlight,
                !planner.isBusy(from: gap.position, now: now, plan: LoadPlan()),
                planner.pausedUntil.map({ $0 <= now }) ?? true
            else { continue }
            let ask = LoadPlan.Ask(rows: rows, failures: planner.failures(in: rows), isExplicit: true)
            effects.requests.append(send(ask, now: now))
        }
    }

    /// A page of new rows for the top of the list, none of which is known.
    ///
    /// - Returns: what changed.
    mutating func takeAboveGap(_ items: [Int], continuation: PageContinuation) -> ListUpdate {
        if case .reset = gapPolicy {
            let removal = dropAll()
            let update = insert(items, at: 0)
            if case .next(let cursor) = continuation { _ = checkpoints.learn(cursor, at: items.count, after: nil) }
            return removal.followed(by: update)
        }
        let update = insert(items, at: 0)
        // A gap is where a cursor leads that has not met what is loaded.
        if case .next(let cursor) = continuation {
            _ = checkpoints.learn(cursor, at: items.count, after: nil)
            openGap(at: items.count, before: nil)
        }
        return update
    }

    /// A page for a gap: the rows that follow what stands above it.
    mutating func takeIntoGap(at index: Int, _ items: [Int], continuation: PageContinuation) -> ListUpdate {
        let start = gaps[index].position
        let new = items.prefix { position(of: $0) == nil }
        let meets = new.count < items.count
        let update = insert(Array(new), at: start)
        let end = start + new.count
        if meets {
            gaps.removeAll { $0.position == end }
            return update
        }
        if case .next(let cursor) = continuation, let index = gaps.firstIndex(where: { $0.position == end }) {
            gaps[index].pagesLeft -= 1
            fruitless = new.isEmpty ? fruitless + 1 : 0
            let goesOn = checkpoints.learn(cursor, at: end, after: checkpoints.cursor(at: start))
            if !goesOn || fruitless >= planner.policy.fruitlessAnswerLimit { gaps[index].pagesLeft = 0 }
            return update
        }
        endIsKnown = true
        return update.followed(by: cut(to: end))
    }

    /// The server's list ends here: what stands behind a gap is no longer in it.
    mutating func cut(to end: Int) -> ListUpdate {
        let removal = resizing(to: end)
        follow(removal)
        checkpoints.truncate(to: end)
        gaps.removeAll { $0.position >= end }
        return removal
    }

    /// What was loaded is dropped: the list begins anew.
    mutating func dropAll() -> ListUpdate {
        let removal = resizing(to: 0)
        follow(removal)
        (gaps, checkpoints, endIsKnown) = ([], Checkpoints(), false)
        return removal
    }

    /// Rows may be missing before another; they are loaded as far as the policy says.
    mutating func openGap(at position: Int, before number: Int?) {
        let pages = if case .fill(let pages) = gapPolicy { pages } else { 0 }
        gaps.insert(Gap(position: position, number: number, pagesLeft: max(0, pages)), at: 0)
    }

    /// Puts new rows before a position. What stood there, and any gap, stands behind them.
    private mutating func insert(_ items: [Int], at position: Int) -> ListUpdate {
        let update = ListUpdate(
            oldCount: rows.count, newCount: rows.count + items.count,
            inserted: PositionSet(position..<position + items.count))
        follow(update)
        _ = fill(items, at: position)
        return update
    }
}
