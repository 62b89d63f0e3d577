/// Calls of the ``PageFitter``, and how its notes are carried out.
extension ListMachine {
    /// Everything known about the rows.
    var list: KnownRows {
        get { fitter.list }
        _modify { yield &fitter.list }
    }
    /// How rows are asked for, and where some may be missing.
    var addressing: Addressing {
        get { fitter.addressing }
        _modify { yield &fitter.addressing }
    }
    /// The kind of list.
    var traits: Traits {
        get { fitter.traits }
        _modify { yield &fitter.traits }
    }

    /// Fits a page to the known rows.
    mutating func take(_ page: Page<Int>, for flight: Flight, now: Instant) -> Verdict {
        var page = page
        if startIsKnown, progress.judgeTotal(of: &page, from: page.position ?? flight.rows.lowerBound) {
            list.endIsKnown = false
        }
        progress.tellsTotal = page.total != nil
        prepareFitter(for: flight)
        let verdict = fitter.take(page, for: flight)
        noteFruitless(in: fitter.context, of: flight)
        for note in fitter.finish() { carryOut(note, of: flight, now: now) }
        guard case .applied = verdict, addressing.history?.isWalking != true else { return verdict }
        (progress.hasPage, progress.hasAnswer) = (true, true)
        if Traits.readsUpwards, flight.isAbove { noteAbove(flight) }
        return verdict
    }

    /// Moves the slots, and everything known about rows by their positions, along with an update.
    ///
    /// Inserted slots are empty. Requests in flight keep their positions, which are the server's; requests for the rows behind a row stay with
    /// it.
    mutating func follow(_ update: ListUpdate) { handOn { $0.follow(update) } }

    /// Puts items at their positions, none of them twice in the list.
    ///
    /// - Returns: the positions whose content changed.
    mutating func fill(_ items: [Int], at start: Int) -> PositionSet { handOn { $0.fill(items, at: start) } }

    /// Makes the list longer or shorter at its end, when no other part refers to rows by their positions.
    mutating func setCount(_ count: Int) -> ListUpdate { fitter.setCount(count) }

    /// Positions may have changed on the server. Rows stay on screen until they are confirmed.
    mutating func markAllStale() { fit { $0.markAllStale() } }

    /// Forgets a list that no longer exists, so that it is read from its start.
    mutating func beginAnew() -> ListUpdate {
        let removal = handOn { $0.dropAll() }
        // A server that asked for a pause did not say for which list.
        planner.forgetFailures()
        return removal
    }

    /// Readers who showed a list before any of its rows had come are moved to the place where it begins.
    mutating func moveReaders(to target: Int?, of page: Page<Int>, for flight: Flight) {
        guard Traits.readsUpwards, !page.items.isEmpty else { return }
        if flight.way == .after {
            guard traits.isReadByPosition, let target else { return }
            return planner.moveReaders(to: (page.position ?? 0) + target, count: rows.count, isEnd: true)
        }
        let start = traits.isReadByPosition ? page.position ?? 0 : 0
        let row = flight.way == .before ? max(0, start + page.items.count - 1) : start + (target ?? 0)
        planner.moveReaders(to: row, count: rows.count, isEnd: flight.way == .before)
    }

    /// The rows whose content came with a page, wherever they are, and that its update does not mention.
    func reread(by items: [Int], besides update: ListUpdate) -> PositionSet {
        guard traits.changesContent else { return PositionSet() }
        return list.loadedPositions(of: items).subtracting(update.changed).subtracting(update.inserted)
    }

    // MARK: Between the fitter and the rest

    /// Runs the fitter for anything but an answer to a request for a page.
    mutating func fit<Result>(_ body: (inout PageFitter) -> Result) -> Result {
        prepareFitter(for: nil)
        return handOn(body)
    }

    /// Has the fitter move, fill or empty rows, for which it need not know about readers, and carries out its notes.
    private mutating func handOn<Result>(_ body: (inout PageFitter) -> Result) -> Result {
        let result = body(&fitter)
        for note in fitter.finish() { carryOut(note) }
        return result
    }

    /// Gives the fitter the facts that it needs.
    @inline(never)
    private mutating func prepareFitter(for flight: Flight?) {
        var context = FittingContext()
        (context.viewports, context.pins) = (planner.viewports, planner.pins)
        (context.version, context.tellsTotal) = (version, progress.tellsTotal)
        (context.isRefreshing, context.isLoadingMore) = (jobs.hasRefresh, jobs.hasRow)
        context.isExhausted = comparison.patience.isExhausted
        context.fruitless = flight?.isAbove == true ? planner.above.fruitless : comparison.patience.fruitless
        context.fruitlessAnswerLimit = planner.policy.fruitlessAnswerLimit
        context.pageSize = planner.policy.pageSize
        if let flight { context.precedesContradiction = comparison.versions.precedesContradiction(flight) }
        fitter.context = context
    }

    /// Keeps the count of answers without a new row: answers above the first row have a count of their own.
    private mutating func noteFruitless(in context: FittingContext, of flight: Flight) {
        if flight.isAbove {
            planner.above.fruitless = context.fruitless
        } else {
            comparison.patience.fruitless = context.fruitless
        }
    }

    /// Carries out a note about an answer.
    private mutating func carryOut(_ note: FittingNote, of flight: Flight, now: Instant) {
        switch note {
        case .contradicted: comparison.versions.contradict(now: now)
        case .failed(let defect):
            planner.failed(flight, .defect(defect), isTransient: true, retryAfter: nil, now: now)
            tally.counters.failures += 1
        case .clamped(let count): planner.clamped(to: count)
        case .endsAboveReader: planner.beginsAtTop = true
        default: carryOut(note)
        }
    }

    /// Carries out a note about new positions, and about rows that are not asked for any more.
    @inline(never)
    private mutating func carryOut(_ note: FittingNote) {
        switch note {
        case .moved(let map):
            planner.follow(map)
            jobs.follow(map)
            // Requests of a list that is read in order stay with their rows.
            if addressing.isInOrder { planner.followFlights(map) }
        case .grownAbove(let count): planner.shiftTop(by: count)
        case .filled(let rows): planner.forgetSetbacks(in: rows)
        case .refused(let rows, let defect): planner.refuse(rows, .defect(defect))
        case .pinned(let row): planner.pins.insert(row..<row + 1)
        case .superseded(let rows):
            planner.drop { $0.rows.overlaps(rows) || $0.rows.lowerBound == rows.upperBound }
        case .emptied: planner.drop { _ in true }
        case .duplicates(let count): tally.counters.duplicates += count
        // Only answers to requests for pages cause these.
        case .contradicted, .failed, .clamped, .endsAboveReader: break
        }
    }
}
