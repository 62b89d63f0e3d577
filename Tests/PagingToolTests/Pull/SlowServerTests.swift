import Foundation
import Paging
import PagingHTTP
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@testable import PagingTool

/// A server that never finishes its second answer.
@Suite struct SlowServerTests {
    private struct Dribbling: HTTPTransport {
        func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
            let start = ForeignQuestion(request).number("cursor", or: 0)
            guard start == 0 else {
                for await _ in AsyncStream<Void>.makeStream().stream {}
                throw CancellationError()
            }
            return json(#"{"items": [\#(numbered(0..<20))], "next_cursor": "20"}"#)
        }
    }

    @Test(arguments: [nil, ListBehavior(membership: .changes)])
    func `A pull ends, with the rows that came, and says which option waits longer`(behavior: ListBehavior?)
        async throws
    {
        let words = [PlayedServer.address, "--retries", "0", "--answer-time", "1"]
        let pull = try await PullInProcess(words, over: Dribbling(), behavior: behavior)
        #expect(!pull.isWhole)
        #expect(pull.ids == Array(0..<20))
        let told = pull.outcome.failure?.description ?? ""
        #expect(told.contains("after 1 second") && told.contains("--answer-time"), "\(told)")
        #expect(pull.outcome.failure?.isResumable == true)
    }
}
