/// Lists whose rows move on the server, behind plain positions: each page is fitted to the known rows by common items.
extension PageFitter {
    /// Fits a page of a list whose rows may have moved.
    ///
    /// It is refused if it contradicts facts learned after it was requested, or if only a cache that is behind would return it.
    mutating func takeAligned(_ page: Page<Int>, at start: Int, for flight: Flight) -> Verdict {
        if let (first, second) = SlotTable.repetition(in: page.items) {
            // A page assembled from two states of the list: no state of it ever looked like that.
            return .refused(.defective(.duplicateIdentifier(position: start + second, first: start + first)))
        }
        let end = start + page.items.count
        let loadedBefore = rows.loadedCount
        let total: Int? = page.continuation == .end ? end : page.total.map { max($0, end) }
        var update = list.unchanged
        var (unchanged, carried) = (PositionSet(), PositionSet())
        var known = list.positions(of: page.items)
        let newRows = known.count { $0 == nil }
        if meetsNothing(known, at: start, total: total), case .reset = addressing.gapPolicy { update = dropAll() }
        var isExplained = fits(known, at: start, total: total)
        var (isGrown, growth) = (false, 0)
        if !isExplained {
            growth = growthOnTop(to: total)
            let isMore = flight.isExplicit && context.isLoadingMore
            if isMore, !flight.skipsCaches,
                leastGrowth(for: page.items, known: known, at: start, total: total).growth > 0
            {
                // A cache that is behind shows rows further up, which looks the same: it is bypassed before that is believed.
                return .refused(.possiblyCached)
            }
            if contradicts(page.items, known: known, at: start, shift: growth, total: total) {
                if page.version == nil, context.precedesContradiction {
                    return .refused(.contradicted)
                }
                markAllStale()
                note(.contradicted)
            }
            var place = 0
            if isMore, growth == 0 {
                (growth, place) = leastGrowth(for: page.items, known: known, at: start, total: total)
            }
            if growth > 0 {
                advance(&update, ListUpdate.inserting(growth, at: place, count: rows.count))
                known = list.positions(of: page.items)
                isExplained = fits(known, at: start, total: total)
                isGrown = isExplained
            }
        }
        let pinned = pinned(known)
        if isExplained {
            for (offset, position) in known.enumerated() where position != nil {
                unchanged.insert(start + offset..<start + offset + 1)
            }
        } else {
            (unchanged, carried) = restructure(
                for: page.items, known: known, at: start, total: total, grown: growth, fillsGap: flight.isExplicit,
                &update)
        }
        list.orders.chain(start..<end, by: unchanged)
        let filled = fillAligned(page.items, at: start, unchanged: unchanged, carried: carried, pinned: pinned)
        if rows.loadedCount < loadedBefore + newRows { list.hasGuessed = true }
        noteBoundaries(of: start..<end, sharing: unchanged, after: update)
        if traits.growsOnlyOnTop, context.tellsTotal, isGrown || !unchanged.isEmpty {
            // Rows that can only come at the top came at the top: all loaded rows are at their positions.
            confirmAllPlaces()
        }
        return .applied(update.followed(by: filled))
    }

    /// `true` if a refresh brought a first page without any loaded row, and the number of rows that came before them is unknown.
    private func meetsNothing(_ known: [Int?], at start: Int, total: Int?) -> Bool {
        start == 0 && !known.isEmpty && total == nil && context.isRefreshing && rows.loadedCount > 0
            && known.allSatisfy { $0 == nil }
    }

    /// Which of a page's items are in slots that are pinned.
    func pinned(_ known: [Int?]) -> [Int] {
        if context.pins.isEmpty { return [] }
        return known.indices.filter { index in known[index].map { context.pins.contains($0) } ?? false }
    }

    /// Puts a page's items into its slots.
    ///
    /// - Returns: which rows have other content.
    mutating func fillAligned(
        _ items: [Int], at start: Int, unchanged: PositionSet, carried: PositionSet, pinned: [Int]
    ) -> ListUpdate {
        var changed = fill(items, at: start)
        for index in pinned { pin(start + index) }
        // No list view lets a row move and change at once.
        changed = changed.subtracting(!traits.changesContent ? unchanged : carried)
        return list.changing(changed)
    }

    /// Positions may have changed on the server. Rows stay on screen until they are confirmed.
    mutating func markAllStale() {
        if !traits.keepsOrder {
            // The order may be another from now on.
            list.orders = KnownOrders()
        } else if traits.notesOrderOfVersions, context.version != nil {
            // Pages that nothing tells apart need not be of one state.
            list.orders.insert(list.confirmedRanges(in: 0..<rows.count))
        }
        // Growth from before the last sighting of the reader's row no longer applies.
        if let seen = firstSeenRow, list.isConfirmed(seen) { search.unplacedGrowth = 0 }
        list.markAllStale()
        search.guesses = []
    }

