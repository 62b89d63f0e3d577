/// Lists whose rows move on the server, behind plain positions: each page is fitted to what is known by the items that
/// both have.
extension ListMachine {
    /// Takes a page of a list whose rows may have moved.
    ///
    /// - Returns: what changed; `nil` where the page contradicts what was learned after it was asked for, so that it may be
    ///   older than that, and is not let in.
    mutating func takeAligned(_ page: Page<Int>, at start: Int, for flight: Flight, now: Instant) throws(PageDefect)
        -> ListUpdate?
    {
        try checkDistinct(page.items, at: start)
        let hadRows = rows.loadedCount > 0
        let end = start + page.items.count
        let total: Int? = page.continuation == .end ? end : page.total.map { max($0, end) }

        let known = page.items.map { position(of: $0) }
        var kept = [Bool](repeating: true, count: known.count)
        var structure = ListUpdate(oldCount: rows.count, newCount: rows.count)
        if !fits(known, at: start, total: total) {
            kept = anchors(known)
            let gone = PositionSet(known.indices.lazy.filter { !kept[$0] }.compactMap { known[$0] }.map { $0..<$0 + 1 })
            structure = restructuring(removing: gone, kept: zip(page.items, kept), at: start, total: total)
        }
        let isExplained =
            !hadRows || structure.isEmpty || isGrowthOnTop(structure) || isGrowthAtEnd(structure)
        if !isExplained, flight.askedAt < contradictedAt { return nil }

        follow(structure)
        if structure.newCount != rows.count { preconditionFailure("ListMachine: an alignment's counts do not add up") }
        var changed = PositionSet(start..<end)
        if behavior.content == .fixed {
            for index in page.items.indices where kept[index] && known[index] != nil {
                changed.remove(start + index..<start + index + 1)
            }
        }
        if !isExplained {
            (stale, contradictedAt) = (rows.loadedRanges, now)
        } else if behavior.growsOnlyOnTop, kept.indices.contains(where: { kept[$0] && known[$0] != nil }) {
            // Rows that can only come at the top came at the top: all that is loaded is where it belongs.
            stale = PositionSet()
        }
        changed = changed.union(fill(page.items, at: start).subtracting(PositionSet(start..<end)))
        return structure.followed(by: ListUpdate(oldCount: rows.count, newCount: rows.count, changed: changed))
    }

    /// What was learned by reading in order, and what is being asked for, stays with its rows.
    private mutating func followInOrder(_ map: PositionMap) {
        checkpoints.follow(map)
        planner.followFlights(map)
        for index in gaps.indices { gaps[index].position = map.newPosition(ofOrAfter: gaps[index].position) }
        gaps.removeAll { $0.position == 0 || $0.position >= map.newCount }
    }

    /// A page of another list than it was a moment ago, cut together: no state of the list ever looked like that.
    private func checkDistinct(_ items: [Int], at start: Int) throws(PageDefect) {
        var seen: [Int: Int] = [:]
        for (offset, item) in items.enumerated() {
            if let first = seen.updateValue(offset, forKey: item) {
                throw .duplicateIdentifier(position: start + offset, first: start + first)
            }
        }
    }

    /// Whether a page says nothing new of where rows are: it only fills what is empty.
    private func fits(_ known: [Int?], at start: Int, total: Int?) -> Bool {
        let range = start..<start + known.count
        guard range.upperBound <= rows.count, total ?? rows.count == rows.count else { return false }
        var count = 0
        for (offset, position) in known.enumerated() {
            guard let position else { continue }
            guard position == start + offset else { return false }
            count += 1
        }
        return count + rows.missingRanges(in: range).count == range.count
    }

    /// Which items of a page keep their slots: the most that stand in the same order in both, the reader's row among them.
    private func anchors(_ known: [Int?]) -> [Bool] {
        var kept = [Bool](repeating: false, count: known.count)
        let row = planner.viewports.first?.rows.lowerBound
        let held = row.flatMap { row in known.firstIndex { $0 == row } }
        let candidates = known.indices.filter { index in
            guard let position = known[index] else { return false }
            guard let held, let row else { return true }
            return index == held || (index < held) == (position < row)
        }
        let members = longestIncreasingSubsequence(of: candidates.map { known[$0] ?? 0 })
        for (index, isMember) in zip(candidates, members) where isMember { kept[index] = true }
        return kept
    }

