internal import Paging

/// Law 4: the reader's row.
extension LawChecker {
    mutating func checkPlace(
        _ update: ListUpdate, along map: PositionMap, rows: PagedArray<Int>, feed: borrowing SimulatedFeed,
        on occasion: Occasion
    ) {
        guard let anchor, !occasion.isReload, anchor.position < update.oldCount else { return }
        let number = anchor.number
        if isLost(number, from: anchor.position, on: occasion) || !anchor.isFirst { return }
        guard let target = map.newPosition(of: anchor.position), target < rows.count else {
            if !isExcused(number, feed: feed, on: occasion) {
                report(
                    .keepsPlace, occasion.time,
                    expected: "the first visible row, \(number) at \(anchor.position), to stay",
                    found: "its slot was removed, though the server has it")
            }
            return
        }
        if rows.slotID(at: target) != anchor.slot {
            report(
                .keepsPlace, occasion.time,
                expected: "the first visible slot, at \(anchor.position), to be at \(target), as the update says",
                found: "another slot there")
        }
        let shown = rows[target]
        if shown != number, !isExcused(number, feed: feed, on: occasion) {
            report(
                .keepsPlace, occasion.time,
                expected: "\(number) to stay in the first visible slot, \(anchor.position) before and \(target) after",
                found: shown.map { "\($0) in that slot" } ?? "nothing in that slot")
        }
    }

    /// `true` if the place of the reader's row is lost: a page shows other rows there. In a list whose order may be rebuilt one page is enough,
    /// otherwise it takes two.
    private mutating func isLost(_ number: Int, from position: Int, on occasion: Occasion) -> Bool {
        guard occasion.page.contains(position), !occasion.pageItems.contains(number) else { return false }
        let isTold = isTelling && (number >= receivedFrom.count || receivedFrom[number] > untoldAt)
        return !isTold && (isShuffled || !missed.insert(number))
    }

    /// The place among the shown rows of a page that follows an item: behind that item, as far as the page reaches. In a stable order it spans
    /// at least the page's own items that are shown, and reaches the list's end if the page is the last. Empty if the place is unknown.
    func place(of items: [Int], after number: Int?, isLast: Bool) -> Range<Int> {
        // By number; all shown items have been counted.
        var places = ContiguousArray<Int?>(repeating: nil, count: occurrences.count)
        for (position, number) in mirror.loadedItems where occurrences.indices.contains(number) {
            places[number] = position
        }
        func place(of number: Int) -> Int? { places.indices.contains(number) ? places[number] : nil }
        var behind: Int? = -1
        if let number {
            let slot = slots.indices.contains(number) ? slots[number] : nil
            behind = place(of: number) ?? slot.flatMap { mirror.position(of: $0) }
        }
        guard let start = behind.map({ $0 + 1 }) else { return 0..<0 }
        let shown = isShuffled ? [] : items.compactMap { place(of: $0) }
        let end = max(start + items.count, (shown.max() ?? 0) + 1)
        return min(start, shown.min() ?? start)..<(isLast ? max(end, mirror.count) : end)
    }

    /// Notes the place of a page's last item that was evicted as it came, for others may be asked for behind it.
    mutating func followLast(of occasion: Occasion, along map: PositionMap) {
        guard isInOrder, occasion.acceptsAnswer, !occasion.page.isEmpty, let last = occasion.pageItems.last,
            last >= occurrences.count || occurrences[last] == 0
        else { return }
        guard let position = map.newPosition(of: occasion.page.upperBound - 1), position < mirror.count else { return }
        setSlot(of: last, to: mirror.slotID(at: position))
    }
}
