extension PositionSet {
    /// The ranges of a ``PositionSet``: none empty, in ascending order, no two overlapping or touching.
    @frozen
    public struct Ranges: RandomAccessCollection, Hashable, Sendable {
        @usableFromInline let entries: ContiguousArray<Entry>

        @inlinable
        init(entries: ContiguousArray<Entry>) {
            self.entries = entries
        }

        /// Always 0.
        @inlinable
        public var startIndex: Int { 0 }

        /// The number of ranges.
        @inlinable
        public var endIndex: Int { entries.count }

        /// The range at an index from 0 up to the number of ranges.
        #if PAGING_DOWNWARD_LISTS
            @inline(never)
        #endif
        @inlinable
        public subscript(index: Int) -> Range<Int> {
            // An entry is never empty, so its bounds are in order.
            Range(uncheckedBounds: (entries[index].lower, entries[index].upper))
        }
    }

    /// The ranges, in ascending order.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var ranges: Ranges { Ranges(entries: entries) }

    /// Every position of the set, in ascending order.
    ///
    /// - Complexity: O(1); walking them is O(*count*).
    @inlinable
    public var positions: FlattenSequence<Ranges> { ranges.joined() }
}

extension PositionSet: CustomStringConvertible {
    /// The ranges as text, such as `{0..<3, 10..<12}`.
    public var description: String {
        var text = "{"
        for (index, range) in ranges.enumerated() {
            text += index == 0 ? "" : ", "
            text += "\(range.lowerBound)..<\(range.upperBound)"
        }
        return text + "}"
    }
}
