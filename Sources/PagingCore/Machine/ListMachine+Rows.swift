extension ListMachine {
    /// The update that makes the list longer or shorter at its end.
    @inline(never)
    func resizing(to count: Int) -> ListUpdate {
        let kept = min(count, rows.count)
        return ListUpdate(
            oldCount: rows.count, newCount: count, removed: PositionSet(kept..<rows.count),
            inserted: PositionSet(kept..<count))
    }

    /// Makes the list longer or shorter at its end.
    @inline(never)
    mutating func setCount(_ count: Int) -> ListUpdate {
        let update = resizing(to: count)
        if count < rows.count {
            forget(count..<rows.count)
            checkpoints.truncate(to: count)
        }
        rows.resize(to: count)
        return update
    }

    /// Puts items at their positions, none of them twice in the list.
    ///
    /// - Returns: the positions whose content changed.
    mutating func fill(_ items: [Int], at start: Int) -> PositionSet {
        let range = start..<start + items.count
        guard !range.isEmpty else { return PositionSet() }
        var changed = PositionSet(range)
        forget(range, except: items)
        rows.fill(items, at: start)
        planner.forgetSetbacks(in: range)
        var slots: [SlotID] = []
        slots.reserveCapacity(items.count)
        rows.forEachSlotID(in: range) { slots.append($1) }
        for offset in items.indices {
            let (position, id) = (start + offset, items[offset])
            let other = index[id]
            // It stood here before.
            if other == slots[offset] { continue }
            // What stood further down in the range has made way for the page.
            if let other, let known = rows.position(of: other), known < position || known >= range.upperBound {
                tally.counters.duplicates += 1
                if stale.contains(known) {
                    // The newer sighting is right: what stands there has not been proven since the refresh.
                    forget(known..<known + 1)
                    rows.clear(known..<known + 1)
                    changed.insert(known..<known + 1)
                } else {
                    rows.clear(position..<position + 1)
                    planner.refuse(
                        position..<position + 1,
                        .defect(.duplicateIdentifier(position: position, first: known)))
                    continue
                }
            }
            index[id] = slots[offset]
        }
        return changed
    }

    /// Where an item with this identifier stands for certain, outside of rows that are about to be replaced.
    func provenPosition(of number: Int, outside replaced: Range<Int>) -> Int? {
        guard let position = position(of: number) else { return nil }
        return replaced.contains(position) || stale.contains(position) ? nil : position
    }

    /// Forgets what is known of the items in a range, which are about to go.
    ///
    /// - Parameter items: what will stand there, if that is known: where it stands already it stays in the index.
    mutating func forget(_ range: Range<Int>, except items: [Int] = []) {
        let inside = range.clamped(to: 0..<rows.count)
        guard !inside.isEmpty else { return }
        rows.forEachLoaded(in: inside) { position, id, slot in
            let offset = position - range.lowerBound
            if offset < items.count, items[offset] == id { return }
            if index[id] == slot { index[id] = nil }
        }
        tally.dropped(rows.loadedRanges(in: inside))
        prove(inside)
    }

    /// A range within what a list can hold, whatever a platform says.
    @inline(never)
    static func legal(_ range: Range<Int>) -> Range<Int> {
        let lower = min(max(0, range.lowerBound), Limits.slots)
        return lower..<min(max(lower, range.upperBound), Limits.slots)
    }

    /// An update that says that these rows' state changed, though their items did not.
    @inline(never)
    func changedStates(of range: Range<Int>) -> ListUpdate {
        ListUpdate(oldCount: rows.count, newCount: rows.count, changed: PositionSet(range.clamped(to: 0..<rows.count)))
    }
}
