/// Decides which items of a page keep their slots.
///
///     list   a b c d e f          page at 2:  x c d      the longest run that both have in one order stays: c d
///     then   a b x c d e f        a b are held above it, as they were
extension PageFitter {
    /// Decides which items of a page keep their slots, and finds the reader's row.
    ///
    /// If the order is stable, any row in both page and list shows how far its neighbors have drifted. If it may be rebuilt, a common row only
    /// shows its own position. Then no row moves unless the page has the reader's row, or rows that were seen with it, and the server has
    /// reported all changes since.
    ///
    /// - Parameter growth: by how much all rows have been moved before, since the list is longer. The row's old position and the moved one then
    ///   both have to be in the page, since growth alone did not explain it.
    mutating func pageMatch(
        _ items: [Int], known: [Int?], at start: Int, in region: Range<Int>, end: Int?, grown growth: Int
    ) -> PageMatch {
        let page = start..<start + items.count
        var match = PageMatch(known: known)
        let row = firstSeenRow.flatMap { region.contains($0) ? $0 : nil }
        let inOrder = row.map { known.contains($0) } == true ? PositionSet() : rowsInOrder(with: row)
        let reader = evidence(of: known, at: page, in: region, inOrder: inOrder, grown: growth)
        match.replaces = !traits.keepsOrder || reader.isGone
        chooseAnchors(
            &match, at: start, in: region, reader: row, isShown: reader.isShown,
            tellsDrift: reader.isShown || traits.keepsOrder && !reader.isGone,
            besides: reader.isGone ? PositionSet() : inOrder)
        switch reader {
        case .shown: search.end()
        case .besideOthers(let row, let isSought):
            place(row, in: &match, beside: page, region: region, end: end)
            if isSought { search.sought = rows[row] }
        case .unknown(let row): keep(row, in: &match, outside: page, region: region, end: end)
        case .placeholders(let top):
            let position = min(top, (end ?? .max) - 1)
            if position >= region.lowerBound { match.reader = Alignment.Point(slot: top, position: position) }
        case .gone, .elsewhere: break
        }
        if let point = match.reader { dropAnchors(of: &match, at: start, beyond: point) }
        holdScreenTop(of: &match, at: start, in: region)
        return match
    }

    /// The rows known to be in order with the reader's, in a list whose order may be rebuilt: the server has reported all changes since.
    private func rowsInOrder(with reader: Int?) -> PositionSet {
        guard let reader, !traits.keepsOrder, traits.followsChanges, context.version != nil else {
            return PositionSet()
        }
        return list.orders.rows(orderedWith: reader)
    }

    /// The most items of the page that are in the same order in both, including the reader's row.
    func chooseAnchors(
        _ match: inout PageMatch, at start: Int, in region: Range<Int>, reader: Int?, isShown: Bool, tellsDrift: Bool,
        besides inOrder: PositionSet = PositionSet()
    ) {
        let known = match.known
        let held = isShown ? known.firstIndex { $0 == reader } : nil
        let candidates = known.indices.filter { index in
            guard let position = known[index], region.contains(position) else { return false }
            guard tellsDrift || position == start + index || isKeptAnyway(position) || inOrder.contains(position)
            else { return false }
            if let held, let reader { return index == held || index != held && (index < held) == (position < reader) }
            return true
        }
        let kept = ascending(candidates.filter { known[$0].map { isKeptAnyway($0) } ?? false }, by: known)
        let others =
            kept.isEmpty
            ? candidates
            : candidates.filter { index in
                kept.allSatisfy { $0 == index || ($0 < index) == ((known[$0] ?? 0) < (known[index] ?? 0)) }
            }
        for index in ascending(others, by: known) { match.isAnchor[index] = true }
    }

    /// The most of the page's items that are in the same order in both.
    private func ascending(_ items: [Int], by known: [Int?]) -> [Int] {
        let positions = items.map { known[$0] ?? 0 }
        if zip(positions, positions.dropFirst()).allSatisfy({ $0 < $1 }) { return items }
        let members = longestIncreasingSubsequence(of: positions)
        return zip(items, members).compactMap { $1 ? $0 : nil }
    }

    /// Drops anchors that would be on the other side of the reader's row than before.
    private func dropAnchors(of match: inout PageMatch, at start: Int, beyond point: Alignment.Point) {
        for (offset, slot) in match.known.enumerated() {
            guard let slot, match.isAnchor[offset] else { continue }
            let isAbove = start + offset < point.position
            if start + offset == point.position || (slot < point.slot) != isAbove { match.isAnchor[offset] = false }
        }
    }
}
