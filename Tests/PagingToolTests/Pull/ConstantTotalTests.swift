import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// A list by page number of which one row goes above the pages read so far while another comes at its end: its total is always the same, and a plain
/// pull does not notice (see Sources.md). Two options do.
@Suite struct ConstantTotalTests {
    /// Ten pages of ten rows, of which row 3 goes, and row 100 comes, once the page with a number was answered.
    private func server(changesAfter last: Int) -> PlayedServer {
        let hasChanged = Locked(false)
        return PlayedServer { question, _ in
            let page = question.number("page", or: 1)
            let rows = hasChanged.withLock { has in
                let rows = (0..<101).filter { has ? $0 != 3 : $0 != 100 }
                if page == last { has = true }
                return rows
            }
            let shown = rows[min(100, (page - 1) * 10)..<min(100, page * 10)]
            return json(#"{"page": \#(page), "total": 100, "items": [\#(list(shown))]}"#)
        }
    }

    private static let throughout = Set(0..<100).subtracting([3])

    @Test(arguments: [2, 5, 9])
    func `Without a total the page above is read again, and shows that rows moved`(page: Int) async throws {
        let server = server(changesAfter: page)
        let pull = try await server.pulled(["--total", "none", "--page-size", "10"])
        #expect(!pull.isWhole)
        #expect(pull.outcome.failure?.description.contains("--behavior changes") == true, "\(pull.outcome)")
        #expect(server.requestCount <= 2 * 10 + 40)
    }

    @Test(arguments: [2, 5, 9])
    func `With a behavior every row that was there throughout is read`(page: Int) async throws {
        let server = server(changesAfter: page)
        let pull = try await server.pulled(["--page-size", "10"], behavior: ListBehavior(membership: .changes))
        #expect(pull.isWhole, "\(pull.outcome)")
        #expect(Self.throughout.isSubset(of: pull.ids))
        #expect(server.requestCount <= 5 * (2 * 10 + 40))
    }
}