    /// While the server tells what happens, rows keep their order.
    mutating func keepOrder() {
        if !traits.keepsOrder { list.orders.insert(list.confirmedRanges(in: 0..<rows.count)) }
    }

    /// Rows that must have come at the top, in a list where that is all that may happen.
    private func growthOnTop(to total: Int?) -> Int {
        guard traits.growsOnlyOnTop, rows.loadedCount > 0, let total, total > rows.count, endIsKnown else { return 0 }
        return total - rows.count
    }

    /// The least number of rows that have come in a list that only grows at its top, and where: behind the rows above the page
    /// that were seen since. A page that shares no row with what was in its place shows that all of that is behind it now.
    private func leastGrowth(for items: [Int], known: [Int?], at start: Int, total: Int?) -> (growth: Int, place: Int) {
        guard traits.growsOnlyOnTop, total == nil, known.allSatisfy({ $0 == nil }) else { return (0, 0) }
        let page = start..<start + items.count
        let above = list.confirmedRanges(in: 0..<min(start, rows.count))
        let place = above.ranges.last?.upperBound ?? 0
        let loaded = rows.loadedRanges(in: place..<rows.count).ranges
        guard loaded.contains(where: { $0.overlaps(page) }) else { return (0, 0) }
        var growth = 0
        // As far as it takes for no loaded row to be where the page is.
        while let range = loaded.first(where: {
            $0.lowerBound + growth < page.upperBound && $0.upperBound + growth > page.lowerBound
        }) {
            growth = page.upperBound - range.lowerBound
        }
        return (growth, place)
    }

    /// `true` if a page shows that the list has changed since rows were confirmed: a confirmed row is elsewhere, another is in
    /// its place, or there are more or fewer rows.
    private func contradicts(_ items: [Int], known: [Int?], at start: Int, shift: Int, total: Int?) -> Bool {
        guard rows.loadedCount > 0 else { return false }
        if let total, endIsKnown, total != rows.count + shift { return true }
        for (offset, item) in items.enumerated() {
            let place = start + offset - shift
            if let position = known[offset], position != place, !list.stale.contains(position) { return true }
            if place >= 0, place < rows.count, let other = rows[place], other != item, !list.stale.contains(place) {
                return true
            }
        }
        return false
    }

    /// Moves slots so that a page is at its position.
    ///
    /// - Parameters:
    ///   - items: the page's items.
    ///   - known: their positions, as far as they are loaded.
    ///   - start: the page's position.
    ///   - total: how many rows the list has, if the page says.
    ///   - growth: by how much the rows have already been moved for it.
    ///   - fillsGap: `true` if the page was asked for to close a gap, if it is beside one.
    ///   - update: the changes so far.
    /// - Returns: the page's rows that were loaded and are still in their slots, and those of them whose slots moved.
    private mutating func restructure(
        for items: [Int], known: [Int?], at start: Int, total: Int?, grown growth: Int, fillsGap: Bool,
        _ update: inout ListUpdate
    ) -> (unchanged: PositionSet, carried: PositionSet) {
        if start > rows.count {
            advance(&update, ListUpdate.inserting(start - rows.count, at: rows.count, count: rows.count))
        }
        var region = self.region(around: start..<start + items.count)
        let end = region.upperBound == rows.count ? total : region.upperBound
        var match = pageMatch(items, known: known, at: start, in: region, end: end, grown: growth)
        // Items that do not keep their slot leave it. In the region the slot goes; elsewhere it is emptied, since no slot moves there.
        var (gone, emptied) = (PositionSet(), PositionSet())
        var carried: [(item: Int, to: Int)] = []
        for (index, position) in match.known.enumerated() {
            guard let position, !match.isAnchor[index] else { continue }
            if isKeptAnyway(position) {
                carried.append((items[index], start + index))
            } else if region.contains(position) && !match.replaces {
                gone.insert(position..<position + 1)
            } else {
                emptied.insert(position..<position + 1)
            }
        }
        list.evict(emptied)
        advance(&update, list.changing(emptied))
        advance(&update, ListUpdate(oldCount: rows.count, newCount: rows.count - gone.count, removed: gone))
        match.follow(removing: gone)
        region =
            region.lowerBound - gone.count(below: region.lowerBound)..<region.upperBound
            - gone.count(below: region.upperBound)
        if let fallbackPosition = match.fallbackPosition {
            carry(fallbackPosition.slot, to: fallbackPosition.position, &update)
        }
        if start > region.upperBound {
            // More rows left the region than it had room for: unknown ones are there.
            let padding = start - region.upperBound
            advance(&update, ListUpdate.inserting(padding, at: region.upperBound, count: rows.count))
            region = region.lowerBound..<start
        }
        let page = start..<start + items.count
        var alignment = Alignment(rows, page: page, protected: onScreen, replaces: match.replaces)
        let points = match.points(at: start)
        alignment.layOut(
            region, by: points, end: end ?? endUnknown(of: region, page: page, points: points, fillsGap: fillsGap))
        advance(&update, alignment.update)
        var unchanged = PositionSet()
        for (offset, isAnchor) in match.isAnchor.enumerated() where isAnchor {
            assert(
                list.position(of: items[offset]) == start + offset,
                "ListMachine: an anchor is not where its page has it")
            unchanged.insert(start + offset..<start + offset + 1)
        }
        var places = PositionSet()
        for (item, place) in carried {
            guard let slot = list.position(of: item) else { continue }
            carry(slot, to: place, &update)
            places.insert(place..<place + 1)
        }
        return (unchanged.union(places), places)
    }

