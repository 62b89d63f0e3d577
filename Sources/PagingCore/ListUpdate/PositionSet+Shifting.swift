/// One position that comes or goes, with all behind it one further or one nearer.
extension PositionSet {
    /// Makes room before a position: the members from there on are one further, and the position itself is none.
    ///
    /// - Complexity: O(log *n* + *m*) where *m* is the number of ranges from the position on.
    mutating func openGap(at position: Int) {
        var index = firstEntry(endingAfter: position)
        guard index < entries.count else { return }
        let entry = entries[index]
        if entry.lower < position {
            // The gap is within a range, of which the rest goes on behind it.
            entries[index].upper = position
            entries.insert(
                Entry(lower: position, upper: entry.upper, before: entry.before + position - entry.lower), at: index + 1
            )
            index += 1
        }
        shift(from: index, by: 1, members: 0)
    }

    /// Takes a position that is no member away: the members behind it are one nearer.
    ///
    /// - Complexity: as ``openGap(at:)``.
    mutating func closeGap(at position: Int) {
        let index = firstEntry(endingAfter: position)
        guard index < entries.count else { return }
        assert(entries[index].lower > position, "PositionSet: a member is no gap")
        shift(from: index, by: -1, members: 0)
        if index > 0, entries[index - 1].upper == entries[index].lower {
            entries[index - 1].upper = entries[index].upper
            entries.remove(at: index)
        }
    }

    /// Puts a member at a position, and the members from there on one further.
    ///
    /// - Complexity: as ``openGap(at:)``.
    mutating func insertShifting(at position: Int) {
        // A range that begins here, or ends here, or has it inside, becomes one longer.
        let index = firstEntry(endingAfter: position - 1)
        if index < entries.count, entries[index].lower <= position {
            entries[index].upper += 1
            shift(from: index + 1, by: 1, members: 1)
        } else {
            shift(from: index, by: 1, members: 1)
            let before = index > 0 ? entries[index - 1].before + entries[index - 1].upper - entries[index - 1].lower : 0
            entries.insert(Entry(lower: position, upper: position + 1, before: before), at: index)
        }
    }

    /// Takes a member away, and has the members behind it one nearer.
    ///
    /// - Complexity: as ``openGap(at:)``.
    mutating func removeShifting(at position: Int) {
        let index = firstEntry(endingAfter: position)
        assert(index < entries.count && entries[index].lower <= position, "PositionSet: no member is there")
        entries[index].upper -= 1
        shift(from: index + 1, by: -1, members: -1)
        if entries[index].lower == entries[index].upper { entries.remove(at: index) }
    }

    private mutating func shift(from first: Int, by distance: Int, members: Int) {
        for index in first..<entries.count {
            entries[index].lower += distance
            entries[index].upper += distance
            entries[index].before += members
        }
    }
}
