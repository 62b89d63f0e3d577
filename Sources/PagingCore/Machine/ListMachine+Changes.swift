/// What happened on the server, applied to a list that is loaded in part.
///
/// Source: RFC 8620 §5.6, and what servers make of it.
extension ListMachine {
    /// What happened since a version arrived; `nil` where the server cannot tell.
    public mutating func changesArrived(
        _ changes: ListChanges<Int>?, for request: RequestID, now: Instant
    ) -> ListEffects {
        tick(now)
        guard errands.changes.land(request) else { return ignored(now: now) }
        errands.changes.finish()
        hasAnswered = true
        guard let changes, changes.from == version, !(changes.hasMore && changes.to == version) else {
            // Nothing is proven any more; the next page tells the version.
            (version, superseded) = (nil, [])
            doubt()
            return conclude(nil, now: now)
        }
        let update = apply(changes)
        let refusals = refusals
        adopt(changes.to, now: now)
        // Whether pages are now of the same version is still to be seen.
        self.refusals = refusals
        if changes.hasMore { errands.changes.want() }
        return conclude(update, now: now)
    }

    /// Splices changes into the list.
    private mutating func apply(_ changes: ListChanges<Int>) -> ListUpdate {
        var update = ListUpdate(oldCount: rows.count, newCount: rows.count)
        func advance(_ list: inout ListMachine, _ step: ListUpdate) {
            guard !step.isEmpty else { return }
            list.follow(step)
            update = update.followed(by: step)
        }
        let added = changes.added.filter { $0.position >= 0 && $0.position <= Limits.slots }
            .sorted { $0.position < $1.position }
        let numbers = Set(added.map { $0.identifier })
        let removed = Set(changes.removed)
        // What is said to come where it does not stand must have gone from where it stands, said or not.
        var known = PositionSet()
        for number in removed.union(numbers) {
            if let position = position(of: number) { known.insert(position..<position + 1) }
        }
        // Servers that report too much list what is new as removed too.
        let unknown = removed.subtracting(numbers).count { position(of: $0) == nil }
        advance(&self, ListUpdate(oldCount: rows.count, newCount: rows.count - known.count, removed: known))

        // Removals that matter: the old total, with what was added, less the new one.
        let total = changes.total.map { min(max($0, 0), Limits.slots) }
        let lost = total.map { rows.count + added.count - $0 } ?? unknown
        if lost > 0 {
            let gaps = PositionSet(rows.missingRanges(in: 0..<rows.count).ranges.reversed().prefix(1))
            let gone = last(lost, of: gaps.count >= lost ? gaps : rows.missingRanges(in: 0..<rows.count))
            advance(&self, ListUpdate(oldCount: rows.count, newCount: rows.count - gone.count, removed: gone))
        }
        for addition in added {
            let place = min(addition.position, Limits.slots)
            let padded = min(place, rows.count)..<place + 1
            advance(
                &self,
                ListUpdate(oldCount: rows.count, newCount: rows.count + padded.count, inserted: PositionSet(padded)))
        }
        if let total, total != rows.count { advance(&self, resizing(to: total)) }
        if lost != 0, let gap = rows.missingRanges(in: 0..<rows.count).ranges.first {
            // Something went that was not loaded, nobody knows from where: from the first gap on nothing is certain.
            stale = stale.union(rows.loadedRanges.intersection(gap.lowerBound..<max(gap.lowerBound, rows.count)))
        }
        for number in changes.edited {
            if let position = position(of: number) { aged.insert(position..<position + 1) }
        }
        return update
    }

    private func resizing(to count: Int) -> ListUpdate {
        count > rows.count
            ? ListUpdate(oldCount: rows.count, newCount: count, inserted: PositionSet(rows.count..<count))
            : ListUpdate(oldCount: rows.count, newCount: count, removed: PositionSet(count..<rows.count))
    }

    /// The last so many positions of a set.
    private func last(_ number: Int, of set: PositionSet) -> PositionSet {
        var (result, rest) = (PositionSet(), number)
        for range in set.ranges.reversed() where rest > 0 {
            result.insert(range.suffix(rest))
            rest = number - result.count
        }
        return result
    }
}
