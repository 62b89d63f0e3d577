/// Which of a page's items keep their slots, and where the reader's row is.
///
///     list   a b c d e f          page at 2:  x c d      the longest run that both have in one order stays: c d
///     then   a b x c d e f        a b are held above it, as they were
extension PageFitter {
    /// The row that the reader sees first, if it is loaded.
    var readerRow: Int? {
        guard let row = context.viewports.first?.rows.lowerBound, row < rows.count, rows[row] != nil else { return nil }
        return row
    }

    /// Decides which items of a page keep their slots, and where the reader's row is.
    ///
    /// Where the order is stable, any row that page and list share tells how far its neighbours have drifted. Where it may be
    /// another, a shared row tells of itself alone: then nothing moves unless the page has the reader's row, or rows that were
    /// seen with it, and the server has told all that happened since.
    ///
    /// A page that has others in the place of the reader's row says that it went, or that it was pushed away by more
    /// than a page. It is looked for once, where the drift of shared rows or the growth of the list suggests; a second page
    /// without it says that it went. Where the reader sees placeholders alone, they stay where they are, and show what
    /// belongs there.
    ///
    /// - Parameter growth: by how much all has been moved before, since the list is longer. Where the row was and where it
    ///   would be then both have to be in the page, for growth alone did not explain it.
    mutating func pageMatch(
        _ items: [Int], known: [Int?], at start: Int, in region: Range<Int>, end: Int?, grown growth: Int
    ) -> PageMatch {
        let page = start..<start + items.count
        var match = PageMatch(known: known)
        let seen = firstSeenRow
        let reader = seen.flatMap { region.contains($0) ? $0 : nil }
        let isShown = reader.map { row in match.known.contains { $0 == row } } ?? false
        let isCovered = !isShown && reader.map { page.contains($0) && page.contains($0 - growth) } ?? false
        let inOrder = isShown ? PositionSet() : rowsInOrder(with: reader)
        let tellsPlace = traits.keepsOrder || match.known.contains { $0.map(inOrder.contains) ?? false }
        let isGivenUp = isCovered && (!tellsPlace || search.sought == reader.flatMap { rows[$0] })
        let tellsDrift = isShown || traits.keepsOrder && !isGivenUp
        match.replaces = !traits.keepsOrder || isGivenUp
        chooseAnchors(
            &match, at: start, in: region, reader: reader, isShown: isShown, tellsDrift: tellsDrift,
            besides: isGivenUp ? PositionSet() : inOrder)
        if isShown {
            search.end()
        } else if let reader, !isGivenUp {
            if tellsPlace {
                place(reader, in: &match, beside: page, region: region, end: end)
            } else {
                let last = (end ?? .max) - 1
                let position = reader <= last ? reader : page.contains(last) ? page.lowerBound - 1 : last
                if position >= region.lowerBound {
                    match.reader = Alignment.Point(slot: reader, position: position)
                } else {
                    match.fallbackPosition = fallbackPosition(
                        for: reader, outside: region, near: position, isBelow: false, isEndConfirmed: true)
                }
            }
            if isCovered { search.sought = rows[reader] }
        } else if seen == nil, let screen = context.viewports.first?.rows, region.contains(screen.lowerBound) {
            let position = min(screen.lowerBound, (end ?? .max) - 1)
            if position >= region.lowerBound {
                match.reader = Alignment.Point(slot: screen.lowerBound, position: position)
            }
        }
        if let point = match.reader { dropAnchors(of: &match, at: start, beyond: point) }
        holdScreenTop(of: &match, at: start, in: region)
        return match
    }

    /// Where the screen begins with placeholders, they stay as far above the reader's row as they are: views hold the first slot on screen in
    /// its place, and what came between would push that row down before the reader's eyes.
    ///
    ///     . . p q r   →   m X Y p q r        not X Y . . p q r, though nobody knows which two of them were the placeholders
    ///     ^                   ^
    private func holdScreenTop(of match: inout PageMatch, at start: Int, in region: Range<Int>) {
        guard let seen = firstSeenRow, let top = context.viewports.first?.rows.lowerBound, top < seen,
            region.contains(top)
        else { return }
        let points = match.points(at: start)
        guard let place = points.first(where: { $0.slot == seen })?.position else { return }
        let held = Alignment.Point(slot: top, position: place - (seen - top))
        let above = points.last { $0.slot < top }
        // Where rows went in between, one that is above it is now where it would be.
        guard held.position > above?.position ?? region.lowerBound - 1 else { return }
        match.screenTop = held
    }

    /// The first row on screen that is loaded: the reader's, or where that is a placeholder, the next that he sees.
    ///
    /// A reader who sees only placeholders has asked for a place in the list, and is to see what the server has there,
    /// wherever its neighbours have gone.
    var firstSeenRow: Int? {
        if let readerRow { return readerRow }
        guard let screen = context.viewports.first?.rows.clamped(to: 0..<rows.count) else { return nil }
        return rows.loadedRanges(in: screen).ranges.first?.lowerBound
    }

