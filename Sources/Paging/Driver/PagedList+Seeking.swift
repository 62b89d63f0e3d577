internal import PagingCore

/// The first page from a place on, which a jump asks for before the list goes there.
extension PagedList {
    /// The first page from a place on, beside the list as it is, or `nil` if the list would not begin with a page.
    ///
    /// - Throws: the source's error; ``RowNotFound``; `CancellationError` if another jump began meanwhile.
    func found(_ place: StartingPlace, from start: ListStart, in turn: Int) async throws -> Page<Element>? {
        let task = Task { try await seek(place, from: start) }
        starting.jump.task = task
        let page = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        guard starting.jump.isLast(turn) else { throw CancellationError() }
        return page
    }

    /// Loads the page that the list would ask for if it began at a place. A copy of the machine goes there first. It repeats a failed request as
    /// the list would, ``RetryPolicy/attempts`` times at most. A pause that the server asks for holds for the list too.
    private func seek(_ place: StartingPlace, from start: ListStart) async throws -> Page<Element>? {
        var trial = machine
        var effects = trial.begin(at: start, position: 0, now: driver.time.now()).effects
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
                    effects = trial.failed(request, with: error, now: driver.time.now())
                    if let pause = (error as? any LoadError)?.retryAfter?.inMilliseconds {
                        apply(machine.leaveServerAlone(milliseconds: pause, now: driver.time.now()))
                    }
                }
            } else if effects.finished.isEmpty, let wakeAt = effects.wakeAt {
                try await driver.time.sleep(wakeAt)
                effects = trial.wake(now: driver.time.now())
            } else if let failure {
                throw failure
            } else {
                return nil
            }
        }
    }

    /// A page, loaded off the main actor. It bypasses caches if the list does, since the list goes on from it.
    private func load(_ asked: PageRequest) async throws -> Page<Element> {
        let (loader, freshness, now) = (origin.loader, driver.freshness, driver.time.now)
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
}

extension ListEffects {
    /// The first request for a page, with its page request.
    fileprivate var firstPage: (RequestID, PageRequest)? {
        for request in requests { if case .page(let asked) = request.kind { return (request.id, asked) } }
        return nil
    }
}

/// The jump that is under way. A new one cancels it.
struct Seeking<Element: Sendable> {
    /// Counts the beginnings and ends of jumps.
    private var turn = 0
    var task: Task<Page<Element>?, any Error>?
    /// The page that was found. It answers the list's first request from there on.
    var page: Page<Element>?

    /// Another jump begins.
    ///
    /// - Returns: its turn.
    mutating func begin() -> Int {
        end()
        return turn
    }

    /// No jump is awaited any more.
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
