/// The place of a page in a list that is read in order and whose rows come and go anywhere.
///
/// Theory of operation. A page says nothing about positions. It shows that its rows follow each other, and that the first follows the row before
/// the requested ones. So it takes the place of a *stretch* of slots, and all rows beyond it stay:
///
/// - If the order is stable, common rows of page and list show the stretch. A row between two of them, or between one and the row before the
///   page, was removed if it is not in the page. Without common rows the page is inserted before all rows that followed, since these may have
///   been pushed down by more than a page.
/// - If the order may be rebuilt, it shows nothing. The page takes the place of as many rows as it has, behind the row before it.
extension PageFitter {
    /// The slots that a page replaces.
    func stretch(of known: [Int?], at start: Int, isLast: Bool) -> Range<Int> {
        guard traits.keepsOrder else { return stretch(of: known, behind: start, isLast: isLast) }
        let anchors = anchors(among: known, in: 0..<rows.count)
        let first = anchors.firstIndex(of: true)
        let last = anchors.lastIndex(of: true)
        if let end = last.flatMap({ known[$0] }), end + 1 < start, list.isConfirmed(start - 1) {
            // The row before the page is confirmed, so the rows that followed it have moved.
            return stretch(of: known.map { _ in nil }, at: start, isLast: isLast)
        }
        let lower = min(start, first.flatMap { known[$0] } ?? start)
        var upper = last.flatMap { known[$0] }.map { $0 + 1 } ?? start
        if isLast { return lower..<rows.count }
        if !addressing.gaps.contains(where: { $0.position == start && start > 0 }) {
            // Evicted rows where the page goes on are the page's rows there.
            let rest = known.count - (last.map { $0 + 1 } ?? 0)
            let free = rows.missingRanges(in: upper..<min(upper + rest, rows.count)).ranges.first
            if let free, free.lowerBound == upper { upper = free.upperBound }
        }
        return lower..<upper
    }

    /// The same if the order may be rebuilt: as many slots as the page has rows, up to the first confirmed row that is not in the page.
    private func stretch(of known: [Int?], behind start: Int, isLast: Bool) -> Range<Int> {
        if isLast { return start..<rows.count }
        let mine = PositionSet(positions: known.compactMap { $0 })
        let end = min(start + known.count, rows.count)
        return start..<(list.confirmedRanges(in: start..<end).subtracting(mine).ranges.first?.lowerBound ?? end)
    }

    // MARK: Its rows

    /// The page's rows that keep their slots: the most in a range that are in the same order in both, the reader's and pinned ones first.
    func anchors(among known: [Int?], in range: Range<Int>) -> [Bool] {
        var match = PageMatch(known: known)
        let reader = readerRow.flatMap { row in known.contains { $0 == row } ? row : nil }
        chooseAnchors(&match, at: 0, in: range, reader: reader, isShown: reader != nil, tellsDrift: true)
        return match.isAnchor
    }

    /// Replaces a stretch of slots by a page.
    ///
    /// - Parameter known: the positions of its items.
    mutating func place(
        _ items: [Int], known: [Int?], in stretch: Range<Int>, behind start: Int, isLast: Bool
    ) -> ListUpdate {
        var update = list.unchanged
        let pinned = pinned(known)
        var stretch = stretch
        markFollowersStale(known, outside: stretch)
        spareReader(from: &stretch, known, behind: start, isLast: isLast, &update)
        let brought = bringKept(of: items, into: &stretch, &update)
        let (start, unchanged) = makeRoom(for: items, in: stretch, behind: start, &update)
        let carried = list.loadedPositions(of: brought)
        list.orders.chain(start..<start + items.count, by: unchanged)
        let filled = fillAligned(
            items, at: start, unchanged: unchanged, carried: carried.intersection(unchanged), pinned: pinned)
        update = update.followed(by: filled)
        addressing.checkpoints.settle(in: list)
        return update
    }

    /// Moves those rows of a page along that keep their slots wherever they go.
    private mutating func bringKept(
        of items: [Int], into stretch: inout Range<Int>, _ update: inout ListUpdate
    ) -> [Int] {
        var brought: [Int] = []
        for item in items {
            guard let position = list.position(of: item), !stretch.contains(position), isKeptAnyway(position) else {
                continue
            }
            stretch = bring(position, into: stretch, &update)
            brought.append(item)
        }
        return brought
    }

