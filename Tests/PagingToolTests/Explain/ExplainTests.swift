import PagingServer
import Testing

@testable import PagingTool

/// `paging explain` says how a list is read, in both directions.
@Suite struct ExplainTests {
    @Test func `A list by position is entered anywhere`() async throws {
        let server = try SmallSample.serve()
        defer { server.stop() }
        let outcome = try await ToolProcess.run("explain", server.url + "/lists/unicode")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("upwards:    any row by its position\n"), "\(outcome.output)")
        #expect(outcome.output.contains("            its end by "), "\(outcome.output)")
    }
}
