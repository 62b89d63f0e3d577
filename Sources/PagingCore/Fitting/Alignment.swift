/// Finds how a list must have changed, given a page at the position that the server reports.
///
/// Theory of operation. A page shows a stretch of the list as the server has it now: these items, at these positions. Some rows are *confirmed*:
/// they were seen at their positions since the list was last known to change. The page does not contradict them (see ``ListMachine``), so they
/// stay, and so does everything beyond the nearest of them above and below the page. Only the *region* between those two is laid out anew.
///
/// In the region some slots have known new positions, the ``Point``s: slots of rows that the page has too, and the slot of the reader's row,
/// which is kept whatever becomes of the rest. The slots between two points are laid out by themselves:
///
/// - If the page has items that are not loaded, they take over the slots without an item there, and new slots are made for the rest. Rows on
///   screen in their place are pushed aside if there is room: they may only have moved, and the next page for them will tell. If the order was
///   rebuilt, they are replaced.
/// - Further rows that came continue the page if it reaches the edge of these slots. Otherwise rows came or went somewhere else between the two
///   points, and the page does not tell where. Then slots are made or taken at rows that are neither loaded nor on screen.
struct Alignment {
    /// A slot with a known new position.
    struct Point {
        var slot: Int
        let position: Int
    }

    /// The slots on screen: slots are neither made nor taken there if there is a choice.
    let protected: PositionSet
    /// `true` if the page's items replace rows at their positions, rather than pushing them aside.
    let replaces: Bool
    private let rows: PagedArray<Int>
    private let page: Range<Int>
    private var removed = PositionSet()
    /// Groups of new slots, each with the old position that it is inserted before.
    private var insertions: [(before: Int, count: Int)] = []

    /// Begins with the present list, and a page at a range of positions.
    init(_ rows: PagedArray<Int>, page: Range<Int>, protected: PositionSet, replaces: Bool = false) {
        (self.rows, self.page, self.protected, self.replaces) = (rows, page, protected, replaces)
    }

    /// The update that the list needs. Its rows still have to be filled.
    var update: ListUpdate {
        var inserted = PositionSet()
        var made = 0
        for insertion in insertions.ascending(by: { $0.before }) {
            let lower = insertion.before - removed.count(below: insertion.before) + made
            inserted.insert(lower..<lower + insertion.count)
            made += insertion.count
        }
        return ListUpdate(
            oldCount: rows.count, newCount: rows.count - removed.count + made, removed: removed, inserted: inserted)
    }

    /// Lays out a region.
    ///
    /// - Parameters:
    ///   - region: the slots; slots before it keep their positions.
    ///   - points: slots in it and their new positions, both ascending.
    ///   - end: the new position of the row behind the region.
    mutating func layOut(_ region: Range<Int>, by points: [Point], end: Int) {
        var before = Point(slot: region.lowerBound - 1, position: region.lowerBound - 1)
        for point in points + [Point(slot: region.upperBound, position: end)] {
            layOut(before.slot + 1..<point.slot, on: before.position + 1..<point.position)
            before = point
        }
    }

    /// Lays out the slots between two points.
    private mutating func layOut(_ slots: Range<Int>, on places: Range<Int>) {
        let shown = page.clamped(to: places)
        guard !shown.isEmpty else {
            let isAbove = places.upperBound <= page.lowerBound
            return settle(slots, by: places.count - slots.count, isAbove: isAbove, goesOn: false)
        }
        let above = shown.lowerBound - places.lowerBound
        let below = places.upperBound - shown.upperBound
        let window = window(of: slots, for: shown.count, above: above, below: below)
        let upper = slots.lowerBound..<window.lowerBound
        let lower = window.upperBound..<slots.upperBound
        var (madeAbove, madeBelow) = (above - upper.count, below - lower.count)
        if replaces {
            replace(window, for: shown.count)
        } else if let pushed = pushable(window, to: lower, making: madeBelow) {
            removed = removed.union(rows.missingRanges(in: window))
            insert(shown.count, before: window.lowerBound)
            madeBelow -= pushed
        } else if let pushed = pushable(window, to: upper, making: madeAbove) {
            removed = removed.union(rows.missingRanges(in: window))
            insert(shown.count, before: window.upperBound)
            madeAbove -= pushed
        } else {
            take(window, for: shown.count)
        }
        settle(upper, by: madeAbove, isAbove: true, goesOn: window.isEmpty)
        settle(lower, by: madeBelow, isAbove: false, goesOn: window.isEmpty)
    }