    /// Makes the slots of a stretch those of a page, and removes its rows from all other positions.
    ///
    /// - Returns: the page's present position, and those of its rows that keep their slots.
    private mutating func makeRoom(
        for items: [Int], in stretch: Range<Int>, behind asked: Int, _ update: inout ListUpdate
    ) -> (start: Int, unchanged: PositionSet) {
        let known = list.positions(of: items)
        let isAnchor = anchors(among: known, in: stretch)
        var left = PositionSet(positions: known.compactMap { $0 }.filter { !stretch.contains($0) })
        if stretch.upperBound < asked { left = left.union(misplaced(stretch.upperBound..<asked)) }
        advance(&update, ListUpdate(oldCount: rows.count, newCount: rows.count - left.count, removed: left))
        let start = stretch.lowerBound - left.count(below: stretch.lowerBound)
        let points = zip(items.indices, isAnchor).compactMap { index, isAnchor in
            isAnchor
                ? known[index].map { Alignment.Point(slot: $0 - left.count(below: $0), position: start + index) } : nil
        }
        var alignment = Alignment(
            rows, page: start..<start + items.count, protected: PositionSet(), replaces: !traits.keepsOrder)
        alignment.layOut(start..<start + stretch.count, by: points, end: start + items.count)
        advance(&update, alignment.update)
        return (start, PositionSet(positions: points.map { $0.position }))
    }

    /// Rows behind a row that a page moves lose their known neighbor.
    private mutating func markFollowersStale(_ known: [Int?], outside stretch: Range<Int>) {
        let shared = PositionSet(positions: known.compactMap { $0 })
        for range in shared.ranges where range.upperBound < rows.count && !stretch.contains(range.upperBound - 1) {
            if list.isConfirmed(range.upperBound) {
                list.markStale(PositionSet(range.upperBound..<range.upperBound + 1))
            }
        }
    }

    /// Rows above the row that the page was to follow, although the page is before them: they moved with it, or are before the page as well.
    private func misplaced(_ range: Range<Int>) -> PositionSet {
        let asked = range.upperBound - 1
        guard traits.keepsOrder, rows[asked] != nil else { return PositionSet() }
        var misplaced = list.orders.rows(orderedWith: asked).intersection(range)
        if let reader = readerRow { misplaced.remove(reader..<reader + 1) }
        return misplaced
    }

    /// Moves the reader's row out of a stretch, if nothing shows that it was removed, to where the next page may find it.
    private mutating func spareReader(
        from stretch: inout Range<Int>, _ known: [Int?], behind start: Int, isLast: Bool, _ update: inout ListUpdate
    ) {
        guard let reader = readerRow, let row = rows[reader] else { return }
        if known.contains(reader) { return search.sought = nil }
        guard stretch.contains(reader) else { return }
        var goesAbove = isLast
        if traits.keepsOrder {
            // Rows whose order is not known prove nothing. Nor does the row before the page: it may have been removed when others were seen to
            // follow it, and have come back elsewhere.
            if search.sought == row { return }
            let shared = known.compactMap { $0 }.filter { list.orders.contain(reader, and: $0) }
            let isBelow = start == 0 || shared.contains { $0 < reader }
            let isAbove = shared.contains { $0 > reader }
            if isBelow, isAbove || isLast { return }
            goesAbove = isAbove || isLast
            search.sought = row
        } else if reader < start + known.count {
            return
        }
        guard !goesAbove || stretch.lowerBound > 0 else { return }
        let target = goesAbove ? stretch.lowerBound - 1 : stretch.upperBound - 1
        advance(
            &update,
            ListUpdate(
                oldCount: rows.count, newCount: rows.count, moves: [ListUpdate.Move(from: reader, to: target)]))
        list.orders.remove([target..<target + 1])
        for row in target..<min(target + 2, rows.count) where list.isConfirmed(row) {
            list.markStale(PositionSet(row..<row + 1))
        }
        stretch = goesAbove ? stretch.lowerBound + 1..<stretch.upperBound : stretch.lowerBound..<stretch.upperBound - 1
    }
}
