import Foundation
import PagingHTTP
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
            for _ in 0..<(round % 40) { await Task.yield() }
            request.cancel()
            _ = await request.result
        }
        #expect(try await source.page(for: .positions(0..<1)).items.count == 1)
    }
}
