import Foundation

/// A cached answer, with the facts needed to use it again.
struct KeptAnswer: Codable, Sendable {
    /// The ways in which an answer may be used.
    enum Use {
        /// It can be shown as it is.
        case fresh
        /// It can be shown while it is being confirmed.
        case stale
        /// It can be shown only if the server says so.
        case afterConfirming
    }

    /// The key of the answer, so that a renamed file is not taken for another answer.
    let key: String
    let status: Int
    private(set) var headers: [String: String]
    let body: Data
    /// The time of the request.
    private(set) var askedAt: Date
    /// The time at which the answer arrived, or was last confirmed.
    private(set) var confirmedAt: Date
    /// The request's headers that the answer depends on, by its `Vary`.
    let varying: [String: String?]

    /// - Returns: `nil` if the answer must not be cached, or cannot be found again.
    ///
    /// Source: RFC 9111 §3, §4.1. Temporary redirects are cached like pages, because their target is confirmed.
    init?(_ answer: HTTPAnswer, key: String, request: [String: String], askedAt: Date, now: Date) {
        guard [200, 301, 302, 303, 307, 308].contains(answer.status),
            !CacheControl(answer.headers["Cache-Control"]).hasAny("no-store"),
            !CacheControl(request["cache-control"]).hasAny("no-store")
        else { return nil }
        let names = (answer.headers["Vary"] ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        guard !names.contains("*") else { return nil }
        (self.key, status, body) = (key, answer.status, answer.body)
        headers = answer.headers.values
        // A cookie is for the client that asked, and headers named by `Connection` are only for the next hop (RFC 9111 §3.1).
        headers["set-cookie"] = nil
        for name in Self.ofConnection(answer.headers) { headers[name] = nil }
        varying = Dictionary(names.map { ($0, Self.normalized(request[$0], of: $0)) }) { $1 }
        (self.askedAt, confirmedAt) = (askedAt, now)
    }

    /// `true` if a request with these headers would have received this answer.
    func matches(_ request: [String: String]) -> Bool {
        varying.allSatisfy { Self.normalized(request[$0.key], of: $0.key) == $0.value }
    }

    /// A header's value without insignificant differences: spaces around commas, and case if the header has none (RFC 9111 §4.1).
    private static func normalized(_ value: String?, of name: String) -> String? {
        let pieces = value?.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        let text = pieces?.joined(separator: ",")
        return ["accept", "accept-language", "accept-encoding", "accept-charset"].contains(name)
            ? text?.lowercased() : text
    }

    /// Updates the answer with the headers of a 304, by which the server confirmed it.
    ///
    /// Source: RFC 9111 §3.2.
    mutating func confirm(_ answer: HTTPAnswer, askedAt: Date, now: Date) {
        let ofBody: Set = ["content-length", "content-encoding", "content-type", "content-range", "set-cookie"]
        let passedBy = ofBody.union(Self.ofConnection(answer.headers))
        headers.merge(answer.headers.values.filter { !passedBy.contains($0.key) }) { $1 }
        (self.askedAt, confirmedAt) = (askedAt, now)
    }

    private static func ofConnection(_ headers: HTTPHeaders) -> [String] {
        ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]
            + (headers["Connection"] ?? "").split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
    }

    /// The way in which the answer may be used.
    ///
    /// - Parameters:
    ///   - lifetime: for how many seconds it may be shown if its server does not say.
    ///   - rules: the rules that apply, the server's or the app's.
    ///
    /// Source: RFC 9111 §4.2 and §5.2.2, RFC 5861 §3.
    func use(lifetime: TimeInterval, rules: PageCache.Rules = .server, now: Date) -> Use {
        // The clock was set back, so the age is unknown.
        guard now >= confirmedAt else { return .afterConfirming }
        let byLifetime = age(now: now) < lifetime ? Use.stale : .afterConfirming
        if control.has("no-cache") { return rules == .app ? byLifetime : .afterConfirming }
        guard let explicit = explicitLifetime else { return byLifetime }
        let age = ageByDates(now: now)
        if age < explicit { return .fresh }
        if rules == .app { return byLifetime }
        let grace = control.seconds("stale-while-revalidate") ?? 0
        return mayBeStale && age < explicit + grace ? .stale : .afterConfirming
    }

    /// `true` if it may be shown instead of a server's error (RFC 5861 §4).
    func mayStandInForError(now: Date) -> Bool {
        guard mayBeStale, let grace = control.seconds("stale-if-error"), now >= confirmedAt else { return false }
        return ageByDates(now: now) < (explicitLifetime ?? 0) + grace
    }

    /// `true` if it may be shown although it is too old. `must-revalidate` also applies without a connection (RFC 9111 §5.2.2.2).
    var mayBeStale: Bool { !control.has("no-cache") && !control.has("must-revalidate") }

    /// The time for which this and other caches have stored it since its server confirmed it.
    func age(now: Date) -> TimeInterval { max(0, now.timeIntervalSince(confirmedAt)) + toldAge }

    /// The headers that make a request conditional.
    var conditions: [String: String] { Validators(HTTPHeaders(headers.map { ($0.key, $0.value) })).conditions }

    /// The cached answer as an answer of the server.
    func answer() -> HTTPAnswer {
        HTTPAnswer(status: status, headers: HTTPHeaders(headers.map { ($0.key, $0.value) }), body: body)
    }

    private var control: CacheControl {
        // HTTP/1.0 (RFC 9111 §5.4).
        CacheControl(headers["cache-control"] ?? (headers["pragma"]?.lowercased() == "no-cache" ? "no-cache" : nil))
    }

    /// The seconds for which the server declares it fresh.
    private var explicitLifetime: TimeInterval? {
        if let seconds = control.seconds("max-age") { return seconds }
        guard let expires = headers["expires"] else { return nil }
        guard let end = HTTPDate.exactly(expires) else { return 0 }
        return max(0, end.timeIntervalSince(sentAt ?? confirmedAt))
    }

    private var sentAt: Date? { headers["date"].flatMap(RetryAfter.date) }
    /// The age reported by other caches. The first of several counts, and one that is not a number is ignored (RFC 9111 §5.1).
    private var toldAge: TimeInterval {
        let first = (headers["age"] ?? "").prefix { $0 != "," }.trimmingCharacters(in: .whitespaces)
        guard !first.isEmpty, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
        return TimeInterval(min(Int(first) ?? 1 << 31, 1 << 31))
    }

    /// The age by which freshness is judged (RFC 9111 §4.2.3).
    private func ageByDates(now: Date) -> TimeInterval {
        let apparent = sentAt.map { max(0, confirmedAt.timeIntervalSince($0)) } ?? 0
        let corrected = toldAge + max(0, confirmedAt.timeIntervalSince(askedAt))
        return max(apparent, corrected) + max(0, now.timeIntervalSince(confirmedAt))
    }
}

extension KeptAnswer {
    /// The content of a file: a digest, and the encoded answer.
    var file: Data? {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        guard let content = try? encoder.encode(self) else { return nil }
        return SHA256.digest(of: content) + content
    }

    /// - Returns: `nil` if the file is damaged, or belongs to another key.
    init?(file: Data, key: String) {
        let content = Data(file.dropFirst(SHA256.byteCount))
        guard file.count > SHA256.byteCount, SHA256.digest(of: content) == file.prefix(SHA256.byteCount),
            let answer = try? PropertyListDecoder().decode(KeptAnswer.self, from: content), answer.key == key
        else { return nil }
        self = answer
    }
}
