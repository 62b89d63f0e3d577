import Foundation
import PagingCore
import PagingHTTP
import PagingTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Failures, and the words of their errors.
@Suite
struct ErrorTests {
    /// The error of a request that is answered so.
    private func error<Element: Decodable & Sendable>(
        _ type: Element.Type = Row.self, dialect: Dialect = .offset(items: "entity/topics"),
        limits: HTTPLimits = HTTPLimits(), _ script: @escaping @Sendable (Asked) throws -> HTTPAnswer
    ) async throws -> HTTPSourceError {
        let url = URL(string: "http://user:pass@api.test/items?token=secret&flag")!
        let source = HTTPSource<Element>(
            url, dialect: dialect, limits: limits, transport: ScriptedTransport(script))
        let error = await #expect(throws: HTTPSourceError.self) {
            _ = try await source.page(for: dialect.style == .automatic ? .after(nil, limit: 3) : .positions(0..<3))
        }
        let result = try #require(error)
        #expect(!result.description.contains("secret"))
        #expect(!result.description.contains("pass"))
        #expect(result.description.hasPrefix("http://api.test/items?token=…&flag"))
        #expect(result.errorDescription == result.description)
        return result
    }

    @Test(
        arguments: [
            (#"{"entity": {"topics": null}}"#, "expected an array at `entity/topics`, found null"),
            (#"{"entity": {"topics": "x"}}"#, "expected an array at `entity/topics`, found a string"),
            (
                #"{"entity": {}}"#,
                "expected an array at `entity/topics`, found nothing, but at `entity` an empty object"
            ),
            (
                #"{"ok": false, "code": "x"}"#,
                "expected an array at `entity/topics`, found nothing, but an object with keys code, ok"
            ),
            (#"[1]"#, "expected an array at `entity/topics`, found nothing, but an array of 1"),
            (
                #"{"entity": {"topics": [{"id": 1}, {"id": "x"}]}}"#,
                "expected a number (Int) at `entity/topics/1/id`, found a string"
            ),
            (
                #"{"entity": {"topics": [{"id": 1}, {"i": 1}]}}"#,
                "expected an object with the key id at `entity/topics/1`, found an object with keys i"
            ),
            (#"{"entity": {"topics": [{"id": null}]}}"#, "expected a number (Int) at `entity/topics/0/id`, found null"),
        ])
    func `The shape is validated, naming the path and what is there`(body: String, message: String) async throws {
        let error = try await error { _ in .json(body) }
        #expect(error.what == message)
        #expect(!error.isTransient)
        guard !body.contains("id") else { return }
        #expect(try await self.error(JSONValue.self) { _ in .json(body) }.what == message)
        #expect(try await self.error(dialect: .automatic(items: "entity/topics")) { _ in .json(body) }.what == message)
    }

    @Test func `An object in the place of rows is one row, where it can be decoded`() async throws {
        let dialect = Dialect.offset(items: "entity/topics")
        let wrong = try await error(dialect: dialect) { _ in .json(#"{"entity": {"topics": {"b": 1, "a": 2}}}"#) }
        #expect(wrong.what == "expected an object with the key id at `entity/topics`, found an object with keys a, b")
        let transport = ScriptedTransport { _ in .json(#"{"entity": {"topics": {"id": 1}}}"#) }
        let source = HTTPSource<Row>(home, dialect: dialect, transport: transport)
        #expect(try await source.page(for: .after(nil, limit: 5)).items == [Row(id: 1)])
    }

    @Test(arguments: [Dialect.offset(), .automatic])
    func `A body that is no JSON says why`(dialect: Dialect) async throws {
        let cut = try await error(dialect: dialect) { _ in .json(#"[{"id": 1}, {"#) }
        #expect(cut.what == "the answer is not JSON: the document ends in the middle of a value, after 13 bytes")
        let empty = try await error(dialect: dialect) { _ in .json("") }
        #expect(empty.what == "the answer is not JSON: the document ends in the middle of a value, after 0 bytes")
        let wide = try await error(dialect: dialect) { _ in
            HTTPAnswer(
                status: 200, headers: ["Content-Type": "application/octet-stream"],
                body: "[]".data(using: .utf16LittleEndian)!)
        }
        #expect(wide.reason == .notJSON(detail: "the body is not UTF-8"))
    }

    @Test(arguments: ["text/html; charset=utf-8", "application/json"])
    func `A page to sign in on is the wrong type`(type: String) async throws {
        let error = try await error { _ in
            HTTPAnswer(status: 200, headers: ["content-type": type], body: Data(" \n<!DOCTYPE html>".utf8))
        }
        guard case .wrongType = error.reason else { return #expect(Bool(false), "\(error)") }
        #expect(error.advice.contains("sign in"))
        let text = try await self.error { _ in
            HTTPAnswer(status: 200, headers: ["Content-Type": "text/csv"], body: Data("id,name".utf8))
        }
        #expect(text.what == "the answer is text/csv, not JSON")
    }

    @Test(arguments: [Dialect.offset(), .automatic])
    func `Too deep is told before anything is decoded`(dialect: Dialect) async throws {
        let deep = String(repeating: "[", count: 500_000)
        let error = try await error([[Int]].self, dialect: dialect) { _ in .json(#"["\"[[[","# + deep) }
        #expect(error.reason == .tooDeep(limit: 128, offset: 9 + 127))
        let shallow = try await self.error(dialect: dialect, limits: HTTPLimits(maximumDepth: 1)) { _ in .json("[[]]") }
        #expect(shallow.reason == .tooDeep(limit: 1, offset: 1))
        let untyped = try await self.error(JSONValue.self, dialect: dialect) { _ in .json(deep) }
        #expect(untyped.reason == .tooDeep(limit: 128, offset: 128))
    }

    @Test(
        arguments: [
            ("Failed to connect to 127.0.0.1 port 80 after 6 ms: Couldn't connect to server", .connectionRefused),
            ("transfer closed with outstanding read data remaining", .connectionLost),
            ("Recv failure: Connection reset by peer", .connectionLost),
            ("Something that nobody has heard of", .connection(detail: "Something that nobody has heard of")),
        ] as [(String, HTTPSourceError.Reason)])
    func `A connection that fails for a reason without a code is tried again`(
        words: String, reason: HTTPSourceError.Reason
    ) async throws {
        let error = try await error { _ in throw URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: words]) }
        #expect(error.reason == reason)
        #expect(error.isTransient)
    }

    @Test(arguments: ["<!DOCTYPE html>", #"[{"id": 1}, {"#])
    func `A web page, or half a document, is tried again where rows came before`(body: String) async throws {
        let type = body.hasPrefix("<") ? "text/html" : "application/json"
        let isWell = Locked(true)
        let source = HTTPSource<Row>(
            URL(string: "http://api.test/items")!, dialect: .offset(),
            transport: ScriptedTransport { _ in
                isWell.withLock(\.self)
                    ? .json(#"[{"id": 1}]"#)
                    : HTTPAnswer(status: 200, headers: ["Content-Type": type], body: Data(body.utf8))
            })
        #expect(try await source.page(for: .positions(0..<1)).items.count == 1)
        isWell.withLock { $0 = false }
        let error = await #expect(throws: HTTPSourceError.self) {
            _ = try await source.page(for: .positions(1..<2))
        }
        #expect(error?.isTransient == true)
    }

    @Test func `Too large is told, whether the transport or the source notices`() async throws {
        let error = try await error(limits: HTTPLimits(maximumBytes: 10)) { _ in .json("[1234567890]") }
        #expect(error.reason == .tooLarge(limit: 10))
        #expect(!error.isTransient)
    }

    @Test(
        arguments: [
            (#"{"type": "/p", "title": "Out of credit", "detail": "30 short"}"#, "Out of credit: 30 short"),
            (
                #"{"detail": "Authentication credentials were not provided."}"#,
                "Authentication credentials were not provided."
            ),
            (#"{"message": "Bad credentials", "documentation_url": "x"}"#, "Bad credentials"),
            (#"{"error": {"message": "No such key", "code": 1}}"#, "No such key"),
            (#"{"errors": [{"detail": "Wrong", "title": "x"}]}"#, "Wrong"),
            (#"{"error": "invalid_auth", "ok": false}"#, "invalid_auth"),
        ])
    func `A failed status carries what the server says of it`(body: String, words: String) async throws {
        let error = try await error { _ in
            HTTPAnswer(status: 403, headers: ["Content-Type": "application/problem+json"], body: Data(body.utf8))
        }
        #expect(error.what == "the server answered 403: \(words)")
        guard case .status(403, let problem?) = error.reason else { return #expect(Bool(false), "\(error)") }
        #expect(problem.status == 403)
    }

    @Test(arguments: ["", "<html>", "[]", "{}"])
    func `A failed status without words is still one`(body: String) async throws {
        let error = try await error { _ in .json(body, status: 500) }
        #expect(error.reason == .status(500, nil))
        #expect(error.what == "the server answered 500")
    }

    @Test(arguments: [
        (#"{"title": "Not found.", "detail": "No such list."}"#, "the server answered 404: Not found. No such list."),
        (#"{"title": "Not found", "detail": "No such list"}"#, "the server answered 404: Not found: No such list."),
        (#"{"title": "Sure?"}"#, "the server answered 404: Sure?"),
    ])
    func `A server's sentences keep their full stops`(body: String, told: String) async throws {
        let error = try await error { _ in .json(body, status: 404) }
        #expect(error.description == "\(error.address): \(told) Check the address.")
    }

    @Test func `A server's words that are cut short have no full stop`() async throws {
        let error = try await error { _ in .json(#"{"title": "\#(String(repeating: "x", count: 1000))"}"#, status: 404)
        }
        #expect(error.description.hasSuffix("x… Check the address."))
    }

    @Test func `A server's words are cut short and cannot steer a terminal`() async throws {
        let long = #"{"title": "\u001b[2J\u0007\u009b"# + String(repeating: "x", count: 1000) + #""}"#
        let error = try await error { _ in .json(long, status: 500) }
        #expect(error.what.count < 400)
        #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    func `A busy server may be asked again, and says when`(status: Int) async throws {
        let error = try await error { _ in .json("{}", status: status, headers: [("retry-after", "120")]) }
        #expect(error.isTransient)
        #expect(error.retryAfter == .seconds(120))
        #expect(error.advice == "Ask again in 120 seconds.")
    }

    @Test(
        arguments: [
            #"{"error": {"code": "maxlag", "info": "Waiting for db"}}"#, #"{"error": "Waiting for db"}"#,
            #"{"errors": [{"code": "maxlag", "message": "Waiting for db"}], "entity": {"topics": []}}"#,
            #"{"error": {"message": "Waiting for db", "details": [{"id": 1}]}}"#,
        ], [Dialect.offset(items: "entity/topics"), .automatic])
    func `An error with status 200 and a Retry-After passes`(body: String, dialect: Dialect) async throws {
        let error = try await error(dialect: dialect) { _ in .json(body, headers: [("Retry-After", "2")]) }
        #expect(error.reason == .errorInBody("Waiting for db"))
        #expect(error.isTransient && error.retryAfter == .seconds(2))
        #expect(error.advice == "Ask again in 2 seconds.")
    }

    @Test(arguments: [nil, "soon"])
    func `An error with status 200 that says nothing of when to ask again is a mistake`(value: String?) async throws {
        let error = try await error { _ in
            .json(#"{"error": "No such field"}"#, headers: value.map { [("Retry-After", $0)] } ?? [])
        }
        #expect(error.reason == .errorInBody("No such field"))
        #expect(!error.isTransient && error.retryAfter == nil)
    }

    @Test(arguments: [#"{"items": [{"id": 1}], "error": "partial"}"#, #"{"items": [{"id": 1}]}"#])
    func `Rows with a Retry-After are rows`(body: String) async throws {
        let source = HTTPSource<Row>(
            home, dialect: .offset(items: "items"),
            transport: ScriptedTransport { _ in .json(body, headers: [("Retry-After", "2")]) })
        #expect(try await source.page(for: .positions(0..<3)).items.count == 1)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 422])
    func `A mistake stays one`(status: Int) async throws {
        #expect(try await !error { _ in .json("{}", status: status) }.isTransient)
    }

    @Test(
        arguments: [
            ("Fri, 31 Dec 1999 23:59:59 GMT", 60), ("Friday, 31-Dec-99 23:59:59 GMT", 60),
            ("Fri Dec 31 23:59:59 1999", 60),
            ("0", 0), ("99999999999999999999", 604_800), ("Fri, 31 Dec 1999 20:00:00 GMT", 0),
        ])
    func `Retry-After may be a date, in the server's own time`(value: String, seconds: Int) async throws {
        let error = try await error { _ in
            .json("", status: 503, headers: [("Retry-After", value), ("Date", "Fri, 31 Dec 1999 23:58:59 GMT")])
        }
        #expect(error.retryAfter == .seconds(seconds))
    }

    @Test(
        arguments: [
            ("2.5", 3), ("0.2", 1), ("0.0", 0), ("120.0", 120), (" 2.5 ", 3), ("99999999999999999999.5", 604_800),
            (String(repeating: "9", count: 400), 604_800),
        ])
    func `Retry-After may have a fraction, though it is not standard`(value: String, seconds: Int) async throws {
        let error = try await error { _ in .json("", status: 503, headers: [("Retry-After", value)]) }
        #expect(error.retryAfter == .seconds(seconds))
    }

    @Test(
        arguments: [
            ("2.5", 3), ("0", 0), ("99999999999999999999", 86_400), ("946684795.5", 86_400), ("1000000000.5", 0),
            (String(repeating: "9", count: 400), 86_400), ("inf", nil), ("nan", nil), ("1e300", nil), ("-2.5", nil),
            ("", nil), ("soon", nil),
        ] as [(String, Int?)])
    func `A rate limit's reset may have a fraction, and no value does harm`(value: String, seconds: Int?) async throws {
        for (name, value) in [
            ("RateLimit-Reset", value), ("X-RateLimit-Reset", value), ("X-Rate-Limit-Reset", value),
        ] {
            let error = try await error { _ in .json("", status: 429, headers: [(name, value)]) }
            #expect(error.retryAfter == seconds.map { .seconds($0) }, "\(name): \(value)")
        }
        let error = try await error { _ in
            .json("", status: 429, headers: [("RateLimit", #""default";r=0;t=\#(value)"#)])
        }
        // Here a number is always a time to wait.
        #expect(error.retryAfter == seconds.map { .seconds(value == "1000000000.5" ? 86_400 : $0) }, "t=\(value)")
    }

    @Test(
        arguments: [
            "soon", "", "-5", "-2.5", "+2.5", "nan", "inf", "-inf", "1e3", "0x10", "2,5", "2.", ".5", ".", "1.2.3",
            "2.5s",
        ])
    func `A Retry-After that is neither says nothing`(value: String) async throws {
        #expect(try await error { _ in .json("", status: 503, headers: [("Retry-After", value)]) }.retryAfter == nil)
    }

    @Test(
        arguments: [
            (URLError.Code.timedOut, HTTPSourceError.Reason.timedOut, true), (.notConnectedToInternet, .offline, true),
            (.cannotFindHost, .hostNotFound("api.test"), false), (.dnsLookupFailed, .hostNotFound("api.test"), false),
            (.cannotConnectToHost, .connectionRefused, true), (.networkConnectionLost, .connectionLost, true),
            (.secureConnectionFailed, .notSecure, false), (.serverCertificateUntrusted, .notSecure, false),
        ])
    func `Failures of the connection have each their reason`(
        code: URLError.Code, reason: HTTPSourceError.Reason, isTransient: Bool
    ) async throws {
        let error = try await error { _ in throw URLError(code) }
        #expect(error.reason == reason)
        #expect(error.isTransient == isTransient)
        #expect(!error.advice.isEmpty)
    }

    @Test func `Cancelling is cancelling, not an error of the source`() async throws {
        for error: any Error in [URLError(.cancelled), CancellationError()] {
            let source = HTTPSource<Row>(home, transport: ScriptedTransport { _ in throw error })
            await #expect(throws: CancellationError.self) { try await source.page(for: .after(nil, limit: 3)) }
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `No answer traps`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let words = [
            "{", "}", "[", "]", ":", ",", "\"", "\"next\":", "\"items\":", "\"total\":", "\"id\":", "\"page\":", "null",
            "true", "1", "-3", "9223372036854775807", "1e999", "\"/x?page=2\"", "\"?offset=9223372036854775807\"",
            "\\u",
            "\u{0}", "é", " ", "\"limit\":", "\"paging\":{", "\"offset\":", "{\"id\":1}", "[{\"id\":1}]",
        ]
        for _ in 0..<10 {
            let pieces = (0..<Int.random(in: 0...14, using: &random)).map { _ in words.randomElement(using: &random)! }
            let body = Bool.random(using: &random) ? "{" + pieces.joined() + "}" : pieces.joined()
            let header = String(
                decoding: random.bytes(count: 12, from: Array("</>;=\"0-9/rel,next".utf8)), as: UTF8.self)
            let transport = ScriptedTransport { _ in
                .json(body, headers: [("Link", header), ("Content-Range", header), ("X-Total-Count", header)])
            }
            for dialect in [Dialect.automatic, .page(items: "items", total: .path("total")), .envelope] {
                for request in [PageRequest.after(nil, limit: 3), .positions((Int.max - 3)..<Int.max)] {
                    _ = try? await HTTPSource<Row>(home, dialect: dialect, transport: transport).page(for: request)
                    _ = try? await HTTPSource<JSONValue>(home, dialect: dialect, transport: transport).page(
                        for: request)
                }
            }
        }
    }

    @Test func `An app finds what happened, what to do, and a code`() {
        let error: any LocalizedError = HTTPSourceError(.notJSON(detail: "a page"), address: "http://api.test/items")
        #expect(error.failureReason == "the answer is not JSON: a page")
        #expect(error.recoverySuggestion == "Check that the address is that of a JSON API.")
        #expect(HTTPSourceError.Reason.notJSON(detail: "").code == "not-json")
        #expect(HTTPSourceError(.status(404, nil), address: "").code == "status")
        #expect(HTTPAnswerTooLarge().code == "http-answer-too-large")
        #expect(HTTPAnswerTooLarge().recoverySuggestion?.hasSuffix("HTTPLimits.maximumBytes.") == true)
    }

    @Test func `The page of codes has every code`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        func codes(_ path: String, _ row: some RegexComponent<(Substring, Substring)>) throws -> Set<String> {
            let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            let parts = text.split(separator: #/\n##+ /#)
            return Set(
                (parts.first { $0.hasPrefix("HTTPSourceError\n") } ?? parts[0]).matches(of: row).map {
                    String($0.output.1)
                })
        }
        let known = try codes("Sources/PagingHTTP/Error/HTTPSourceError+Code.swift", /case \.\w+: "([a-z-]+)"/)
        #expect(known.count > 30)
        #expect(try codes("Documentation/Errors.md", /\n\| `([a-z-]+)` \|/) == known)
    }
}
