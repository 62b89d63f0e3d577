import Foundation
import Paging
import Testing

@testable import PagingHTTP

/// One page takes a bounded number of requests, whatever a server answers.
@Suite struct PageRequestsTests {
    @Test func `A page asks no more than its limit, and says that it makes no progress`() throws {
        let requests = PageRequests()
        for _ in 0..<HTTPLimits.maximumRequestsPerPage { try requests.admit("http://api.test") }
        let error = #expect(throws: HTTPSourceError.self) { try requests.admit("http://api.test") }
        #expect(error?.reason == .noProgress)
        #expect(error?.isTransient == false)
    }

    @Test func `Requests that are not admitted are not sent, whichever method sends them`() async throws {
        struct Refusal: Error {}
        let transport = ScriptedTransport { _ in .json("[]") }
        var dialect = Dialect.offset()
        dialect.lookup = Dialect.Lookup("ids")
        let source = HTTPSource<Row>(URL(string: "http://api.test/items")!, dialect: dialect, transport: transport)
        source.limitRequests { throw Refusal() }
        await #expect(throws: Refusal.self) { try await source.page(for: .positions(0..<5)) }
        await #expect(throws: Refusal.self) { try await source.items(withKeys: [1]) }
        #expect(transport.requests.isEmpty)
    }
}
