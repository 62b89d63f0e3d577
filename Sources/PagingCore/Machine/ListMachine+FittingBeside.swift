/// Pages of a list that is read in order which were asked for by what comes after them, or by a row among them.
///
///     before(f)    a b c d e|f g     d and e were evicted: the page ends where f begins
///     before()     e f g|            the end of the list: the rows that are known tell where it is now
///     around(f)    ..e f g..         the same
extension ListMachine {
    /// Takes a page that ends at a checkpoint, or is where the rows are that are known of it.
    mutating func takeBeside(_ page: Page<Int>, for flight: Flight, now: Instant) -> Verdict {
        let items = SlotTable.distinct(page.items)
        tally.counters.duplicates += page.items.count - items.count
        if rows.isEmpty { return .applied(takeFirst(page, items)) }
        let known = list.positions(of: items)
        let isBounded = flight.way == .before && addressing.checkpoints.cursor(at: flight.rows.lowerBound) != nil
        guard isBounded || known.contains(where: { $0 != nil }) else { return .refused(.ofAnotherList) }
        if traits.movesRowsAnywhere {
            return takeBesideMoved(page, items, known, isBounded: isBounded, for: flight, now: now)
        }
        let match = zip(known, items.indices).lazy.compactMap { position, index in position.map { $0 - index } }.first
        var start = match ?? flight.rows.upperBound - items.count
        var update = list.unchanged
        if start < 0 {
            update = insertAbove(Array(items.prefix(-start)))
            start = 0
        }
        let room = isBounded ? max(0, flight.rows.upperBound - start) : items.count
        let placed = Array(items.prefix(room))
        let end = start + placed.count
        if !isBounded { update = update.followed(by: learnEnd(page, at: end)) }
        update = update.followed(by: setCount(max(rows.count, end)))
        update = update.changing(fill(placed, at: start))
        learnBeside(page, from: start, to: end, behind: nil, for: flight)
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

    /// The same where rows come and go: the page takes the place of the rows between those that both have, up to where it was bounded.
    private mutating func takeBesideMoved(
        _ page: Page<Int>, _ items: [Int], _ known: [Int?], isBounded: Bool, for flight: Flight, now: Instant
    ) -> Verdict {
        let anchors = anchors(among: known, in: 0..<rows.count)
        let first = anchors.firstIndex(of: true).flatMap { known[$0] }
        let last = anchors.lastIndex(of: true).flatMap { known[$0] }
        let upper = isBounded ? min(flight.rows.upperBound, rows.count) : last.map { $0 + 1 } ?? rows.count
        let isLast = !isBounded && page.continuation == .end
        let lower = min(first ?? max(flight.rows.lowerBound, upper - items.count), upper)
        let stretch = lower..<(isLast ? rows.count : upper)
        if !list.confirmedRanges(in: stretch).subtracting(PositionSet(positions: known.compactMap { $0 })).isEmpty {
            if page.version == nil, comparison.versions.precedesContradiction(flight) { return .refused(.contradicted) }
            markAllStale()
            comparison.versions.contradict(now: now)
        }
        var update = place(items, known: known, in: stretch, behind: lower, isLast: isLast)
        let end = items.last.flatMap { list.position(of: $0) }.map { $0 + 1 } ?? lower
        if !isBounded { update = update.followed(by: learnEnd(page, at: end)) }
        let start = items.first.flatMap { list.position(of: $0) } ?? end
        learnBeside(page, from: start, to: end, behind: items.last, for: flight)
        return .applied(update)
    }

    /// Learns what follows a page that may be the list's last.
    private mutating func learnEnd(_ page: Page<Int>, at end: Int) -> ListUpdate {
        guard case .next(let cursor) = page.continuation else {
            list.endIsKnown = true
            return setCount(end)
        }
        if end >= rows.count { list.endIsKnown = false }
        addressing.checkpoints.learn(cursor, at: end, behind: end > 0 ? rows[end - 1] : nil)
        return list.unchanged
    }

    /// Learns where a page is now that was asked for by what follows it: what is above it, and no longer part of it, is asked for before it.
    private mutating func learnBeside(
        _ page: Page<Int>, from start: Int, to end: Int, behind number: Int?, for flight: Flight
    ) {
        let anchor = addressing.checkpoints.anchor(at: min(start, flight.rows.lowerBound))
        guard start > anchor, let index = addressing.checkpoints.entries.firstIndex(where: { $0.position == anchor }),
            addressing.checkpoints.entries[index].way == flight.way, case .previous(let cursor) = page.beginning
        else { return }
        var entry = addressing.checkpoints.entries[index]
        entry.position = start
        (addressing.checkpoints.entries[index].way, addressing.checkpoints.entries[index].cursor) = (.before, cursor)
        addressing.checkpoints.insert(entry)
    }

    // MARK: Readers

    /// A request for a page around a row is for the positions that its answer says.
    func placed(_ flight: Flight, by page: Page<Int>) -> Flight {
        guard flight.way != .after, let position = page.position else { return flight }
        var flight = flight
        flight.rows = position..<position + max(1, page.items.count)
        return flight
    }

    /// Whoever looked at a list before anything of it had come looks where it begins.
    mutating func moveReaders(to target: Int?, of page: Page<Int>, for flight: Flight) {
        guard flight.way != .after, !page.items.isEmpty else { return }
        let start = page.position ?? 0
        let row = flight.way == .before ? max(0, start + page.items.count - 1) : start + (target ?? 0)
        planner.moveReaders(to: row, count: rows.count, isEnd: flight.way == .before)
    }
}
