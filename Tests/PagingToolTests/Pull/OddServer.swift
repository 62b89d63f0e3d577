import Foundation
import Paging
import PagingHTTP
import PagingTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that pages in a way drawn from a seed: with totals that are missing, null, wrong or low, limits, clamps, ends of every kind,
/// hints or none, errors, and writes between requests.
///
/// `@unchecked Sendable`: everything that changes is read and written only while `lock` is held.
final class OddServer: HTTPTransport, @unchecked Sendable {
    enum Paging: CaseIterable { case offset, page, cursor, nextAddress, link, hidden }
    enum Total: CaseIterable { case absent, right, null, zero, negative, ofPage, low, high, text, header }
    enum End: CaseIterable { case empty, notFound, badRequest, lastPageAgain }
    enum Write: CaseIterable { case none, insertOnTop, removeAbove, insertAnywhere }

    let paging: Paging
    let total: Total
    let end: End
    let writes: Write
    let parameter: String
    let sizeParameter: String?
    let first: Int
    let pageSize: Int
    let largest: Int
    let itemsPath: [String]
    let echoes: Bool
    let failsAt: Int?
    let count: Int
    /// The most requests a walk may take: two a page and forty more, five times that over a list that changes. Pages are what the server
    /// gives, which may be fewer rows than are asked for.
    func bound(_ behavior: ListBehavior?) -> Int {
        let most = writes == .none ? count : count + requestCount
        return (behavior == nil ? 1 : 5) * (2 * ((most + pageSize - 1) / pageSize) + 40)
    }
    private static let most = 10_000

    private let lock = NSLock()
    private var rows: [Int]
    private var throughout: Set<Int>
    private var requests = 0
    private var random: SplitMix64
    private var nextID = 1_000_000

