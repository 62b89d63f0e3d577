import Foundation
import Paging

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The page that a source is asked for: known to all the requests that it takes, through the task that they run in.
final class PageAsking: Sendable {
    @TaskLocal static var current: PageAsking?

    /// `true` if it is the first page of its list.
    let isFirst: Bool
    private let used = Locked(false)

    init(isFirst: Bool) { self.isFirst = isFirst }

    /// `true` if something kept was used to answer.
    var hasUsedKept: Bool { used.withLock { $0 } }
    func useKept() { used.withLock { $0 = true } }
}

/// One request, and what a cache has for it.
struct Keeping {
    private let cache: PageCache
    private let asking: PageAsking
    private let key: String
    private let headers: [String: String]
    private let epoch: Int
    private let kept: KeptAnswer?
    private let askedAt: Date

    /// - Returns: `nil` if answers to the request are not kept.
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

    /// The kept answer, where it can be shown before the server is asked.
    func answerWithoutAsking() -> HTTPAnswer? {
        guard let kept, !LoadOptions.skipsCaches else { return nil }
        switch kept.use(lifetime: cache.lifetime / .seconds(1), rules: cache.rules, now: cache.now()) {
        case .fresh: return shown(kept, isStale: false)
        case .stale: return shown(kept, isStale: true)
        case .afterConfirming: return nil
        }
    }

    /// Asks for news alone, where there is something that can be confirmed, and for those of the server, not of another cache.
    func prepare(_ request: inout URLRequest) {
        request.cachePolicy = .reloadIgnoringLocalCacheData
        for (name, value) in kept?.conditions ?? [:] { request.setValue(value, forHTTPHeaderField: name) }
    }

    /// The page of the server's answer, which is kept where it may be.
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

    /// The kept answer, of any age, if the server could not be reached and the caller does not insist on the server.
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

    /// The key that an answer is kept under: nothing of it can be read from the key.
    private static func key(
        _ request: URLRequest, _ headers: [String: String], _ identity: (@Sendable (URLRequest) -> String)?
    ) -> String {
        // How a request goes past caches is not what it asks for.
        let lines = headers.filter { !["cache-control", "pragma"].contains($0.key) }.map { "\($0.key): \($0.value)" }
        let who = identity?(request) ?? lines.sorted().joined(separator: "\n")
        let parts = [request.httpMethod ?? "GET", request.url?.absoluteString ?? "", who]
        let body = request.httpBody.map { $0.base64EncodedString() } ?? ""
        // Each part with its length, so that no two requests read the same.
        return SHA256.name(of: (parts + [body]).map { "\($0.utf8.count) \($0)" }.joined(separator: "\n"))
    }
}
