import Foundation
import PagingHTTP
import PagingTesting
import PagingWire
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An API of somebody else's, played as its documentation says it pages.
struct ForeignAPI: Sendable, CustomTestStringConvertible {
    let name: String
    /// Where the list begins, with what its documentation says to ask for.
    var address = "http://api.test/items"
    /// The options that `paging pull` needs; nothing where it finds out by itself.
    var words: [String] = []
    let answer: @Sendable (ForeignQuestion, ForeignList) -> HTTPAnswer

    var testDescription: String { name }
}

/// A request as such an API reads it.
struct ForeignQuestion {
    let query: [String: String]
    let body: JSONValue
    let path: String
    let method: String
    let headers: [String: String]

    init(_ request: URLRequest) {
        let text = request.url?.absoluteString ?? ""
        var query: [String: String] = [:]
        for pair in text.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[parts[0].removingPercentEncoding ?? ""] = parts.dropFirst().first?.removingPercentEncoding ?? ""
        }
        self.query = query
        (path, method) = (request.url?.path ?? "", request.httpMethod ?? "GET")
        headers = request.allHTTPHeaderFields ?? [:]
        body = (request.httpBody.flatMap { try? JSONValue(parsing: Array($0)) }) ?? .null
    }

    func number(_ name: String, or other: Int) -> Int { query[name].flatMap { Int($0) } ?? other }
    /// The row that a cursor names; `nil` at the start.
    func row(_ name: String) -> Int? { query[name].flatMap(ForeignList.row) }
}

/// The rows as they are now, by descending identifiers, and as they were.
struct ForeignList {
    /// Every state of the list, the last one as it is now.
    let states: [[Int]]
    /// How many requests came before.
    let requests: Int

    var rows: [Int] { states[states.count - 1] }
    var count: Int { rows.count }

    /// Rows by position.
    func page(at offset: Int, _ size: Int) -> ArraySlice<Int> { rows.dropFirst(max(0, offset)).prefix(size) }

    /// Rows behind one that a cursor names, whether it is still there or not.
    func page(behind row: Int?, _ size: Int, in state: Int? = nil) -> ArraySlice<Int> {
        let rows = states[state ?? states.count - 1]
        return rows[(rows.firstIndex { $0 < row ?? .max } ?? rows.count)...].prefix(size)
    }

    /// A cursor that names the last row of a page; `nil` where nothing follows it.
    func cursor(_ page: ArraySlice<Int>, in state: Int? = nil) -> String? {
        guard let last = page.last, last != states[state ?? states.count - 1].last else { return nil }
        return Data("row \(last)".utf8).base64EncodedString()
    }

    static func row(_ cursor: String) -> Int? {
        Data(base64Encoded: cursor).flatMap { Int(String(decoding: $0, as: UTF8.self).dropFirst(4)) }
    }
}

/// Such an API with a list of its own, which is written to.
///
/// `@unchecked Sendable`: everything that changes is read and written only while `lock` is held.
final class ForeignServer: HTTPTransport, @unchecked Sendable {
    private let api: ForeignAPI
    /// How many requests go by between two writes; `nil` where nobody writes.
    private let pause: Int?
    private let lock = NSLock()
    private var states: [[Int]]
    private var throughout: Set<Int>
    private var requests = 0
    private var random: SplitMix64

    /// More was asked than any walk needs.
    struct TooManyRequests: Error {}

    init(_ api: ForeignAPI, rows count: Int = 300, pause: Int? = nil, seed: UInt64 = 0) {
        (self.api, self.pause) = (api, pause)
        random = SplitMix64(seed: seed)
        states = [(0..<count).map { (count - $0) * 1_000 }]
        throughout = Set(states[0])
    }

    /// The rows that have been there from the first request on.
    var rowsThroughout: Set<Int> { lock.withLock { throughout } }
    var requestCount: Int { lock.withLock { requests } }

    func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        try lock.withLock {
            requests += 1
            guard requests <= 5_000 else { throw TooManyRequests() }
            if let pause, requests > 1, requests % pause == 0 { write() }
            return api.answer(ForeignQuestion(request), ForeignList(states: states, requests: requests - 1))
        }
    }

    /// A row comes on top, comes anywhere, or goes.
    private func write() {
        var rows = states[states.count - 1]
        let place = Int.random(in: 0..<rows.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: rows.insert((rows.first ?? 0) + 1_000, at: 0)
        case 1:
            let (above, below) = (place > 0 ? rows[place - 1] : rows[0] + 2_000, rows[place])
            if above - below > 1 { rows.insert((above + below) / 2, at: place) }
        default: throughout.remove(rows.remove(at: Int.random(in: 0...place, using: &random)))
        }
        states.append(rows)
    }
}

// MARK: Answers

func json(_ body: String, status: Int = 200, _ headers: [(String, String)] = []) -> HTTPAnswer {
    HTTPAnswer(
        status: status, headers: HTTPHeaders([("Content-Type", "application/json")] + headers), body: Data(body.utf8))
}

/// Rows as JSON without brackets.
func list(_ rows: ArraySlice<Int>, _ row: (Int) -> String = { #"{"id": \#($0)}"# }) -> String {
    rows.map(row).joined(separator: ", ")
}

func text(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "null" }

/// An address of the same list with parameters; brackets and dollars as servers write them.
func link(_ parameters: KeyValuePairs<String, String>) -> String {
    let pairs = parameters.map { name, value in
        name.replacing("[", with: "%5B").replacing("]", with: "%5D") + "="
            + value.replacing("=", with: "%3D").replacing("+", with: "%2B")
    }
    return "http://api.test/items?" + pairs.joined(separator: "&")
}
