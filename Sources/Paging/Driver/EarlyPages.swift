internal import PagingCore

/// Pages that came ahead of the list's stream. Each waits until the stream has brought the list to the page's version; then it fits as it is.
/// Delivered at once, it would be refused, the changes in between requested, and then the page once more.
///
/// A stream may be late, or go past the version since it reports several changes at once. So a page waits no longer than ``patience``. A waiting
/// page still counts as a request under way, so there are never more of them than the policy allows requests.
struct EarlyPages<Element: Sendable> {
    /// The longest time that a page waits, in milliseconds: a delay that goes unnoticed. After that its rows may be requested again.
    static var patience: Double { 200 }

    /// A waiting page.
    struct Entry {
        var request: RequestID
        var version: Version
        var since: Instant
        /// Delivers the page; called with the milliseconds that it waited.
        var deliver: @MainActor (PagedList<Element>, Double) -> Void
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }
    /// The time at which the longest-waiting page arrived.
    var oldest: Instant? { entries.map(\.since).min() }

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// Forgets a page whose request was cancelled.
    mutating func remove(_ request: RequestID) { entries.removeAll { $0.request == request } }

    /// The next page that is due.
    mutating func next(where isDue: (Entry) -> Bool) -> Entry? {
        entries.firstIndex(where: isDue).map { entries.remove(at: $0) }
    }
}

extension PagedList {
    /// Delivers a page, now or when the list has reached its version.
    func take(
        _ version: Version?, for request: RequestID,
        _ deliver: @escaping @MainActor (PagedList<Element>, Double) -> Void
    ) {
        guard let version, machine.expects(version) else { return deliver(self, 0) }
        let since = driver.time.now()
        driver.early.add(EarlyPages.Entry(request: request, version: version, since: since, deliver: deliver))
        let end = since.advanced(byMilliseconds: EarlyPages<Element>.patience)
        ledger.turn { [weak self, time = driver.time] in
            guard (try? await time.sleep(end)) != nil else { return }
            self?.followUp()
        }
    }

    /// Delivers a page whose version the list has reached, or that has waited for ``EarlyPages/patience``.
    ///
    /// - Returns: `false` if there is none.
    func takeEarlyPage() -> Bool {
        let now = driver.time.now()
        let page = driver.early.next { page in
            !machine.expects(page.version)
                || now.milliseconds(since: page.since) >= EarlyPages<Element>.patience
        }
        page?.deliver(self, now.milliseconds(since: page?.since ?? now))
        return page != nil
    }
}
