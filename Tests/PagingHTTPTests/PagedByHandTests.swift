import Foundation
import Paging
import PagingHTTP
import PagingTesting
import Testing

/// An app that pages by hand over an API with numbered pages.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PagedByHandTests {
    /// A server with numbered pages of a size that it keeps to, and a total in a header.
    private static func server(_ count: Int, size: Int) -> ScriptedTransport {
        ScriptedTransport { asked in
            let size = min(asked.int("per_page") ?? size, size)
            let offset = ((asked.int("page") ?? 1) - 1) * size
            return .json(
                "[\(Rows(count: count).list(offset, size))]", headers: [("X-Total-Count", "\(count)")])
        }
    }

    @Test(
        arguments: [true, false],
        [
            ListBehavior.fixed, ListBehavior(content: .changes), ListBehavior(membership: .changes),
            ListBehavior(membership: .changes, content: .changes),
            ListBehavior(membership: .growsOnTop, content: .changes),
        ])
    func `What three loads brought has no holes`(told: Bool, behavior: ListBehavior) async throws {
        let transport = Self.server(500, size: 20)
        let source =
            told
            ? HTTPSource<Numbered>(
                home, dialect: .page("page", size: "per_page", total: .header("X-Total-Count")), pageSize: 20,
                transport: transport)
            : HTTPSource<Numbered>(home, transport: transport)
        let list = PagedList(source, behavior: behavior, clock: VirtualClock(), seed: 1)
        for load in 1...3 {
            try await list.loadMore()
            await list.settle()
            #expect(list.rows.loadedRanges.ranges.count == 1, "after load \(load) \(list.rows.loadedRanges)")
        }
    }
}
