public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Cached answers of an ``HTTPSource``, so that a list shows rows at once, and also without a network.
///
/// ```swift
/// let cache = PageCache(directory: URL.cachesDirectory.appending(path: "topics"))
/// let topics = HTTPSource<Topic>(url, cache: cache)
///
/// // At logout:
/// try cache.removeAll()
/// ```
///
/// **Rules.** HTTP's own rules come first (RFC 9111, RFC 5861). With `Cache-Control: max-age` or `Expires` an answer is shown without a request
/// for as long as the server says. With `stale-while-revalidate` it is shown longer while it is being confirmed. An answer with `no-store` is
/// not cached. One with `no-cache`, or with `must-revalidate` once it is too old, is shown after the server confirmed it. If the server says
/// nothing, an answer is shown for the cache's lifetime while it is being confirmed. `Vary` is respected. Answers with an `ETag` or
/// `Last-Modified` are confirmed by it, without being sent again.
///
/// **Confirmed in the background.** A cached page has its age (``Page/age``) and tells if it has to be confirmed (``Page/isStale``). A
/// ``PagedList`` shows the page and confirms it by itself. Only if the server now has another page, the list begins a refresh. A refresh and
/// ``LoadOptions/skipsCaches`` bypass the cache.
///
/// **Offline.** Without a connection an answer of any age is shown, unless `no-cache` or `must-revalidate` forbids it (and `rules` does not
/// override that). The list's state has the error, and `retry()` tries again.
///
/// **Users.** Only a request with the same headers finds a cached answer, so another token has another entry. Cookies that a session adds by
/// itself are not part of it. Requests with a new signature each time never match. For these, pass an `identity` that names the user.
///
/// It caches pages, also those requested by POST (``Dialect/body``), but no sections, snapshots or changes. Use a directory for one cache only.
/// Damaged files are ignored and removed. If the directory cannot be written to, the cache is in memory.
public final class PageCache: Sendable {
    /// The pages that are cached.
    public enum Pages: Hashable, Sendable {
        /// The first page of each list.
        case first
        /// All pages.
        case all
    }

    /// The rules by which an answer may be shown without a request. Answers that must not be cached never are.
    public enum Rules: Hashable, Sendable {
        /// The server's rules, and the cache's lifetime if the server has none.
        case server
        /// The cache's lifetime, if the server's rules are stricter. Use it for servers that send `no-cache` or `max-age=0` with everything.
        case app
    }

    /// The default lifetime of an answer: 3 minutes.
    public static let defaultLifetime = Duration.seconds(180)
    /// The default limit of cached bytes: 32 MiB.
    public static let defaultMaximumBytes = 32 * 1024 * 1024

    /// The time for which an answer is shown if its server does not say.
    public let lifetime: Duration
    /// The pages that are cached.
    public let pages: Pages
    /// The rules by which an answer may be shown without a request.
    public let rules: Rules

    let store: CacheStore
    let identity: (@Sendable (URLRequest) -> String)?
    let now: @Sendable () -> Date

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - lifetime: the time for which an answer is shown if its server does not say, not negative. It goes on across restarts.
    ///   - pages: the pages that are cached.
    ///   - rules: the rules by which an answer may be shown without a request.
    ///   - directory: the directory of the files, created if it does not exist, or `nil` for a cache in memory.
    ///   - maximumBytes: the limit of cached bytes. The oldest answers are evicted first, and larger answers are not cached.
    ///   - identity: names the user of a request, by its content, or `nil` to compare all headers.
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

    /// Removes all answers of all users. Answers of requests in progress are not cached either.
    ///
    /// - Throws: the file system's error if a file could not be removed. All other files are removed.
    public func removeAll() throws { try store.removeAll() }

    /// The number of cached bytes, in memory or in files.
    public var byteCount: Int { store.byteCount }
}
