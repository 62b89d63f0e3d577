extension PageFitter {
    /// Fits a page to the known rows.
    mutating func take(_ page: Page<Int>, for flight: Flight) -> Verdict {
        let fitting = traits.fitting
        if fitting == .history { return .applied(takeHistory(page)) }
        if let sought = search.sought, page.items.contains(sought) { search.sought = nil }
        let start = flight.rows.lowerBound
        let wasEmpty = rows.isEmpty
        var page = page
        // Without a known start, a total does not say how many rows are above the first one.
        if !startIsKnown { page.total = nil }
        if isLastPage(page, insteadOf: flight) { page.continuation = .end }
        let isBehindCursor = addressing.checkpoints.anchor(at: start) == start
        let verdict: Verdict =
            switch fitting {
            case .position, .alignment: takeAtPosition(page, for: placed(flight, by: page))
            case _ where Traits.readsUpwards && flight.isAbove: takeAbove(page, for: flight)
            case _ where Traits.readsUpwards && flight.way != .after: takeBeside(page, for: flight)
            case .stretch: takeInOrderMoved(page, for: flight)
            case .growth where isBehindCursor && startIsKnown: .applied(takeGrown(page, for: flight))
            case .append where isBehindCursor, .growth where isBehindCursor:
                isOfAnotherList(page, for: flight) ? .refused(.ofAnotherList) : .applied(takeInOrder(page, for: flight))
            default: takeAtPosition(page, for: flight)
            }
        if wasEmpty, case .applied = verdict { learnBeginning(page.beginning) }
        return verdict
    }

    /// The request for a page around a row is treated as one for the positions in its answer.
    private func placed(_ flight: Flight, by page: Page<Int>) -> Flight {
        guard Traits.readsUpwards, flight.way != .after, let position = page.position else { return flight }
        var flight = flight
        flight.rows = position..<position + max(1, page.items.count)
        return flight
    }

    // MARK: A source with positions

    private mutating func takeAtPosition(_ page: Page<Int>, for flight: Flight) -> Verdict {
        let start = page.position ?? flight.rows.lowerBound
        if rows.isEmpty, page.items.isEmpty, flight.rows.lowerBound > 0 {
            return .applied(takePastEnd(page, for: flight))
        }
        if traits.movesRows, !page.items.isEmpty { return takeMoved(page, at: start, for: flight) }
        if traits.movesRows, rows.loadedCount > 0,
            let verdict = takeEmptyMoved(page, at: start, for: flight)
        {
            return verdict
        }
        let end = start + page.items.count
        let missedBefore = list.missingCount(in: flight.rows)
        let (count, isKnown) = length(after: page, from: start, to: end, isAsked: start == flight.rows.lowerBound)
        list.endIsKnown = isKnown || count == list.emptyFrom
        let resized = setCount(count)
        var changed = fill(page.items, at: start)
        noteClamping(of: page, at: start, for: flight)
        if page.showsNoRows, start >= rows.count { list.noteEmpty(from: start) }
        // Nothing of what was asked for came, though the list goes on there: asking again at once would go in circles. A page with the first
        // row that was asked for may bring what another one brought meanwhile, and the rest is asked for from where it begins.
        if page.items.isEmpty || !(start..<end).contains(flight.rows.lowerBound), missedBefore > 0,
            list.missingCount(in: flight.rows) >= missedBefore, flight.rows.lowerBound < rows.count
        {
            let defect: PageDefect =
                page.items.isEmpty
                ? .emptyPage(position: flight.rows.lowerBound)
                : .misplacedPage(asked: flight.rows.lowerBound, answered: start)
            note(.failed(defect))
            changed = changed.union(PositionSet(flight.rows.clamped(to: 0..<rows.count)))
        }
        return .applied(resized.changing(changed))
    }

    /// The list may be shorter than the place where it was to begin: it gets the number of rows that it reports, or is read from its top.
    private mutating func takePastEnd(_ page: Page<Int>, for flight: Flight) -> ListUpdate {
        let start = flight.rows.lowerBound
        // A server that ends the list at the requested position only shows that the list is no longer than that.
        let count = page.total ?? (page.continuation == .end && page.position != start ? page.position : nil)
        guard let count, (1...start).contains(count) else {
            // A total of zero does not say that the list is empty, but that no rows are here.
            let isEmpty = page.total == 0 && (page.continuation == .unspecified || page.continuation == .end)
            if page.showsNoRows || isEmpty { list.noteEmpty(from: start) }
            note(.endsAboveReader)
            return list.unchanged
        }
        list.endIsKnown = true
        return setCount(count)
    }

    /// Fits a page of a list whose rows move.
    private mutating func takeMoved(
        _ page: Page<Int>, at start: Int, for flight: Flight
    ) -> Verdict {
        let end = start + page.items.count
        let isUnasked = !flight.rows.overlaps(start..<end) && !isLastPage(page, insteadOf: flight)
        let before = rows.count
        if isUnasked {
            return .refused(.defective(.misplacedPage(asked: flight.rows.lowerBound, answered: start)))
        }
        let mayGoOn = page.continuation == .more || page.continuation == .unspecified && page.total == nil
        if flight.rows.count > 1, end == flight.rows.lowerBound + 1, end <= rows.count,
            rows[end - 1] == page.items.last, end < rows.count || mayGoOn
        {
            // The row of overlap came, and none behind it. The next request will show if it is the last.
            addressing.learnPageStart(end)
        }
        let verdict = takeAligned(page, at: start, for: flight)
        guard case .applied = verdict else { return verdict }
        if page.total != nil || page.continuation == .end {
            list.endIsKnown = true
        } else if page.continuation == .more || end > before, end >= rows.count {
            // The list goes on, or may, behind its former end.
            list.endIsKnown = false
        }
        noteClamping(of: page, at: start, for: flight)
        return verdict
    }

    /// `true` if a source of whole pages answered with a page that ends before the first row that it was asked for: where pages are counted,
    /// none has that row.
    private func isLastPage(_ page: Page<Int>, insteadOf flight: Flight) -> Bool {
        guard traits.capabilities.contains(.wholePages), let start = page.position, page.total == nil,
            !page.items.isEmpty,
            page.continuation == .unspecified || page.continuation == .end
        else { return false }
        return start + page.items.count <= flight.rows.lowerBound
    }

    /// A page without items from behind the end of a list whose rows move: only how many rows there are is learned.
    private mutating func takeEmptyMoved(
        _ page: Page<Int>, at start: Int, for flight: Flight
    ) -> Verdict? {
        let isEnd =
            switch page.continuation {
            case .end: true
            // If no page reports a total, only an empty page shows the end.
            case .unspecified where page.total == nil: true
            default: page.total.map { $0 <= start } ?? false
            }
        guard isEnd else { return nil }
        // Past the end some servers report a total of zero; it only means that no rows are here.
        let count = page.total.map { $0 == 0 && start > 0 ? start : $0 } ?? start
        guard count < rows.count else { return nil }
        list.endIsKnown = true
        // How many rows there are was not told, and of those behind the end none was seen since the last refresh: they are gone, and no others.
        if page.total == nil, !context.precedesContradiction, count == 0 || list.isConfirmed(count - 1),
            list.confirmedRanges(in: count..<rows.count).isEmpty
        {
            return .applied(cut(to: count))
        }
        return resizeMoved(to: count, for: flight)
    }

    /// Learns the most rows of an answer from a merged request that got fewer rows.
    @inline(never)
    private mutating func noteClamping(of page: Page<Int>, at start: Int, for flight: Flight) {
        let isTelling = traits.movesRows || flight.rows.count > context.pageSize
        let end = start + page.items.count
        if isTelling, page.items.count < flight.rows.count, end < min(rows.count, flight.rows.upperBound),
            !page.items.isEmpty
        {
            note(.clamped(to: page.items.count))
        }
    }

    /// How long the list is, by all that an answer says; items are better evidence than totals.
    ///
    /// - Parameter isAsked: `true` if the page begins at the row that was asked for.
    private func length(
        after page: Page<Int>, from start: Int, to end: Int, isAsked: Bool
    ) -> (count: Int, isKnown: Bool) {
        let isEmpty = page.items.isEmpty
        // Nothing is that far down, and before it there may be rows that nobody has asked for.
        if page.showsNoRows, !endIsKnown, isAsked, start > rows.count { return (rows.count, false) }
        switch page.continuation {
        case .end:
            if !isEmpty { return (end, true) }
            if let total = page.total, total > 0, total < start { return (total, true) }
            // No row is here, so the list is no longer than this; a shorter known length stays.
            return (endIsKnown ? min(rows.count, start) : start, true)
        case .more, .next:
            // More rows follow, so a total that is already reached was too small.
            if let total = page.total, total > end { return (total, true) }
            return (max(rows.count, end), endIsKnown && rows.count > end)
        case .unspecified: break
        }
        if let total = page.total {
            // Past the end some servers report a total of zero; it only means that no rows are here.
            if isEmpty, total == 0, start > 0 { return (start, true) }
            // Rows that are loaded before an empty page stay, even if its total is lower.
            let known = isEmpty ? rows.loadedRanges(in: 0..<min(start, rows.count)).ranges.last?.upperBound ?? 0 : end
            return (max(total, known), true)
        }
        if endIsKnown {
            // An end that an empty page showed comes nearer by another one, where no row behind that was confirmed.
            let isNearer =
                isEmpty && start < rows.count && list.emptyFrom == rows.count
                && list.confirmedRanges(in: start..<rows.count).isEmpty
            return (isNearer ? start : isEmpty ? rows.count : max(rows.count, end), true)
        }
        if isEmpty { return (start, true) }
        // A short page may be the last, or its limit was reduced: only an empty one is certainly the end.
        return (max(rows.count, end), false)
    }

    // MARK: A source that is read in order

    /// `true` if a page shows that the list was replaced, or that cursors lead elsewhere now: none of its rows is at or behind the requested
    /// place, though the row there was loaded before.
    private func isOfAnotherList(_ page: Page<Int>, for flight: Flight) -> Bool {
        let start = flight.rows.lowerBound
        guard start > 0, !page.items.isEmpty, start < rows.count, list.stale.contains(start) else { return false }
        return !page.items.contains { number in list.position(of: number).map { $0 >= start } ?? false }
    }

    /// Fits the page that follows a checkpoint, in a list that moves no rows there.
    mutating func takeInOrder(_ page: Page<Int>, for flight: Flight) -> ListUpdate {
        let start = flight.rows.lowerBound
        var page = page
        let repeated = overlap(of: page.items, above: start)
        page.items.removeFirst(repeated)
        note(.duplicates(repeated))
        var update = list.unchanged
        var cursor: Cursor?
        if case .next(let next) = page.continuation { cursor = next }
        // Without a cursor the list ends here, whatever else the answer says, and whatever was once found behind.
        if cursor == nil { update = setCount(min(rows.count, start + page.items.count)) }
        let following = cursor == nil ? nil : addressing.checkpoints.next(after: start)
        let room = (following ?? Limits.slots) - start
        let items = newItems(of: page.items, from: start, room: room)
        let end = start + items.count

        var count = max(rows.count, end)
        var goesOn = true
        if let cursor {
            if let total = page.total, following == nil {
                (count, list.endIsKnown) = (max(total, end), total > end)
            } else if following == nil, !endIsKnown || rows.count <= end {
                list.endIsKnown = false
            }
            // The cursor leads past the whole page; if only a part of it had room, it leads past the next checkpoint.
            if page.items.count <= room {
                goesOn = addressing.checkpoints.learn(cursor, at: end, after: addressing.checkpoints.cursor(at: start))
            }
        } else {
            (count, list.endIsKnown) = (end, true)
        }
        update = update.followed(by: setCount(count))
        let changed = fill(items, at: start)

        context.fruitless.add(isFruitful: !items.isEmpty)
        let blocked = end..<max(end + 1, following ?? Limits.slots)
        if !goesOn {
            note(.refused(blocked, .repeatedCursor(position: end)))
        } else if cursor != nil {
            refuseFruitless(blocked)
        }
        return update.changing(changed)
    }

    /// The items that are at no other position of the list, each once, and no more than there is room for.
    mutating func newItems(of items: [Int], from start: Int, room: Int) -> [Int] {
        let replaced = start..<start + min(items.count, room)
        var seen = SlotTable()
        var new: [Int] = []
        new.reserveCapacity(items.count)
        for item in items where new.count < room {
            if seen[item] == nil, list.confirmedPosition(of: item, outside: replaced) == nil {
                seen[item] = SlotID(rawValue: new.count)
                new.append(item)
            } else {
                note(.duplicates(1))
            }
        }
        return new
    }
}

extension Page {
    /// `true` if an answer says no more than that no row is at its position.
    fileprivate var showsNoRows: Bool {
        items.isEmpty && total == nil && (continuation == .unspecified || continuation == .end)
    }
}
