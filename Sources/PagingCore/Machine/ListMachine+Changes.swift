/// The server's changes, applied to a partly loaded list.
///
/// Source: RFC 8620 §5.6, and how servers deviate from it.
extension ListMachine {
    /// Applies the changes since a version, which have arrived.
    ///
    /// - Parameters:
    ///   - changes: the changes, or `nil` if the server no longer knows them.
    ///   - numbers: the items that came with them, as they are in the new version. Added and loaded ones are accepted.
    ///   - request: the request that they answer.
    ///   - now: the time.
    package mutating func changesArrived(
        _ changes: ListChanges<Int>?, carrying numbers: [Int] = [], for request: RequestID, now: Instant
    ) -> ListEffects {
        tick(now)
        let askedAt = comparison.requests[.changes].askedAt ?? now
        guard comparison.requests[.changes].land(request) else { return conclude(.refused(.late), now: now) }
        comparison.requests[.changes].finish()
        comparison.patience.hasRefused = false
        comparison.patience.changesInPieces = changes?.hasMore == true ? comparison.patience.changesInPieces + 1 : 0
        if let changes, comparison.live.hasOvertaken, changes.from != version {
            return conclude(.refused(.overtaken(by: changes.to)), now: now)
        }
        guard let changes, changes.from == version, !(changes.hasMore && changes.to == version), changes.arePossible,
            comparison.patience.changesInPieces < Limits.changesInPieces
        else { return conclude(.refused(.unconnected), now: now) }
        progress.hasAnswer = true
        return take(changes, carrying: numbers, askedAt: askedAt, now: now)
    }

    /// Applies the changes since the version shown.
    ///
    /// - Parameter askedAt: when they were requested; `now` if a stream delivered them.
    mutating func take(
        _ changes: ListChanges<Int>, carrying numbers: [Int], askedAt: Instant, now: Instant
    ) -> ListEffects {
        let carried = Set(numbers)
        // Content shown meanwhile is of the previous version, unless it was requested by identifier.
        let older = olderContent(of: numbers, askedAt: askedAt, skipsCaches: true, isOfOtherVersion: true)
        let update = apply(changes, carrying: carried, now: now)
        tally.counters.rowsReceived += carried.count
        // It is still open if pages are now of the same version, so refused pages still count.
        comparison.adopt(changes.to, now: now)
        // The server reports no changes: a page of another version came from a cache that is behind.
        if changes.to == changes.from, comparison.patience.isBehind { comparison.versions.bypassesCaches = true }
        if changes.hasMore {
            comparison.requests[.changes].want()
            comparison.patience.isBehind = true
        }
        let reread = list.loadedPositions(of: numbers).subtracting(update.inserted)
        list.confirmContent(reread)
        let withheld = withhold(older, of: numbers, now: now)
        return conclude(.applied(update), withholding: withheld, rereading: reread, now: now)
    }

