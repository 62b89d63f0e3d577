/// Lists that are read in order and only grow at their top.
///
/// Two neighbors always stay neighbors. So a page belongs where it was asked for, as in a list that never changes, but
/// at a *seam*: at the top, and at each gap. New rows come there, and the row that was behind the seam when it was
/// last looked at tells how many: those that the page has before it.
extension PageFitter {
    /// Fits the page that follows a checkpoint.
    mutating func takeGrown(_ page: Page<Int>, for flight: Flight) -> ListUpdate {
        let start = flight.rows.lowerBound
        let index = addressing.gaps.firstIndex { $0.position == start && start > 0 }
        guard start == 0 ? addressing.top != nil || rows.loadedCount > 0 : index != nil, !page.items.isEmpty else {
            if start == 0, addressing.top == nil, !rows.isEmpty, !page.items.isEmpty {
                return beginAnew(with: page, for: flight)
            }
            if start == 0 { addressing.top = page.items.first }
            return takeInOrder(page, for: flight)
        }
        var known = start == 0 ? addressing.top : index.flatMap { addressing.gaps[$0].number }
        let met = page.items.firstIndex { $0 == known } ?? rowsBeforeKnown(in: page.items, behind: start)
        if met == nil, start == 0, case .reset = addressing.gapPolicy { return beginAnew(with: page, for: flight) }
        var grown = list.unchanged
        if met == nil, known == nil, let forgotten = dropForgotten(behind: start) {
            grown = forgotten
            guard start < rows.count else { return grown.followed(by: takeInOrder(page, for: flight)) }
            known = rows[start]
            if let index { addressing.gaps[index].number = known }
        }
        let number = met ?? page.items.count
        let growth = ListUpdate.inserting(number, at: start, count: rows.count)
        follow(growth)
        grown = grown.followed(by: growth)
        if start == 0 {
            confirmAllPlaces()
            addressing.top = page.items.first
            note(.contradicted)
        }
        switch (index, page.continuation) {
        case (let index?, _) where met != nil: addressing.gaps.remove(at: index)
        case (let index?, .next): addressing.gaps[index].pagesLeft = max(0, addressing.gaps[index].pagesLeft - 1)
        case (.some, _):
            grown = grown.followed(by: cut(to: start + number))
        case (nil, .next) where met == nil:
            openGap(at: number, before: known)
        default: break
        }
        let refusals = refusals
        let update = grown.followed(by: takeInOrder(page, for: flight))
        // A cursor that leads in a circle, or nowhere, closes no gap.
        if self.refusals > refusals,
            let index = addressing.gaps.firstIndex(where: { $0.position == start + number })
        {
            addressing.gaps[index].pagesLeft = 0
        }
        return update
    }

    /// How many rows of a page came before those behind a seam, counted by its first loaded row.
    private func rowsBeforeKnown(in items: [Int], behind start: Int) -> Int? {
        for (index, item) in items.enumerated() {
            if let position = list.position(of: item), position >= start { return max(0, index - (position - start)) }
        }
        return nil
    }

    /// Removes the empty rows behind a seam in a list that was saved after they were evicted. The first of them, which would tell new rows
    /// apart, is no longer known. They come again like rows in a gap.
    private mutating func dropForgotten(behind start: Int) -> ListUpdate? {
        guard let empty = rows.missingRanges(in: start..<rows.count).ranges.first, empty.lowerBound == start,
            start > 0 || empty.upperBound < rows.count
        else { return nil }
        // Answers under way for them would be taken for the rows behind the seam.
        note(.superseded(empty))
        // Of the cursors that lead there only the seam's own still does.
        addressing.checkpoints.forget(behind: empty)
        // A gap among them is part of this one.
        addressing.gaps.removeAll { $0.position > start && $0.position <= empty.upperBound }
        if empty.upperBound == rows.count { return cut(to: start) }
        let removal = ListUpdate(
            oldCount: rows.count, newCount: rows.count - empty.count, removed: PositionSet(empty))
        follow(removal)
        return removal
    }

    /// A first page without a known row replaces all loaded rows.
    private mutating func beginAnew(with page: Page<Int>, for flight: Flight) -> ListUpdate {
        let removal = dropAll()
        addressing.top = page.items.first
        return removal.followed(by: takeInOrder(page, for: flight))
    }
}
