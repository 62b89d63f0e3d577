import Foundation
import PagingHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport that answers from a closure and remembers what it was asked.
final class ScriptedTransport: HTTPTransport, @unchecked Sendable {
    // `@unchecked`: `asked` is read and written only while `lock` is held; the closure is `Sendable`.
    private let lock = NSLock()
    private var asked: [URLRequest] = []
    private let script: @Sendable (Asked) throws -> HTTPAnswer

    init(_ script: @escaping @Sendable (Asked) throws -> HTTPAnswer) {
        self.script = script
    }

    func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        lock.withLock { asked.append(request) }
        let answer = try script(Asked(request))
        if answer.body.count > maximumBytes { throw HTTPAnswerTooLarge() }
        return answer
    }

    var requests: [URLRequest] { lock.withLock { asked } }
    /// The addresses asked, without scheme and host.
    var targets: [String] { requests.map { Asked($0).target } }
}

/// A request, read the way a server reads it.
struct Asked {
    let request: URLRequest
    let target: String
    let path: String
    let query: [String: String]

    init(_ request: URLRequest) {
        self.request = request
        let text = request.url?.absoluteString ?? ""
        target = String(text.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" })
        path = String(target.prefix { $0 != "?" })
        var query: [String: String] = [:]
        for piece in target.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[parts[0].removingPercentEncoding ?? ""] = parts.count > 1 ? parts[1].removingPercentEncoding : ""
        }
        self.query = query
    }

    func int(_ name: String) -> Int? { query[name].flatMap { Int($0) } }
    func header(_ name: String) -> String? { request.value(forHTTPHeaderField: name) }
}

extension HTTPAnswer {
    /// An answer with a JSON body.
    static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> HTTPAnswer {
        HTTPAnswer(
            status: status, headers: HTTPHeaders([("Content-Type", "application/json")] + headers),
            body: Data(text.utf8))
    }
}

/// A list of rows `{"id": 0}` … on the server's side.
struct Rows {
    var count: Int

    /// The rows of a range, clamped to the list, as JSON without brackets.
    func list(_ offset: Int, _ limit: Int) -> String {
        let low = min(max(0, offset), count)
        return (low..<min(low + max(0, limit), count)).map { #"{"id": \#($0)}"# }.joined(separator: ", ")
    }

    func has(_ position: Int) -> Bool { position < count }
}

/// A row of ``Rows``.
struct Row: Codable, Hashable, Sendable {
    let id: Int
}

/// A row of a list whose identifiers are texts.
struct Topic: Codable, Identifiable, Hashable, Sendable {
    let id: String
}

/// A row of a list whose identifiers are numbers.
struct Numbered: Codable, Identifiable, Hashable, Sendable {
    let id: Int
}

let home = URL(string: "http://api.test/items")!

/// How the tests' lists are spoken to, by offset, with what a test changes of it.
func dialect(_ change: (inout Dialect) -> Void) -> Dialect {
    var dialect = Dialect.offset(items: "rows", total: .path("total"))
    change(&dialect)
    return dialect
}

/// Why a source's answer did not come; `nil` where it did.
func reason(_ body: () async throws -> Void) async -> HTTPSourceError.Reason? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? HTTPSourceError)?.reason
    }
}
