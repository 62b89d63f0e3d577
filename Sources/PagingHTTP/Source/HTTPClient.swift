import Foundation
import Paging
import PagingWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends a source's requests: adds the headers for its origin, follows redirects, and maps failures to ``HTTPSourceError``.
struct HTTPClient: Sendable {
    let home: Origin
    let transport: any HTTPTransport
    let headers: [String: String]
    let modify: (@Sendable (inout URLRequest) async throws -> Void)?
    let renewal: Renewal?
    let renewalStatuses: Set<Int>
    let limits: HTTPLimits
    let crossOrigin: CrossOriginPolicy
    let cache: PageCache?
    let observer: (@Sendable (HTTPEvent) -> Void)?
    /// Called before each request. It throws if the limit of requests is reached.
    let admission = Locked<(@Sendable () throws -> Void)?>(nil)
    /// Counts requests.
    private let count = Locked(0)

    init(
        home: Origin, transport: any HTTPTransport, headers: [String: String],
        modify: (@Sendable (inout URLRequest) async throws -> Void)?,
        renew: (@Sendable () async throws -> Void)? = nil, renewOn statuses: Set<Int> = [401], limits: HTTPLimits,
        crossOrigin: CrossOriginPolicy, cache: PageCache? = nil, observer: (@Sendable (HTTPEvent) -> Void)?
    ) {
        self.home = home
        self.transport = transport
        self.headers = headers
        self.modify = modify
        renewal = renew.map { Renewal($0) }
        renewalStatuses = statuses
        self.limits = limits
        self.crossOrigin = crossOrigin
        self.cache = cache
        self.observer = observer
    }

    /// The server by its origin, or `nil` if the transport's server is unknown.
    var server: String? { transport is URLSessionTransport ? "\(home.scheme)://\(home.host):\(home.port)" : nil }

    /// The method, headers and body of a request, if it is not a plain GET.
    struct Asking {
        var method = "GET"
        /// The additional headers of this request.
        var headers: [String: String] = [:]
        var body: Data?
        /// Statuses that are accepted although they are not a success.
        var accepted: Set<Int> = []
        /// Receives the body of a successful answer as it arrives, or `nil` to collect it.
        var receive: (@Sendable (Data) throws -> Void)?
    }

    /// An address and how it is requested.
    typealias Question = (address: URL, asking: Asking)

    func answer(to question: Question) async throws -> (HTTPAnswer, URL) {
        try await answer(to: question.address, as: question.asking)
    }

    /// `true` if an address can be requested.
    static func canAsk(_ address: URL) -> Bool {
        ["http", "https"].contains(address.scheme?.lowercased() ?? "") && !(address.host ?? "").isEmpty
    }

    /// Requests an address and follows redirects.
    ///
    /// - Parameters:
    ///   - address: the address.
    ///   - asking: how it is requested.
    /// - Returns: a successful answer, and the address that gave it.
    /// - Throws: ``HTTPSourceError``; `CancellationError`; what the request hook throws.
    func answer(to address: URL, as asking: Asking = Asking()) async throws -> (HTTPAnswer, URL) {
        var (current, asking) = (address, asking)
        for _ in 0...limits.maximumRedirects {
            let epoch = renewal?.epoch
            var answer = try await send(current, asking)
            if renewalStatuses.contains(answer.status), let renewal, let epoch, Origin(current) == home {
                try await renewal.renew(after: epoch)
                answer = try await send(current, asking)
            }
            guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.headers["Location"] else {
                if !asking.accepted.contains(answer.status) { try check(answer, from: current) }
                return (answer, current)
            }
            guard let target = WireAddress.resolve(location, relativeTo: current), Self.canAsk(target) else {
                throw HTTPSourceError(.badAddress(Shown.text(location)), address: Shown.address(current))
            }
            // As browsers do it (RFC 9110 §15.4): a POST is repeated after 307 and 308, and becomes a GET after the other redirects.
            if asking.method == "POST", ![307, 308].contains(answer.status) {
                (asking.method, asking.body) = ("GET", nil)
            }
            current = target
        }
        throw HTTPSourceError(
            .tooManyRedirects(limit: limits.maximumRedirects), address: Shown.address(address))
    }

    private func send(_ address: URL, _ asking: Asking) async throws -> HTTPAnswer {
        let shown = Shown.address(address)
        guard Self.canAsk(address) else { throw HTTPSourceError(.badAddress(shown), address: shown) }
        var request = try await request(address, asking)
        try Task.checkCancellation()
        if let receive = asking.receive {
            guard transport is any StreamingTransport else {
                throw HTTPSourceError(.notOffered(.live), address: shown)
            }
            return try await exchange(request, at: address, shown, receive)
        }
        guard let keeping = Keeping(request, in: cache, maximumBytes: limits.maximumBytes) else {
            return try await exchange(request, at: address, shown)
        }
        if let answer = keeping.answerWithoutAsking() { return answer }
        keeping.prepare(&request)
        do {
            return keeping.taken(try await exchange(request, at: address, shown))
        } catch let error as HTTPSourceError {
            guard let answer = keeping.answer(without: error) else { throw error }
            return answer
        }
    }

