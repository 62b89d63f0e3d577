internal import PagingCore

extension PagedList {
    /// Hides rows on the client: those of blocked authors, those that are done. `nil` shows all.
    ///
    /// ```swift
    /// list.hide { blocked.contains($0.author) }
    /// list.hide(where: nil)
    /// ```
    ///
    /// It may change at any time, and asks for nothing: rows that are loaded are judged at once, others when they arrive. A
    /// placeholder is never hidden. A hidden row whose item is evicted stays hidden, until it is loaded again or the
    /// filter changes. Rows that were inserted with `insert(_:at:)` are the reader's own and are not hidden.
    ///
    /// Positions, ``count`` and ``changes`` are those of the rows shown. How long the server's list is says ``serverCount``.
    ///
    /// - Parameter isHidden: called on the main actor for each row that is loaded, and for each that arrives or is edited. It
    ///   must say the same of a row as long as the row is; when its answers change, set it again.
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

    /// The number of rows that the server's list has, as far as it is known: those hidden included, one's own not.
    public var serverCount: Int { observers.list.serverCount }

    /// `true` if loading has paused, because answer after answer had only hidden rows.
    ///
    /// A view then offers to go on, and calls ``resumeLoading()``. Scrolling elsewhere resumes loading, too.
    public var hasPausedLoading: Bool { observers.list.hasPausedLoading }

    /// Resumes loading that has paused because answers had only hidden rows; does nothing otherwise.
    public func resumeLoading() {
        projection?.fullyHiddenAnswers = 0
        guard observers.list.hasPausedLoading else { return }
        observers.list.hasPausedLoading = false
        followUp()
    }

    /// Loads until so many rows are shown that were not before.
    ///
    /// ```swift
    /// let found = try await list.loadMore(visible: 20, budget: 5)
    /// if found.ending == .budgetSpent { offerToKeepLooking(found.rows) }
    /// ```
    ///
    /// Each page that holds nothing to show is followed by the next, until enough was found, the list is complete, or
    /// the budget is spent: that is a result and no error. What is found is shown as it arrives. Rows are told apart by their
    /// identifiers, so that one which only moved, or came again, is not counted. Cancelling the calling task ends the waiting,
    /// and asks for nothing more.
    ///
    /// - Parameters:
    ///   - rows: how many rows that are not hidden are to come; at least 1.
    ///   - budget: how many requests the list may send before no further page is asked for, repeats after failures included;
    ///     at least 1. A page that fails is repeated as the policy says, though that be more.
    /// - Returns: how many came, and why it ended.
    /// - Throws: what the source threw, once it is not asked again; a ``PageDefect``; `CancellationError`. What was found until then
    ///   is shown.
    /// - Complexity: O(*rows loaded*) a request.
    public func loadMore(visible rows: Int = 20, budget: Int = 10) async throws -> FoundRows {
        let sent = machine.counters.requests
        // By identity: a row that only moved is none that the reader did not have.
        let known = shownNumbers
        for number in known { store.numbers.keep(number) }
        defer { for number in known { store.numbers.stopKeeping(number, isUsed: machine.position(of: number) != nil) } }
        func result(_ ending: FoundRows.Ending) -> FoundRows {
            FoundRows(
                rows: shownNumbers.subtracting(known).count, requests: machine.counters.requests - sent, ending: ending)
        }
        // Each round but the last sends a request or waits for one under way; counted so that no source can make it endless.
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

/// The result of a load for rows that are not hidden.
public struct FoundRows: Hashable, Sendable {
    /// Why it ended.
    public enum Ending: Hashable, Sendable {
        /// As many came as were wanted.
        case foundEnough
        /// The list has no more.
        case listIsComplete
        /// So many requests were sent: ask the reader whether to keep looking.
        case budgetSpent
    }

    /// How many rows are shown that were not when it began.
    public let rows: Int
    /// How many requests the list sent meanwhile.
    public let requests: Int
    /// Why it ended.
    public let ending: Ending
}
