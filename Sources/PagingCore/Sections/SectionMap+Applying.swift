extension SectionMap {
    /// Keeps sections with their rows when rows are inserted, removed and moved.
    ///
    /// An inserted or moved row belongs to the section of the row that it is put before; at the end of the list, to the last section. Sections
    /// that count more rows than the list has slots keep them: those rows are yet to be found.
    ///
    /// - Complexity: O(*k* log *n*) in the number of sections and the number *k* of ranges and of sections that these touch.
    mutating func apply(_ update: ListUpdate) {
        guard sectionCount > 0 else { return }
        var length = update.oldCount
        for range in update.removed.union(PositionSet(positions: update.moves.map { $0.from })).ranges.reversed() {
            length -= range.count
            remove(range)
        }
        let inserted = update.inserted.union(PositionSet(positions: update.moves.map { $0.to }))
        for range in inserted.ranges {
            if range.lowerBound < min(length, total) {
                grow(location(of: range.lowerBound).section, by: range.count)
            } else if length == total {
                grow(sectionCount - 1, by: range.count)
            }
            length += range.count
        }
    }

    /// Removes rows from their sections.
    private mutating func remove(_ rows: Range<Int>) {
        var rest = rows.clamped(to: 0..<total).count
        while rest > 0 {
            let (section, row) = location(of: rows.lowerBound)
            let part = min(rest, counts[section] - row)
            grow(section, by: -part)
            rest -= part
        }
    }
}