    /// What has to happen to the slots for a page to stand where it does.
    private func restructuring(
        removing gone: PositionSet, kept: Zip2Sequence<[Int], [Bool]>, at start: Int, total: Int?
    ) -> ListUpdate {
        var list = rows
        var update = ListUpdate(oldCount: rows.count, newCount: rows.count - gone.count, removed: gone)
        func advance(_ step: ListUpdate) {
            list.apply(step) { _ in nil }
            update = update.followed(by: step)
        }
        list.apply(update) { _ in nil }
        if start > list.count {
            advance(ListUpdate(oldCount: list.count, newCount: start, inserted: PositionSet(list.count..<start)))
        }
        let known = kept.map { item, isKept in isKept ? index[item].flatMap { list.position(of: $0) } : nil }
        if known.allSatisfy({ $0 == nil }), let shift = shiftWithoutAnchors(of: list, start: start, known.count, total)
        {
            advance(shift)
        }
        let map = update.positionMap
        var protected = PositionSet()
        for viewport in planner.viewports { protected.insert(viewport.rows.clamped(to: 0..<rows.count)) }
        var alignment = Alignment(
            list, protected: map.newPositions(ofKept: protected), growsOnTop: behavior.membership == .growsOnTop)
        let current = kept.map { item, isKept in isKept ? index[item].flatMap { list.position(of: $0) } : nil }
        alignment.fit(current, at: start, total: total)
        return update.followed(by: alignment.update)
    }

    /// A page shares nothing with what is loaded, and the list has become longer: the new rows came above, if that explains
    /// why nothing is where it was.
    private func shiftWithoutAnchors(
        of list: PagedArray<Int>, start: Int, _ count: Int, _ total: Int?
    ) -> ListUpdate? {
        guard let total, total > list.count, list.loadedCount > 0 else { return nil }
        let growth = total - list.count
        let window = start..<start + count
        let wouldStand = max(0, window.lowerBound - growth)..<max(0, window.upperBound - growth)
        func isEmpty(_ range: Range<Int>) -> Bool {
            let range = range.clamped(to: 0..<list.count)
            return list.missingRanges(in: range).count == range.count
        }
        guard behavior.membership == .growsOnTop || !isEmpty(window), isEmpty(wouldStand) else { return nil }
        return ListUpdate(oldCount: list.count, newCount: total, inserted: PositionSet(0..<growth))
    }

    /// Whether rows came at the top and nothing else happened, in a list where that is all that may happen.
    private func isGrowthOnTop(_ update: ListUpdate) -> Bool {
        guard behavior.membership == .growsOnTop, behavior.ranking == .stable, update.removed.isEmpty else {
            return false
        }
        guard let first = rows.loadedRanges.ranges.first, let lowest = update.newPosition(of: first.lowerBound) else {
            return true
        }
        return update.inserted.ranges.allSatisfy { $0.upperBound <= lowest }
    }

    /// Whether a list of unknown length turned out to go on.
    private func isGrowthAtEnd(_ update: ListUpdate) -> Bool {
        !endIsKnown && update.removed.isEmpty && update.inserted == PositionSet(update.oldCount..<update.newCount)
    }

    /// Brings the slots, and all that is known of rows by their positions, to where an update puts them.
    ///
    /// What the update inserts is empty. Requests in flight keep their positions: they were asked for on the server.
    mutating func follow(_ update: ListUpdate) {
        guard !update.isEmpty else { return }
        for range in update.removed.ranges { forget(range) }
        let map = update.positionMap
        rows.apply(update) { _ in nil }
        stale = map.newPositions(ofAll: stale)
        tally.follow(map)
        planner.follow(map)
        if !capabilities.contains(.positions), order == nil { followInOrder(map) }
    }
}
