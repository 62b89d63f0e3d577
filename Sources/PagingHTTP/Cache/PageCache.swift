public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Answers of an ``HTTPSource`` that are kept, so that a list shows something at once, and without a network too.
///
/// ```swift
/// let cache = PageCache(directory: URL.cachesDirectory.appending(path: "topics"))
/// let topics = HTTPSource<Topic>(url, cache: cache)
///
/// // At logout:
/// try cache.removeAll()
/// ```
///
/// **What is shown.** HTTP's own rules come first (RFC 9111, RFC 5861): with `Cache-Control: max-age` or `Expires` an answer is shown
/// without asking for as long as the server says, and for `stale-while-revalidate` longer while it is being confirmed; `no-store` is not
/// kept; `no-cache`, and `must-revalidate` once it is too old, are shown after the server confirmed them. Where the server says nothing,
/// an answer is shown for the cache's lifetime while it is being confirmed. `Vary` is kept to. Answers are confirmed by their
/// `ETag` or `Last-Modified`, where they have one, without being sent again.
///
/// **Confirmed in the background.** A page out of the cache says how old it is (``Page/age``) and whether it has to be confirmed
/// (``Page/isStale``). A ``PagedList`` shows it and does that by itself; only where the server now has another page, it begins a
/// refresh. A refresh and ``LoadOptions/skipsCaches`` go past the cache.
///
/// **Offline** an answer of any age is shown, unless `no-cache` or `must-revalidate` forbids it (and `rules` does not override that); the list's state says what failed,
/// and `retry()` asks again.
///
/// **Whose answers.** An answer is found again only by a request with the same headers: another token, another cache entry. Cookies that
/// a session adds by itself are not seen. Requests that are signed anew each time never match: say with `identity` whose they are.
///
/// It keeps pages, also those asked for by POST (``Dialect/body``), and no sections, snapshots or changes. Give one directory to one cache.
/// Files that are damaged are ignored and removed, and where the directory cannot be written to, the cache is in memory.
public final class PageCache: Sendable {
    /// Which pages are kept.
    public enum Pages: Hashable, Sendable {
        /// The first page of each list.
        case first
        /// All pages.
        case all
    }

    /// Whose rules say until when an answer is shown without asking. What must not be kept is not, in any case.
    public enum Rules: Hashable, Sendable {
        /// The server's; the cache's lifetime where it gives none.
        case server
        /// The cache's lifetime, where the server's are stricter: for servers that say `no-cache` or `max-age=0` of everything.
        case app
    }

    /// How long an answer is shown where its server does not say: 3 minutes.
    public static let defaultLifetime = Duration.seconds(180)
    /// The most bytes that are kept where nothing else is said: 32 MiB.
    public static let defaultMaximumBytes = 32 * 1024 * 1024

    /// How long an answer is shown where its server does not say.
    public let lifetime: Duration
    /// Which pages are kept.
    public let pages: Pages
    /// Whose rules say until when an answer is shown without asking.
    public let rules: Rules

    let store: CacheStore
    let identity: (@Sendable (URLRequest) -> String)?
    let now: @Sendable () -> Date

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - lifetime: how long an answer is shown where its server does not say, in whatever is left of it after a restart; not
    ///     negative.
    ///   - pages: which pages are kept.
    ///   - rules: whose rules say until when an answer is shown without asking.
    ///   - directory: where files are kept, made where there is none; `nil` for a cache in memory.
    ///   - maximumBytes: the most bytes that are kept; the oldest answers go first, and larger ones are not kept.
    ///   - identity: names whose answers a request asks for, by what the request carries; `nil` for all its headers.
    public convenience init(
        lifetime: Duration = defaultLifetime, pages: Pages = .all, rules: Rules = .server, directory: URL? = nil,
        maximumBytes: Int = defaultMaximumBytes, identity: (@Sendable (URLRequest) -> String)? = nil
    ) {
        self.init(
            lifetime: lifetime, pages: pages, rules: rules, directory: directory, maximumBytes: maximumBytes,
            identity: identity,
            now: { Date() })
    }

    package init(
        lifetime: Duration = defaultLifetime, pages: Pages = .all, rules: Rules = .server, directory: URL? = nil,
        maximumBytes: Int = defaultMaximumBytes, identity: (@Sendable (URLRequest) -> String)? = nil,
        now: @escaping @Sendable () -> Date
    ) {
        (self.lifetime, self.pages, self.rules) = (max(.zero, lifetime), pages, rules)
        (self.identity, self.now) = (identity, now)
        store = CacheStore(directory: directory, maximumBytes: maximumBytes)
    }

    /// Forgets everything, for every user. What is under way by then is not kept either.
    ///
    /// - Throws: the file system's error where a file could not be removed; all others are.
    public func removeAll() throws { try store.removeAll() }

    /// How many bytes are kept, in memory or in files.
    public var byteCount: Int { store.byteCount }
}
