extension ListMachine {
    /// The state of a slot.
    ///
    /// - Parameter position: from 0 up to, not including, the count.
    /// - Complexity: O(log *runs* + *requests in flight*).
    package func state(at position: Int) -> SlotState {
        if position < rows.count, rows[position] != nil { return .loaded }
        if planner.flights.contains(where: { $0.rows.contains(position) }) { return .loading }
        guard let setback = planner.setbacks.first(where: { $0.rows.contains(position) }) else { return .placeholder }
        return setback.retryAt == nil ? .failed(setback.failure) : .loading
    }

    /// `true` if the list's length is known, every slot is loaded, and no row may be missing in between.
    package var isComplete: Bool { endIsKnown && rows.isFullyLoaded && !mayLackRows }

    /// `true` if every row of the server's list is here, and was since the last refresh began.
    package var isConfirmedThroughout: Bool {
        // By position all rows up to the total are here. Rows may differ where two pages meet that were not seen together, but no row follows.
        isComplete && startIsKnown && phase == .idle && list.stale.isEmpty
            && (traits.isReadByPosition || addressing.gaps.isEmpty)
    }

    /// The row to load for "more": the next one missing below the reader's first row, else below all loaded rows. Past a known end it is the
    /// first missing row, and then the first beside which rows may be missing.
    package var nextMissing: Int {
        let reader = planner.viewports.first { !$0.rows.isEmpty }?.rows.lowerBound
        var start = min(reader ?? rows.loadedRanges.ranges.last?.upperBound ?? 0, rows.count)
        // An app that pages by hand gets one stretch, wherever its reader is.
        if !planner.policy.loadsAutomatically, start < rows.count, rows[start] == nil {
            start = rows.loadedRanges(in: 0..<start).ranges.last?.upperBound ?? start
        }
        if let below = rows.missingRanges(in: start..<rows.count).ranges.first { return below.lowerBound }
        if !endIsKnown { return rows.count }
        if let above = rows.missingRanges(in: 0..<start).ranges.first { return above.lowerBound }
        return mayLackRows ? list.stale.ranges.first?.lowerBound ?? rows.count : rows.count
    }

    /// The first row of a range that is not loaded, or its first row if all are. A request may begin with a loaded row that its page is to share.
    func firstMissing(in range: Range<Int>) -> Int {
        let known = range.clamped(to: 0..<rows.count)
        if let missing = rows.missingRanges(in: known).ranges.first { return missing.lowerBound }
        return range.upperBound > rows.count ? max(rows.count, range.lowerBound) : range.lowerBound
    }

    /// `true` if no view reports what it shows, so that the app asks for each page.
    package var isPagedByHand: Bool { planner.viewports.isEmpty }

    /// `true` if rows may be missing between the loaded ones, which asking for the stale ones shows.
    private var mayLackRows: Bool {
        guard traits.movesRows, traits.isReadByPosition, !list.stale.isEmpty else { return false }
        return list.hasGuessed || !addressing.gaps.isEmpty
    }

    /// The reader edits the list, and its server will do the same. A list that only grows on top by itself is then one whose rows come and go,
    /// as far as it is read by position: cursors lead past rows that are gone anyway.
    package mutating func expect(_ edit: RowEdit.Kind) {
        switch edit {
        case .update, .insert(.start): return
        case .insert, .remove, .move: if traits.isReadByPosition { traits.readerMovesRows = true }
        }
    }

    /// `true` if no answer tells the list's length, so that nothing but an empty page shows its end.
    var isEndUntold: Bool { addressing.kind == .positions && !progress.tellsTotal }

    /// `true` if rows are asked for by the identifiers of a snapshot, which tells their order.
    package var followsSnapshots: Bool { addressing.kind == .identifiers }

    /// The position of an item in the order of the last snapshot, loaded or not, or `nil` if it is not there.
    ///
    /// - Complexity: O(*n*) in the list's rows.
    package func positionInSnapshot(of number: Int) -> Int? { addressing.order?.firstIndex(of: number) }

    /// The position of an item, if it is loaded.
    ///
    /// - Complexity: O(log *runs*) if no row was inserted in the middle of the list.
    package func position(of number: Int) -> Int? { list.position(of: number) }

    /// The position of an item, if it is loaded and was confirmed since the last refresh.
    package func confirmedPosition(of number: Int) -> Int? { list.confirmedPosition(of: number) }

    /// Numbers that the list uses even if their rows were evicted: rows behind gaps, at the top, beside cursors, and the row being searched for.
    /// Each number must still mean its row when that comes again.
    ///
    /// - Complexity: O(*gaps* + *cursors* + *requests in flight* + *rows asked for by identifier*); O(1) if no row moves.
    package var rememberedNumbers: Set<Int> {
        guard traits.movesRows else { return [] }
        var numbers = Set(addressing.gaps.compactMap { $0.number })
        numbers.formUnion(addressing.checkpoints.entries.lazy.compactMap { $0.number })
        numbers.formUnion(planner.flights.lazy.compactMap { $0.behind })
        numbers.formUnion(content.asked)
        numbers.formUnion(planner.flights.lazy.compactMap { $0.ahead })
        if let number = addressing.checkpoints.beginningNumber { numbers.insert(number) }
        if let top = addressing.top { numbers.insert(top) }
        if let sought = fitter.search.sought { numbers.insert(sought) }
        return numbers
    }

    /// The costs and results of loading so far.
    package var counters: ListCounters {
        var counters = tally.counters
        counters.rowsNeverShown = list.unseenDrops
        counters.latencyMilliseconds = planner.latency.mean
        return counters
    }

    /// The requests in flight and the rows that each is to fill, the oldest first.
    package var inFlight: [(request: RequestID, rows: Range<Int>)] { planner.flights.map { ($0.id, $0.rows) } }

    /// `true` if a slot, the phase or a repeat under way still shows a request's failure.
    package func remembersFailure(of request: RequestID) -> Bool {
        if jobs.refreshFailure == .source(request) || comparison.requests.failure == .source(request) { return true }
        return planner.setbacks.contains { $0.failure == .source(request) }
            || planner.flights.contains { $0.toldFailure == .source(request) }
            || planner.above.setback?.failure == .source(request)
    }

    /// An update for rows whose state changed, though their items did not.
    @inline(never)
    func changedStates(of range: Range<Int>) -> ListUpdate {
        list.changing(PositionSet(range.clamped(to: 0..<rows.count)))
    }

    /// A range within the positions of a list, whatever a platform reports.
    @inline(never)
    static func legal(_ range: Range<Int>) -> Range<Int> {
        let lower = min(max(0, range.lowerBound), Limits.slots)
        return lower..<min(max(lower, range.upperBound), Limits.slots)
    }

    // MARK: Counting

    /// Adds up how long placeholders have been on screen since the last event.
    @inline(never)
    mutating func tick(_ now: Instant) {
        tally.tick(now)
    }

    /// Notes the rows on screen from now on.
    mutating func note(_ now: Instant) {
        var placeholders = 0
        for viewport in planner.viewports {
            let visible = viewport.rows.clamped(to: 0..<rows.count)
            guard !visible.isEmpty else { continue }
            let gaps = rows.missingRanges(in: visible)
            list.markSeen(visible, except: gaps)
            if viewport.viewer != .reads { placeholders += gaps.count }
        }
        tally.visiblePlaceholders = placeholders
    }
}
