import Foundation
import Paging
import Testing

@testable import PagingHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The rules of RFC 9111 for a private cache, one exchange a line: an answer is kept, some seconds pass, and the same is asked again.
///
/// The cases are those that http-tests/cache-tests calls required and that concern a cache of one reader's pages.
@Suite
struct PrivateCacheTests {
    /// The outcome of the second request.
    enum Second: Equatable {
        /// It is answered by what was kept.
        case kept
        /// It goes to the server as it is.
        case asked
        /// It goes to the server, with conditions.
        case confirmed([String: String])
        /// Nothing answers it where the server cannot be reached.
        case failed
    }

    typealias Lines = [(String, String)]

    /// A case.
    struct Case: CustomStringConvertible, Sendable {
        var status = 200
        var headers: Lines
        var wait = 3.0
        var first: [String: String] = [:]
        var second: [String: String] = [:]
        var isOffline = false
        let expected: Second

        init(
            _ headers: Lines, status: Int = 200, wait: Double = 3, asks first: [String: String] = [:],
            then second: [String: String]? = nil, isOffline: Bool = false, _ expected: Second
        ) {
            (self.headers, self.status, self.wait, self.first) = (headers, status, wait, first)
            (self.second, self.isOffline, self.expected) = (second ?? first, isOffline, expected)
        }

        var description: String {
            "\(status) \(headers.map { "\($0.0): \($0.1)" }.joined(separator: ", ")), \(first) then \(second)"
        }
    }

    // 2027-01-15 08:00:00 GMT, a Friday.
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let now = ("Date", "Fri, 15 Jan 2027 08:00:00 GMT")
    private static let hour = ("Cache-Control", "max-age=3600")
    private static let tag = ("ETag", "\"a\"")
    private static func control(_ text: String) -> (String, String) { ("Cache-Control", text) }
    private static func expires(_ text: String) -> Lines { [now, ("Expires", text)] }

    private static let freshness: [Case] = [
        Case([hour], .kept), Case([control("max-age=0")], .asked), Case([], .asked),
        Case([control("max-age=2")], .asked), Case([control("MAX-AGE=3600")], .kept),
        Case([control("a=\"x, max-age=3600\", max-age=1")], .asked),
        Case([control("max-age=3600, max-age=1")], .asked), Case([control("max-age=1"), hour], .asked),
        Case([control("max-age=3600.0")], .asked), Case([control("max-age=-1")], .asked),
        Case([control("max-age=2147483648")], .kept), Case([control("max-age=99999999999999999999")], .kept),
        Case([control("private, max-age=3600")], .kept), Case([control("max-age=3600, s-maxage=1")], .kept),
        Case([control("s-maxage=3600")], .asked), Case([control("max-age=1, x=3600")], .asked),
        Case([hour] + expires("Fri, 15 Jan 2027 07:00:00 GMT"), .kept),
        Case([control("max-age=1")] + expires("Fri, 15 Jan 2027 09:00:00 GMT"), .asked),
        // The server's clock is an hour behind, and it has had the answer for that long, or another cache has.
        Case([("Date", "Fri, 15 Jan 2027 07:00:00 GMT"), control("max-age=1800")], .asked),
        Case([control("no-store, max-age=3600")], .asked), Case([hour, control("no-store")], .asked),
        Case([control("No-Store, max-age=3600")], .asked),
        Case([control("no-cache, max-age=3600"), tag], .confirmed(["If-None-Match": "\"a\""])),
        Case([("Pragma", "no-cache")], .asked), Case([hour], asks: ["cache-control": "no-store"], .asked),
    ]

    private static let dates: [Case] = [
        Case(expires("Fri, 15 Jan 2027 09:00:00 GMT"), .kept), Case(expires("Fri, 15 Jan 2027 08:00:00 GMT"), .asked),
        Case(expires("Friday, 15-Jan-27 09:00:00 GMT"), .kept), Case(expires("Fri Jan 15 09:00:00 2027"), .kept),
        Case(expires("Fri, 15 Jan 2027 09:00:00 gmt"), .kept), Case(expires("0"), .asked),
        Case(expires("Fri, 15 Jan 2027 09:00:00 UTC"), .asked), Case(expires("Fri 15 Jan 2027 09:00:00 GMT"), .asked),
        Case(expires("Fri,  15  Jan  2027  09:00:00 GMT"), .asked),
        Case(expires("Fri, 15-Jan-2027 09:00:00 GMT"), .asked),
        Case(expires("Fri, 15 Jan 2027 09.00.00 GMT"), .asked), Case(expires("Fri, 15 Jan 2027 9:00:00 GMT"), .asked),
        Case(expires("Fri, 15 Jan 2027 09:00:00 +0100"), .asked), Case(expires("3600"), .asked),
    ]

