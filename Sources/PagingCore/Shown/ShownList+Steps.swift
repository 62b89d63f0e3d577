/// A step of the reader changes one row, whatever else is edited.
///
/// It costs finding the row and its place, O(log *n*) in the number of edits and O(*m*) in the number of own rows at the same place, and making
/// room in arrays of plain values.
extension ShownList {
    /// A row as it was shown before a step.
    struct Shown {
        let number: Int
        /// Its index among the own rows, or `nil` if it was none.
        let own: Int?
        /// Its slot in the server's list.
        let slot: Int?
        /// `true` if that slot had no item.
        let isEmpty: Bool
    }

    func shown(_ number: Int, in server: some NumberedRows) -> Shown {
        let row = table.rows[number]
        return Shown(
            number: number, own: ownIndex(of: number), slot: row?.slot ?? server.position(of: number),
            isEmpty: row.map { !$0.isLoaded } ?? false)
    }

    /// The index of a row among the own ones, or `nil` if it is none of them.
    func ownIndex(of number: Int) -> Int? {
        guard let placement = table.activePlacement(of: number) else { return nil }
        return layout.index(ofOwn: number, in: placement.gap)
    }

    /// Arranges anew the row of a step.
    ///
    /// - Parameters:
    ///   - before: the row as it was shown before the step, followed by the row that it has become, if it is another.
    ///   - touched: `true` if its content may have changed.
    ///   - server: the server's list, which no step changes.
    /// - Returns: the update of the shown list.
    mutating func arrange(_ before: [Shown], touched: Bool, in server: some NumberedRows) -> ListUpdate {
        let last = before[before.count - 1]
        let number = last.number
        var result = ListUpdate(oldCount: count, newCount: count)
        // The row's former place, and if it was shown as an item.
        var origin: (place: Int, hadItem: Bool)?
        func leave(_ place: Int) -> Int {
            // The second row to go has a position in the list that the first one left.
            let place = result.removed.position(ofNonMember: place)
            result.removed.insert(place..<place + 1)
            return place
        }
        // The last own row first, so that the others keep their indices.
        for row in before.sorted(by: { $0.own ?? -1 > $1.own ?? -1 }) {
            guard let index = row.own else { continue }
            let place = leave(layout.removeOwn(at: index))
            if row.number == number || origin == nil { origin = (place, true) }
        }
        let goal = goal(of: number)
        for row in before {
            let isAway = row.number == number && goal.isAway
            guard let slot = row.slot, !filtered.contains(slot), isAway != layout.hidden.contains(slot) else {
                continue
            }
            if isAway {
                origin = (leave(layout.hide(slot)), !row.isEmpty)
            } else {
                result.inserted.insertShifting(at: layout.show(slot))
            }
        }
        if let placement = goal.placement {
            result.inserted.insertShifting(at: layout.insertOwn(.init(placement), at: index(ofNew: placement)))
        }
        result.newCount = count
        guard let place = position(of: number, in: server) ?? table.rows[number]?.slot.flatMap(shownPosition(ofServer:))
        else {
            return result
        }
        if let origin, result.inserted.contains(place), result.removed.contains(origin.place) {
            result.removed.remove(origin.place..<origin.place + 1)
            result.inserted.remove(place..<place + 1)
            result.moves = [.init(from: origin.place, to: place)]
            let hasItem = goal.placement != nil || server.position(of: number) != nil
            if origin.hadItem != hasItem { result.changed.insert(place..<place + 1) }
        }
        if touched, !result.inserted.contains(place) { result.changed.insert(place..<place + 1) }
        result.settleMoves()
        return result
    }

    /// `true` if the server's row is not shown because of its edits, and the edit that puts an own row in its place.
    func goal(of number: Int) -> (isAway: Bool, placement: RowEdit?) {
        guard let row = table.rows[number] else { return (false, nil) }
        let isRemoved = table.edits(of: number).contains { $0.kind == .remove }
        let placement = table.activePlacement(of: number)
        let isFiltered = row.slot.map { filtered.contains($0) } ?? false
        return (row.slot != nil && (isRemoved || placement != nil), isRemoved || isFiltered ? nil : placement)
    }

    /// The index of a new row among the own ones: behind those that ``order`` has before it.
    private func index(ofNew placement: RowEdit) -> Int {
        var index = orderIndex(of: placement.id, in: placement.gap)
        while index > 0, let other = table[order[index - 1]], other.gap == placement.gap {
            if let own = layout.index(ofOwn: other.number, in: other.gap),
                table.activePlacement(of: other.number)?.id == other.id
            {
                return own + 1
            }
            index -= 1
        }
        return layout.own.firstReached { $0.gap >= placement.gap }
    }
}
