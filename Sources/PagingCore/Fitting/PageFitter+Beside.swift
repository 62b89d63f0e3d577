/// Pages, in a list that is read in order, that were requested by the row behind them, or by a row among them.
///
///     before(f)    a b c d e|f g     d and e were evicted: the page ends where f begins
///     before()     e f g|            the end of the list: the rows that are known tell where it is now
///     around(f)    ..e f g..         the same
extension PageFitter {
    /// Fits a page that ends at a checkpoint, or at the positions of its known rows.
    mutating func takeBeside(_ page: Page<Int>, for flight: Flight) -> Verdict {
        let items = SlotTable.distinct(page.items)
        note(.duplicates(page.items.count - items.count))
        if rows.isEmpty { return .applied(takeFirst(page, items)) }
        let known = list.positions(of: items)
        let isBounded = flight.cursor != nil
        guard isBounded || known.contains(where: { $0 != nil }) else { return .refused(.ofAnotherList) }
        if traits.movesRowsAnywhere {
            guard isBounded else { return takeAround(page, items, known, for: flight) }
            return takeBefore(page, items, for: flight)
        }
        let match = zip(known, items.indices).lazy.compactMap { position, index in position.map { $0 - index } }.first
        var start = match ?? flight.rows.upperBound - items.count
        var update = list.unchanged
        var bound = flight.rows.upperBound
        if start < 0 {
            update = insertAbove(Array(items.prefix(-start)))
            (start, bound) = (0, bound - start)
        }
        let room = isBounded ? max(0, bound - start) : items.count
        let placed = Array(items.prefix(room))
        let end = start + placed.count
        update = update.followed(by: setCount(max(rows.count, end)))
        update = update.changing(fill(placed, at: start))
        if !isBounded { update = update.followed(by: learnEnd(page, at: end)) }
        learnBeside(page, from: start, for: flight)
        return .applied(update)
    }

    /// The first page of a list that begins at its end, or around a row.
    private mutating func takeFirst(_ page: Page<Int>, _ items: [Int]) -> ListUpdate {
        let update =
            traits.movesRowsAnywhere
            ? place(items, known: items.map { _ in nil }, in: 0..<0, behind: 0, isLast: false)
            : setCount(items.count).changing(fill(items, at: 0))
        return update.followed(by: learnEnd(page, at: items.count))
    }

    /// Fits a page, in a list whose rows come and go, that has a given row, or is the list's last. It takes the place of the rows between those
    /// in both.
    private mutating func takeAround(
        _ page: Page<Int>, _ items: [Int], _ known: [Int?], for flight: Flight
    ) -> Verdict {
        let anchors = anchors(among: known, in: 0..<rows.count)
        let first = anchors.firstIndex(of: true).flatMap { known[$0] } ?? 0
        let last = anchors.lastIndex(of: true).flatMap { known[$0] } ?? first
        let stretch = first..<(page.continuation == .end ? rows.count : max(first, last + 1))
        if let refusal = contradiction(known, in: stretch, of: page, for: flight) { return refusal }
        var update = place(items, known: known, in: stretch, behind: first, isLast: page.continuation == .end)
        let end = items.last.flatMap { list.position(of: $0) }.map { $0 + 1 } ?? first
        update = update.followed(by: learnEnd(page, at: end))
        if items.first.flatMap({ list.position(of: $0) }) == 0 { learnBeginning(page.beginning) }
        return .applied(update)
    }

    /// Fits a page, in a list whose rows come and go, that ends where a row begins. It takes the place of the rows above that one, from the
    /// first row in both. Rows above these may be above the page as well.
    ///
    ///     list       a b c d|e f        a to d were asked for before e's cursor
    ///     page     y z a c x|           b has gone, x has come, y and z are above what was asked for
    ///     then         a c x|e f
    ///     page       v w d x|           a to c have gone, or are above v
    ///     then     a b c|v w d x|e f    they are asked for before v's cursor
    mutating func takeBefore(_ page: Page<Int>, _ items: [Int], for flight: Flight) -> Verdict {
        let end = min(flight.ahead.flatMap { list.position(of: $0) } ?? flight.rows.upperBound, rows.count)
        let start = flight.isAbove ? end : min(flight.rows.lowerBound, end)
        let surplus = surplus(of: items, in: start..<end)
        // No rows but the page's are above the first row if the page is the list's first, or was requested to be above.
        let isWhole = surplus != nil || flight.isAbove || page.beginning == .start && start == 0
        let items = Array(items.dropFirst(surplus ?? 0).dropLast(overlap(of: items, below: end)))
        let known = list.positions(of: items)
        let lower = isWhole ? start : firstSlot(for: known, in: start..<end)
        if let refusal = contradiction(known, in: lower..<end, of: page, for: flight) { return refusal }
        let update = place(items, known: known, in: lower..<end, behind: lower, isLast: false)
        if start == 0 { note(.grownAbove(by: max(0, rows.count - update.oldCount))) }
        let pageStart = items.first.flatMap { list.position(of: $0) } ?? lower
        let pageEnd = items.last.flatMap { list.position(of: $0) }.map { $0 + 1 } ?? lower
        if case .next(let cursor) = page.continuation, pageEnd > 0 {
            addressing.checkpoints.learn(cursor, at: pageEnd, behind: items.last)
        } else if flight.isAbove, pageEnd > 0 {
            addressing.checkpoints.keepFirst(at: pageEnd)
        }
        if isWhole || pageStart == 0 {
            if pageStart == 0 || flight.isAbove {
                addressing.checkpoints.askForFirst(.before, flight.cursor, number: flight.ahead)
            }
            if surplus ?? 0 == 0, pageStart == 0 || page.items.isEmpty { learnBeginning(page.beginning) }
        } else if case .previous(let cursor) = page.beginning {
            addressing.checkpoints.split(
                at: pageStart, above: (cursor, items.first), from: (flight.cursor, flight.ahead))
        }
        return .applied(update)
    }

