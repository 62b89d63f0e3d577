/// Finds how a list must have changed for a page to stand where the server says it does.
///
/// Theory of operation. A page is a look at a stretch of the list as the server has it now: these items, at these
/// positions, in a list of so many rows. Items of it that are loaded already are *anchors*: the slots that hold them are
/// kept. From them follows what happened:
///
/// - Between two anchors stands what the page has there; loaded rows that it does not have are gone from there.
/// - Before the first anchor and behind the last one the page's other items take the places next to it: as many of the
///   slots there are taken over as the drift of the anchor allows, and new ones are made for the rest.
/// - What the drift leaves unexplained happened somewhere above the page or below it, nobody knows where. Slots are made
///   or taken where nothing is loaded and nobody looks, and what is loaded there is to be proven again by whoever knows.
///
/// A page without anchors is put where it stands. Slots without an item are as good as any, and keep their identities.
struct Alignment {
    /// What is looked at: slots are neither made nor taken there where there is a choice.
    let protected: PositionSet
    /// Whether unexplained rows can only have come at the top.
    let growsOnTop: Bool
    private let rows: PagedArray<Int>
    private var removed = PositionSet()
    /// New slots, each number of them before a position of the old list.
    private var insertions: [(before: Int, count: Int)] = []

    /// Begins with a list as it is.
    init(_ rows: PagedArray<Int>, protected: PositionSet, growsOnTop: Bool) {
        (self.rows, self.protected, self.growsOnTop) = (rows, protected, growsOnTop)
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
    ///   - known: for each item of the page where it stands in the list, if it does and shall stay; ascending.
    ///   - position: where the page's first item stands on the server; not behind the list's end.
    ///   - total: how many rows the server's list has, if that is known; at least to the page's end.
    mutating func fit(_ known: [Int?], at position: Int, total: Int?) {
        guard let first = known.firstIndex(where: { $0 != nil }), let last = known.lastIndex(where: { $0 != nil }),
            let top = known[first], let bottom = known[last]
        else { return place(known.count, at: position, total: total) }
        var before = (index: first, slot: top)
        for index in known.indices where index > first {
            guard let slot = known[index] else { continue }
            take(before.slot + 1..<slot, for: index - before.index - 1)
            before = (index, slot)
        }
        // Above: the first anchor has drifted by so much.
        let drift = position + first - top
        let above = min(max(first - drift, 0), first)
        take(top - above..<top, for: first)
        settleAbove(top - above, by: drift - first + above)
        // Below: so many more rows than there are.
        let (trailing, room) = (known.count - 1 - last, rows.count - bottom - 1)
        let surplus = total.map { $0 - (position + last) - 1 - room } ?? max(0, trailing - room)
        let below = trailing - min(max(surplus, 0), trailing)
        take(bottom + 1..<bottom + 1 + below, for: trailing)
        settleBelow(bottom + 1 + below, by: surplus - trailing + below)
    }

    /// Puts a page none of whose items is known where it stands.
    private mutating func place(_ count: Int, at position: Int, total: Int?) {
        let end = min(position + count, rows.count)
        take(position..<end, for: count)
        let surplus = total.map { $0 - position - count - (rows.count - end) } ?? 0
        settleBelow(end, by: surplus)
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

    /// So many rows came or went somewhere above a position.
    private mutating func settleAbove(_ limit: Int, by number: Int) {
        if number > 0 {
            let empty = rows.missingRanges(in: 0..<limit).subtracting(protected).ranges.last
            insert(number, before: growsOnTop ? 0 : empty?.upperBound ?? 0)
        } else if number < 0 {
            let empty = rows.missingRanges(in: 0..<limit)
            let candidates = [empty.subtracting(protected), PositionSet(0..<limit).subtracting(protected), empty]
            var rest = -number
            // Nearest first where nothing is loaded; loaded rows go from the top.
            for (index, candidate) in candidates.enumerated() {
                remove(&rest, of: candidate, fromEnd: index != 1)
            }
            remove(&rest, of: PositionSet(0..<limit), fromEnd: true)
        }
    }

    /// So many rows came or went somewhere below a position.
    private mutating func settleBelow(_ limit: Int, by number: Int) {
        if number > 0 {
            let empty = rows.missingRanges(in: limit..<rows.count).subtracting(protected).ranges.first
            insert(number, before: empty?.lowerBound ?? rows.count)
        } else if number < 0 {
            let all = PositionSet(limit..<max(limit, rows.count))
            let empty = rows.missingRanges(in: limit..<max(limit, rows.count))
            var rest = -number
            for (index, candidate) in [empty.subtracting(protected), all.subtracting(protected), empty].enumerated() {
                remove(&rest, of: candidate, fromEnd: index == 1)
            }
            remove(&rest, of: all, fromEnd: true)
        }
    }

    private mutating func remove(_ number: inout Int, of candidates: PositionSet, fromEnd: Bool) {
        let left = candidates.subtracting(removed).ranges
        for index in left.indices where number > 0 {
            let range = left[fromEnd ? left.count - 1 - index : index]
            let part = fromEnd ? range.suffix(number) : range.prefix(number)
            removed.insert(part)
            number -= part.count
        }
    }
}
