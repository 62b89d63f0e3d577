import Foundation
import PagingHTTP
import PagingTesting
import Testing

/// Requests that are cancelled at any moment, as a fast scroll does.
@Suite struct CancellationTests {
    private struct Row: Decodable { let id: Int }

    @Test func `Two thousand requests, each cancelled at another moment of its life, do no harm`() async throws {
        // With a cache in the session this ended the process: a task cancelled while the cache was asked failed twice.
        let server = try LoopbackServer { _ in .write(http(#"[{"id": 1}]"#)) }
        let source = HTTPSource<Row>(server.url(), dialect: .offset())
        for round in 0..<2_000 {
            let request = Task { try await source.page(for: .positions(0..<1)) }
            // From not at all to about as long as an answer takes.
            spin(.microseconds(round % 40 * 25))
            request.cancel()
            _ = await request.result
        }
        #expect(try await source.page(for: .positions(0..<1)).items.count == 1)
    }

    /// Keeps the processor busy while the request goes on beside it.
    private func spin(_ time: Duration) {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {}
    }

    @Test func `A request that is cancelled at its server, before or after the answer, ends`() async throws {
        for isAnswered in [false, true] {
            let (gate, answered) = (Gate(), Gathered<Void>())
            let server = try LoopbackServer { _ in
                gate.pass()
                answered.add()
                return .write(http(#"[{"id": 1}]"#))
            }
            let source = HTTPSource<Row>(server.url(), dialect: .offset())
            let request = Task { try await source.page(for: .positions(0..<1)) }
            try await gate.arrivals()
            if isAnswered {
                gate.open()
                try await answered.wait(for: 1)
            }
            request.cancel()
            let result = await request.result
            gate.open()
            if case .success(let page) = result { #expect(isAnswered && page.items.count == 1) }
            #expect(try await source.page(for: .positions(0..<1)).items.count == 1)
        }
    }
}
