import Foundation
import PagingHTTP
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The events that a report needs.
@Suite
struct EventTests {
    /// Collects events. `@unchecked`: `seen` is read and written only while `lock` is held.
    final class Log: @unchecked Sendable {
        private let lock = NSLock()
        private var seen: [HTTPEvent] = []
        func add(_ event: HTTPEvent) { lock.withLock { seen.append(event) } }
        var events: [HTTPEvent] { lock.withLock { seen } }
    }

    @Test func `Every request is told when it starts and when it ends, redirects too`() async throws {
        let log = Log()
        let transport = ScriptedTransport { asked in
            asked.path == "/items"
                ? HTTPAnswer(status: 301, headers: ["Location": "/new?key=1"]) : .json(#"[{"id": 1}]"#)
        }
        let source = HTTPSource<Row>(home, transport: transport, observer: log.add)
        _ = try await source.page(for: .after(nil, limit: 3))
        let finished = log.events.compactMap { event in
            if case .finished(let exchange) = event { exchange } else { nil }
        }
        #expect(log.events.count == 4)
        #expect(finished.map(\.number) == [1, 2])
        #expect(finished.map(\.outcome) == [.status(301), .status(200)])
        #expect(finished.map(\.bytes) == [0, 11])
        #expect(finished.map(\.address) == ["http://api.test/items", "http://api.test/new?key=…"])
        #expect(finished.allSatisfy { $0.duration > .zero })
    }

    @Test(arguments: [(429, "7", Duration.seconds(7)), (200, "7", nil)])
    func `A wait that the server asks for is told`(status: Int, value: String, expected: Duration?) async throws {
        let log = Log()
        let transport = ScriptedTransport { _ in .json("[]", status: status, headers: [("Retry-After", value)]) }
        _ = try? await HTTPSource<Row>(home, transport: transport, observer: log.add).page(for: .after(nil, limit: 3))
        guard case .finished(let exchange) = log.events.last else { return #expect(Bool(false), "nothing finished") }
        #expect(exchange.retryAfter == expected)
    }

    @Test func `A failure and a cancellation are told too`() async throws {
        for (error, outcome) in [
            (URLError(.timedOut) as any Error, HTTPExchange.Outcome.failed(.timedOut)),
            (CancellationError(), .cancelled),
        ] {
            let log = Log()
            let transport = ScriptedTransport { _ in throw error }
            _ = try? await HTTPSource<Row>(home, transport: transport, observer: log.add)
                .page(for: .after(nil, limit: 3))
            guard case .finished(let exchange) = log.events.last else {
                return #expect(Bool(false), "nothing finished")
            }
            #expect(exchange.outcome == outcome)
        }
    }
}

/// Rows of unknown type.
@Suite
struct IdentifierTests {
    @Test(
        arguments: [
            (#"[{"id": 1, "name": "a"}, {"id": 2, "name": "a"}]"#, "id"),
            (#"[{"id": 1, "slug": "a"}, {"id": 1, "slug": "b"}]"#, "slug"), (#"[{"_id": "x"}]"#, "_id"),
            (#"[{"pk": 1}, {"pk": 2}]"#, "pk"), (#"[{"id": null, "uuid": "x"}]"#, "uuid"),
            (#"[{"code": "U+0041"}]"#, "code"),
            (#"[{"url": "/a"}, {"url": "/b"}]"#, "url"), (#"[{"x": 1}]"#, nil), ("[1, 2]", nil), ("[]", nil),
            (#"[{"id": 1}, {"x": 2}]"#, nil),
        ] as [(String, String?)])
    func `The member that identifies rows is guessed`(rows: String, name: String?) throws {
        let rows = try #require(JSONValue(parsing: rows.utf8).array)
        #expect(JSONValue.guessedIdentifier(in: rows)?.description == name)
    }
}
