/// Which loaded rows of a list are known to stand in the order in which they are shown.
///
/// Rows seen in one state of the list do, and so do those of a page and those it shares a row with: a row that the page does
/// not have is before all of it or behind all of it. Two rows without such a chain stand where they do by their positions
/// at different times, which says nothing of their order.
struct KnownOrders: Sendable {
    /// Sets of rows, in each of which any two are ordered. They may overlap.
    private var sets: [PositionSet] = []

    /// The sets that are kept; with more, rows of the oldest count as not ordered.
    private static let limit = 8

    /// Rows that were seen in one state of the list.
    mutating func insert(_ rows: PositionSet) {
        guard !rows.isEmpty else { return }
        sets.removeAll { $0.subtracting(rows).isEmpty }
        sets.append(rows)
        if sets.count > Self.limit { sets.removeFirst() }
    }

    /// A page takes its place; some rows of it stood in the list before.
    mutating func insert(_ page: Range<Int>, sharing shared: PositionSet) {
        for index in sets.indices {
            if sets[index].intersects(shared) { sets[index].insert(page) } else { sets[index].remove(page) }
        }
    }

    /// A page stands behind a row: behind all that is before that row, as far as known.
    mutating func insert(_ page: Range<Int>, behind row: Int) {
        guard !page.isEmpty else { return }
        for set in sets where set.contains(row) && !set.contains(page.lowerBound) {
            insert(set.intersection(PositionSet(0..<row + 1)).union(PositionSet(page)))
        }
        if !sets.contains(where: { $0.contains(page.lowerBound) }) { insert(PositionSet(page)) }
    }

    /// The rows that are known to be in order with another.
    func rows(orderedWith row: Int) -> PositionSet {
        var result = PositionSet()
        for set in sets where set.contains(row) { result = result.union(set) }
        return result
    }

    /// A row goes past others, nobody knows whether rightly.
    mutating func remove(_ row: Int) {
        for index in sets.indices { sets[index].remove(row..<row + 1) }
    }

    /// Whether two rows are known to be in order.
    func contain(_ row: Int, and other: Int) -> Bool {
        sets.contains { $0.contains(row) && $0.contains(other) }
    }

    /// The rows stand elsewhere now.
    mutating func follow(_ map: PositionMap) {
        for index in sets.indices { sets[index] = map.newPositions(ofAll: sets[index]) }
        sets.removeAll { $0.isEmpty }
    }
}
