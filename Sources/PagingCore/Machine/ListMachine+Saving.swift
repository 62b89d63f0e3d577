/// Lists that outlive their machine.
///
/// ```swift
/// let state = machine.saved
/// let machine = try ListMachine(restoring: state, capabilities: [.positions], seed: 1)
/// // machine.rows == state.rows, and nothing was asked for.
/// ```
extension ListMachine {
    /// The known state of a list, as a plain value from which a machine can be made again.
    ///
    /// It does not include requests under way, failures and viewports, which end with the machine.
    package struct State: Sendable {
        /// The list: its length, and the numbers of loaded rows.
        package var rows: PagedArray<Int>
        /// `true` if its length is known.
        package var endIsKnown: Bool
        /// Rows not confirmed since a refresh.
        package var staleRows: PositionSet
        /// All identifiers of the list, if it uses a snapshot.
        package var order: [Int]?
        /// The version of the list that was shown.
        package var version: Version?
        /// Earlier versions of the list, the latest last.
        package var earlierVersions: [Version]
        /// The places to which the source's cursors led, in list order. The start of the list is one without a cursor.
        package var checkpoints: [Checkpoint]
        /// How the rows before the first one are asked for, in a list that is read in order; in any other it is the start.
        package var beginning: PageBeginning
        /// Places where an unknown number of rows may be missing, in list order.
        package var gaps: [Gap]
        /// The sections' numbers of rows, or `nil` if they are not known.
        package var sections: [Int]?
        /// The known capabilities of the source.
        package var capabilities: SourceCapabilities
        /// The number of rows from the first on that have been seen, in a list whose seen part is a still history, or `nil` in any other.
        package var seenCount: Int?

        /// A place that a request can start from.
        package struct Checkpoint: Hashable, Sendable {
            /// How the rows at a checkpoint are asked for.
            package enum Way: UInt8, Sendable {
                /// By the cursor before them; none for the start of the list.
                case after
                /// By the cursor right behind them, up to the next checkpoint; none for the end of the list.
                case before
                /// By the identifier of a row among them.
                case around
            }

            /// The position of the first row there.
            package var position: Int
            /// How the rows are asked for.
            package var way: Way
            /// The cursor, or the identifier; `nil` for the start of the list, or its end.
            package var cursor: Cursor?

            /// Makes a checkpoint.
            package init(position: Int, way: Way = .after, cursor: Cursor?) {
                (self.position, self.way, self.cursor) = (position, way, cursor)
            }
        }

        /// A place where an unknown number of rows may be missing.
        package struct Gap: Hashable, Sendable {
            /// The row behind it.
            package var position: Int
            /// Pages that may still be loaded to close it.
            package var pagesLeft: Int

            /// Makes a gap.
            package init(position: Int, pagesLeft: Int) {
                (self.position, self.pagesLeft) = (position, pagesLeft)
            }
        }

        /// The state of a list of which only these rows are known.
        package init(rows: PagedArray<Int>, endIsKnown: Bool, capabilities: SourceCapabilities) {
            (self.rows, self.endIsKnown, self.capabilities) = (rows, endIsKnown, capabilities)
            (staleRows, order, version, earlierVersions) = (PositionSet(), nil, nil, [])
            (checkpoints, beginning, gaps, sections) = ([], .start, [], nil)
        }
    }

    /// The list as it is now.
    ///
    /// - Complexity: O(1), except for checkpoints and sections.
    package var saved: State {
        // An end that nothing but an empty page showed may be elsewhere by the time the list is restored.
        var state = State(rows: rows, endIsKnown: endIsKnown && !isEndUntold, capabilities: capabilities)
        state.staleRows = progress.isUnconfirmed ? rows.loadedRanges : staleRows
        (state.order, state.version, state.earlierVersions) = (
            addressing.order, version, comparison.versions.superseded
        )
        if !traits.keepsHistory {
            (state.checkpoints, state.beginning) = (addressing.checkpoints.saved, addressing.checkpoints.beginning)
        }
        state.gaps = addressing.gaps.map { State.Gap(position: $0.position, pagesLeft: $0.pagesLeft) }
        state.sections = sections?.counts
        state.seenCount = addressing.history?.seenEnd
        return state
    }

