internal import PagingCore

// The placeholders after the last known row of a list that may go on: ``LoadPolicy/endPlaceholders``.
//
// Theory of operation. The machine does not know about them. The arrays of rows (`serverRows`, and `rows` of the projection) have them at their
// end, and each update of the machine is padded on its way there. Rows that come at the end take the places of the first placeholders, and so
// keep their places in a view. Further placeholders follow, as many as are due then. A view that shows them shows positions past the machine's
// end, which makes that list grow.

extension PagedList {
    /// How many there should be, as far as is known now.
    var dueEndPlaceholders: Int {
        if machine.endIsKnown { return 0 }
        let room = machine.policy.maximumCount.map { max(0, $0 - machine.rows.count) } ?? .max
        return min(machine.policy.endPlaceholders, room)
    }

    /// The updates of the known rows, and the same with the placeholders behind them. If only placeholders come or go, the first are one empty
    /// update.
    func withEndPlaceholders(_ updates: [ListUpdate]) -> (known: [ListUpdate], padded: [ListUpdate]) {
        let count = updates.first?.oldCount ?? machine.rows.count
        let (before, due) = (store.rows.count - count, dueEndPlaceholders)
        if before == 0, due == 0 { return (updates, updates) }
        var known = updates
        if updates.isEmpty, before != due { known = [ListUpdate(oldCount: count, newCount: count)] }
        let padded = known.enumerated().map { index, update in
            update.padded(from: before, to: index == known.count - 1 ? due : before)
        }
        return (known, padded)
    }

    /// The known rows, without the placeholders behind them.
    var knownRows: PagedArray<Element> {
        var rows = store.rows
        rows.resize(to: machine.rows.count)
        return rows
    }
}

extension ListUpdate {
    /// The same update of a list with placeholders behind its rows.
    ///
    /// - Parameters:
    ///   - before: how many placeholders there were.
    ///   - after: how many there should be.
    /// - Complexity: O(*ranges*).
    func padded(from before: Int, to after: Int) -> ListUpdate {
        if before == 0, after == 0 { return self }
        var padded = self
        (padded.oldCount, padded.newCount) = (oldCount + before, newCount + after)
        var taken = 0
        if let last = inserted.ranges.last, last.upperBound == newCount {
            taken = min(before, last.count)
            let places = PositionSet(last.lowerBound..<last.lowerBound + taken)
            padded.inserted = inserted.subtracting(places)
            padded.changed = padded.changed.union(places)
        }
        let left = before - taken
        if left > after { padded.removed.insert(padded.oldCount - (left - after)..<padded.oldCount) }
        if left < after { padded.inserted.insert(newCount + left..<padded.newCount) }
        return padded
    }
}
