internal import PagingCore

extension PagedList {
    /// Hides rows on the client, such as rows of blocked authors or finished tasks. `nil` shows all.
    ///
    /// ```swift
    /// list.hide { blocked.contains($0.author) }
    /// list.hide(where: nil)
    /// ```
    ///
    /// The filter may change at any time. It sends no request: loaded rows are judged at once, others when they arrive. A placeholder is never
    /// hidden. A hidden row whose item is evicted stays hidden until it is loaded again or the filter changes. Rows inserted with
    /// `insert(_:at:)` are the reader's own and are not hidden.
    ///
    /// Positions, ``count`` and ``changes`` are those of the rows shown. The length of the server's list is ``serverCount``.
    ///
    /// - Parameter isHidden: called on the main actor for each loaded row, and for each row that arrives or is edited. It must return the same
    ///   for the same row; when its results change, set it again.
    /// - Complexity: O(*rows loaded*).
    public func hide(where isHidden: ((Element) -> Bool)?) {
        if isHidden == nil, projection == nil { return }
        let projection = projected()
        projection.isHidden = isHidden
        let hidden = isHidden == nil ? [] : judge(machine.rows.loadedRanges).hiding
        resumeLoading()
        let edits = projection.list.edits
        show(projection.list.filter(hidden, in: machine), because: .filter)
        tidy(edits)
    }

    /// The number of rows in the server's list, as far as it is known: hidden rows count, the reader's own rows do not.
    public var serverCount: Int { observers.list.serverCount }

    /// `true` if loading has paused, since several answers in a row had only hidden rows.
    ///
    /// A view then offers to continue, and calls ``resumeLoading()``. Scrolling elsewhere resumes loading, too.
    public var hasPausedLoading: Bool { observers.list.hasPausedLoading }

    /// Resumes loading that paused because answers had only hidden rows; otherwise has no effect.
    public func resumeLoading() {
        projection?.fullyHiddenAnswers = 0
        guard observers.list.hasPausedLoading else { return }
        observers.list.hasPausedLoading = false
        followUp()
    }

    /// Loads until so many more rows are shown.
    ///
    /// ```swift
    /// let found = try await list.loadMore(visible: 20, budget: 5)
    /// if found.ending == .budgetSpent { offerToKeepLooking(found.rows) }
    /// ```
    ///
    /// Each page without a visible row is followed by the next, until enough rows are found, the list is complete, or the budget is spent. The
    /// last is a result, not an error. Rows are shown as they arrive. They are told apart by their identifiers, so a row that only moved, or
    /// arrived again, is not counted. Cancelling the calling task ends the waiting, and no further request is sent.
    ///
    /// - Parameters:
    ///   - rows: the number of visible rows to find; at least 1.
    ///   - budget: how many requests the list may send before it asks for no further page, repeats after failures included; at least 1. A failed
    ///     page is repeated as the policy says, even beyond the budget.
    /// - Returns: the number of rows found, and the reason why it ended.
    /// - Throws: the source's error, once the request is not repeated any more; a ``PageDefect``; `CancellationError`. Rows found until then
    ///   stay.
    /// - Complexity: O(*rows loaded*) a request.
    public func loadMore(visible rows: Int = 20, budget: Int = 10) async throws -> FoundRows {
        let sent = machine.counters.requests
        // By identity: the reader had a row before if it only moved.
        let known = shownNumbers
        for number in known { store.numbers.keep(number) }
        defer { for number in known { store.numbers.stopKeeping(number, isUsed: machine.position(of: number) != nil) } }
        func result(_ ending: FoundRows.Ending) -> FoundRows {
            FoundRows(
                rows: shownNumbers.subtracting(known).count, requests: machine.counters.requests - sent, ending: ending)
        }
        // Each round but the last sends a request or waits for one under way. The rounds are counted so that no source can make it endless.
        for _ in 0..<max(1, budget) {
            if machine.isComplete { return result(.listIsComplete) }
            try await loadMore()
            let found = result(.foundEnough)
            if found.rows >= max(1, rows) { return found }
            if machine.counters.requests - sent >= max(1, budget) { break }
        }
        return result(machine.isComplete ? .listIsComplete : .budgetSpent)
    }

    /// The numbers of the rows that are shown and loaded.
    private var shownNumbers: Set<Int> {
        Set(rows.loadedItems.lazy.compactMap { self.store.numbers.number(of: $0.item) })
    }
}

/// The result of a load of visible rows.
public struct FoundRows: Hashable, Sendable {
    /// The reason why it ended.
    public enum Ending: Hashable, Sendable {
        /// Enough rows were found.
        case foundEnough
        /// The list has no more rows.
        case listIsComplete
        /// The budget of requests is spent: ask the reader if the search should go on.
        case budgetSpent
    }

    /// How many more rows are shown than when it began.
    public let rows: Int
    /// How many requests the list sent meanwhile.
    public let requests: Int
    /// The reason why it ended.
    public let ending: Ending
}
