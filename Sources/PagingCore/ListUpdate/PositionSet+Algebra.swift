extension PositionSet {
    /// The positions that are in this set, in the other, or in both.
    ///
    /// - Complexity: O(*n* + *m*) in the numbers of ranges.
    public func union(_ other: PositionSet) -> PositionSet {
        if isEmpty { return other }
        if other.isEmpty { return self }
        var result = PositionSet()
        result.entries.reserveCapacity(entries.count + other.entries.count)
        var mine = 0
        var others = 0
        while mine < entries.count || others < other.entries.count {
            let takesMine =
                others == other.entries.count
                || (mine < entries.count && entries[mine].lower <= other.entries[others].lower)
            let entry = takesMine ? entries[mine] : other.entries[others]
            result.append(entry.lower..<entry.upper)
            if takesMine { mine += 1 } else { others += 1 }
        }
        return result
    }

    /// The positions that are in this set and not in the other.
    ///
    /// - Complexity: O(*n* + *m*) in the numbers of ranges.
    public func subtracting(_ other: PositionSet) -> PositionSet {
        guard let mine = span, let theirs = other.span, mine.overlaps(theirs) else { return self }
        var result = PositionSet()
        var others = 0
        for entry in entries {
            var lower = entry.lower
            while others < other.entries.count, other.entries[others].upper <= lower {
                others += 1
            }
            // The last of these may reach into the next entry, so the index that is kept stops before it.
            var cut = others
            while cut < other.entries.count, other.entries[cut].lower < entry.upper {
                if lower < other.entries[cut].lower {
                    result.append(lower..<other.entries[cut].lower)
                }
                lower = max(lower, other.entries[cut].upper)
                cut += 1
            }
            others = max(others, cut - 1)
            if lower < entry.upper {
                result.append(lower..<entry.upper)
            }
        }
        return result
    }

    /// The positions that are in both sets.
    ///
    /// - Complexity: O(*n* + *m*) in the numbers of ranges.
    public func intersection(_ other: PositionSet) -> PositionSet {
        var result = PositionSet()
        var mine = 0
        var others = 0
        while mine < entries.count, others < other.entries.count {
            let lower = max(entries[mine].lower, other.entries[others].lower)
            let upper = min(entries[mine].upper, other.entries[others].upper)
            if lower < upper {
                result.append(lower..<upper)
            }
            if entries[mine].upper < other.entries[others].upper {
                mine += 1
            } else {
                others += 1
            }
        }
        return result
    }

    /// `true` if the two sets have a position in common.
    ///
    /// - Complexity: O(*n* log *m*) where *n* is the other's number of ranges and *m* this one's.
    func intersects(_ other: PositionSet) -> Bool {
        other.entries.contains { entry in
            let index = firstEntry(endingAfter: entry.lower)
            return index < entries.count && entries[index].lower < entry.upper
        }
    }

    /// `true` if every position of the other set is in this one.
    ///
    /// - Complexity: O(*n* log *m*) where *n* is the other's number of ranges and *m* this one's.
    func contains(_ other: PositionSet) -> Bool {
        other.entries.allSatisfy { entry in
            let index = firstEntry(endingAfter: entry.lower)
            return index < entries.count && entries[index].lower <= entry.lower && entry.upper <= entries[index].upper
        }
    }

    /// The positions of this set that are in a range.
    ///
    /// - Complexity: O(log *n* + *m*) where *n* is the number of ranges here and *m* in the result.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    public func intersection(_ range: Range<Int>) -> PositionSet {
        var result = PositionSet()
        guard !range.isEmpty else { return result }
        var index = firstEntry(endingAfter: range.lowerBound)
        while index < entries.count, entries[index].lower < range.upperBound {
            result.append(max(entries[index].lower, range.lowerBound)..<min(entries[index].upper, range.upperBound))
            index += 1
        }
        return result
    }
}