    /// In a list whose order may be another: the rows that are known to be in order with the reader's, for the server has
    /// told all that happened since.
    private func rowsInOrder(with reader: Int?) -> PositionSet {
        guard let reader, !traits.keepsOrder, traits.followsChanges, context.version != nil else {
            return PositionSet()
        }
        return list.orders.rows(orderedWith: reader)
    }

    /// The most items of the page that are in the same order in both, the reader's row among them.
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

    /// Finds where the reader's row must be in a list whose order is stable, if a page beside it does not have it.
    ///
    /// Rows above it stay above it, and rows below it below: if it is not between two shared rows, or between one and an end of
    /// the list, it has gone. Rows whose order is not known say nothing of it.
    private mutating func place(
        _ reader: Int, in match: inout PageMatch, beside page: Range<Int>, region: Range<Int>, end: Int?
    ) {
        var (above, below): (Alignment.Point?, Alignment.Point?)
        for point in match.points(at: page.lowerBound) where list.orders.contain(reader, and: point.slot) {
            if point.slot < reader { above = point } else if below == nil { below = point }
        }
        if above != nil, below != nil { return }
        let last = (end ?? Limits.slots) - 1
        let growth = end.map { $0 - region.upperBound } ?? 0
        let wanted: Int
        var position: Int
        // Where its position is a guess, the drift of others is not its own.
        let isGuessed = search.sought == rows[reader]
        if let above {
            let drift = isGuessed ? 0 : drift(of: above, for: reader)
            search.unplacedGrowth += growth - drift
            wanted = reader + drift
            position = max(wanted, page.upperBound)
        } else if let below {
            wanted = isGuessed ? reader : reader + below.position - below.slot
            position = min(wanted, page.lowerBound - 1)
        } else {
            wanted = guess(for: reader, beside: page, growth: growth)
            position = min(max(wanted, region.lowerBound), last)
            if page.contains(position) {
                let fitsAbove = page.lowerBound > region.lowerBound
                position =
                    page.upperBound <= last && (growth >= 0 || !fitsAbove) ? page.upperBound : page.lowerBound - 1
            }
        }
        position = below != nil ? max(position, region.lowerBound) : min(position, last)
        if position >= region.lowerBound, position <= last, !page.contains(position) {
            match.reader = Alignment.Point(slot: reader, position: position)
        } else {
            let isBelow = above != nil ? true : below != nil ? false : nil
            let isEndConfirmed = end != nil || context.tellsTotal
            match.fallbackPosition = fallbackPosition(
                for: reader, outside: region, near: wanted, isBelow: isBelow, isEndConfirmed: isEndConfirmed)
        }
    }

    /// How far the reader's row has drifted, by a row above it. Of what went above both, as much as was taken between them
    /// by a guess has moved the reader's row already.
    private mutating func drift(of above: Alignment.Point, for reader: Int) -> Int {
        var drift = above.position - above.slot
        for index in search.guesses.indices where drift < 0 {
            let place = rows.position(of: search.guesses[index].slot)
            guard let place, place > above.slot, place <= reader else { continue }
            let undone = min(search.guesses[index].count, -drift)
            search.guesses[index].count -= undone
            drift += undone
        }
        return drift
    }

    /// Where the reader's row goes that must be somewhere, while the region has no room for it: to the nearest slot
    /// that is not confirmed. Where all are, there may be more behind them, or they are out of date, unless they are of one
    /// version.
    private func fallbackPosition(
        for reader: Int, outside region: Range<Int>, near wanted: Int, isBelow: Bool?, isEndConfirmed: Bool
    ) -> Alignment.Point? {
        let all = 0..<rows.count
        let open = rows.missingRanges(in: all).union(list.stale)
        if !isEndConfirmed, traits.growsOnlyOnTop || isBelow == true {
            // Nobody has said where the list ends.
            let below = open.intersection(region.upperBound..<max(region.upperBound, rows.count))
            return Alignment.Point(slot: reader, position: below.ranges.first?.lowerBound ?? rows.count)
        }
        let above = open.intersection(0..<region.lowerBound).nearest(to: wanted)
        let below = open.intersection(region.upperBound..<max(region.upperBound, rows.count)).nearest(to: wanted)
        var place = isBelow == false ? above : isBelow == true ? below : nil
        if place == nil, isBelow == nil || context.version == nil {
            let both = [above, below].compactMap { $0 }
            place = both.min { abs($0 - wanted) < abs($1 - wanted) }
        }
        if place == nil, context.version == nil {
            let beside = [isBelow == false ? region.lowerBound - 1 : region.upperBound, region.lowerBound - 1]
            place = beside.first(where: all.contains)
        }
        return place.map { Alignment.Point(slot: reader, position: $0) }
    }

    /// Where the reader's row may be when a page shares nothing with what is loaded.
    private mutating func guess(for reader: Int, beside page: Range<Int>, growth: Int) -> Int {
        let cameAbove = page.upperBound <= reader && rows.missingRanges(in: page).count < page.count
        guard page.contains(reader) || cameAbove else {
            search.unplacedGrowth += growth
            return reader
        }
        defer { search.unplacedGrowth = 0 }
        return reader + growth + search.unplacedGrowth
    }
}