    /// How many of a page's last items are the rows below it: a server that is asked for the rows before a row may repeat that row and others. A
    /// page without other rows shows that rows have moved.
    ///
    ///     list      d e f g      asked for what comes before d
    ///     page  b c d e          2
    func overlap(of items: [Int], below end: Int) -> Int {
        guard let last = items.last, let position = list.position(of: last) else { return 0 }
        let count = position + 1 - end
        guard count > 0, count < items.count else { return 0 }
        return items.suffix(count).indices.allSatisfy { rows[position + 1 - (items.count - $0)] == items[$0] }
            ? count : 0
    }

    /// How many of a page's first items are the rows above it, which a server may repeat as well.
    func overlap(of items: [Int], above start: Int) -> Int {
        guard let first = items.first, let position = list.position(of: first), position < start else { return 0 }
        let count = start - position
        guard count < items.count else { return 0 }
        return items.prefix(count).indices.allSatisfy { rows[position + $0] == items[$0] } ? count : 0
    }

    /// How many of a page's first rows are above the range that it ends with: those before the range's first row or, if that was evicted, those
    /// for which there are no slots. `nil` if it is unknown.
    private func surplus(of items: [Int], in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        if let first = rows[range.lowerBound] { return items.firstIndex(of: first) }
        let known = list.positions(of: items)
        let index = known.firstIndex { $0.map(range.contains) ?? false }
        let first = index.flatMap { known[$0] } ?? range.upperBound
        guard rows.missingRanges(in: range.lowerBound..<first) == PositionSet(range.lowerBound..<first) else {
            return nil
        }
        let surplus = (index ?? items.count) - (first - range.lowerBound)
        return surplus < 0 ? nil : surplus
    }

    /// The first slot of a page that ends with a range: at the first row in both, or above it at evicted slots, since the page has rows for
    /// these.
    private func firstSlot(for known: [Int?], in range: Range<Int>) -> Int {
        let index = known.firstIndex { $0.map(range.contains) ?? false }
        let first = index.flatMap { known[$0] } ?? range.upperBound
        guard let free = rows.missingRanges(in: range.lowerBound..<first).ranges.last, free.upperBound == first else {
            return first
        }
        return max(free.lowerBound, first - (index ?? known.count))
    }

    /// The reason to reject a page that shows rows at other positions than they were seen, or `nil`. After a rejection no row is certain any
    /// more.
    private mutating func contradiction(
        _ known: [Int?], in stretch: Range<Int>, of page: Page<Int>, for flight: Flight
    ) -> Verdict? {
        guard contradicts(known, in: stretch) else { return nil }
        if page.version == nil, context.precedesContradiction { return .refused(.contradicted) }
        markAllStale()
        note(.contradicted)
        return nil
    }

    /// Learns how the list continues after a page that may be its last.
    private mutating func learnEnd(_ page: Page<Int>, at end: Int) -> ListUpdate {
        guard case .next(let cursor) = page.continuation else {
            list.endIsKnown = true
            return setCount(end)
        }
        if end >= rows.count { list.endIsKnown = false }
        addressing.checkpoints.learn(cursor, at: end, behind: end > 0 ? rows[end - 1] : nil)
        return list.unchanged
    }

    /// Learns the new start of a page that was requested by the row behind it, in a list that moves no rows there. Rows above it, which are no
    /// longer part of it, are requested before it.
    private mutating func learnBeside(_ page: Page<Int>, from start: Int, for flight: Flight) {
        guard start > addressing.checkpoints.anchor(at: min(start, flight.rows.lowerBound)), flight.way == .before,
            case .previous(let cursor) = page.beginning
        else { return }
        addressing.checkpoints.split(at: start, above: (cursor, nil), from: (flight.cursor, nil))
    }
}