    /// Makes a machine that shows the same rows as the saved one, and sends no request until a view shows it.
    ///
    /// Then it confirms its rows as a refresh does: by changes, a snapshot or a check if the source has them, else by asking again for the rows
    /// on screen. Until the answer is in, all rows stay. A still history stays for good, and its unseen rows make way for the freshest.
    ///
    /// - Parameters:
    ///   - state: the state that another machine ``saved``; it is rejected whole if any part is contradictory.
    ///   - capabilities: the source's capabilities; if empty, those at the time the state was saved.
    ///   - behavior: the app's knowledge about the list. It may differ from before. A still history needs none.
    ///   - policy: how the list loads.
    ///   - seed: the seed for the jitter of retries.
    /// - Throws: ``StateDefect``, the first one found.
    /// - Complexity: O(*n*) in what is loaded and in the identifiers of a snapshot.
    package init(
        restoring state: State, capabilities: SourceCapabilities = [], behavior: ListBehavior = .fixed,
        policy: LoadPolicy = LoadPolicy(), seed: UInt64
    ) throws(StateDefect) {
        try state.check()
        self.init(
            Traits(
                behavior: state.seenCount == nil ? behavior : .fixed,
                capabilities: capabilities.isEmpty ? state.capabilities : capabilities,
                keepsHistory: state.seenCount != nil), policy: policy, seed: seed)
        list = KnownRows(
            rows: state.rows, endIsKnown: state.endIsKnown, sections: state.sections,
            stale: state.seenCount == nil ? state.staleRows : PositionSet())
        comparison.versions = VersionGate(version: state.version, superseded: state.earlierVersions)
        addressing = Addressing(restoring: state, of: traits)
        progress.tellsTotal = endIsKnown && traits.isReadByPosition
        progress.hasPage = endIsKnown || rows.loadedCount > 0
        // Sections may have come before any row.
        progress.isUnconfirmed = progress.hasPage || sections != nil
    }

    /// Begins to confirm a restored list, once a view shows it or the app asks for data.
    mutating func confirmRestored() {
        guard progress.isUnconfirmed, isLookedAt else { return }
        // A refresh without a caller, so that the list's state shows it.
        _ = beginRefresh()
    }
}

extension ListMachine.State {
    /// Finds parts of the state that contradict each other.
    func check() throws(StateDefect) {
        guard rows.count <= Limits.slots else { throw .tooLong(rows.count) }
        var seen: [Int: Int] = [:]
        for (position, number) in rows.loadedItems {
            if let first = seen.updateValue(position, forKey: number) {
                throw .repeatedItem(position: position, first: first)
            }
        }
        if let order { try check(order) }
        if let seenCount {
            let hole = rows.missingRanges(in: 0..<rows.count).ranges.first?.lowerBound ?? rows.count
            guard hole == rows.count, 0...hole ~= seenCount else { throw .historyWithHole(position: hole) }
        }
        var last = -1
        for (index, checkpoint) in checkpoints.enumerated() {
            guard checkpoint.position > last, checkpoint.position <= rows.count,
                checkpoint.position == 0 || checkpoint.cursor != nil || checkpoint.way == .before,
                checkpoint.cursor != nil || checkpoint.way != .around
            else {
                throw .misplacedCheckpoint(index: index)
            }
            last = checkpoint.position
        }
        last = 0
        for (index, gap) in gaps.enumerated() {
            guard gap.position > last, gap.position < rows.count, gap.pagesLeft >= 0 else {
                throw .misplacedGap(index: index)
            }
            last = gap.position
        }
        if let end = staleRows.ranges.last?.upperBound, end > rows.count { throw .staleBeyondEnd(end) }
        if let sections {
            var sum = 0
            for count in sections {
                guard count >= 0, count <= Limits.slots - sum else {
                    throw .sectionsOfOtherLength(rows: count, slots: rows.count)
                }
                sum += count
            }
        }
    }

    private func check(_ order: [Int]) throws(StateDefect) {
        guard order.count == rows.count else {
            throw .snapshotOfOtherLength(identifiers: order.count, slots: rows.count)
        }
        for (position, number) in rows.loadedItems where order[position] != number {
            throw .snapshotOfOtherItem(position: position)
        }
        var named: Set<Int> = []
        named.reserveCapacity(order.count)
        for (position, number) in order.enumerated() where !named.insert(number).inserted {
            throw .repeatedIdentifier(position: position)
        }
    }
}
