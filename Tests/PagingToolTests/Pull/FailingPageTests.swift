import Paging
import PagingHTTP
import PagingWire
import PagingTesting
import Testing

@testable import PagingTool

/// A page by number that always fails costs its own requests, and no row of the pages beside it.
@Suite struct FailingPageTests {
    @Test(arguments: [true, false])
    func `Pages beside one that always fails are asked for once, and their rows are kept`(hasTotal: Bool) async throws {
        let asked = Locked<[Int]>([])
        let server = PlayedServer { question, _ in
            let page = question.number("page", or: 1)
            asked.withLock { $0.append(page) }
            // Seven pages of ten rows: a request for a hundred rows takes all of them.
            if page == 5 { return json(#"{"message": "busy"}"#, status: 503, [("Retry-After", "0")]) }
            let total = hasTotal ? #", "total": 70"# : ""
            return json(#"{"page": \#(page), "items": [\#(numbered((page - 1) * 10..<page * 10, of: 70))]\#(total)}"#)
        }
        let pull = try await PullInProcess([PlayedServer.address, "--retries", "3"], over: server, behavior: nil)
        #expect(!pull.isWhole)
        #expect(pull.outcome.failure?.description.contains("503") == true, "\(pull.outcome)")
        #expect(pull.ids == Array(0..<40))
        let times = asked.withLock { pages in (1...7).map { page in pages.count { $0 == page } } }
        // Without a total the page above is read once more, to see whether rows moved.
        #expect(times[0..<4].allSatisfy { $0 <= 3 }, "\(times)")
        #expect(4...8 ~= times[4], "\(times)")
    }

    @Test func `A server that wants to be left alone is not asked for the page again at once`() async throws {
        let asked = Locked<[Int]>([])
        let server = PlayedServer { question, _ in
            let page = question.number("page", or: 1)
            asked.withLock { $0.append(page) }
            if page == 5 { return json(#"{"message": "busy"}"#, status: 503, [("Retry-After", "60")]) }
            return json(#"{"page": \#(page), "items": [\#(numbered((page - 1) * 10..<page * 10, of: 70))]}"#)
        }
        let pull = try await PullInProcess(
            [PlayedServer.address, "--retries", "0"], over: server, behavior: nil, clock: VirtualClock())
        #expect(!pull.isWhole)
        #expect(asked.withLock { $0.last } == 5)
        // A request that the walk's next plan overtakes may be sent once more, from its first page on.
        let pages = asked.withLock(\.self)
        #expect(!zip(pages, pages.dropFirst()).contains { $0 == (5, 5) } && pages.count { $0 == 5 } <= 2, "\(pages)")
    }
}
