/// The place of a page in a list that is read in order and whose rows come and go anywhere.
///
/// Theory of operation. Of positions a page says nothing. It says that its rows follow each other, and the first of them the
/// row that was asked after. So it takes the place of a *stretch* of slots, and all beyond stays as it is:
///
/// - Where the order is stable, the rows that page and list share tell which. A row between two of them, or between
///   one and the row that was asked after, that is not in the page has gone. With none of them the page goes before all
///   that followed, for it may have been pushed down by more than a page.
/// - Where it may be another, nothing follows from the order. The page takes the place of as many rows as it has, behind
///   the row that was asked after.
extension PageFitter {
    /// The slots whose place a page takes.
    func stretch(of known: [Int?], at start: Int, isLast: Bool) -> Range<Int> {
        guard traits.keepsOrder else { return stretch(of: known, behind: start, isLast: isLast) }
        let anchors = anchors(among: known, in: 0..<rows.count)
        let first = anchors.firstIndex(of: true)
        let last = anchors.lastIndex(of: true)
        if let end = last.flatMap({ known[$0] }), end + 1 < start, list.isConfirmed(start - 1) {
            // The row that was asked after has been seen where it is: those that follow it are not where they were.
            return stretch(of: known.map { _ in nil }, at: start, isLast: isLast)
        }
        let lower = min(start, first.flatMap { known[$0] } ?? start)
        var upper = last.flatMap { known[$0] }.map { $0 + 1 } ?? start
        if isLast { return lower..<rows.count }
        if !addressing.gaps.contains(where: { $0.position == start && start > 0 }) {
            // Evicted rows where the page goes on are the rows that the page has there.
            let rest = known.count - (last.map { $0 + 1 } ?? 0)
            let free = rows.missingRanges(in: upper..<min(upper + rest, rows.count)).ranges.first
            if let free, free.lowerBound == upper { upper = free.upperBound }
        }
        return lower..<upper
    }

    /// The same where the order may be another: as many slots as the page has rows, up to the first confirmed row that is not
    /// in the page.
    private func stretch(of known: [Int?], behind start: Int, isLast: Bool) -> Range<Int> {
        if isLast { return start..<rows.count }
        let mine = PositionSet(positions: known.compactMap { $0 })
        let end = min(start + known.count, rows.count)
        return start..<(list.confirmedRanges(in: start..<end).subtracting(mine).ranges.first?.lowerBound ?? end)
    }

    // MARK: Its rows

    /// Which of a page's rows keep their slots: the most that are in a range in the same order in both, the reader's and
    /// those pinned first.
    func anchors(among known: [Int?], in range: Range<Int>) -> [Bool] {
        var match = PageMatch(known: known)
        let reader = readerRow.flatMap { row in known.contains { $0 == row } ? row : nil }
        chooseAnchors(&match, at: 0, in: range, reader: reader, isShown: reader != nil, tellsDrift: true)
        return match.isAnchor
    }

    /// Lets a page take the place of a stretch of slots.
    ///
    /// - Parameter known: where its items are.
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

    /// Takes those rows of a page along that keep their slots wherever they go.
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

    /// Makes the slots of a stretch those of a page, and takes its rows away wherever else they are.
    ///
    /// - Returns: where the page is now, and which of its rows keep their slots.
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

    /// Rows after a row that a page takes to its place lose their known neighbor.
    private mutating func markFollowersStale(_ known: [Int?], outside stretch: Range<Int>) {
        let shared = PositionSet(positions: known.compactMap { $0 })
        for range in shared.ranges where range.upperBound < rows.count && !stretch.contains(range.upperBound - 1) {
            if list.isConfirmed(range.upperBound) {
                list.markStale(PositionSet(range.upperBound..<range.upperBound + 1))
            }
        }
    }

    /// Rows above the one that a page was asked for after, though the page is before them: they went with it, or are
    /// before the page as well.
    private func misplaced(_ range: Range<Int>) -> PositionSet {
        let asked = range.upperBound - 1
        guard traits.keepsOrder, rows[asked] != nil else { return PositionSet() }
        var misplaced = list.orders.rows(orderedWith: asked).intersection(range)
        if let reader = readerRow { misplaced.remove(reader..<reader + 1) }
        return misplaced
    }

    /// Takes the reader's row out of a stretch where nothing says that it is gone, to where the next page may find it.
    private mutating func spareReader(
        from stretch: inout Range<Int>, _ known: [Int?], behind start: Int, isLast: Bool, _ update: inout ListUpdate
    ) {
        guard let reader = readerRow, let row = rows[reader] else { return }
        if known.contains(reader) { return search.sought = nil }
        guard stretch.contains(reader) else { return }
        var goesAbove = isLast
        if traits.keepsOrder {
            // Rows whose order is not known say nothing of it, nor does the one that the page was asked for behind: it may have
            // been gone when others were seen to follow it, and have come back elsewhere.
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