    /// The slots between two points that were at the page's positions. The page has so many items there, with so many positions above and below
    /// them.
    private func window(of slots: Range<Int>, for count: Int, above: Int, below: Int) -> Range<Int> {
        if above == 0, below == 0 { return slots }
        // If the order was rebuilt, no row is known to have moved for the page's.
        if replaces { return slots.dropFirst(above).prefix(count) }
        // New rows came where the page shows them.
        let growth = max(0, above + count + below - slots.count)
        if above == 0 { return slots.prefix(count - min(growth, count)) }
        if below == 0 { return slots.suffix(count - min(growth, count)) }
        return slots.dropFirst(above).prefix(count)
    }

    /// How many rows of the window fit into the slots beyond it instead, if so many are made (below 0: taken), or `nil` if none of them is on
    /// screen, or not all of them fit.
    private func pushable(_ window: Range<Int>, to beyond: Range<Int>, making made: Int) -> Int? {
        let empty = rows.missingRanges(in: window)
        guard !protected.intersection(window).subtracting(empty).isEmpty else { return nil }
        let loaded = window.count - empty.count
        let room = rows.missingRanges(in: beyond).subtracting(protected).count
        return room + made >= loaded ? loaded : nil
    }

    /// Resizes a stretch of slots for items that none of them holds.
    private mutating func take(_ slots: Range<Int>, for count: Int) {
        var kept = PositionSet()
        for empty in rows.missingRanges(in: slots).ranges where kept.count < count {
            kept.insert(empty.prefix(count - kept.count))
        }
        removed = removed.union(PositionSet(slots).subtracting(kept))
        insert(count - kept.count, before: slots.upperBound)
    }

    /// Resizes a stretch of slots, whatever they hold.
    private mutating func replace(_ slots: Range<Int>, for count: Int) {
        var rest = slots.count - count
        remove(&rest, of: rows.missingRanges(in: slots), fromEnd: true)
        remove(&rest, of: PositionSet(slots), fromEnd: true)
        insert(count - slots.count, before: slots.upperBound)
    }

    private mutating func insert(_ count: Int, before position: Int) {
        if count > 0 { insertions.append((position, count)) }
    }

    // MARK: Rows at unknown positions

    /// So many rows came, or were removed if below 0, somewhere in a stretch above or below the page.
    private mutating func settle(_ slots: Range<Int>, by number: Int, isAbove: Bool, goesOn: Bool) {
        let empty = rows.missingRanges(in: slots)
        let free = empty.subtracting(protected)
        if number > 0 {
            let near = isAbove ? slots.upperBound : slots.lowerBound
            let far = isAbove ? slots.lowerBound : slots.upperBound
            let place = isAbove ? free.ranges.last?.upperBound : free.ranges.first?.lowerBound
            insert(number, before: goesOn ? near : place ?? far)
        } else if number < 0 {
            var rest = -number
            remove(&rest, of: free, fromEnd: isAbove)
            remove(&rest, of: PositionSet(slots).subtracting(protected), fromEnd: !isAbove)
            remove(&rest, of: empty, fromEnd: isAbove)
            remove(&rest, of: PositionSet(slots), fromEnd: isAbove)
        }
    }

    /// Shrinks the list to fewer rows, if no more than that is known. One of them stays to the last.
    mutating func resize(to count: Int, keeping held: Int?) {
        var rest = rows.count - count
        let all = PositionSet(0..<rows.count)
        let empty = rows.missingRanges(in: 0..<rows.count)
        let row = PositionSet(held.map { $0..<$0 + 1 } ?? 0..<0)
        for candidates in [empty.subtracting(protected), all.subtracting(protected), empty, all.subtracting(row), all] {
            remove(&rest, of: candidates, fromEnd: true)
        }
    }

    @inline(never)
    private mutating func remove(_ number: inout Int, of candidates: PositionSet, fromEnd: Bool) {
        guard number > 0 else { return }
        let left = candidates.subtracting(removed).ranges
        for index in left.indices where number > 0 {
            let range = left[fromEnd ? left.count - 1 - index : index]
            let part = fromEnd ? range.suffix(number) : range.prefix(number)
            removed.insert(part)
            number -= part.count
        }
    }
}