    /// Sends one request, and reports it to the observer.
    private func exchange(
        _ request: URLRequest, at address: URL, _ shown: String, _ receive: (@Sendable (Data) throws -> Void)? = nil
    ) async throws -> HTTPAnswer {
        try PageRequests.current?.admit(shown)
        try admission.withLock { $0 }?()
        let number = count.withLock { count in
            count += 1
            return count
        }
        var exchange = HTTPExchange(number: number, address: shown)
        observer?(.started(exchange))
        let clock = ContinuousClock()
        let start = clock.now
        func finish(_ outcome: HTTPExchange.Outcome, answer: HTTPAnswer? = nil) {
            exchange.outcome = outcome
            exchange.bytes = answer?.body.count ?? 0
            exchange.retryAfter = answer?.retryAfter
            exchange.duration = clock.now - start
            observer?(.finished(exchange))
        }
        do {
            let answer: HTTPAnswer
            if let receive, let transport = transport as? any StreamingTransport {
                answer = try await transport.answer(
                    to: request, maximumBytes: limits.maximumBytes, receiving: receive)
            } else {
                answer = try await AnswerTime.$longest.withValue(limits.maximumDuration) {
                    try await transport.answer(to: request, maximumBytes: limits.maximumBytes)
                }
            }
            guard answer.body.count <= limits.maximumBytes else { throw HTTPAnswerTooLarge() }
            finish(.status(answer.status), answer: answer)
            return BodyText.normalized(answer)
        } catch {
            let reason: HTTPSourceError.Reason
            do {
                reason = try TransportFailure.reason(
                    for: error, host: address.host ?? "", limit: limits.maximumBytes)
            } catch {
                finish(.cancelled)
                throw error
            }
            finish(.failed(reason))
            var failure = HTTPSourceError(reason, address: shown)
            failure.mayPass = error is URLError
            throw failure
        }
    }

    private func request(_ address: URL, _ asking: Asking) async throws -> URLRequest {
        var request = URLRequest(url: address)
        request.httpMethod = asking.method
        if let body = asking.body {
            request.httpBody = body
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let isStream = asking.receive != nil
        request.timeoutInterval =
            (isStream ? max(limits.timeout, HTTPLimits.streamSilence) : limits.timeout) / .seconds(1)
        let types = isStream ? "text/event-stream" : "application/json, application/*+json;q=0.9, */*;q=0.5"
        request.setValue(types, forHTTPHeaderField: "Accept")
        if LoadOptions.skipsCaches || isStream {
            request.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
            request.cachePolicy = .reloadIgnoringLocalCacheData
        } else if !asking.headers.isEmpty {
            // A session's own cache would answer a conditional request in the server's place.
            request.cachePolicy = .reloadIgnoringLocalCacheData
        }
        guard Origin(address) == home else {
            // Neither the headers nor the hook: both may carry credentials.
            guard crossOrigin == .withoutCredentials else {
                throw HTTPSourceError(.otherOrigin(Shown.address(address)), address: Shown.address(address))
            }
            request.httpShouldHandleCookies = false
            return request
        }
        for (name, value) in headers.merging(asking.headers, uniquingKeysWith: { $1 }) {
            request.setValue(value, forHTTPHeaderField: name)
        }
        try await modify?(&request)
        return request
    }

    private func check(_ answer: HTTPAnswer, from address: URL) throws {
        guard !answer.isSuccess else {
            guard let words = answer.wordsOfPassingError, let wait = answer.toldWait else { return }
            throw HTTPSourceError(
                .errorInBody(Shown.text(words)), address: Shown.address(address), retryAfter: wait)
        }
        throw HTTPSourceError(
            .status(answer.status, ProblemDetails(answer)), address: Shown.address(address),
            retryAfter: answer.retryAfter)
    }
}

/// The time limit for a whole answer.
enum AnswerTime {
    /// The longest time the current request may take, or `nil` for no limit.
    @TaskLocal static var longest: Duration?
}

/// A whole answer did not arrive in time.
struct AnswerTooSlow: Error {
    let limit: Duration
}

extension HTTPAnswer {
    fileprivate var isSuccess: Bool { (200...299).contains(status) }

    /// The pause that the server asks for, if the answer is an error.
    fileprivate var retryAfter: Duration? {
        !isSuccess || wordsOfPassingError != nil ? toldWait : nil
    }

    /// The pause that the server asks for, with an error or a success.
    fileprivate var toldWait: Duration? {
        // A date in `Retry-After` is by the server's clock, so it is compared with the server's `Date` if there is one.
        let now = headers["Date"].flatMap(RetryAfter.date) ?? Date()
        if let value = headers[HeaderName.retryAfter] { return RetryAfter.duration(value, now: now) }
        guard status == 429 || status == 503 || status == 403 && isRateLimit else { return nil }
        return RetryAfter.ofRateLimit(headers, now: now)
    }

    /// The text of an error that comes with a success status and a `Retry-After`, as with MediaWiki's `maxlag`, or `nil` for any other answer.
    /// An error beside rows does not count.
    fileprivate var wordsOfPassingError: String? {
        guard isSuccess, headers[HeaderName.retryAfter] != nil, body.count <= ProblemDetails.maximumBytes,
            let json = try? JSONValue(parsing: body), let words = ProblemDetails.words(inSuccess: json)
        else { return nil }
        let rest = json.object?.filter { !["error", "errors", "fault"].contains($0.key) } ?? [:]
        return rest.values.contains(where: Self.holdsElements) ? nil : words
    }

    private static func holdsElements(_ value: JSONValue) -> Bool {
        value.array?.isEmpty == false || value.object?.values.contains(where: holdsElements) == true
    }

    /// `true` if a refusal is about the number of requests, and not about credentials.
    private var isRateLimit: Bool {
        if headers["X-RateLimit-Remaining"] == "0" { return true }
        let words = ProblemDetails(self).map { "\($0.title ?? "") \($0.detail ?? "")".lowercased() } ?? ""
        return words.contains("rate limit") || words.contains("too many requests")
    }
}
