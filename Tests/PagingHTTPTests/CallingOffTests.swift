import Foundation
import PagingHTTP
import Testing

/// Requests that are called off at any moment, as a fast scroll does.
@Suite("Calling off") struct CallingOffTests {
    private struct Row: Decodable { let id: Int }

    @Test("Two thousand requests, each called off at another moment of its life, harm nobody")
    func atAnyMoment() async throws {
        // With a cache in the session this ended the process: a task called off while the cache was asked failed twice.
        let server = try LoopbackServer { _ in .write(http(#"[{"id": 1}]"#)) }
        let source = HTTPSource<Row>(server.url(), dialect: .offset())
        for round in 0..<2_000 {
            let request = Task { try await source.page(for: .positions(0..<1)) }
            // From not at all to about as long as an answer takes.
            for _ in 0..<(round % 40) { await Task.yield() }
            request.cancel()
            _ = await request.result
        }
        #expect(try await source.page(for: .positions(0..<1)).items.count == 1)
    }
}
