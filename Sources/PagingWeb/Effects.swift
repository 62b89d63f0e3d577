#if arch(wasm32)
    /// The kinds of effects, each by its number in `Web/list-machine.js`.
    enum Effect: Int32 {
        /// A request: its name, and the rows asked for.
        case positions
        /// A request: its name, the cursor or -1, and how many rows.
        case after
        /// A request for the sections: its name.
        case sections
        /// A request is cancelled: its name.
        case cancel
        /// Begins an update: the old count and the new one.
        case update
        case removed
        case inserted
        case changed
        /// A job has ended: its name, and 1 if it failed.
        case finished
        /// A job has begun: its name.
        case began
        /// Rows that are loaded.
        case loaded
        /// A row moves: its old and its new position.
        case moved
        /// The next request bypasses caches: its name.
        case skipsCaches
        /// A failure: its ``FailureKind``, and the kind's numbers.
        case failure
        /// The number of an item that keeps meaning its row when it comes again.
        case remembered
        /// A request for changes: its name, and the version since which.
        case changes
        /// A stream of changes to open: its name, and the version since which, or -1.
        case live
    }

    /// The kinds of failures, by the page's numbers for them. The numbers of a kind follow it.
    enum FailureKind: Int {
        /// A request failed: its name.
        case source
        /// The total cannot be that of a list: the total.
        case total
        /// A page begins at a position that no list has: the position.
        case position
        /// A page is empty though the list goes on: the position.
        case emptyPage
        /// A page has none of the requested rows: the requested position, and the answered one.
        case misplacedPage
        /// Two rows have one identifier: the position of the later and of the earlier.
        case duplicateIdentifier
        /// The cursors lead in a circle: the rows before.
        case repeatedCursor
        /// Answers are of one version of the list and then of another: the position.
        case mixedVersions
        /// Answers bring nothing new: the rows before, and the number of answers.
        case noProgress
        /// Answers show different states of the list: the position, and the number of answers.
        case unsettled
        /// Nothing says what is before the first row.
        case noWayAbove
    }

    @_extern(wasm, module: "page", name: "effect")
    @_extern(c)
    private func effect(_ kind: Int32, _ first: Int32, _ second: Int32, _ third: Int32)

    private func tell(_ kind: Effect, _ first: Int, _ second: Int = 0, _ third: Int = 0) {
        effect(kind.rawValue, Int32(first), Int32(second), Int32(third))
    }

    func tell(_ positions: PositionSet, as kind: Effect) {
        for range in positions.ranges { tell(kind, range.lowerBound, range.upperBound) }
    }

    /// Tells the page to keep an item's number.
    func tell(_ number: Int) { tell(.remembered, number) }

    /// Tells the page the reason for a failure.
    func tell(_ failure: LoadFailure) {
        func tell(_ kind: FailureKind, _ first: Int, _ second: Int = 0) {
            effect(Effect.failure.rawValue, Int32(kind.rawValue), Int32(first), Int32(second))
        }
        switch failure {
        case .source(let request): tell(.source, request.rawValue)
        case .defect(.negativeTotal(let total)), .defect(.totalTooLarge(let total)): tell(.total, total)
        case .defect(.positionOutOfRange(let position)): tell(.position, position)
        case .defect(.emptyPage(let position)): tell(.emptyPage, position)
        case .defect(.misplacedPage(let asked, let answered)): tell(.misplacedPage, asked, answered)
        case .defect(.duplicateIdentifier(let position, let first)): tell(.duplicateIdentifier, position, first)
        case .defect(.repeatedCursor(let position)): tell(.repeatedCursor, position)
        case .defect(.mixedVersions(let position)): tell(.mixedVersions, position)
        case .defect(.noProgress(let position, let answers)): tell(.noProgress, position, answers)
        case .defect(.unsettled(let position, let answers)): tell(.unsettled, position, answers)
        case .defect(.noWayAbove): tell(.noWayAbove, 0)
        }
    }

    /// Hands effects to the page.
    ///
    /// - Returns: the time to wake the machine, in milliseconds.
    func tell(_ effects: ListEffects, of job: JobID? = nil) -> Double {
        if let job { tell(.began, job.rawValue) }
        for request in effects.cancellations { tell(.cancel, request.rawValue) }
        for request in effects.requests {
            if request.skipsCaches { tell(.skipsCaches, request.id.rawValue) }
            switch request.kind {
            case .page(.positions(let rows)): tell(.positions, request.id.rawValue, rows.lowerBound, rows.upperBound)
            case .page(.after(let cursor, let limit)):
                tell(.after, request.id.rawValue, cursor.map { Int($0.number) } ?? -1, limit)
            case .sections: tell(.sections, request.id.rawValue)
            #if !PAGING_FIXED_LISTS
                case .changes(let since): tell(.changes, request.id.rawValue, Int(number(of: since.bytes)))
                case .live(let since):
                    tell(.live, request.id.rawValue, since.map { Int(number(of: $0.bytes)) } ?? -1)
            #endif
            default: break
            }
        }
        for update in effects.updates where !update.isEmpty {
            tell(.update, update.oldCount, update.newCount)
            tell(update.removed, as: .removed)
            tell(update.inserted, as: .inserted)
            tell(update.changed, as: .changed)
            for move in update.moves { tell(.moved, move.from, move.to) }
        }
        for end in effects.finished { tell(.finished, end.job.rawValue, end.failure == nil ? 0 : 1) }
        return effects.wakeAt?.milliseconds ?? .infinity
    }
#endif
