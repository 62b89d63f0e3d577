// What these do, the core's own say, or the library's.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if arch(wasm32)
    /// A set of positions, as the core's own, in less code: every operation is one walk along the bounds of two sets.
    public struct PositionSet: Hashable, Sendable {
        /// Where the ranges begin and end, in ascending order.
        var bounds: [Int] = []

        public init() {}

        public init(_ range: Range<Int>) { append(range) }

        public init(_ ranges: some Sequence<Range<Int>>) {
            for range in ranges { insert(range) }
        }

        public var isEmpty: Bool { bounds.isEmpty }

        public var count: Int {
            var count = 0
            for range in ranges { count += range.count }
            return count
        }

        @inline(never)
        var span: Range<Int>? { isEmpty ? nil : bounds[0]..<bounds[bounds.count - 1] }

        public func contains(_ position: Int) -> Bool { !intersection(position..<position + 1).isEmpty }

        public func count(below position: Int) -> Int { intersection(Int.min..<position).count }

        /// The positions that are in as many of the two sets as asked for, or in the first alone.
        ///
        /// - Parameter wanted: by bits: of what is in neither, in this one, in the other, and in both.
        @inline(never)
        private func combined(_ wanted: Int, with other: [Int]) -> PositionSet {
            var result = PositionSet()
            var (mine, others) = (0, 0)
            var isInside = false
            while mine < bounds.count || others < other.count {
                let position = min(
                    mine < bounds.count ? bounds[mine] : .max, others < other.count ? other[others] : .max)
                if mine < bounds.count, bounds[mine] == position { mine += 1 }
                if others < other.count, other[others] == position { others += 1 }
                if (wanted >> (mine & 1 | (others & 1) << 1) & 1 == 1) != isInside {
                    result.bounds.append(position)
                    isInside.toggle()
                }
            }
            return result
        }

        public func union(_ other: PositionSet) -> PositionSet { combined(0b1110, with: other.bounds) }
        public func subtracting(_ other: PositionSet) -> PositionSet { combined(0b0010, with: other.bounds) }
        public func intersection(_ other: PositionSet) -> PositionSet { combined(0b1000, with: other.bounds) }

        @inline(never)
        public func intersection(_ range: Range<Int>) -> PositionSet { intersection(PositionSet(range)) }

        @inline(never)
        public mutating func insert(_ range: Range<Int>) { self = union(PositionSet(range)) }

        @inline(never)
        public mutating func remove(_ range: Range<Int>) { self = subtracting(PositionSet(range)) }

        /// Adds a range that starts no earlier than the last one ends.
        @inline(never)
        @usableFromInline mutating func append(_ range: Range<Int>) {
            if range.isEmpty { return }
            if bounds.last == range.lowerBound {
                bounds[bounds.count - 1] = range.upperBound
            } else {
                bounds.append(range.lowerBound)
                bounds.append(range.upperBound)
            }
        }
    }
#endif
