internal import PagingCore

extension PagedList where Element: Identifiable, Element.ID: Sendable & CustomStringConvertible {
    /// Goes to a place of the list while it is open, and says where that is.
    ///
    /// ```swift
    /// collectionView.scroll(to: try await list.jump(to: .id(reply.id)))
    /// ```
    ///
    /// A row that is loaded, and any row of a list that is read by position, is there at once. Otherwise the rows there are asked for, and
    /// once they have come the list goes on from there: all rows change at once (``ListChangeReason/replacement``). The old rows stay until then, and
    /// can be scrolled, refreshed and edited. If the row is gone or the source fails, nothing changes and the call throws.
    ///
    /// - Parameter place: where to go.
    /// - Returns: the position that the row has now, for a view to scroll to.
    /// - Throws: what the source threw, once it is not asked again; ``UnsupportedRequest`` where it cannot find such a place; ``RowNotFound``;
    ///   `CancellationError` where the calling task is cancelled, and where another jump or ``replaceSource(with:)`` came in between.
    @discardableResult
    public func jump(to place: StartingPlace) async throws -> Int {
        let turn = seeking.begin()
        if let position = knownPosition(of: place) { return position }
        identifiesRow = { $0.id.description == $1 }
        let isReadByPosition = machine.capabilities.contains(.positions)
        let start = place.start(isReadByPosition: isReadByPosition)
        // Where any row can be asked for, nothing has to be found. A list without rows has a place, too: the one it is loading, or would.
        if previous == nil, start != .start || !isReadByPosition {
            seeking.page = try await ledger.counting { try await found(place, from: start, in: turn) }
        }
        (startingPlace, beginning) = (place, .init(place.position))
        keepRowsUntilReplaced()
        beginRefresh()
        let (job, effects) = machine.begin(at: start, position: beginning.position, now: time.now())
        try await finish(job, effects)
        guard seeking.isLast(turn) else { throw CancellationError() }
        return startingPosition
    }

    /// The first page from a place on, beside the list as it is, or `nil` if the list would not begin with a page.
    ///
    /// - Throws: what the source threw, ``RowNotFound``, `CancellationError` where another jump began meanwhile.
    private func found(_ place: StartingPlace, from start: ListStart, in turn: Int) async throws -> Page<Element>? {
        let task = Task { try await seek(place, from: start) }
        seeking.task = task
        let page = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        guard seeking.isLast(turn) else { throw CancellationError() }
        return page
    }

    /// Asks for what the list would ask for if it began at a place, and again as it would, ``RetryPolicy/attempts`` times at most: a copy of the
    /// machine goes there first. What the server says of being left alone holds for the list too.
    private func seek(_ place: StartingPlace, from start: ListStart) async throws -> Page<Element>? {
        var trial = machine
        var effects = trial.begin(at: start, position: 0, now: time.now()).effects
        var failure: (any Error)?
        while true {
            try Task.checkCancellation()
            if let (request, asked) = effects.firstPage {
                do {
                    let page = try await load(asked)
                    _ = try target(among: page.items, of: place)
                    return page
                } catch {
                    failure = error
                    try Task.checkCancellation()
                    effects = trial.failed(request, with: error, now: time.now())
                    if let pause = (error as? any LoadError)?.retryAfter?.inMilliseconds {
                        apply(machine.leaveServerAlone(milliseconds: pause, now: time.now()))
                    }
                }
            } else if effects.finished.isEmpty, let wakeAt = effects.wakeAt {
                try await time.sleep(wakeAt)
                effects = trial.wake(now: time.now())
            } else if let failure {
                throw failure
            } else {
                return nil
            }
        }
    }

    /// A page, off the main actor, and past the caches: the list goes on from it.
    private func load(_ asked: PageRequest) async throws -> Page<Element> {
        let (loader, freshness, now) = (loader, freshness, time.now)
        // A detached task has no task-local values; the jump that waits for it is counted.
        let work = LoadLedger.current
        let task = Task.detached {
            try await LoadLedger.$current.withValue(work) {
                try await LoadOptions.$skipsCaches.withValue(freshness.skipsCaches) {
                    try await loader.load(asked, freshness, now: now)
                }
            }
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// The position of a place, if nothing has to be loaded to know it.
    private func knownPosition(of place: StartingPlace) -> Int? {
        if previous != nil || rows.isEmpty { return nil }
        switch place.place {
        case .position(let position):
            let isReached = machine.capabilities.contains(.positions) || machine.startIsKnown
            return isReached ? min(position, max(0, rows.count - 1)) : nil
        case .end:
            // How many rows there are says nothing of how to come to the last one, in a list that is read in order.
            let isReached = machine.capabilities.contains(.positions) || rows[rows.count - 1] != nil
            return machine.endIsKnown && isReached ? rows.count - 1 : nil
        case .id(let text):
            return rows.loadedItems.first { $0.item.id.description == text }?.position
        case .cursor: return nil
        }
    }
}

extension ListEffects {
    /// The first request for a page, and what it asks for.
    fileprivate var firstPage: (RequestID, PageRequest)? {
        for request in requests { if case .page(let asked) = request.kind { return (request.id, asked) } }
        return nil
    }
}

/// The jump that is under way. The last one counts: those before it are cancelled.
struct Seeking<Element: Sendable> {
    /// Counts jumps, and what ends them.
    private var turn = 0
    var task: Task<Page<Element>?, any Error>?
    /// The page that was found, which answers the list's first request from there on.
    var page: Page<Element>?

    /// Another jump begins.
    ///
    /// - Returns: its turn.
    mutating func begin() -> Int {
        end()
        return turn
    }

    /// None is waited for any more.
    mutating func end() {
        turn += 1
        task?.cancel()
        (task, page) = (nil, nil)
    }

    func isLast(_ turn: Int) -> Bool { turn == self.turn }

    mutating func takePage() -> Page<Element>? {
        defer { page = nil }
        return page
    }
}
