/// Lists that begin at another place than their start: a page right before the first row.
///
///     list   |d e f     asked for before d's cursor     page  b c
///     then   |b c d e f
extension PageFitter {
    /// Fits the page that comes right before the first row.
    mutating func takeAbove(_ page: Page<Int>, for flight: Flight) -> Verdict {
        guard let asked = flight.cursor, addressing.checkpoints.beginning == .previous(asked) else {
            return .refused(.unplaced)
        }
        let items = SlotTable.distinct(page.items)
        let known = list.positions(of: items)
        let new = zip(items, known).filter { $1 == nil }.map { $0.0 }
        note(.duplicates(page.items.count - new.count))
        var update = list.unchanged
        if traits.movesRowsAnywhere {
            let verdict = takeBefore(page, items, for: flight)
            guard case .applied(let change) = verdict else { return verdict }
            update = change
        } else {
            if !new.isEmpty {
                update = insertAbove(new)
                learnAbove(page, at: new.count, behind: items.last)
                addressing.checkpoints.askForFirst(.before, asked, number: flight.ahead)
            }
            learnBeginning(page.beginning)
        }
        context.fruitless.add(isFruitful: !new.isEmpty)
        return .applied(update)
    }

    /// Inserts rows before the first one.
    mutating func insertAbove(_ items: [Int]) -> ListUpdate {
        let update = ListUpdate.inserting(items.count, at: 0, count: rows.count)
        follow(update)
        note(.grownAbove(by: items.count))
        return update.changing(fill(items, at: 0).subtracting(update.inserted))
    }

    /// Learns how to ask again for the former first row.
    private mutating func learnAbove(_ page: Page<Int>, at end: Int, behind number: Int?) {
        if case .next(let cursor) = page.continuation {
            addressing.checkpoints.learn(cursor, at: end, behind: number)
        } else {
            addressing.checkpoints.keepFirst(at: end)
        }
    }

    /// Learns how the list continues before the first row.
    mutating func learnBeginning(_ beginning: PageBeginning) {
        guard addressing.kind == .cursors, !startIsKnown else { return }
        addressing.checkpoints.beginning = beginning
        addressing.checkpoints.beginningNumber = traits.movesRows && !rows.isEmpty ? rows[0] : nil
        guard beginning == .start else { return }
        // From here on it is like a list that begins at its start.
        addressing.checkpoints.askForFirst(.after, nil)
        if traits.growsOnlyOnTop, !rows.isEmpty { addressing.top = rows[0] }
    }
}
