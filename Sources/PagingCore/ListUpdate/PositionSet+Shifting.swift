/// Inserting or removing one position, which shifts all positions behind it by one.
extension PositionSet {
    /// Opens a gap at a position: members from there on move up by one, and the position itself is no member.
    ///
    /// - Complexity: O(log *n* + *m*) where *m* is the number of ranges from the position on.
    mutating func openGap(at position: Int) {
        var index = firstEntry(endingAfter: position)
        guard index < entries.count else { return }
        let entry = entries[index]
        if entry.lower < position {
            // The gap is within a range, whose rest continues behind it.
            entries[index].upper = position
            entries.insert(
                Entry(lower: position, upper: entry.upper, before: entry.before + position - entry.lower), at: index + 1
            )
            index += 1
        }
        shift(from: index, by: 1, members: 0)
    }

    /// Removes a position that is no member: members behind it move down by one.
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

    /// Inserts a member at a position, and moves the members from there on up by one.
    ///
    /// - Complexity: as ``openGap(at:)``.
    mutating func insertShifting(at position: Int) {
        // A range that begins or ends here, or has the position inside, becomes longer by one.
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

    /// Removes a member, and moves the members behind it down by one.
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
