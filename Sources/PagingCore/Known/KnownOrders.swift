/// The loaded rows known to be in the order in which they are shown.
///
/// Rows seen in one state of the list are in order. So are the rows of a page, and the rows that are linked to a page by a common row: a row
/// that is not on the page is before all of it or behind all of it. Without such a link the order of two rows comes from positions at different
/// times and proves nothing.
struct KnownOrders: Sendable {
    /// Sets of rows, in each of which any two are ordered. They may overlap.
    private var sets: [PositionSet] = []

    /// The most sets kept; with more, rows of the oldest count as not ordered.
    private static let limit = 8

    /// Rows that were seen in one state of the list.
    mutating func insert(_ rows: PositionSet) {
        guard !rows.isEmpty, !sets.contains(where: { $0.contains(rows) }) else { return }
        sets.removeAll { rows.contains($0) }
        sets.append(rows)
        if sets.count > Self.limit { sets.removeFirst() }
    }

    /// The rows that are known to be in order with another.
    func rows(orderedWith row: Int) -> PositionSet {
        var result = PositionSet()
        for set in sets where set.contains(row) { result = result.union(set) }
        return result
    }

    /// Records the order of a page that was placed, as the list was at some time. Some of its rows were in the list before.
    ///
    /// The page alone says nothing about rows that it does not contain: they may have been inserted since it was made. But a row before a common
    /// row is before all rows that the page has behind the common row, and vice versa.
    mutating func chain(_ page: Range<Int>, by shared: PositionSet) {
        var chains = [PositionSet(page)]
        for index in sets.indices {
            let common = shared.isEmpty ? nil : sets[index].intersection(shared).span
            sets[index].remove(page)
            guard let common else { continue }
            if common.upperBound < page.upperBound {
                let before = sets[index].intersection(0..<page.lowerBound)
                chains.append(before.union(PositionSet(common.lowerBound..<page.upperBound)))
            }
            if common.lowerBound > page.lowerBound {
                let behind = sets[index].intersection(page.upperBound..<Limits.slots)
                chains.append(PositionSet(page.lowerBound..<common.upperBound).union(behind))
            }
            sets[index].insert(common)
        }
        for chain in chains { insert(chain) }
    }

    /// Removes rows from all orders: they passed others, and no answer confirms that.
    mutating func remove(_ rows: PositionSet) {
        if rows.isEmpty { return }
        for index in sets.indices { sets[index] = sets[index].subtracting(rows) }
    }

    /// `true` if two rows are known to be in order.
    func contain(_ row: Int, and other: Int) -> Bool {
        sets.contains { $0.contains(row) && $0.contains(other) }
    }

    /// The rows have moved to other positions.
    mutating func follow(_ map: PositionMap) {
        for index in sets.indices { sets[index] = map.newPositions(ofAll: sets[index]) }
        sets.removeAll { $0.isEmpty }
    }
}
