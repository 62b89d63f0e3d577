/// Finds how a list must have changed for a page to stand where the server says it does.
///
/// Theory of operation. A page is a look at a stretch of the list as the server has it now: these items, at these
/// positions. Some rows are *proven*: they were seen where they stand since the list was last known to change. The page
/// does not contradict them (see ``contradicts``), so they stay, and with them all that lies beyond the nearest of them
/// above and below the page: the *region* between those two is what is fitted.
///
/// Items of the page that are loaded in the region already are *anchors*: the slots that hold them are kept. From them
/// follows what happened:
///
/// - Between two anchors stands what the page has there; loaded rows that it does not have are gone from there.
/// - Before the first anchor and behind the last one the page's other items take the places next to it: as many of the
///   slots there are taken over as the drift of the anchor allows, and new ones are made for the rest.
/// - What the drift leaves unexplained goes on where the page shows it begin. Otherwise it happened somewhere else in the
///   region, nobody knows where: slots are made or taken where nothing is loaded and nobody looks.
///
/// Rows that stand where the page has others are pushed aside where there is room, rather than taken off the reader's
/// screen: they may only have moved, and whoever looks at them finds out. The reader's first row always is. Slots without an item are as good as any, and keep their identities.
struct Alignment {
    /// What is looked at: slots are neither made nor taken there where there is a choice.
    let protected: PositionSet
    /// The reader's first row.
    let held: Int?
    private let rows: PagedArray<Int>
    /// The slots between the nearest proven rows above and below the page.
    private let region: Range<Int>
    private var removed = PositionSet()
    /// New slots, each number of them before a position of the old list.
    private var insertions: [(before: Int, count: Int)] = []

    /// Begins with a list as it is.
    init(_ rows: PagedArray<Int>, region: Range<Int>, protected: PositionSet, held: Int?) {
        (self.rows, self.region, self.protected, self.held) = (rows, region, protected, held)
    }

    /// What has to happen to the list; its rows still have to be filled.
    var update: ListUpdate {
        var inserted = PositionSet()
        var made = 0
        for insertion in insertions.sorted(by: { $0.before < $1.before }) {
            let lower = insertion.before - removed.count(below: insertion.before) + made
            inserted.insert(lower..<lower + insertion.count)
            made += insertion.count
        }
        return ListUpdate(
            oldCount: rows.count, newCount: rows.count - removed.count + made, removed: removed, inserted: inserted)
    }

    /// Fits a page.
    ///
    /// - Parameters:
    ///   - known: for each item of the page where it stands in the region, if it does and shall stay; ascending.
    ///   - position: where the page's first item stands on the server; in the region, or at its end.
    ///   - end: where the region ends on the server; `nil` where nobody knows.
    mutating func fit(_ known: [Int?], at position: Int, end: Int?) {
        guard let first = known.firstIndex(where: { $0 != nil }), let last = known.lastIndex(where: { $0 != nil }),
            let top = known[first], let bottom = known[last]
        else { return place(known.count, at: position, end: end) }
        var before = (index: first, slot: top)
        for index in known.indices where index > first {
            guard let slot = known[index] else { continue }
            take(before.slot + 1..<slot, for: index - before.index - 1)
            before = (index, slot)
        }
        // Above: the first anchor has drifted by so much.
        let drift = position + first - top
        let above = min(max(first - drift, 0), first, top - region.lowerBound)
        let upper = top - above..<top
        let excess = drift - first + above
        let pushedUp = take(
            upper, for: first, orPush: region.lowerBound..<upper.lowerBound, excess: excess, isBelow: false)
        settleAbove(upper.lowerBound, by: excess - pushedUp, goesOn: above == 0 && first > 0)
        // Below: so many more rows than there are.
        let (trailing, room) = (known.count - 1 - last, region.upperBound - bottom - 1)
        let surplus = end.map { $0 - (position + last) - 1 - room } ?? trailing
        let below = min(trailing - min(max(surplus, 0), trailing), room)
        let lower = bottom + 1..<bottom + 1 + below
        let rest = surplus - trailing + below
        let pushedDown = take(
            lower, for: trailing, orPush: lower.upperBound..<region.upperBound, excess: rest, isBelow: true)
        settleBelow(lower.upperBound, by: rest - pushedDown, goesOn: below == 0 && trailing > 0)
    }

