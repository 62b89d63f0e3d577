/// Boundaries between pages at positions, in lists whose rows move.
///
/// Theory of operation. A page is asked for with a row of overlap on either side. If that row comes again, the loaded rows beside the page
/// follow on it, and so do rows known to be of the same version. Whether other rows beside it follow is unknown, and rows may be missing between
/// the two: a gap. The older rows there count as stale, so that a reader who comes near asks for both sides. Elsewhere the gap is reported to
/// the app.
extension PageFitter {
    /// `true` if adjacent pages may be of different states of the list.
    private var mayHaveGaps: Bool { traits.mayHaveGaps(tellsTotal: context.tellsTotal) }

    /// `true` if a row and the one above it are both loaded, as far as that matters for a gap between them.
    @inline(never)
    func isPageBoundary(_ position: Int) -> Bool {
        guard traits.isReadByPosition else { return true }
        return position > 0 && position < rows.count && rows[position] != nil && rows[position - 1] != nil
    }

    /// Closes the gaps that a page spans, and opens one if no row of it is known to follow on the loaded rows next to it.
    ///
    /// - Parameters:
    ///   - page: the page's positions.
    ///   - shared: its rows that were loaded before and kept their slots.
    ///   - update: the page's change of the list. Neighbors of rows that it removed were never seen together.
    mutating func noteBoundaries(of page: Range<Int>, sharing shared: PositionSet, after update: ListUpdate) {
        guard mayHaveGaps, !page.isEmpty else { return }
        var pagesLeft = page.lowerBound == 0 && context.isRefreshing ? addressing.pagesToFill : 0
        var pagesBehind = 0
        var kept: [Gap] = []
        for gap in addressing.gaps {
            let isInside = gap.position > page.lowerBound && gap.position < page.upperBound
            if isInside || provesByConfirmation(gap.position) && joins(gap.position, to: page, sharing: PositionSet()) {
                pagesLeft = max(pagesLeft, gap.pagesLeft)
            } else if gap.position == page.lowerBound, addressing.pageStarts.contains(gap.position) {
                // The page came to fill it and cannot show the row above. Asked for again it would show the same rows; what is missing may be behind.
                pagesBehind = gap.pagesLeft
                kept.append(Gap(position: gap.position, number: gap.number, pagesLeft: 0))
            } else {
                kept.append(gap)
            }
        }
        addressing.gaps = kept
        noteRemovals(of: update.removed, by: update, except: page)
        let boundaries = [
            (page.lowerBound, page.lowerBound - 1, pagesLeft),
            (page.upperBound, page.upperBound, max(pagesLeft, pagesBehind)),
        ]
        for (boundary, older, pagesLeft) in boundaries
        where !joins(boundary, to: page, sharing: shared) && openBoundary(at: boundary, pagesLeft: pagesLeft)
            && !addressing.pageStarts.contains(boundary)
        {
            list.markStale(PositionSet(older..<older + 1))
        }
    }

    /// Opens gaps where an update removed rows by a guess, other than within a page: others may have been removed in their place.
    mutating func noteRemovals(of removed: PositionSet, by update: ListUpdate, except page: Range<Int> = 0..<0) {
        guard mayHaveGaps, !removed.isEmpty else { return }
        let map = update.positionMap
        for range in removed.ranges {
            let place = map.newPosition(ofOrAfter: range.lowerBound)
            let isInside = place > page.lowerBound && place < page.upperBound
            if !isInside, openBoundary(at: place, pagesLeft: 0) { list.markStale(PositionSet(place..<place + 1)) }
        }
    }

    /// `true` if the rows beside a page, at one of its ends, are known to follow on it.
    private func joins(_ boundary: Int, to page: Range<Int>, sharing shared: PositionSet) -> Bool {
        guard boundary == page.lowerBound || boundary == page.upperBound, isPageBoundary(boundary) else { return false }
        let isUpper = boundary == page.lowerBound
        return shared.contains(isUpper ? boundary : boundary - 1)
            || provesByConfirmation(boundary) && list.isConfirmed(isUpper ? boundary - 1 : boundary)
    }

    /// `true` if two adjacent rows follow on each other once both are confirmed: they are of one version, or the order is stable and no page
    /// could ever have both.
    private func provesByConfirmation(_ boundary: Int) -> Bool {
        context.version != nil || traits.keepsOrder && addressing.pageStarts.contains(boundary)
    }

    /// - Returns: `true` if both rows are loaded.
    private mutating func openBoundary(at position: Int, pagesLeft: Int) -> Bool {
        guard isPageBoundary(position) else { return false }
        addressing.insert(Gap(position: position, number: nil, pagesLeft: pagesLeft))
        return true
    }
}
