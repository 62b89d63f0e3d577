/// Lists whose rows move on the server, behind plain positions: each page is fitted to what is known by the items that
/// both have.
extension ListMachine {
    /// Takes a page of a list whose rows may have moved.
    ///
    /// - Returns: what changed; `nil` where the page contradicts what was learned after it was asked for, so that it may be
    ///   older than that, and is not let in.
    mutating func takeAligned(
        _ page: Page<Int>, at asked: Int, for flight: Flight, now: Instant
    ) throws(PageDefect) -> (update: ListUpdate, start: Int)? {
        var start = asked
        try checkDistinct(page.items, at: start)
        let end = start + page.items.count
        let total: Int? = page.continuation == .end ? end : page.total.map { max($0, end) }
        var update = ListUpdate(oldCount: rows.count, newCount: rows.count)
        var unchanged = PositionSet()
        let known = page.items.map { position(of: $0) }
        if fits(known, at: start, total: total) {
            for (offset, position) in known.enumerated() where position != nil {
                unchanged.insert(start + offset..<start + offset + 1)
            }
        } else {
            let growth = growthOnTop(to: total)
            if contradicts(page.items, at: start, shift: growth, total: total) {
                if page.version == nil, flight.askedAt < contradictedAt { return nil }
                (stale, contradictedAt) = (rows.loadedRanges, now)
            }
            if growth > 0 { advance(&update, ListUpdate.inserting(growth, at: 0, count: rows.count)) }
            unchanged = restructure(for: page.items, at: &start, total: total, &update)
        }
        let pinned = page.items.indices.filter { known[$0].map(planner.pins.contains) ?? false }
        var changed = fill(page.items, at: start)
        for index in pinned { planner.pins.insert(start + index..<start + index + 1) }
        if behavior.content == .fixed { changed = changed.subtracting(unchanged) }
        if behavior.growsOnlyOnTop, !unchanged.isEmpty {
            // Rows that can only come at the top came at the top: all that is loaded is where it belongs.
            provePlaces()
        }
        return (
            update.followed(by: ListUpdate(oldCount: rows.count, newCount: rows.count, changed: changed)), start
        )
    }

    private mutating func advance(_ update: inout ListUpdate, _ step: ListUpdate) {
        guard !step.isEmpty else { return }
        follow(step)
        update = update.followed(by: step)
    }

    /// Rows that must have come at the top, in a list where that is all that may happen.
    private func growthOnTop(to total: Int?) -> Int {
        guard behavior.growsOnlyOnTop, rows.loadedCount > 0, let total, total > rows.count, endIsKnown else { return 0 }
        return total - rows.count
    }

    /// Whether a page shows that the list is no longer what was proven: a proven row stands elsewhere, another where it
    /// stood, or there are more or fewer rows.
    private func contradicts(_ items: [Int], at start: Int, shift: Int, total: Int?) -> Bool {
        guard rows.loadedCount > 0 else { return false }
        if let total, endIsKnown, total != rows.count + shift { return true }
        for (offset, item) in items.enumerated() {
            let place = start + offset - shift
            if let position = position(of: item), position != place, !stale.contains(position) { return true }
            if place >= 0, place < rows.count, let other = rows[place], other != item, !stale.contains(place) {
                return true
            }
        }
        return false
    }

