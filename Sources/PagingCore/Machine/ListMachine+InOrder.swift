/// Lists that are read in order and whose rows move: each page is fitted to what is known.
extension ListMachine {
    /// Takes the page that follows a checkpoint.
    mutating func takeInOrderMoved(_ page: Page<Int>, for flight: Flight, now: Instant) -> ListUpdate {
        if behavior.growsOnlyOnTop { return takeGrown(page, for: flight, now: now) }
        let start = flight.rows.lowerBound
        var seen: Set<Int> = []
        let items = page.items.filter { seen.insert($0).inserted }
        tally.counters.duplicates += page.items.count - items.count
        if let index = gaps.firstIndex(where: { $0.position == start && start > 0 }) {
            return takeIntoGap(at: index, items, continuation: page.continuation)
        }
        let isKnown = items.contains { position(of: $0) != nil }
        if start == 0, !isKnown, !items.isEmpty, rows.loadedCount > 0 {
            return takeAboveGap(items, continuation: page.continuation)
        }
        let before = items.count { position(of: $0) == nil }
        var end = start + items.count
        var total = page.total.map { max($0, end) }
        var goesOn = true
        switch page.continuation {
        case .next: if total == end { total = nil }
        case .end, .unspecified, .more: total = end
        }
        var fitted = page
        (fitted.items, fitted.total, fitted.continuation) = (items, total, .unspecified)
        guard let (update, place) = try? takeAligned(fitted, at: start, for: flight, now: now) else {
            return ListUpdate(oldCount: rows.count, newCount: rows.count)
        }
        end = place + items.count
        endIsKnown = total.map { $0 <= rows.count } ?? (endIsKnown && rows.count > end)
        if case .next(let cursor) = page.continuation {
            goesOn = checkpoints.learn(cursor, at: end, after: checkpoints.cursor(at: place))
        }
        fruitless = before == 0 && end >= rows.count ? fruitless + 1 : 0
        if !goesOn {
            planner.refuse(end..<Limits.slots, .defect(.repeatedCursor(position: end)))
        } else if fruitless >= planner.policy.fruitlessAnswerLimit {
            planner.refuse(end..<Limits.slots, .defect(.noProgress(position: end, answers: fruitless)))
        }
        return update
    }
}