    /// More was asked than any walk needs.
    struct TooManyRequests: Error {}

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        paging = one(Paging.allCases + [.offset, .page])
        total = one(Total.allCases + [.absent, .right, .absent])
        end = one(End.allCases + [.empty, .empty])
        let isPage = paging == .page
        parameter = one(
            isPage
                ? ["page", "_page", "p", "pageNumber", "page.currentPage", "page[number]"]
                : ["offset", "skip", "start", "from"])
        sizeParameter = one([nil, "limit", "size", "per_page"])
        first = isPage ? one([0, 1, 1]) : 0
        let usual = [10, 20, 25, 50, 100]
        itemsPath = one([[], ["items"], ["data"], ["entity", "topics"], ["result", "list"]])
        let echoes = one([true, true, false])
        // Paging that leaves no trace, by parameters that few servers have, is noticed by the length of its first page alone.
        let leavesTrace = !itemsPath.isEmpty && echoes || ["page", "offset"].contains(parameter)
        pageSize = one(paging == .hidden || !leavesTrace ? usual : usual + [5, 7, 12, 33])
        largest = one([pageSize, pageSize, 100, 1_000])
        self.echoes = echoes
        let pages = one([0, 1, 1, 2, 3, 6])
        count = max(0, pages * pageSize + one([-3, 0, 0, 0, 1, 4]))
        failsAt = one([nil, nil, nil, nil, 2, 4])
        writes = one(Array(repeating: Write.none, count: 5) + Write.allCases)
        rows = Array(0..<count)
        throughout = Set(rows)
        self.random = random
    }

    var description: String {
        "\(count) rows by \(paging) in \(parameter)/\(sizeParameter ?? "–") from \(first), pages of \(pageSize) up to \(largest), "
            + "items at \(itemsPath.joined(separator: "/")), total \(total), end \(end), "
            + "\(echoes ? "echoes" : "no echo"), fails at \(failsAt.map(String.init) ?? "–"), writes \(writes)"
    }

    /// Rows that have been there from the first request on.
    var rowsThroughout: Set<Int> { lock.withLock { throughout } }
    var requestCount: Int { lock.withLock { requests } }

    /// The list's address, with what servers must get as it was written.
    static let address = "http://odd.test/lists/ä%20b?filter[name]=a%20b&q=x|y"

    func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        try lock.withLock {
            requests += 1
            guard requests <= Self.most else { throw TooManyRequests() }
            let answer = answer(to: Query(request.url))
            write()
            return answer
        }
    }

    private func answer(to query: Query) -> HTTPAnswer {
        guard query.text.hasPrefix("filter%5Bname%5D=a%20b&q=x%7Cy") else { return json(body: "[]") }
        if requests == failsAt { return json(body: #"{"detail": "not now"}"#, status: 400 + 18) }
        let size = min(largest, max(1, sizeParameter.flatMap { query.int($0) } ?? pageSize))
        var start = 0
        switch paging {
        case .offset: start = query.int(parameter) ?? 0
        case .page: start = ((query.int(parameter) ?? first) - first) * size
        case .cursor, .nextAddress, .link:
            // The cursor names the last row that was given, by its place in an order that never changes.
            if let cursor = query.int("cursor") { start = (rows.firstIndex(of: cursor) ?? -1) + 1 }
        case .hidden: break
        }
        start = max(0, start)
        if start >= rows.count, start > 0, paging == .offset || paging == .page {
            switch end {
            case .empty: break
            case .notFound: return json(body: #"{"detail": "Invalid page."}"#, status: 404)
            case .badRequest where total == .right || total == .header:
                return json(body: #"{"code": "rest_post_invalid_page_number"}"#, status: 400)
            case .badRequest: break
            case .lastPageAgain: start = max(0, (rows.count - 1) / size * size)
            }
        }
        let page = Array(rows[min(start, rows.count)..<min(start + size, rows.count)])
        return answer(page, start: start, size: size)
    }

    private func answer(_ page: [Int], start: Int, size: Int) -> HTTPAnswer {
        let hasNext = start + page.count < rows.count
        var headers: [(String, String)] = []
        var members: [String] = []
        switch total {
        case .absent: break
        case .right: members.append(#""total": \#(rows.count)"#)
        case .null: members.append(#""total": null"#)
        case .zero: members.append(#""total": 0"#)
        case .negative: members.append(#""total": -1"#)
        case .ofPage: members.append(#""count": \#(page.count)"#)
        case .low: members.append(#""total": \#(min(rows.count, 2 * pageSize))"#)
        case .high: members.append(#""total": \#(rows.count + 7)"#)
        case .text: members.append(#""total": "\#(rows.count)""#)
        case .header: headers.append(("X-Total-Count", "\(rows.count)"))
        }
        if echoes, paging == .offset { members.append(#""offset": \#(start), "limit": \#(size)"#) }
        if echoes, paging == .page { members.append(#""page": \#(start / size + first), "size": \#(size)"#) }
        let cursor = page.last.map(String.init) ?? ""
        switch paging {
        case .cursor: members.append(#""next_cursor": \#(hasNext ? "\"\(cursor)\"" : "null")"#)
        case .nextAddress:
            members.append(#""next": \#(hasNext ? "\"?filter[name]=a%20b&q=x|y&cursor=\(cursor)\"" : "null")"#)
        case .link:
            if hasNext { headers.append(("Link", "<?filter[name]=a%20b&q=x|y&cursor=\(cursor)>; rel=next")) }
        case .offset, .page, .hidden: break
        }
        let list = "[" + page.map { #"{"id": \#($0)}"# }.joined(separator: ", ") + "]"
        // A bare array has no room for anything beside it.
        let needsObject = paging == .cursor || paging == .nextAddress
        if itemsPath.isEmpty, !needsObject { return json(body: list, headers: headers) }
        let path = itemsPath.isEmpty ? ["items"] : itemsPath
        let nested = path.reversed().reduce(list) { #"{"\#($1)": \#($0)}"# }
        return json(
            body: "{" + (members + [String(nested.dropFirst().dropLast())]).joined(separator: ", ") + "}",
            headers: headers)
    }

    private func json(body: String, status: Int = 200, headers: [(String, String)] = []) -> HTTPAnswer {
        HTTPAnswer(
            status: status, headers: HTTPHeaders([("Content-Type", "application/json")] + headers),
            body: Data(body.utf8))
    }

    /// Writes to the list, between two requests.
    private func write() {
        guard writes != .none, !rows.isEmpty, Int.random(in: 0..<3, using: &random) == 0 else { return }
        switch writes {
        case .none: break
        case .insertOnTop:
            rows.insert(nextID, at: 0)
            nextID += 1
        case .insertAnywhere:
            rows.insert(nextID, at: Int.random(in: 0...rows.count, using: &random))
            nextID += 1
        case .removeAbove:
            throughout.remove(rows.remove(at: Int.random(in: 0...min(5, rows.count - 1), using: &random)))
        }
    }

    /// A request's query, read as a server reads it.
    private struct Query {
        let text: String
        private var values: [String: String] = [:]

        init(_ url: URL?) {
            text = String(url?.absoluteString.drop { $0 != "?" }.dropFirst() ?? "")
            for pair in text.split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, let name = parts[0].removingPercentEncoding else { continue }
                values[name] = parts[1].removingPercentEncoding
            }
        }

        func int(_ name: String) -> Int? { values[name].flatMap { Int($0) } }
    }
}
