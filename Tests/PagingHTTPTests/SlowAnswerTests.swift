import Foundation
import PagingHTTP
import Testing

/// A whole answer may take only so long, however steadily its bytes come.
@Suite struct SlowAnswerTests {
    private static let start = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n["

    @Test func `An answer that does not end in time is an error that says so, and may be asked for again`() async throws
    {
        let limits = HTTPLimits(timeout: .seconds(600), maximumDuration: .milliseconds(20))
        let server = try LoopbackServer { _ in .hold("") }
        let events = Locked<[HTTPExchange.Outcome]>([])
        let source = HTTPSource<Row>(server.url(), limits: limits) { event in
            if case .finished(let exchange) = event { events.withLock { $0.append(exchange.outcome) } }
        }
        let error = await #expect(throws: HTTPSourceError.self) { try await source.page(for: .after(nil, limit: 3)) }
        #expect(error?.reason == .tooSlow(limit: .milliseconds(20)))
        #expect(error?.isTransient == true)
        #expect(error?.what == "the answer was not complete after 0.02 seconds")
        #expect(error?.advice.contains("HTTPLimits.maximumDuration") == true)
        #expect(events.withLock { $0 } == [.failed(.tooSlow(limit: .milliseconds(20)))])
    }

    @Test func `A server that sends a byte now and then is left, and the connection closed`() async throws {
        let server = try LoopbackServer { _ in .dribble(Self.start) }
        let source = HTTPSource<Row>(
            server.url(), limits: HTTPLimits(timeout: .seconds(600), maximumDuration: .milliseconds(200)))
        #expect(
            await reason { _ = try await source.page(for: .after(nil, limit: 3)) }
                == .tooSlow(limit: .milliseconds(200)))
        for await _ in server.closed { break }
    }

    @Test func `The longest time is five minutes, or as long as a silent server is waited for`() {
        #expect(HTTPLimits().maximumDuration == .seconds(300))
        #expect(HTTPLimits(timeout: .seconds(60)).maximumDuration == .seconds(300))
        #expect(HTTPLimits(timeout: .seconds(900)).maximumDuration == .seconds(900))
        #expect(HTTPLimits(timeout: .seconds(900), maximumDuration: .seconds(9)).maximumDuration == .seconds(9))
        // It follows a time-out that is set later, unless it was set itself.
        var limits = HTTPLimits()
        limits.timeout = .seconds(900)
        #expect(limits.maximumDuration == .seconds(900))
        limits.timeout = .seconds(30)
        #expect(limits.maximumDuration == .seconds(300))
        limits.maximumDuration = .seconds(9)
        limits.timeout = .seconds(900)
        #expect(limits.maximumDuration == .seconds(9))
    }
}
