/// A set of positions, kept as sorted ranges that neither overlap nor touch.
///
/// ```swift
/// var set: PositionSet = [0..<3, 10..<12]
/// set.insert(3..<5)
/// print(set.count, set.contains(4))  // 7 true
/// ```
///
/// A set's cost depends on its ranges, not on its positions: a billion neighboring positions are one range. An empty set
/// allocates nothing. Positions may be negative. The ranges together may hold at most `Int.max` positions.
@frozen
public struct PositionSet: Hashable, Sendable {
    /// A range with the number of members before it, which makes counting members a search.
    @frozen
    @usableFromInline
    struct Entry: Hashable, Sendable {
        @usableFromInline var lower: Int
        @usableFromInline var upper: Int
        @usableFromInline var before: Int

        @inlinable
        init(lower: Int, upper: Int, before: Int) {
            self.lower = lower
            self.upper = upper
            self.before = before
        }
    }

    @usableFromInline var entries: ContiguousArray<Entry>

    /// Makes an empty set, without allocating.
    @inlinable
    public init() {
        entries = []
    }

    /// Makes a set of the positions in a range.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    public init(_ range: Range<Int>) {
        entries = range.isEmpty ? [] : [Entry(lower: range.lowerBound, upper: range.upperBound, before: 0)]
    }

    /// Makes a set of the positions in ranges, which may overlap, touch, be empty and come in any order.
    ///
    /// - Complexity: O(*n* log *n*) in the number of ranges; O(*n*) if they come in order.
    public init(_ ranges: some Sequence<Range<Int>>) {
        self.init()
        var sorted = ContiguousArray(ranges)
        var ascending = true
        for index in sorted.indices.dropFirst() where sorted[index].lowerBound < sorted[index - 1].lowerBound {
            ascending = false
            break
        }
        if !ascending {
            sorted = ContiguousArray(sorted.ascending { $0.lowerBound })
        }
        for range in sorted {
            append(range)
        }
    }

    /// `true` if the set has no members.
    @inlinable
    public var isEmpty: Bool { entries.isEmpty }

    /// How many positions are in the set.
    ///
    /// - Complexity: O(1).
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    public var count: Int {
        guard let last = entries.last else { return 0 }
        return last.before + (last.upper - last.lower)
    }

    /// From the first position to the last, or `nil` if the set is empty.
    var span: Range<Int>? {
        guard let first = entries.first, let last = entries.last else { return nil }
        return first.lower..<last.upper
    }

    /// `true` if a position is in the set.
    ///
    /// - Complexity: O(log *n*) in the number of ranges.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    public func contains(_ position: Int) -> Bool {
        let index = firstEntry(endingAfter: position)
        return index < entries.count && entries[index].lower <= position
    }

    /// How many members are below a position.
    ///
    /// - Complexity: O(log *n*) in the number of ranges.
    #if PAGING_DOWNWARD_LISTS
        @inline(never)
    #endif
    @inlinable
    public func count(below position: Int) -> Int {
        let index = firstEntry(endingAfter: position)
        guard index < entries.count else { return count }
        let entry = entries[index]
        return entry.before + max(0, position - entry.lower)
    }

    /// Stops the program if the ranges are not sorted, disjoint, apart from each other and rightly counted.
    ///
    /// Does nothing in release builds.
    ///
    /// - Complexity: O(*n*) in the number of ranges.
    package func checkInvariants() {
        #if DEBUG
            var before = 0
            for (index, entry) in entries.enumerated() {
                precondition(entry.lower < entry.upper, "PositionSet: range \(index) is empty")
                precondition(entry.before == before, "PositionSet: range \(index) is counted wrongly")
                precondition(
                    index == 0 || entries[index - 1].upper < entry.lower,
                    "PositionSet: range \(index) overlaps or touches the one before")
                before += entry.upper - entry.lower
            }
        #endif
    }
}

extension PositionSet: ExpressibleByArrayLiteral {
    /// Makes a set of the positions in the ranges of a literal.
    public init(arrayLiteral elements: Range<Int>...) {
        self.init(elements)
    }
}
