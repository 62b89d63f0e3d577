extension PositionSet {
    /// Adds the positions in a range.
    ///
    /// - Complexity: O(log *n*) at the end, else O(*n*), in the number of ranges.
    @inline(never)
    public mutating func insert(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        guard let last = entries.last, range.lowerBound < last.lower else { return append(range) }
        // Touching ranges are merged, so the search begins one position early and ends one late.
        var first = 0
        var high = entries.count
        while first < high {
            let middle = (first + high) / 2
            if entries[middle].upper < range.lowerBound {
                first = middle + 1
            } else {
                high = middle
            }
        }
        var end = first
        var lower = range.lowerBound
        var upper = range.upperBound
        while end < entries.count, entries[end].lower <= range.upperBound {
            lower = min(lower, entries[end].lower)
            upper = max(upper, entries[end].upper)
            end += 1
        }
        if end == first + 1, entries[first].lower == lower, entries[first].upper == upper { return }
        let merged = Entry(lower: lower, upper: upper, before: 0)
        if first == end {
            entries.insert(merged, at: first)
        } else {
            entries[first] = merged
            drop(first + 1..<end)
        }
        recount(from: first)
    }

    /// Removes the positions in a range.
    ///
    /// - Complexity: O(*n*) in the number of ranges.
    @inline(never)
    public mutating func remove(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let first = firstEntry(endingAfter: range.lowerBound)
        let end = firstEntry(startingFrom: range.upperBound)
        guard first < end else { return }
        let upper = entries[end - 1].upper
        // The first and the last entry, which may be the same, keep the parts outside the range.
        var gone = first..<end
        if entries[first].lower < range.lowerBound {
            entries[first].upper = range.lowerBound
            gone = first + 1..<end
        }
        if range.upperBound < upper {
            let rest = Entry(lower: range.upperBound, upper: upper, before: 0)
            if gone.isEmpty {
                entries.insert(rest, at: end)
            } else {
                entries[end - 1] = rest
                gone = gone.dropLast()
            }
        }
        drop(gone)
        recount(from: first)
    }

    private mutating func drop(_ gone: Range<Int>) {
        if !gone.isEmpty { entries.removeSubrange(gone) }
    }

    /// Adds a range that starts no earlier than the last one, merging the two if they overlap or touch.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    mutating func append(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        guard let last = entries.last else {
            // Most sets are of a few ranges, and then allocate once.
            entries.reserveCapacity(4)
            entries.append(Entry(lower: range.lowerBound, upper: range.upperBound, before: 0))
            return
        }
        if range.lowerBound <= last.upper {
            entries[entries.count - 1].upper = max(last.upper, range.upperBound)
        } else {
            let before = last.before + (last.upper - last.lower)
            entries.append(Entry(lower: range.lowerBound, upper: range.upperBound, before: before))
        }
    }

    private mutating func recount(from index: Int) {
        var before = 0
        if index > 0 {
            before = entries[index - 1].before + (entries[index - 1].upper - entries[index - 1].lower)
        }
        for entry in index..<entries.count {
            entries[entry].before = before
            before += entries[entry].upper - entries[entry].lower
        }
    }
}
