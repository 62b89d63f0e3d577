extension LoadPlanner {
    /// The most items that the policy keeps, or `nil` for any number.
    var mostItems: Int? {
        guard let bytes = policy.byteBudget, sizes.items > 0 else { return policy.itemBudget }
        let items = Int(min(Double(bytes) * Double(sizes.items) / Double(max(1, sizes.bytes)), Double(Limits.slots)))
        return min(policy.itemBudget ?? items, items)
    }

    /// Evicts the rows farthest from every viewport while over budget, a page at a time.
    ///
    /// - Complexity: O(*pages*) over the loaded pages, thirty to fifty times, and only when over budget.
    func evict<Item>(from rows: PagedArray<Item>, into plan: inout LoadPlan) {
        guard let budget, rows.loadedCount > budget else { return }
        var candidates = rows.loadedRanges
        for want in wants { candidates.remove(want.rows) }
        for viewport in viewports { candidates.remove(surroundings(of: viewport)) }
        candidates = candidates.subtracting(pins)

        let pieces = pages(of: candidates)
        // Bisection: finds the distance beyond which there are enough rows to evict.
        var surplus = rows.loadedCount - budget
        var (near, far) = (0, Limits.slots)
        while far - near > 1 {
            let middle = (near + far) / 2
            var count = 0
            for piece in pieces where distance(of: piece) >= middle { count += piece.count }
            if count >= surplus { near = middle } else { far = middle }
        }
        for pass in 0..<2 {
            for piece in pieces where surplus > 0 {
                let distance = distance(of: piece)
                guard pass == 0 ? distance > near : distance == near else { continue }
                plan.evictions.insert(piece)
                surplus -= piece.count
            }
        }
    }

    /// The set split into pieces of at most one page.
    @inline(never)
    private func pages(of candidates: PositionSet) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        for range in candidates.ranges {
            var lower = range.lowerBound
            while lower < range.upperBound {
                let upper = min(range.upperBound, (lower / policy.pageSize + 1) * policy.pageSize)
                pieces.append(lower..<upper)
                lower = upper
            }
        }
        return pieces
    }

    /// The pages that a viewport shows parts of, and one on either side.
    @inline(never)
    private func surroundings(of viewport: Viewport) -> Range<Int> {
        let size = policy.pageSize
        let first = max(0, viewport.rows.lowerBound / size - 1)
        return first * size..<max(first, (viewport.rows.upperBound + size - 1) / size + 1) * size
    }

    /// The number of rows between these and the nearest viewport.
    @inline(never)
    private func distance(of rows: Range<Int>) -> Int {
        viewports.reduce(Limits.slots - 1) { nearest, viewport in
            let gap = max(rows.lowerBound - viewport.rows.upperBound, viewport.rows.lowerBound - rows.upperBound, 0)
            return min(nearest, gap)
        }
    }
}
