internal import PagingCore

/// Pages out of caches.
///
/// Theory of operation. A source marks the pages that its server no longer vouches for (``Page/isStale``). The list shows such a page at
/// once, and asks for the same once more, past the caches. The same page confirms it, and nothing else happens. Another one, or a
/// failure, begins a refresh: that fits in what changed, and ``PagedList/state`` tells why it failed. Once a list has been
/// refreshed, pages from before that are not shown any more, for they may not fit what is.
struct Freshness: Sendable {
    /// When the list was known to be as its server had it: when it was made, or was refreshed last.
    private(set) var since = Instant(milliseconds: 0)
    /// `true` if the list has been refreshed, so that older pages do not fit.
    private var refusesOlder = false
    /// When the refresh began that is under way and for which no cache is asked.
    private(set) var refreshedAt: Instant?
    /// `true` if requests bypass caches, besides those for which the machine asks it.
    var skipsCaches: Bool { refreshedAt != nil || isRetrying }
    /// `true` while requests are sent because the reader or the app retried a failed one.
    var isRetrying = false

    /// The last request that was sent before the last refresh, until own edits were held against all that it brought; 0 before there is one.
    private(set) var requestToProve: Int? = 0

    /// - Parameter request: the last request that was sent so far.
    mutating func beginRefresh(after request: Int, now: Instant) { (refreshedAt, requestToProve) = (now, request) }

    /// Own edits were held against the list as the last refresh brought it.
    mutating func endProof() { requestToProve = nil }

    /// The list has begun or ended something: a refresh ends with what it brought, or without.
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

    /// `true` if a page was kept from before the list was known.
    func isOlder<Item>(_ page: Page<Item>, now: Instant) -> Bool {
        page.age.map { now.milliseconds - $0.inMilliseconds < since.milliseconds } ?? false
    }
}

extension Loader {
    /// Loads a page, past the caches where what they have is too old.
    func load(_ asked: PageRequest, _ freshness: Freshness, now: @Sendable () -> Instant) async throws -> Page<Element>
    {
        let page = try await load(asked)
        guard freshness.refuses(page, now: now()), !LoadOptions.skipsCaches else { return page }
        return try await LoadOptions.$skipsCaches.withValue(true) { try await load(asked) }
    }
}

extension PagedList {
    /// Asks for a page again that was shown before its server confirmed it.
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
        // A page that has just come may be kept by now, and is new enough. A failed one is asked for again, and fails for the list's state.
        if page != nil { driver.freshness.refuseOlder(than: since) } else { driver.beginRefresh() }
        apply(machine.refresh(now: driver.time.now()).effects, reason: .refresh)
    }
}

extension Page {
    /// `true` if another answer to the same request shows the same rows. Where that cannot be seen, it does not.
    fileprivate func isConfirmed(by other: Page, _ areEqual: ((Item, Item) -> Bool)?) -> Bool {
        // A source that keeps answers to requests past the caches as well has no others.
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
