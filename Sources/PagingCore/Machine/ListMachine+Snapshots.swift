/// Lists whose order is a snapshot of all identifiers, and whose pages are asked for by identifier.
extension ListMachine {
    /// All identifiers of the list arrived, as numbers. If one occurs twice, its first position counts.
    package mutating func snapshotArrived(
        _ snapshot: ListSnapshot<Int>, for request: RequestID, now: Instant
    ) -> ListEffects {
        tick(now)
        guard comparison.requests[.snapshot].land(request) else { return conclude(.refused(.late), now: now) }
        comparison.requests[.snapshot].finish()
        let cancelled = planner.cancelAll()
        let update: ListUpdate
        let fresh = SlotTable.distinct(snapshot.identifiers)
        if let old = addressing.order, let difference = try? ListUpdate.difference(from: old, to: fresh) {
            follow(difference)
            update = difference
        } else if rows.loadedCount > 0 {
            update = join(fresh)
        } else {
            update = setCount(fresh.count)
        }
        addressing.learn(order: fresh)
        comparison.versions.replace(with: snapshot.version)
        (list.endIsKnown, progress.hasPage, progress.hasAnswer, comparison.versions.bypassesCaches) = (
            true, true, true, false
        )
        if traits.changesContent { list.markAllStale() }
        return conclude(.applied(update), cancelling: cancelled, now: now)
    }

    /// The first snapshot of a list whose rows were partly known: each known row in it moves to its position there.
    private mutating func join(_ fresh: [Int]) -> ListUpdate {
        let empty = rows.missingRanges(in: 0..<rows.count)
        let removal = ListUpdate(oldCount: rows.count, newCount: rows.loadedCount, removed: empty)
        follow(removal)
        guard let difference = try? ListUpdate.difference(from: rows.loadedItems.map { $0.item }, to: fresh) else {
            return removal
        }
        follow(difference)
        return removal.followed(by: difference)
    }

    /// Items requested by their numbers arrived: those that the server still has, in any order.
    package mutating func itemsArrived(
        _ numbers: [Int], byteCount: Int? = nil, for request: RequestID, now: Instant
    ) -> ListEffects {
        tick(now)
        if comparison.requests[.content].land(request) { return contentArrived(numbers, now: now) }
        guard let flight = planner.land(request), let order = addressing.order else {
            return conclude(.refused(.late), now: now)
        }
        comparison.patience.answersSinceInput += 1
        planner.answered(flight, count: numbers.count, byteCount: byteCount, now: now)
        tally.counters.rowsReceived += numbers.count
        let older = olderContent(of: numbers, askedAt: flight.askedAt, skipsCaches: flight.skipsCaches)
        let arrived = Set(numbers)
        let range = flight.rows.clamped(to: 0..<order.count)
        var (changed, gone) = (PositionSet(), PositionSet())
        var position = range.lowerBound
        while position < range.upperBound {
            let start = position
            while position < range.upperBound, arrived.contains(order[position]) { position += 1 }
            changed = changed.union(fill(Array(order[start..<position]), at: start))
            // An item that was requested and did not come was removed.
            if position < range.upperBound {
                if !flight.omitted.contains(position), !list.isConfirmed(position) {
                    gone.insert(position..<position + 1)
                }
                position += 1
            }
        }
        let withheld = withhold(older, of: numbers, now: now)
        var (update, cancelled) = (list.changing(changed), [RequestID]())
        if !gone.isEmpty {
            // Requests in flight are for rows that have moved.
            cancelled = planner.cancelAll()
            let removal = ListUpdate(oldCount: rows.count, newCount: rows.count - gone.count, removed: gone)
            follow(removal)
            update = update.followed(by: removal)
            addressing.remove(gone)
            // The remaining rows are no longer in the order of that version.
            comparison.versions.replace(with: nil)
            if comparison.requests[.check].isWanted {
                cancelled += comparison.requests[.check].renew()
                comparison.requests[.snapshot].want()
            }
        }
        return conclude(.applied(update), withholding: withheld, cancelling: cancelled, now: now)
    }
}