    /// Puts a page none of whose items is known where it stands.
    private mutating func place(_ count: Int, at position: Int, end: Int?) {
        guard let end else {
            // Nobody knows where the list ends: what stood there follows.
            let empty = rows.missingRanges(in: position..<region.upperBound).ranges.first
            let reused = empty?.lowerBound == position ? min(empty?.count ?? 0, count) : 0
            return insert(count - reused, before: position)
        }
        let window = position..<max(position, min(position + count, region.upperBound))
        let surplus = end - position - count - (region.upperBound - window.upperBound)
        let (above, below) = (region.lowerBound..<window.lowerBound, window.upperBound..<region.upperBound)
        if canPush(window, to: above, excess: 0), !canPush(window, to: below, excess: surplus) {
            let pushed = take(window, for: count, orPush: above, excess: 0, isBelow: false)
            settleAbove(window.lowerBound, by: -pushed, goesOn: false)
            settleBelow(window.upperBound, by: surplus, goesOn: false)
        } else {
            let pushed = take(window, for: count, orPush: below, excess: surplus, isBelow: true)
            settleBelow(window.upperBound, by: surplus - pushed, goesOn: false)
        }
    }

    /// Makes the list one of so many rows, when that is all that is known.
    mutating func resize(to count: Int) {
        var rest = rows.count - count
        if rest < 0 { return insert(-rest, before: rows.count) }
        let all = PositionSet(0..<rows.count)
        let empty = rows.missingRanges(in: 0..<rows.count)
        let row = PositionSet(held.map { $0..<$0 + 1 } ?? 0..<0)
        for candidates in [empty.subtracting(protected), all.subtracting(protected), empty, all.subtracting(row), all] {
            remove(&rest, of: candidates, fromEnd: true)
        }
    }

    /// Gives a stretch of slots next to an anchor to items that none of them holds, or makes new ones between the two.
    ///
    /// - Parameters:
    ///   - beyond: where slots can be taken instead for the rows that are pushed there.
    ///   - excess: slots that are to be made there anyway, or, below 0, taken.
    /// - Returns: how many rows were pushed.
    private mutating func take(
        _ slots: Range<Int>, for count: Int, orPush beyond: Range<Int>, excess: Int, isBelow: Bool
    ) -> Int {
        guard canPush(slots, to: beyond, excess: excess) else {
            take(slots, for: count)
            return 0
        }
        let empty = rows.missingRanges(in: slots)
        removed = removed.union(empty)
        insert(count, before: isBelow ? slots.lowerBound : slots.upperBound)
        return slots.count - empty.count
    }

    private func canPush(_ slots: Range<Int>, to beyond: Range<Int>, excess: Int) -> Bool {
        let loaded = slots.count - rows.missingRanges(in: slots).count
        let room = rows.missingRanges(in: beyond).subtracting(protected).count
        let isHeld = held.map(slots.contains) ?? false
        return loaded > 0 && (room + excess >= loaded || isHeld && beyond.count + excess >= loaded)
    }

    /// Makes a stretch of slots one of so many, for items that none of them holds.
    private mutating func take(_ slots: Range<Int>, for count: Int) {
        var kept = PositionSet()
        for empty in rows.missingRanges(in: slots).ranges where kept.count < count {
            kept.insert(empty.prefix(count - kept.count))
        }
        removed = removed.union(PositionSet(slots).subtracting(kept))
        insert(count - kept.count, before: slots.upperBound)
    }

    private mutating func insert(_ count: Int, before position: Int) {
        if count > 0 { insertions.append((position, count)) }
    }

    // MARK: What nobody knows the place of

    /// So many rows came or went somewhere in the region above a position.
    private mutating func settleAbove(_ limit: Int, by number: Int, goesOn: Bool) {
        let above = region.lowerBound..<max(limit, region.lowerBound)
        let empty = rows.missingRanges(in: above)
        if number > 0 {
            let free = empty.subtracting(protected).ranges.last?.upperBound ?? region.lowerBound
            insert(number, before: goesOn ? limit : free)
        } else if number < 0 {
            var rest = -number
            remove(&rest, of: empty.subtracting(protected), fromEnd: true)
            remove(&rest, of: PositionSet(above).subtracting(protected), fromEnd: false)
            remove(&rest, of: empty, fromEnd: true)
            remove(&rest, of: PositionSet(above), fromEnd: true)
        }
    }

    /// So many rows came or went somewhere in the region below a position.
    private mutating func settleBelow(_ limit: Int, by number: Int, goesOn: Bool) {
        let below = limit..<max(limit, region.upperBound)
        let empty = rows.missingRanges(in: below)
        if number > 0 {
            let free = empty.subtracting(protected).ranges.first?.lowerBound ?? max(limit, region.upperBound)
            insert(number, before: goesOn ? limit : free)
        } else if number < 0 {
            var rest = -number
            remove(&rest, of: empty.subtracting(protected), fromEnd: false)
            remove(&rest, of: PositionSet(below).subtracting(protected), fromEnd: true)
            remove(&rest, of: empty, fromEnd: false)
            remove(&rest, of: PositionSet(below), fromEnd: true)
        }
    }

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
