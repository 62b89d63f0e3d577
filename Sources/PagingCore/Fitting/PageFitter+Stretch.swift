/// Lists that are read in order and whose rows come and go anywhere.
extension PageFitter {
    /// Fits the page that follows a row.
    mutating func takeInOrderMoved(_ page: Page<Int>, for flight: Flight) -> Verdict {
        guard let start = start(of: flight) else { return .refused(.unplaced) }
        var update = list.unchanged
        let items = SlotTable.distinct(page.items)
        note(.duplicates(page.items.count - items.count))
        var cursor: Cursor?
        if case .next(let next) = page.continuation { cursor = next }

        let known = list.positions(of: items)
        let stretch = stretch(of: known, at: start, isLast: cursor == nil)
        if contradicts(known, in: stretch) {
            if page.version == nil, context.precedesContradiction { return .refused(.contradicted) }
            markAllStale()
            note(.contradicted)
        }
        let asked = addressing.checkpoints.cursor(at: start)
        let isTop = start == 0 && rows.loadedCount > 0
        let isUnmet = traits.keepsOrder && !known.contains { $0.map { $0 >= start } ?? false }
        let gap = takeGap(at: start)
        let followers = followers(of: known, before: cursor)
        if stretch.lowerBound != start { addressing.checkpoints.forget(at: start) }
        if isUnmet, isTop, !items.isEmpty, case .reset = addressing.gapPolicy {
            update = dropAll()
            update = update.followed(by: place(items, known: known, in: 0..<0, behind: 0, isLast: cursor == nil))
        } else {
            update = place(items, known: known, in: stretch, behind: start, isLast: cursor == nil)
        }
        let end = items.last.flatMap { list.position(of: $0) }.map { $0 + 1 } ?? start
        update = update.followed(by: settleEnd(page.total, at: end, goesOn: cursor != nil))
        defer { dropGaps(before: end, behind: start) }
        guard let cursor else { return .applied(update) }
        if isUnmet, isTop || gap != nil {
            keepGap(gap, isTop: isTop, at: end)
        } else {
            joinFollower(at: end, followers)
        }
        if isUnmet { update = update.followed(by: dropUnmet(behind: end)) }
        let isNew = known.contains { $0 == nil } || end < rows.count
        learn(cursor, at: end, behind: items.last, asked: asked, isNew: isNew)
        return .applied(update)
    }

    /// The rows that may follow a page's last one, before the page moves any.
    private struct Followers {
        /// The row that was seen to follow it and has not become stale since.
        var confirmed: Int?
        /// The row shown behind it.
        var shown: Int?
    }

    private func followers(of known: [Int?], before cursor: Cursor?) -> Followers {
        var followers = Followers()
        let last = known.last.flatMap { $0 }
        if let last, last + 1 < rows.count { followers.shown = rows[last + 1] }
        if let next = cursor.flatMap({ addressing.checkpoints.position(behind: $0) }), next < rows.count,
            list.isConfirmed(next)
        {
            followers.confirmed = rows[next]
        } else if let last, list.isConfirmed(last), last + 1 < rows.count, list.isConfirmed(last + 1) {
            followers.confirmed = rows[last + 1]
        }
        return followers
    }

    /// Decides if the row behind a page follows on it, here `e` behind `… c d`:
    ///
    ///     … c d|e     e was seen to follow d, and neither is stale     nothing is between them
    ///     … c d|e     e was shown behind d before                      e is stale: it is asked for when a reader comes near, which shows the rows
    ///     … c d|e     another row was, or none                         the same, and a gap is reported: any number of rows may be missing
    private mutating func joinFollower(at end: Int, _ followers: Followers) {
        guard end < rows.count, rows[end] != nil, rows[end] != followers.confirmed else { return }
        list.markStale(PositionSet(end..<end + 1))
        if rows[end] != followers.shown { addressing.insert(Gap(position: end, number: nil, pagesLeft: 0)) }
    }

    /// The position at which the requested rows begin now, or `nil` if the row before them was removed.
    private func start(of flight: Flight) -> Int? {
        let asked = flight.rows.lowerBound
        guard let number = flight.behind else { return addressing.checkpoints.anchor(at: asked) == asked ? asked : nil }
        return list.position(of: number).map { $0 + 1 } ?? addressing.checkpoints.position(behind: number)
    }

    /// `true` if a page contradicts confirmed rows: it has other rows between two of them, or one of them has left the page's stretch.
    func contradicts(_ known: [Int?], in stretch: Range<Int>) -> Bool {
        var last: (offset: Int, position: Int)?
        for (offset, position) in known.enumerated() {
            guard let position, list.isConfirmed(position) else { continue }
            if let last, position - last.position != offset - last.offset { return true }
            last = (offset, position)
        }
        var inside = list.confirmedRanges(in: stretch)
        for case let position? in known { inside.remove(position..<position + 1) }
        return !inside.isEmpty
    }

    // MARK: Behind the page

    /// Drops the rows that a walk has not met when it is given up after too many pages.
    private mutating func dropUnmet(behind end: Int) -> ListUpdate {
        var update = list.unchanged
        guard context.isExhausted else { return update }
        let confirmed = list.confirmedRanges(in: end..<rows.count).ranges.first
        let gone = PositionSet(end..<(confirmed?.lowerBound ?? rows.count))
        advance(&update, ListUpdate(oldCount: rows.count, newCount: rows.count - gone.count, removed: gone))
        return update
    }

    /// Learns the end of the list, as far as a page shows it, once its rows are placed.
    private mutating func settleEnd(_ total: Int?, at end: Int, goesOn: Bool) -> ListUpdate {
        var update = list.unchanged
        let isTold = total.map { $0 > end } ?? false
        list.endIsKnown = !goesOn || isTold || endIsKnown && rows.count > end
        guard goesOn, isTold, let total else { return update }
        if total > rows.count {
            advance(&update, ListUpdate.inserting(total - rows.count, at: rows.count, count: rows.count))
        } else if let last = rows.missingRanges(in: total..<rows.count).ranges.last, last.upperBound == rows.count {
            advance(&update, list.resizing(to: last.lowerBound))
        }
        return update
    }

    /// Learns the cursor of the page after this one.
    private mutating func learn(_ cursor: Cursor, at end: Int, behind number: Int?, asked: Cursor?, isNew: Bool) {
        context.fruitless.add(isFruitful: isNew)
        if cursor == asked {
            note(.refused(end..<Limits.slots, .repeatedCursor(position: end)))
            return
        }
        addressing.checkpoints.learn(cursor, at: end, behind: number ?? addressing.checkpoints.number(at: end))
        refuseFruitless(end..<Limits.slots)
    }
}
