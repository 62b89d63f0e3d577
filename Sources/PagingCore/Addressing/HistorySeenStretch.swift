extension History {
    /// A stretch of the feed without a hole in which every row was seen, so that a walk may skip it.
    struct SeenStretch: Sendable {
        /// The depth of each item by its number; it may be below 0.
        private var depths: [Int: Int] = [:]
        /// The depth of its end.
        private var end = 0
        /// The cursor that its last page was asked for with, in a feed that is read in order.
        private var cursor: Cursor?
        /// The depth at which that page begins.
        private var lastPageDepth = Int.min

        /// The number of rows in order that convince a walk that the stretch is unchanged. A few of them may stay at the top of the feed, above
        /// all new rows.
        private static let rowsToTrust = 8

        /// Makes an empty stretch.
        init() {}

        /// Makes a stretch of items passed in a row, the last of them on a page that was requested at a place.
        init(_ stretch: [Int], lastPage page: Page<Int>, at place: Place) {
            grow(by: stretch[...], of: page, at: place)
        }

        var count: Int { depths.count }

        func contains(_ item: Int) -> Bool { depths[item] != nil }

        /// `true` if a page that was requested near its end begins there.
        func hasEnd(_ page: Page<Int>) -> Bool {
            page.items.first.flatMap { depths[$0] }.map { $0 >= lastPageDepth } ?? false
        }

        /// Grows by the rows that a page has behind it.
        mutating func grow(by page: Page<Int>, at place: Place) {
            let last = page.items.lastIndex(where: contains) ?? -1
            grow(by: page.items[(last + 1)...], of: page, at: place)
        }

        private mutating func grow(by items: ArraySlice<Int>, of page: Page<Int>, at place: Place) {
            for item in items where depths[item] == nil {
                depths[item] = end
                end += 1
            }
            if case .after(let cursor) = place, let depth = page.items.first.flatMap({ depths[$0] }) {
                (self.cursor, lastPageDepth) = (cursor, depth)
            }
        }

        /// Grows at its top by items passed in a row, the last of which is part of it: no new row is between them.
        mutating func grow(onTopBy stretch: [Int], downTo depth: Int) {
            let top = depth - stretch.count + 1
            for (place, item) in stretch.enumerated() where depths[item] == nil { depths[item] = top + place }
        }

        /// The place to request near its end, for a walk at a depth. By position it is half a page before the end, since rows may have been
        /// removed since; in order it is its last page.
        func placeNearEnd(from place: Place, atDepth depth: Int, pageSize: Int) -> Place {
            switch place {
            case .after: return depth < lastPageDepth ? .after(cursor) : place
            case .position(let position, let overlaps):
                let rest = end - max(1, pageSize / 2) - (overlaps ? depth : depth + 1)
                return rest > 0 ? .position(position + rest) : place
            }
        }

        /// The depth of the last of the items passed, or `nil` if they do not show enough of the stretch in its order, for example if rows were
        /// moved up.
        func depth(ofLastIn stretch: [Int], pageSize: Int) -> Int? {
            guard let last = stretch.last.flatMap({ depths[$0] }) else { return nil }
            let passed = stretch.suffix(max(pageSize, Self.rowsToTrust)).compactMap { depths[$0] }
            let isInOrder = zip(passed, passed.dropFirst()).allSatisfy { $0 < $1 }
            // Some rows may have been removed between them.
            let isDense = last - passed[0] <= 2 * passed.count
            return isInOrder && isDense && passed.count >= max(Self.rowsToTrust, pageSize / 2) ? last : nil
        }
    }
}
