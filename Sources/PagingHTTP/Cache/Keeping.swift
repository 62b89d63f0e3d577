import Foundation
import Paging

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The page that a source is asked for. All requests for the page can read it, through the task that they run in.
final class PageAsking: Sendable {
    @TaskLocal static var current: PageAsking?

    /// `true` if it is the first page of its list.
    let isFirst: Bool
    private let used = Locked(false)

    init(isFirst: Bool) { self.isFirst = isFirst }

    /// `true` if a cached answer was used.
    var hasUsedKept: Bool { used.withLock { $0 } }
    func useKept() { used.withLock { $0 = true } }
}

/// One request, and its cached answer.
struct Keeping {
    private let cache: PageCache
    private let asking: PageAsking
    private let key: String
    private let headers: [String: String]
    private let epoch: Int
    private let kept: KeptAnswer?
    private let askedAt: Date

    /// - Returns: `nil` if answers to the request are not cached.
    init?(_ request: URLRequest, in cache: PageCache?, maximumBytes: Int) {
        guard let cache, let asking = PageAsking.current, asking.isFirst || cache.pages == .all else { return nil }
        (self.cache, self.asking, askedAt) = (cache, asking, cache.now())
        let lines = (request.allHTTPHeaderFields ?? [:]).map { ($0.key.lowercased(), $0.value) }
        let headers = Dictionary(lines) { $1 }
        self.headers = headers
        epoch = cache.store.epoch
        key = Self.key(request, headers, cache.identity)
        let found = cache.store.answer(key)
        kept = found.flatMap { $0.matches(headers) && $0.body.count <= maximumBytes ? $0 : nil }
    }

    /// The cached answer, or `nil` if the server has to be asked first.
    func answerWithoutAsking() -> HTTPAnswer? {
        guard let kept, !LoadOptions.skipsCaches else { return nil }
        switch kept.use(lifetime: cache.lifetime / .seconds(1), rules: cache.rules, now: cache.now()) {
        case .fresh: return shown(kept, isStale: false)
        case .stale: return shown(kept, isStale: true)
        case .afterConfirming: return nil
        }
    }

    /// Makes the request conditional if there is a cached answer to confirm, and bypasses the session's own cache.
    func prepare(_ request: inout URLRequest) {
        request.cachePolicy = .reloadIgnoringLocalCacheData
        for (name, value) in kept?.conditions ?? [:] { request.setValue(value, forHTTPHeaderField: name) }
    }

    /// The answer to use for the server's answer. It is cached if allowed.
    func taken(_ answer: HTTPAnswer) -> HTTPAnswer {
        switch answer.status {
        case 304:
            guard var kept else { return answer }
            kept.confirm(answer, askedAt: askedAt, now: cache.now())
            cache.store.keep(kept, epoch: epoch)
            return kept.answer()
        case 401, 403, 404, 410: cache.store.remove(key)
        case 500, 502, 503, 504:
            if let kept, !LoadOptions.skipsCaches, kept.mayStandInForError(now: cache.now()) {
                return shown(kept, isStale: true)
            }
        case 200..<400:
            let new = KeptAnswer(answer, key: key, request: headers, askedAt: askedAt, now: cache.now())
            if let new { cache.store.keep(new, epoch: epoch) } else { cache.store.remove(key) }
        default: break
        }
        return answer
    }

    /// The cached answer of any age, if the server could not be reached and the caller does not require a server's answer.
    ///
    /// Source: RFC 9111 §4.2.4.
    func answer(without error: HTTPSourceError) -> HTTPAnswer? {
        guard let kept, !LoadOptions.skipsCaches, kept.mayBeStale || cache.rules == .app else { return nil }
        switch error.reason {
        case .offline, .timedOut, .tooSlow, .connectionRefused, .connectionLost: return shown(kept, isStale: true)
        default: return nil
        }
    }

    private func shown(_ kept: KeptAnswer, isStale: Bool) -> HTTPAnswer {
        asking.useKept()
        var answer = kept.answer()
        (answer.age, answer.isStale) = (.seconds(kept.age(now: cache.now())), isStale)
        return answer
    }

    /// The key of an answer in the cache, a digest that does not reveal the request.
    private static func key(
        _ request: URLRequest, _ headers: [String: String], _ identity: (@Sendable (URLRequest) -> String)?
    ) -> String {
        // Headers that bypass caches are not part of the request's identity.
        let lines = headers.filter { !["cache-control", "pragma"].contains($0.key) }.map { "\($0.key): \($0.value)" }
        let who = identity?(request) ?? lines.sorted().joined(separator: "\n")
        let parts = [request.httpMethod ?? "GET", request.url?.absoluteString ?? "", who]
        let body = request.httpBody.map { $0.base64EncodedString() } ?? ""
        // Each part has its length, so no two requests have the same text.
        return SHA256.name(of: (parts + [body]).map { "\($0.utf8.count) \($0)" }.joined(separator: "\n"))
    }
}