    /// Splices changes into the list. An added row that is loaded takes its slot along; one whose item came with the changes is filled.
    private mutating func apply(_ changes: ListChanges<Int>, carrying carried: Set<Int>, now: Instant) -> ListUpdate {
        var numbers: Set<Int> = []
        let added = changes.added.filter { $0.position >= 0 && numbers.insert($0.identifier).inserted }
            .ascending { $0.position }
        let departed = Set(changes.removed)
        let others = makeRoom(for: changes.total == nil ? [] : added, departed: departed)
        let places = list.positions(of: added.map { $0.identifier })
        let moved = PositionSet(positions: places.compactMap { $0 })
        // Servers that report too many removals list added items as removed too.
        let removed = departed.subtracting(numbers)
        var update = ListUpdate(oldCount: rows.count, newCount: 0)
        update.removed = list.loadedPositions(of: Array(removed))
        let unknown = removed.count - update.removed.count

        // Removals that matter: the old rows, plus the added ones, less the new total.
        let total = changes.total
        var end = rows.count - update.removed.count - moved.count
        let lost = total.map { end + added.count - $0 } ?? unknown
        var guessed = PositionSet()
        let isAstray = !update.removed.union(moved).intersection(list.stale).isEmpty
        if lost > 0 {
            let empty = rows.missingRanges(in: 0..<rows.count)
            let gap = PositionSet(empty.ranges.reversed().prefix(1))
            var gone = last(lost, of: gap.count >= lost ? gap : empty)
            if gone.count < lost, total != nil {
                // Rows that were seen at that version and are not reported as removed are still there; the others are not.
                let unconfirmed = list.stale.subtracting(update.removed).subtracting(moved).subtracting(onScreen)
                    .subtracting(planner.pins)
                gone = gone.union(last(lost - gone.count, of: unconfirmed))
            }
            update.removed = update.removed.union(gone)
            guessed = gone
            end -= gone.count
        }
        var least = 0
        var arriving: [(number: Int, place: Int)] = []
        for (addition, position) in zip(added, places) {
            let place = max(addition.position, least)
            if place > end {
                update.inserted.insert(end..<place)
                end = place
            }
            if let position {
                update.moves.append(ListUpdate.Move(from: position, to: place))
            } else {
                update.inserted.insert(place..<place + 1)
                if carried.contains(addition.identifier) { arriving.append((addition.identifier, place)) }
            }
            (end, least) = (end + 1, place + 1)
        }
        update.newCount = end
        follow(update)
        fit { $0.noteRemovals(of: guessed, by: update) }
        if let total, total != rows.count {
            let resizing = list.resizing(to: total)
            follow(resizing)
            update = update.followed(by: resizing)
        }
        let taken = zip(added, places).compactMap { $1 == nil ? nil : $0.identifier }
        let targets = list.loadedPositions(of: taken)
        // The server reports their positions, whatever was known before.
        list.confirmPlaces(targets)
        for (number, place) in arriving where place < rows.count { _ = fill([number], at: place) }
        markStale(lost: lost, isAstray: isAstray)
        // Rows that were moved elsewhere may have passed rows whose positions are a guess.
        list.orders.remove(targets)
        let mayHaveNewContent = traits.changesContent
        let edited = changes.edited ?? (mayHaveNewContent ? rows.loadedItems.map { $0.item } : [])
        let suspect = edited + (mayHaveNewContent ? added.map { $0.identifier } : [])
        markOutdated(carried.isEmpty ? suspect : suspect.filter { !carried.contains($0) }, now: now)
        return others.followed(by: update)
    }

    /// A row that is added without being removed was not in the list: its supposed position belonged to another row.
    private mutating func makeRoom(for added: [ListChanges<Int>.Addition], departed: Set<Int>) -> ListUpdate {
        var strays: [Int] = []
        if !list.stale.isEmpty {
            let coming = added.map { $0.identifier }.filter { !departed.contains($0) }
            strays = list.positions(of: coming).compactMap { $0 }.filter { list.stale.contains($0) }
        }
        strays = Array(strays.ascending { $0 }.prefix(max(0, Limits.slots - rows.count)))
        let places = strays.enumerated().map { $1 + 1 + $0 }
        let update = ListUpdate(
            oldCount: rows.count, newCount: rows.count + places.count, inserted: PositionSet(positions: places))
        follow(update)
        return update
    }

    /// Marks rows as stale whose positions the changes leave open.
    ///
    /// - Parameters:
    ///   - lost: how many removed rows were not found; below 0 if more rows are there than the changes account for.
    ///   - isAstray: `true` if some were removed from places that were not confirmed.
    private mutating func markStale(lost: Int, isAstray: Bool) {
        // The list shows rows that it did not have at that version, seen in an answer of another one.
        if lost < 0 { return markAllStale() }
        guard lost > 0 || isAstray else { return }
        // Rows were removed from unknown places, since they were not loaded or not confirmed. All rows from the first such place on are stale.
        let empty = rows.missingRanges(in: 0..<rows.count).ranges.first?.lowerBound ?? rows.count
        let first = min(empty, list.stale.ranges.first?.lowerBound ?? rows.count)
        fitter.keepOrder()
        list.markStale(PositionSet(first..<rows.count))
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

extension ListChanges<Int> {
    /// `true` if they can lead to a list.
    var arePossible: Bool {
        total.map { 0...Limits.slots ~= $0 } ?? true && added.allSatisfy { $0.position <= Limits.slots - added.count }
    }
}