    private static let ages: [Case] = [
        Case([hour, ("Age", "7200")], .asked), Case([hour, ("Age", "abc")], .kept),
        Case([hour, ("Age", "-7200")], .kept),
        Case([hour, ("Age", "7200.0")], .kept), Case([hour, ("Age", "2147483648")], .asked),
        Case([hour, ("Age", "99999999999999999999")], .asked), Case([hour, ("Age", "7200, 0")], .asked),
        Case([hour, ("Age", "0, 7200")], .kept), Case([hour, ("Age", "7200"), ("Age", "0")], .asked),
        Case([hour, ("Age", "0"), ("Age", "7200")], .kept), Case([hour, ("Age", "1800"), ("Age", "1800")], .kept),
    ]

    private static let variants: [Case] = [
        Case([hour, ("Vary", "A")], asks: ["a": "1"], .kept),
        Case([hour, ("Vary", "A")], asks: ["a": "1"], then: ["a": "2"], .asked),
        Case([hour, ("Vary", "A")], asks: ["a": "1"], then: [:], .asked),
        Case([hour, ("Vary", "A")], then: ["a": "1"], .asked),
        Case([hour, ("Vary", "A, B")], asks: ["a": "1", "b": "2"], then: ["a": "1", "b": "3"], .asked),
        Case([hour, ("Vary", "A"), ("Vary", "B")], asks: ["b": "2"], then: ["b": "3"], .asked),
        Case([hour, ("Vary", "a")], asks: ["A": "1"], then: ["A": "2"], .asked),
        Case([hour, ("Vary", "A, ,, B")], asks: ["b": "2"], then: ["b": "3"], .asked),
        Case([hour, ("Vary", "*")], .asked), Case([hour, ("Vary", "A, *")], .asked),
        Case([hour, ("Vary", "*, A")], .asked),
        Case([hour, ("Vary", " *")], .asked), Case([hour, ("Vary", "A"), ("Vary", "*")], .asked),
        Case(
            [hour, ("Vary", "Accept-Language")], asks: ["Accept-Language": "en, de"],
            then: ["Accept-Language": "EN,de"], .kept),
    ]

    private static let confirming: [Case] = [
        Case([control("max-age=1"), tag], .confirmed(["If-None-Match": "\"a\""])),
        Case(
            [control("max-age=1"), ("Last-Modified", "Thu, 14 Jan 2027 08:00:00 GMT"), now],
            .confirmed(["If-Modified-Since": "Thu, 14 Jan 2027 08:00:00 GMT"])),
        Case([control("max-age=1, must-revalidate"), tag], isOffline: true, .failed),
        Case([control("no-cache"), tag], isOffline: true, .failed),
        Case([control("max-age=1")], isOffline: true, .kept),
        Case([hour], isOffline: true, .kept),
    ]

    private static let statuses: [Case] =
        [203, 204, 206, 299, 304, 400, 404, 410, 499, 500, 502, 503, 504, 599].flatMap { status in
            ["no-store, max-age=3600", "max-age=1"].map { Case([control($0)], status: status, .asked) }
        } + [200, 301, 302, 303, 307, 308].map { Case([hour], status: $0, .kept) }

    @Test(arguments: freshness + dates + ages + variants + confirming + statuses)
    func `The rule holds`(_ rule: Case) throws {
        let clock = Locked(Self.start)
        let cache = PageCache(lifetime: .zero, identity: { _ in "" }, now: { clock.withLock { $0 } })
        func keeping(_ headers: [String: String]) throws -> (Keeping, URLRequest) {
            var request = URLRequest(url: home)
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            let keeping = PageAsking.$current.withValue(PageAsking(isFirst: true)) {
                Keeping(request, in: cache, maximumBytes: 1_000)
            }
            return (try #require(keeping), request)
        }
        _ = try keeping(rule.first).0.taken(HTTPAnswer(status: rule.status, headers: HTTPHeaders(rule.headers)))
        clock.withLock { $0 += rule.wait }
        var (again, request) = try keeping(rule.second)
        #expect(try Self.outcome(of: again, &request, rule) == rule.expected)
        _ = again
    }

    private static func outcome(of again: Keeping, _ request: inout URLRequest, _ rule: Case) throws -> Second {
        if again.answerWithoutAsking() != nil { return .kept }
        if rule.isOffline {
            return again.answer(without: HTTPSourceError(.connectionLost, address: "")) == nil ? .failed : .kept
        }
        again.prepare(&request)
        let conditions = (request.allHTTPHeaderFields ?? [:]).filter { $0.key.hasPrefix("If-") }
        return conditions.isEmpty ? .asked : .confirmed(conditions)
    }

    @Test func `What Connection names is not kept, and a confirmation brings new headers`() throws {
        let answer = HTTPAnswer(
            status: 200, headers: HTTPHeaders([Self.hour, ("Connection", "A, b"), ("a", "1"), ("B", "2"), ("c", "3")]))
        var kept = try #require(KeptAnswer(answer, key: "k", request: [:], askedAt: Self.start, now: Self.start))
        #expect(kept.headers == ["cache-control": "max-age=3600", "c": "3"])
        kept.confirm(
            HTTPAnswer(status: 304, headers: ["C": "4", "D": "5", "Connection": "D", "Content-Length": "0"]),
            askedAt: Self.start, now: Self.start)
        #expect(kept.headers == ["cache-control": "max-age=3600", "c": "4"])
    }
}
