extension PositionSet {
    /// The index of the first entry that ends after a position: the one that holds it, or the next.
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

    /// The position, counted from 0, that has exactly `rank` non-members before it and is none itself.
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
}
