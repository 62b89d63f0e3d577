internal import PagingCore

/// Pages from caches.
///
/// Theory of operation. A source marks the pages that its server no longer guarantees (``Page/isStale``). The list shows such a page at once,
/// and asks for it once more, past the caches. An equal page confirms it, and the list does nothing else. A different page, or a failure, begins
/// a refresh, which fits in the changes; ``PagedList/state`` has its error. Once a list has been refreshed, older pages are not shown any more,
/// since they may not fit the rows.
struct Freshness: Sendable {
    /// The time at which the list was last known to equal the server's: when it was made or last refreshed.
    private(set) var since = Instant(milliseconds: 0)
    /// `true` if the list has been refreshed, so that older pages do not fit.
    private var refusesOlder = false
    /// The start of the refresh that is under way and bypasses caches.
    private(set) var refreshedAt: Instant?
    /// `true` if requests bypass caches, besides those for which the machine asks it.
    var skipsCaches: Bool { refreshedAt != nil || isRetrying }
    /// `true` while requests are sent because the reader or the app retried a failed one.
    var isRetrying = false

    /// The last request sent before the last refresh, until own edits were compared with all that it brought; 0 before the first one.
    private(set) var requestToProve: Int? = 0

    /// - Parameter request: the last request sent so far.
    mutating func beginRefresh(after request: Int, now: Instant) { (refreshedAt, requestToProve) = (now, request) }

    /// Own edits were compared with the list after the last refresh.
    mutating func endProof() { requestToProve = nil }

    /// The list has begun or ended a job. A refresh ends with its rows, or without.
    mutating func follow(_ phase: ListPhase) {
        guard let start = refreshedAt else { return }
        switch phase {
        case .loading, .refreshing: return
        case .idle: refuseOlder(than: start)
        case .failed: break
        }
        refreshedAt = nil
    }

    mutating func refuseOlder(than instant: Instant) { (since, refusesOlder) = (instant, true) }

    /// `true` if a page must not be shown.
    func refuses<Item>(_ page: Page<Item>, now: Instant) -> Bool { refusesOlder && isOlder(page, now: now) }

    /// `true` if a page was cached before the list was last known to equal the server's.
    func isOlder<Item>(_ page: Page<Item>, now: Instant) -> Bool {
        page.age.map { now.milliseconds - $0.inMilliseconds < since.milliseconds } ?? false
    }
}

extension Loader {
    /// Loads a page, past the caches if their page is too old.
    func load(_ asked: PageRequest, _ freshness: Freshness, now: @Sendable () -> Instant) async throws -> Page<Element>
    {
        let page = try await load(asked)
        guard freshness.refuses(page, now: now()), !LoadOptions.skipsCaches else { return page }
        return try await LoadOptions.$skipsCaches.withValue(true) { try await load(asked) }
    }
}

extension PagedList {
    /// Asks again for a page that was shown before its server confirmed it.
    func confirm(_ shown: Page<Element>, _ asked: PageRequest, for request: RequestID) {
        let now = driver.time.now()
        guard shown.isStale, driver.freshness.isOlder(shown, now: now), !driver.freshness.skipsCaches else { return }
        let (loader, generation) = (origin.loader, machine.generation)
        let task = ledger.detached { [weak self] in
            let page = try? await LoadOptions.$skipsCaches.withValue(true) { try await loader.load(asked) }
            if Task.isCancelled { return }
            await self?.confirm(shown, by: page, request, since: now, generation)
        }
        driver.tasks.add(task, for: request)
    }

    private func confirm(
        _ shown: Page<Element>, by page: Page<Element>?, _ request: RequestID, since: Instant, _ generation: Int
    ) {
        driver.tasks.remove(request)
        guard generation == machine.generation else { return }
        if let page, shown.isConfirmed(by: page, Originals<Element>.comparison) { return }
        // A page that has just arrived may be cached by now, and is new enough. A failed one is asked for again, and fails as the list's state.
        if page != nil { driver.freshness.refuseOlder(than: since) } else { driver.beginRefresh() }
        apply(machine.refresh(now: driver.time.now()).effects, reason: .refresh)
    }
}

extension Page {
    /// `true` if another answer to the same request shows the same rows; `false` also if they cannot be compared.
    fileprivate func isConfirmed(by other: Page, _ areEqual: ((Item, Item) -> Bool)?) -> Bool {
        // A source that returns kept answers even past the caches has no others.
        if other.isStale { return true }
        guard (position ?? 0, total, version) == (other.position ?? 0, other.total, other.version) else { return false }
        if let body = metadata?.body, body == other.metadata?.body, byteCount == body.count { return true }
        guard let areEqual else { return false }
        // A first page may come again in another size, once the source knows how to ask for one.
        let isLast = continuation == .end
        guard items.count == other.items.count ? continuation == other.continuation : !isLast else { return false }
        return zip(items, other.items).allSatisfy(areEqual)
    }
}
