import Foundation

/// A request as the articles' servers read it.
struct Asked: Sendable {
    let path: String
    /// Whether caches on the way are to be passed by.
    let passesCaches: Bool
    private let query: [String: String]

    init(_ request: String) {
        let target = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first.map(String.init) ?? ""
        var query: [String: String] = [:]
        for pair in parts.dropFirst().joined().split(separator: "&") {
            let named = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[named[0].removingPercentEncoding ?? ""] = named.dropFirst().first?.removingPercentEncoding ?? ""
        }
        self.query = query
        passesCaches = request.lowercased().contains("cache-control: no-cache")
    }

    /// The value of a parameter, by its literal name.
    subscript(_ name: String) -> String? { query[name] }

    /// The number that a parameter gives; a default where it gives none.
    func number(_ name: String, or defaultValue: Int) -> Int { self[name].flatMap { Int($0) } ?? defaultValue }
}

/// A server that answers with JSON documents and counts its requests.
final class ArticleServer: Sendable {
    /// The body, status and headers of an answer.
    struct Answer: Sendable {
        var body: String
        var status = "200 OK"
    }

    private let server: LoopbackServer
    private let log: Log

    init(_ answer: @escaping @Sendable (Asked) -> Answer) throws {
        let log = Log()
        self.log = log
        server = try LoopbackServer { request in
            let asked = Asked(request)
            log.add(asked)
            let answer = answer(asked)
            return .write(http(answer.body, status: answer.status))
        }
    }

    func url(_ target: String) -> URL { server.url(target) }

    /// The requests so far.
    var requests: [Asked] { log.requests }

    /// `@unchecked Sendable`: the requests are read and written only while `lock` is held.
    private final class Log: @unchecked Sendable {
        private let lock = NSLock()
        private var asked: [Asked] = []

        func add(_ request: Asked) { lock.withLock { asked.append(request) } }
        var requests: [Asked] { lock.withLock { asked } }
    }
}
