// What these do, the core's own say, or the library's.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if arch(wasm32)
    extension PositionSet {
        /// The ranges: none empty, in ascending order, no two overlapping or touching.
        public struct Ranges: RandomAccessCollection, Hashable, Sendable {
            let bounds: [Int]

            public var startIndex: Int { 0 }
            public var endIndex: Int { bounds.count / 2 }

            public subscript(index: Int) -> Range<Int> {
                Range(uncheckedBounds: (bounds[2 * index], bounds[2 * index + 1]))
            }
        }

        public var ranges: Ranges { Ranges(bounds: bounds) }
    }
#endif
