extension PositionSet {
    /// The index of the first entry that ends after a position: the one that holds it, or the next.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    func firstEntry(endingAfter position: Int) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].upper <= position {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The index of the first entry that starts at a position or after it.
    func firstEntry(startingFrom position: Int) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].lower < position {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The position, counted from 0, that has exactly `rank` non-members before it and is not a member itself.
    ///
    /// The inverse of `position - count(below: position)` for positions outside the set. Members must not be negative.
    ///
    /// - Complexity: O(log *n*) in the number of ranges.
    func position(ofNonMember rank: Int) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].lower - entries[middle].before <= rank {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return rank + (low < entries.count ? entries[low].before : count)
    }

    /// The member nearest to a position; of two equally near the one before it. `nil` if the set is empty.
    ///
    /// - Complexity: O(log *n*) in the number of ranges.
    func nearest(to position: Int) -> Int? {
        let index = firstEntry(endingAfter: position)
        let before = index > 0 ? entries[index - 1].upper - 1 : nil
        guard index < entries.count else { return before }
        let after = max(position, entries[index].lower)
        guard let before, position - before <= after - position else { return after }
        return before
    }
}
