extension LoadPlanner {
    /// Over budget, lets go of what is farthest from every viewport, a page at a time.
    ///
    /// - Complexity: O(*pages* log *pages*) over the loaded pages, and only when over budget.
    func evict<Item>(from rows: PagedArray<Item>, into plan: inout LoadPlan) {
        guard let budget = policy.itemBudget, rows.loadedCount > budget else { return }
        var candidates = rows.loadedRanges
        for want in wants { candidates.remove(want.rows) }
        for viewport in viewports { candidates.remove(viewport.rows) }
        candidates = candidates.subtracting(pins)

        var pieces: [(rows: Range<Int>, distance: Int)] = []
        for range in candidates.ranges {
            var lower = range.lowerBound
            while lower < range.upperBound {
                let upper = min(range.upperBound, (lower / policy.pageSize + 1) * policy.pageSize)
                pieces.append((lower..<upper, distance(of: lower..<upper)))
                lower = upper
            }
        }
        pieces.sort { $0.distance > $1.distance }
        var surplus = rows.loadedCount - budget
        for piece in pieces where surplus > 0 {
            plan.evictions.insert(piece.rows)
            surplus -= piece.rows.count
        }
    }

    /// Rows between these and the nearest viewport.
    private func distance(of rows: Range<Int>) -> Int {
        viewports.reduce(Int.max) { nearest, viewport in
            let gap = max(rows.lowerBound - viewport.rows.upperBound, viewport.rows.lowerBound - rows.upperBound, 0)
            return min(nearest, gap)
        }
    }
}
