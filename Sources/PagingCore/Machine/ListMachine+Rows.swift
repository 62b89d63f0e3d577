extension ListMachine {
    /// Makes the list longer or shorter at its end.
    @inline(never)
    mutating func setCount(_ count: Int) -> ListUpdate {
        let update = list.resizing(to: count)
        if count < rows.count { addressing.truncate(to: count) }
        list.resize(to: count)
        return update
    }

    /// Puts items at their positions, none of them twice in the list.
    ///
    /// - Returns: the positions whose content changed.
    mutating func fill(_ items: [Int], at start: Int) -> PositionSet {
        let filling = list.fill(items, at: start)
        planner.forgetSetbacks(in: start..<start + items.count)
        tally.counters.duplicates += filling.duplicates
        for (position, first) in filling.refused {
            planner.refuse(
                position..<position + 1, .defect(.duplicateIdentifier(position: position, first: first)))
        }
        return filling.changed
    }

    /// A range within what a list can hold, whatever a platform says.
    @inline(never)
    static func legal(_ range: Range<Int>) -> Range<Int> {
        let lower = min(max(0, range.lowerBound), Limits.slots)
        return lower..<min(max(lower, range.upperBound), Limits.slots)
    }

    /// An update that says that these rows' state changed, though their items did not.
    @inline(never)
    func changedStates(of range: Range<Int>) -> ListUpdate {
        list.changing(PositionSet(range.clamped(to: 0..<rows.count)))
    }
}