    /// Moves slots so that a page stands where it does.
    ///
    /// - Parameter start: where it does; in a list that is read in order that is behind the row it was asked for after, and
    ///   is another position where rows above it go.
    /// - Returns: the rows of it that were loaded and still stand in their slots.
    private mutating func restructure(
        for items: [Int], at start: inout Int, total: Int?, _ update: inout ListUpdate
    ) -> PositionSet {
        if start > rows.count {
            advance(&update, ListUpdate.inserting(start - rows.count, at: rows.count, count: rows.count))
        }
        let proven = rows.loadedRanges.subtracting(stale)
        var region = self.region(around: start..<start + items.count, proven: proven)
        let end = region.upperBound == rows.count ? total : region.upperBound
        for item in items {
            guard let position = position(of: item), !region.contains(position), isKeptAnyway(position) else {
                continue
            }
            region = bring(position, into: region, &update)
        }
        var known = items.map { position(of: $0) }
        let kept = anchors(known, at: start, in: region, end: end)
        // Those that keep no slot leave it: in the region it goes, elsewhere it is emptied, for nothing moves there.
        var (gone, emptied) = (PositionSet(), PositionSet())
        for (index, position) in known.enumerated() {
            guard let position, !kept[index] else { continue }
            if region.contains(position) || !capabilities.contains(.positions) {
                gone.insert(position..<position + 1)
            } else {
                emptied.insert(position..<position + 1)
            }
        }
        for range in emptied.ranges {
            forget(range)
            rows.clear(range)
        }
        advance(&update, ListUpdate(oldCount: rows.count, newCount: rows.count, changed: emptied))
        advance(&update, ListUpdate(oldCount: rows.count, newCount: rows.count - gone.count, removed: gone))
        known = zip(items, kept).map { item, isKept in isKept ? position(of: item) : nil }
        region =
            region.lowerBound - gone.count(below: region.lowerBound)..<region.upperBound
            - gone.count(below: region.upperBound)
        if !capabilities.contains(.positions) { start = region.lowerBound }
        var fitted = fit(known, at: start, end: end, in: region)
        if let row = planner.viewports.first?.rows.lowerBound, fitted.removed.contains(row),
            let refuge = refuge(for: row, outside: region)
        {
            advance(&update, refuge)
            fitted = fit(known, at: start, end: end, in: region)
        }
        advance(&update, fitted)
        var unchanged = PositionSet()
        for (offset, slot) in known.enumerated() where slot != nil {
            assert(position(of: items[offset]) == start + offset, "ListMachine: an anchor is not where its page has it")
            unchanged.insert(start + offset..<start + offset + 1)
        }
        return unchanged
    }

    /// Whether a slot keeps its row wherever that has gone: the reader's first, and those pinned.
    private func isKeptAnyway(_ position: Int) -> Bool {
        planner.pins.contains(position) || planner.viewports.contains { $0.rows.lowerBound == position }
    }

    /// Takes a slot along to where its row has gone, and leaves an empty one where it stood.
    ///
    /// - Returns: the region with the slot in it.
    private mutating func bring(_ position: Int, into region: Range<Int>, _ update: inout ListUpdate) -> Range<Int> {
        let isAbove = position < region.lowerBound
        guard capabilities.contains(.positions) else {
            let target = isAbove ? region.lowerBound - 1 : region.upperBound
            advance(
                &update,
                ListUpdate(
                    oldCount: rows.count, newCount: rows.count, moves: [ListUpdate.Move(from: position, to: target)]))
            return isAbove ? region.lowerBound - 1..<region.upperBound : region.lowerBound..<region.upperBound + 1
        }
        let hole = isAbove ? position : position + 1
        advance(
            &update,
            ListUpdate(
                oldCount: rows.count, newCount: rows.count + 1, inserted: PositionSet(hole..<hole + 1),
                moves: [ListUpdate.Move(from: position, to: isAbove ? region.lowerBound : region.upperBound)]))
        return region.lowerBound..<region.upperBound + 1
    }

    private func fit(_ known: [Int?], at start: Int, end: Int?, in region: Range<Int>) -> ListUpdate {
        var protected = PositionSet()
        for viewport in planner.viewports { protected.insert(viewport.rows.clamped(to: 0..<rows.count)) }
        var alignment = Alignment(
            rows, region: region, protected: protected, held: planner.viewports.first?.rows.lowerBound)
        alignment.fit(known, at: start, end: end)
        return alignment.update
    }

