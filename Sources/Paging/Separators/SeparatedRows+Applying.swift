public import PagingCore

extension SeparatedRows {
    /// Follows a change of the list, and returns the change of rows and separators together.
    ///
    /// A separator between two unchanged rows stays. If rows come, are removed or change between two staying rows, a separator that is still
    /// right there stays too, with its identity.
    ///
    /// - Parameters:
    ///   - change: a change that starts from these ``rows``.
    ///   - ends: the ends of the list that are known after it.
    /// - Returns: the update of rows and separators. If it is empty, none of them changed.
    /// - Complexity: about O(*changes* × √*separators*).
    public mutating func apply(_ change: ListChange<Element>, ends: Ends) -> ListUpdate {
        apply(change.update, leadingTo: change.after, ends: ends)
    }

    /// Other ends of the list are known, but its rows are the same.
    public mutating func apply(ends: Ends) -> ListUpdate {
        apply(ListUpdate(oldCount: rows.count, newCount: rows.count), leadingTo: rows, ends: ends)
    }

    mutating func apply(_ update: ListUpdate, leadingTo after: PagedArray<Element>, ends newEnds: Ends) -> ListUpdate {
        let gaps = Gaps(update)
        let touched = touchedGaps(update, gaps, newEnds)
        let (oldRows, oldPlaced, oldCount) = (rows, placed, count)
        var (gone, come): ([(row: Int, id: SeparatorID)], [(row: Int, value: Placed)]) = ([], [])
        // Separators in the gaps are removed, unless they stay.
        (rows, ends) = (after, newEnds)
        var fresh: [(row: Int, value: Placed, isNew: Bool)] = []
        for range in touched.ranges {
            let old = oldPlaced.entries(in: gaps.oldPlaces(of: range, count: oldRows.count))
            var next = 0
            for (row, separator) in separators(in: gaps.newPlaces(of: range, count: after.count)) {
                let gap = gaps.gap(ofNew: row)
                while next < old.count, gaps.gap(ofOld: old[next].row) < gap { next += 1 }
                var index = next
                while index < old.count, gaps.gap(ofOld: old[index].row) == gap, old[index].value.separator != separator
                {
                    index += 1
                }
                if index < old.count, gaps.gap(ofOld: old[index].row) == gap {
                    fresh.append((row, old[index].value, false))
                    next = index + 1
                } else {
                    fresh.append((row, place(separator), true))
                }
            }
            let kept = Set(fresh.lazy.filter { !$0.isNew }.map { $0.value.id })
            gone += old.filter { !kept.contains($0.value.id) }.map { ($0.row, $0.value.id) }
        }
        for range in touched.ranges.reversed() {
            placed.remove(in: gaps.oldPlaces(of: range, count: oldRows.count))
        }
        for range in gaps.gone.ranges.reversed() { placed.shift(from: range.upperBound, by: -range.count) }
        for range in gaps.come.ranges { placed.shift(from: range.lowerBound, by: range.count) }
        for entry in fresh { placed.insert(entry.value, at: entry.row) }
        come = fresh.filter(\.isNew).map { ($0.row, $0.value) }

        var result = ListUpdate(oldCount: oldCount, newCount: count)
        result.removed = Self.positions(of: update.removed, among: oldPlaced)
            .union(PositionSet(gone.map { Self.position(ofSeparatorBefore: $0.row, among: oldPlaced) }))
        result.inserted = Self.positions(of: update.inserted, among: placed)
            .union(PositionSet(come.map { Self.position(ofSeparatorBefore: $0.row, among: placed) }))
        result.changed = Self.positions(of: update.changed, among: placed)
        result.moves = update.moves.map {
            ListUpdate.Move(from: $0.from + oldPlaced.count(before: $0.from + 1), to: position(ofRow: $0.to))
        }
        return result
    }

    /// The gaps between staying rows in which something changed.
    private func touchedGaps(_ update: ListUpdate, _ gaps: Gaps, _ newEnds: Ends) -> PositionSet {
        var touched: [Range<Int>] = []
        func touch(_ gap: Int) { touched.append(gap..<gap + 1) }
        for range in gaps.gone.ranges { touch(gaps.gap(ofOld: range.lowerBound)) }
        for range in gaps.come.ranges { touch(gaps.gap(ofNew: range.lowerBound)) }
        for range in update.changed.ranges {
            touched.append(gaps.gap(ofNew: range.lowerBound)..<gaps.gap(ofNew: range.upperBound) + 1)
        }
        if newEnds.isStartKnown != ends.isStartKnown { touch(0) }
        if newEnds.isEndKnown != ends.isEndKnown || update.oldCount == 0 || update.newCount == 0 { touch(gaps.last) }
        return PositionSet(touched)
    }

    private static func positions(of rows: PositionSet, among placed: SpacedEntries<Placed>) -> PositionSet {
        var found: [Range<Int>] = []
        for range in rows.ranges {
            var (start, rank) = (range.lowerBound, placed.count(before: range.lowerBound + 1))
            // A separator between two of the rows divides them.
            if range.count > 1 {
                for entry in placed.entries(in: range.lowerBound + 1...range.upperBound - 1) {
                    found.append(start + rank..<entry.row + rank)
                    (start, rank) = (entry.row, rank + 1)
                }
            }
            found.append(start + rank..<range.upperBound + rank)
        }
        return PositionSet(found)
    }

    private static func position(ofSeparatorBefore row: Int, among placed: SpacedEntries<Placed>) -> Range<Int> {
        let position = row + placed.count(before: row)
        return position..<position + 1
    }
}

/// The gaps between the rows that an update leaves in their order, with the rows in each before and after it.
///
/// ```
/// before    a b c d     a and d stay: gap 0 is above a, gap 1 between a and d, gap 2 below d
/// after     a x d y
/// ```
struct Gaps {
    /// Old rows that are removed or move away.
    let gone: PositionSet
    /// New rows that are inserted or move there.
    let come: PositionSet
    /// The gap behind the last staying row.
    let last: Int

    init(_ update: ListUpdate) {
        gone = update.removed.union(PositionSet(update.moves.map { $0.from..<$0.from + 1 }))
        come = update.inserted.union(PositionSet(update.moves.map { $0.to..<$0.to + 1 }))
        last = update.oldCount - gone.count
    }

    /// The gap before an old row.
    func gap(ofOld row: Int) -> Int { row - gone.count(below: row) }

    /// The gap before a new row.
    func gap(ofNew row: Int) -> Int { row - come.count(below: row) }

    func oldPlaces(of gaps: Range<Int>, count: Int) -> ClosedRange<Int> { places(of: gaps, count, without: gone) }

    func newPlaces(of gaps: Range<Int>, count: Int) -> ClosedRange<Int> { places(of: gaps, count, without: come) }

    private func places(of gaps: Range<Int>, _ count: Int, without others: PositionSet) -> ClosedRange<Int> {
        first(gaps.lowerBound, count, others)...first(gaps.upperBound, count + 1, others) - 1
    }

    /// The first position of a gap.
    private func first(_ gap: Int, _ end: Int, _ others: PositionSet) -> Int {
        var (low, high) = (0, end)
        while low < high {
            let middle = (low + high) / 2
            if middle - others.count(below: middle) >= gap { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
