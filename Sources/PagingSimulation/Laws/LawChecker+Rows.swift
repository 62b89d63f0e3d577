internal import Paging

/// Laws 1, 6 and 7: from the updates, and now and then from all rows.
extension LawChecker {
    /// Brings the copy forward, counting what goes and what comes.
    mutating func takeIn(
        _ update: ListUpdate, along map: PositionMap, rows: PagedArray<Int>, feed: borrowing SimulatedFeed,
        on occasion: Occasion
    ) {
        do { try update.validate() } catch {
            report(.updatesAreTrue, occasion.time, expected: "an update that list views accept", found: "\(error)")
            return resynchronize(rows)
        }
        guard update.oldCount == mirror.count, update.newCount == rows.count else {
            report(
                .updatesAreTrue, occasion.time, expected: "an update from \(mirror.count) rows to \(rows.count)",
                found: "one from \(update.oldCount) to \(update.newCount)")
            return resynchronize(rows)
        }
        movePins(along: map, rows: rows, feed: feed, on: occasion)
        // Shown anew, or gone: no longer counted. Then what came is counted.
        for range in update.removed.ranges { count(mirror, range, by: -1) }
        for range in (update.isInPlace ? update.changed : map.oldPositions(ofKept: update.changed)).ranges {
            count(mirror, range, by: -1)
        }
        var items = rows.items(at: update.inserted.union(update.changed)).makeIterator()
        mirror.apply(update, along: map) { _ in items.next() ?? nil }
        for range in update.inserted.ranges { count(mirror, range, by: 1) }
        for range in update.changed.ranges { count(mirror, range, by: 1) }
        if let (number, position) = repeated {
            repeated = nil
            // Twice by the updates alone is the updates' fault.
            checkAll(rows, time: occasion.time)
            if occurrences[number] > 1 {
                report(
                    .noDuplicates, occasion.time, expected: "each number in one slot",
                    found: "\(number) in \(occurrences[number]), one of them at \(position)")
            }
        }
    }

    private mutating func count(_ rows: PagedArray<Int>, _ range: Range<Int>, by step: Int32) {
        rows.forEachLoaded(in: range) { position, number, slot in
            guard canCount(number) else { return }
            occurrences[number] += step
            if step > 0 { content.read(number) }
            if isInOrder, step > 0 { setSlot(of: number, to: slot) }
            if step > 0, occurrences[number] > 1 {
                duplicates += 1
                repeated = (number, position)
            }
        }
    }

    /// Notes the slot of an item in the copy.
    mutating func setSlot(of number: Int, to slot: SlotID) {
        guard number < NumberSet.limit else { return }
        while number >= slots.count { slots.append(nil) }
        slots[number] = slot
    }

    /// Compares all rows with what the updates gave.
    mutating func checkAll(_ rows: PagedArray<Int>, time: Double) {
        guard mirror != rows else { return }
        let position = (0..<min(mirror.count, rows.count)).first { mirror[$0] != rows[$0] } ?? rows.count
        func text(_ rows: PagedArray<Int>) -> String {
            position < rows.count ? rows[position].map { "\($0)" } ?? "nothing" : "no row"
        }
        report(
            .updatesAreTrue, time, expected: "\(text(mirror)) at \(position), by the updates", found: text(rows))
        resynchronize(rows)
    }

    /// Notes the content of an answer that was let in, and holds it against what the view shows.
    ///
    /// - Parameter withheld: items of it whose content the list does not take.
    mutating func receiveContent(of answer: FeedAnswer, except withheld: [Int], time: Double) {
        var (items, revisions) = (answer.items, answer.revisions)
        if !withheld.isEmpty {
            let withheld = Set(withheld)
            let kept = items.indices.filter { !withheld.contains(items[$0]) }
            (items, revisions) = (kept.map { items[$0] }, kept.map { revisions[$0] })
        }
        for (item, revision) in zip(items, revisions)
        where occurrences.indices.contains(item) && occurrences[item] > 0 && revision < content.revision(of: item) {
            report(
                .contentNeverGoesBack, time,
                expected: "revision \(content.revision(of: item)) of \(item), or a later one",
                found: "revision \(revision)")
        }
        content.receive(items, revisions)
    }

    /// Compares the content of rows with what the list received last.
    mutating func checkContent(time: Double) {
        let defect = content.outdated { occurrences.indices.contains($0) && occurrences[$0] > 0 }
        guard let defect else { return }
        content.read(defect.number)
        report(
            .updatesAreTrue, time, expected: "an update to tell that the content of \(defect.number) changed",
            found: "none, so that its row shows revision \(defect.shown) of it and not \(defect.held)")
    }

    /// The view is told of rows besides the update, and reads them again.
    mutating func reread(_ positions: PositionSet, rows: PagedArray<Int>) {
        for case let number? in rows.items(at: positions) { content.read(number) }
    }

    /// The view is a new one, and reads all rows.
    mutating func readAll() {
        for (_, number) in mirror.loadedItems { content.read(number) }
    }

    /// After a violation: goes on from what is shown.
    mutating func resynchronize(_ rows: PagedArray<Int>) {
        mirror = rows
        for index in occurrences.indices { occurrences[index] = 0 }
        for (_, number) in rows.loadedItems where canCount(number) {
            occurrences[number] += 1
            content.read(number)
        }
    }

    /// Makes room for how often a number is shown; `false` where no item can have it.
    private mutating func canCount(_ number: Int) -> Bool {
        while number >= occurrences.count, occurrences.count < NumberSet.limit { occurrences.append(0) }
        return occurrences.indices.contains(number)
    }

    // MARK: Pins

    /// Pins the slots of a range that hold items.
    mutating func pin(_ range: Range<Int>, rows: PagedArray<Int>) {
        pinned = range.clamped(to: 0..<rows.count).compactMap { position in
            rows[position].map { (position, $0) }
        }
    }

    private mutating func movePins(
        along map: PositionMap, rows: PagedArray<Int>, feed: borrowing SimulatedFeed, on occasion: Occasion
    ) {
        guard !pinned.isEmpty else { return }
        if occasion.isReload { return pinned = [] }
        var kept: [(position: Int, number: Int)] = []
        for (old, number) in pinned {
            guard let new = map.newPosition(of: old), new < rows.count else { continue }
            if rows[new] == number {
                kept.append((new, number))
            } else if keepsPins, rows[new] == nil, !isExcused(number, feed: feed, on: occasion) {
                report(
                    .keepsBudget, occasion.time, expected: "\(number), pinned at \(old), to stay",
                    found: "nothing at \(new)")
            }
        }
        pinned = kept
    }
}