    /// What takes the reader's row to where nothing stands, or nothing that is proven: it is not where it was, and nobody
    /// knows where it is, but it may still be in the list.
    private func refuge(for row: Int, outside region: Range<Int>) -> ListUpdate? {
        let below = region.upperBound..<max(region.upperBound, rows.count)
        let empty =
            rows.missingRanges(in: below).ranges.first?.lowerBound
            ?? rows.missingRanges(in: 0..<region.lowerBound).ranges.last.map { $0.upperBound - 1 }
        let unproven =
            stale.intersection(below).ranges.last.map { $0.upperBound - 1 }
            ?? stale.intersection(0..<region.lowerBound).ranges.first?.lowerBound
        guard let place = empty ?? unproven else { return nil }
        return ListUpdate(
            oldCount: rows.count, newCount: rows.count, removed: PositionSet(place..<place + 1),
            inserted: PositionSet(row..<row + 1), moves: [ListUpdate.Move(from: row, to: place)])
    }

    /// The slots between the nearest proven rows above and below a page.
    private func region(around page: Range<Int>, proven: PositionSet) -> Range<Int> {
        var (lower, upper) = (0, rows.count)
        // Read in order, rows have neighbours and no places: what is asked for after a row stands behind it.
        guard capabilities.contains(.positions) else { return min(page.lowerBound, upper)..<upper }
        for range in proven.ranges {
            if range.lowerBound < page.lowerBound { lower = min(range.upperBound, page.lowerBound) }
            if range.upperBound > page.upperBound {
                upper = max(range.lowerBound, page.upperBound)
                break
            }
        }
        return lower..<max(lower, upper)
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

    /// Which items of a page keep their slots: the most in the region that stand in the same order in both, the reader's
    /// row among them.
    private func anchors(_ known: [Int?], at start: Int, in region: Range<Int>, end: Int?) -> [Bool] {
        var kept = [Bool](repeating: false, count: known.count)
        let row = planner.viewports.first?.rows.lowerBound
        let held = row.flatMap { row in region.contains(row) ? known.firstIndex { $0 == row } : nil }
        let candidates = known.indices.filter { index in
            guard let position = known[index], region.contains(position) else { return false }
            // Where the reader's row is not in the page, there must be room left for it on its side of an anchor.
            if held == nil, let row, region.contains(row) {
                return position < row ? end.map { start + known.count < $0 } ?? true : start > region.lowerBound
            }
            guard let held, let row else { return true }
            return index == held || index != held && (index < held) == (position < row)
        }
        let members = longestIncreasingSubsequence(of: candidates.map { known[$0] ?? 0 })
        for (index, isMember) in zip(candidates, members) where isMember { kept[index] = true }
        return kept
    }

    /// Brings the slots, and all that is known of rows by their positions, to where an update puts them.
    ///
    /// What the update inserts is empty. Requests in flight keep their positions: they were asked for on the server.
    mutating func follow(_ update: ListUpdate) {
        guard !update.isEmpty, !update.removed.isEmpty || !update.inserted.isEmpty || !update.moves.isEmpty else {
            return
        }
        for range in update.removed.ranges { forget(range) }
        let map = update.positionMap
        rows.apply(update) { _ in nil }
        stale = map.newPositions(ofAll: stale)
        aged = map.newPositions(ofAll: aged)
        tally.follow(map)
        planner.follow(map)
        if !capabilities.contains(.positions), order == nil { followInOrder(map) }
    }

    /// What was learned by reading in order, and what is being asked for, stays with its rows.
    private mutating func followInOrder(_ map: PositionMap) {
        checkpoints.follow(map)
        planner.followFlights(map)
        for index in gaps.indices { gaps[index].position = map.newPosition(ofOrAfter: gaps[index].position) }
        gaps.removeAll { $0.position == 0 || $0.position >= map.newCount }
    }

    /// The list turns out to have another length, and nothing else is told of it.
    mutating func resizeMoved(to count: Int, for flight: Flight, now: Instant) -> ListUpdate? {
        guard count != rows.count else { return ListUpdate(oldCount: count, newCount: count) }
        if flight.askedAt < contradictedAt { return nil }
        (stale, contradictedAt) = (rows.loadedRanges, now)
        var protected = PositionSet()
        for viewport in planner.viewports { protected.insert(viewport.rows.clamped(to: 0..<rows.count)) }
        var alignment = Alignment(
            rows, region: 0..<rows.count, protected: protected, held: planner.viewports.first?.rows.lowerBound)
        alignment.resize(to: count)
        follow(alignment.update)
        return alignment.update
    }
}