    /// The end of a region whose end is not known: the rows at the page's positions now follow the page. If the order was rebuilt, one row says
    /// nothing about the others, and they stay at their positions.
    private func endUnknown(
        of region: Range<Int>, page: Range<Int>, points: [Alignment.Point], fillsGap: Bool
    ) -> Int {
        if !traits.keepsOrder, traits.isReadByPosition {
            return max(page.upperBound, region.upperBound)
        }
        if let last = points.last {
            // Rows behind a gap are pushed down by all rows that the page has before them.
            let isCut = fillsGap && addressing.gaps.contains { $0.position == last.slot + 1 }
            let come = isCut ? max(0, page.upperBound - last.position - 1) : 0
            return max(page.upperBound, region.upperBound + last.position - last.slot + come)
        }
        let empty = rows.missingRanges(in: page.clamped(to: region)).ranges.first
        let reused = empty?.lowerBound == page.lowerBound ? empty?.count ?? 0 : 0
        return max(page.upperBound, region.upperBound + page.count - reused)
    }

    /// `true` if a slot keeps its row wherever that moves: the reader's first row, and pinned ones.
    func isKeptAnyway(_ position: Int) -> Bool {
        context.pins.contains(position) || context.viewports.contains { $0.rows.lowerBound == position }
    }

    /// Moves a slot to its row's new position, in place of another or behind all, and leaves an empty one at the old position.
    private mutating func carry(_ slot: Int, to place: Int, _ update: inout ListUpdate) {
        guard slot != place else { return }
        let replaced = PositionSet(place..<min(place + 1, rows.count))
        advance(
            &update,
            ListUpdate(
                oldCount: rows.count, newCount: rows.count + 1 - replaced.count, removed: replaced,
                inserted: PositionSet(slot..<slot + 1), moves: [ListUpdate.Move(from: slot, to: place)]))
        list.orders.remove([place..<place + 1])
    }

    /// Moves a slot to the rows that are now beside its own row, in a list that is read in order.
    ///
    /// - Returns: the region with the slot in it.
    mutating func bring(_ position: Int, into region: Range<Int>, _ update: inout ListUpdate) -> Range<Int> {
        let isAbove = position < region.lowerBound
        let target = isAbove ? region.lowerBound - 1 : region.upperBound
        advance(
            &update,
            ListUpdate(
                oldCount: rows.count, newCount: rows.count, moves: [ListUpdate.Move(from: position, to: target)]))
        return isAbove ? region.lowerBound - 1..<region.upperBound : region.lowerBound..<region.upperBound + 1
    }

    /// The slots between the nearest confirmed rows above and below a page.
    private func region(around page: Range<Int>) -> Range<Int> {
        var (lower, upper) = (0, rows.count)
        for range in list.confirmedRanges(in: 0..<rows.count).ranges {
            if range.lowerBound < page.lowerBound { lower = min(range.upperBound, page.lowerBound) }
            if range.upperBound > page.upperBound {
                upper = max(range.lowerBound, page.upperBound)
                break
            }
        }
        return lower..<max(lower, upper)
    }

    /// `true` if a page has no news about positions: it only fills empty rows.
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

    /// The list turns out to be shorter, and no more than that is known.
    mutating func resizeMoved(to count: Int, for flight: Flight) -> Verdict {
        if context.precedesContradiction { return .refused(.contradicted) }
        markAllStale()
        note(.contradicted)
        var alignment = Alignment(rows, page: 0..<0, protected: onScreen)
        alignment.resize(to: count, keeping: context.viewports.first?.rows.lowerBound)
        let update = alignment.update
        follow(update)
        // Empty slots are taken first, and those that went may have been others.
        if !update.removed.isEmpty { list.hasGuessed = true }
        noteRemovals(of: update.removed, by: update)
        // The place of their removal is a guess: they may have been anywhere.
        for taken in update.removed.ranges {
            let place = taken.lowerBound - update.removed.count(below: taken.lowerBound)
            if place < rows.count { search.guesses.append((rows.slotID(at: place), taken.count)) }
        }
        return .applied(update)
    }
}
