extension PositionSet {
    /// Adds the positions in a range.
    ///
    /// - Complexity: O(log *n*) at the end, else O(*n*), in the number of ranges.
    public mutating func insert(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        guard let last = entries.last, range.lowerBound <= last.upper else {
            append(range)
            return
        }
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
        let merged = Entry(lower: lower, upper: upper, before: 0)
        entries.replaceSubrange(first..<end, with: CollectionOfOne(merged))
        recount(from: first)
    }

    /// Takes the positions in a range out.
    ///
    /// - Complexity: O(*n*) in the number of ranges.
    public mutating func remove(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let first = firstEntry(endingAfter: range.lowerBound)
        let end = firstEntry(startingFrom: range.upperBound)
        guard first < end else { return }
        let lower = entries[first].lower
        let upper = entries[end - 1].upper
        var left: [Entry] = []
        if lower < range.lowerBound {
            left.append(Entry(lower: lower, upper: range.lowerBound, before: 0))
        }
        if range.upperBound < upper {
            left.append(Entry(lower: range.upperBound, upper: upper, before: 0))
        }
        entries.replaceSubrange(first..<end, with: left)
        recount(from: first)
    }

    /// Adds a range that starts no earlier than the last one, merging the two where they overlap or touch.
    @inlinable
    mutating func append(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        guard let last = entries.last else {
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
