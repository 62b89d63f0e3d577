/// The reader's row: the first loaded row on screen. No page may move it on the screen.
extension PageFitter {
    /// The evidence of a page about the reader's row.
    enum ReaderEvidence {
        /// The page has it.
        case shown
        /// The page does not have it, and common rows, or a stable order, show its position.
        ///
        /// It is searched for if the page has others in its place: either it was removed, or pushed away by more than a page.
        case besideOthers(Int, isSought: Bool)
        /// The page does not have it, and does not show its position: it stays.
        case unknown(Int)
        /// The page has others in its place. Nothing shows another position, or an earlier page had others there too.
        case gone
        /// The reader sees only placeholders, from here on. They stay, and show the rows that belong there.
        case placeholders(Int)
        /// The page is of another part of the list.
        case elsewhere

        var isShown: Bool { if case .shown = self { true } else { false } }
        var isGone: Bool { if case .gone = self { true } else { false } }
    }

    /// Finds the evidence of a page about the reader's row.
    ///
    /// - Parameters:
    ///   - known: for each of the page's items its position, if it is loaded.
    ///   - inOrder: the rows that are known to be in order with the reader's (``rowsInOrder(with:)``).
    ///   - growth: by how much all rows have been moved before, since the list is longer.
    func evidence(
        of known: [Int?], at page: Range<Int>, in region: Range<Int>, inOrder: PositionSet, grown growth: Int
    ) -> ReaderEvidence {
        guard let row = firstSeenRow else {
            guard let top = context.viewports.first?.rows.lowerBound, region.contains(top) else { return .elsewhere }
            return .placeholders(top)
        }
        guard region.contains(row) else { return .elsewhere }
        if known.contains(row) { return .shown }
        let isCovered = page.contains(row) && page.contains(row - growth)
        guard traits.keepsOrder || known.contains(where: { $0.map(inOrder.contains) ?? false }) else {
            return isCovered ? .gone : .unknown(row)
        }
        return isCovered && search.sought == rows[row] ? .gone : .besideOthers(row, isSought: isCovered)
    }

    /// The first row on the reader's screen, if it is loaded.
    var readerRow: Int? {
        guard let row = context.viewports.first?.rows.lowerBound, row < rows.count, rows[row] != nil else { return nil }
        return row
    }

    /// The first loaded row on screen: the reader's or, if that is a placeholder, the next one.
    ///
    /// A reader who sees only placeholders has asked for a place in the list, and gets the server's rows there, wherever their neighbors have
    /// gone.
    var firstSeenRow: Int? {
        if let readerRow { return readerRow }
        guard let screen = context.viewports.first?.rows.clamped(to: 0..<rows.count) else { return nil }
        return rows.loadedRanges(in: screen).ranges.first?.lowerBound
    }

    /// If the screen begins with placeholders, they stay as far above the reader's row as they are. Views hold the first slot on screen in its
    /// place, so rows inserted in between would push the reader's row down.
    ///
    ///     . . p q r   →   m X Y p q r        not X Y . . p q r, though it is unknown which two of them were the placeholders
    ///     ^                   ^
    func holdScreenTop(of match: inout PageMatch, at start: Int, in region: Range<Int>) {
        guard let seen = firstSeenRow, let top = context.viewports.first?.rows.lowerBound, top < seen,
            region.contains(top)
        else { return }
        let points = match.points(at: start)
        guard let place = points.first(where: { $0.slot == seen })?.position else { return }
        let held = Alignment.Point(slot: top, position: place - (seen - top))
        let above = points.last { $0.slot < top }
        // If rows were removed in between, a row above it has taken its place.
        guard held.position > above?.position ?? region.lowerBound - 1 else { return }
        match.screenTop = held
    }

    /// Keeps the reader's row in its place, beside a page that says nothing about it, or at the end of a list that became shorter.
    func keep(
        _ reader: Int, in match: inout PageMatch, outside page: Range<Int>, region: Range<Int>, end: Int?
    ) {
        let last = (end ?? .max) - 1
        let position = reader <= last ? reader : page.contains(last) ? page.lowerBound - 1 : last
        if position >= region.lowerBound {
            match.reader = Alignment.Point(slot: reader, position: position)
        } else {
            match.fallbackPosition = fallbackPosition(
                for: reader, outside: region, near: position, isBelow: false, isEndConfirmed: true)
        }
    }

    /// Finds the position of the reader's row in a list with a stable order, if a page beside it does not have it.
    ///
    /// Rows above it stay above it, and rows below it below. If it is not between two common rows, or between one and an end of the list, it was
    /// removed. Rows whose order is not known prove nothing.
    mutating func place(
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
        // If its position is a guess, the drift of other rows does not apply to it.
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

    /// How far the reader's row has drifted, by a row above it. Of the rows removed above both, those that were removed between them by a guess
    /// have moved the reader's row already.
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

    /// The slot to which a reader's row is moved if the region has no room for it: the nearest one that is not confirmed. If all are confirmed,
    /// there may be more rows behind them, or they are out of date, unless they are of one version.
    private func fallbackPosition(
        for reader: Int, outside region: Range<Int>, near wanted: Int, isBelow: Bool?, isEndConfirmed: Bool
    ) -> Alignment.Point? {
        let all = 0..<rows.count
        let open = rows.missingRanges(in: all).union(list.stale)
        if !isEndConfirmed, traits.growsOnlyOnTop || isBelow == true {
            // The list's end is unknown.
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

    /// The guessed position of the reader's row if a page has no row in common with the loaded ones.
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
