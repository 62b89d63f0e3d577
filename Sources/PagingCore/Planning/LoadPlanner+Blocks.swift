/// The size and position of a request: the rows it loads beside the missing ones.
extension LoadPlanner {
    @inline(never)
    func missing<Item>(_ rows: PagedArray<Item>, _ stale: PositionSet, in range: Range<Int>) -> PositionSet {
        let missing = rows.missingRanges(in: range)
        return stale.isEmpty ? missing : missing.union(stale.intersection(range))
    }

    /// Whole pages around a gap, filled up to a block: first the rows that will be preloaded around it anyway, then a page where the reader
    /// comes from, and the rest in his direction.
    @inline(never)
    func block(around gap: Range<Int>, of want: Want, count: Int) -> Range<Int> {
        let size = policy.pageSize
        @inline(never)
        func pages(_ rows: Range<Int>) -> Range<Int> {
            max(0, rows.lowerBound / size * size)..<min(count, (rows.upperBound + size - 1) / size * size)
        }
        // Under a small budget, rows off screen would be evicted again at once.
        let isTight = budget.map { $0 < 2 * blockSize * max(1, viewports.count) } ?? false
        let most = nextBlockSize
        var block = pages(gap)
        let whole = largestAnswer
        if !want.urgency.isPreload, block.count > whole, gap.count <= whole || whole < largestRequest {
            // Whole pages would take more requests than the needed rows alone, or of a server that returns fewer rows all that it returns at once.
            let size = max(gap.count, whole)
            let lower = want.isForward ? gap.lowerBound : max(0, gap.upperBound - size)
            return lower..<min(count, lower + size)
        }
        guard !isTight, want.urgency != .demanded else { return block }
        let (ahead, behind) = want.urgency == .ahead ? (0, 0) : (want.screen, want.screen / 2)
        let (below, above) = want.isForward ? (behind, ahead) : (ahead, behind)
        let wider = pages(max(0, gap.lowerBound - below)..<gap.upperBound + above)
        if wider.count <= most { block = wider }
        let page = want.urgency == .ahead || block.count + size > most ? 0 : size
        if want.isForward {
            let lower = max(0, block.lowerBound - page)
            return lower..<min(count, max(block.upperBound, lower + most))
        }
        let upper = min(count, block.upperBound + page)
        return max(0, min(block.lowerBound, (upper - most + size - 1) / size * size))..<upper
    }

    /// The rows from a gap on, as many as are on screen.
    func screen(around gap: Range<Int>, of want: Want, count: Int) -> Range<Int> {
        let size = max(gap.count, min(want.screen, largestAnswer))
        let lower = max(0, min(want.isForward ? gap.lowerBound : gap.upperBound - size, count - size))
        return lower..<min(count, lower + size)
    }

    /// A stretch with the open rows beside it, up to a page.
    func page(with rows: Range<Int>, of open: PositionSet) -> Range<Int> {
        guard let stretch = open.ranges.first(where: { $0.overlaps(rows) }) else { return rows }
        let size = min(policy.pageSize, largestAnswer)
        let lower = min(rows.lowerBound, max(stretch.lowerBound, rows.upperBound - size))
        return lower..<max(rows.upperBound, min(stretch.upperBound, lower + size))
    }
}
