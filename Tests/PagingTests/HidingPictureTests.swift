import Paging
import PagingTesting
import Testing

@testable import Paging

/// Rows of blocked authors, whom the server does not know of, drawn as pictures. Pages hold five rows.
///
/// A letter is a row, `x` one to be hidden.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct HidingPictureTests {
    /// A list of these rows that tells no total, and the offsets that it was asked for.
    private func list(_ picture: String) -> (list: PagedList<Row>, asked: Locked<[Int]>) {
        let rows = picture.filter { $0 != "|" }.enumerated().map { Row(id: $0.offset, text: String($0.element)) }
        let asked = Locked<[Int]>([])
        let source = PositionSource<Row> { range in
            asked.withLock { $0.append(range.lowerBound) }
            let inside = range.clamped(to: 0..<rows.count)
            return Page(
                Array(rows[inside]), at: inside.lowerBound,
                continuation: inside.upperBound < rows.count ? .unspecified : .end)
        }
        return (PagedList(source, policy: LoadPolicy(pageSize: 5, preloads: false)), asked)
    }

    private func picture(_ list: PagedList<Row>) -> String { list.rows.map { $0?.text ?? "." }.joined() }

    @Test func `Each load brings as many rows to show as are wanted, and offsets count the server's rows`() async throws
    {
        let (list, asked) = list("axbxx|cxxxx|xxxxx|defxg|hijkl")
        list.hide { $0.text == "x" }
        let first = try await list.loadMore(visible: 3, budget: 4)
        #expect(picture(list) == "abc")
        #expect(first == FoundRows(rows: 3, requests: 2, ending: .foundEnough))
        let second = try await list.loadMore(visible: 3, budget: 4)
        #expect(picture(list) == "abcdefg")
        #expect(second == FoundRows(rows: 4, requests: 2, ending: .foundEnough))
        // Three rows were shown when the third page was asked for, and its offset was ten.
        #expect(asked.withLock { $0 } == [0, 5, 10, 15])
    }

    @Test func `A budget that is spent first is a result, and the next load goes on behind it`() async throws {
        let (list, asked) = list("axxxx|xxxxx|xxxxx|xxxxx|bcdef")
        list.hide { $0.text == "x" }
        let first = try await list.loadMore(visible: 3, budget: 3)
        #expect(picture(list) == "a")
        #expect(first == FoundRows(rows: 1, requests: 3, ending: .budgetSpent))
        let second = try await list.loadMore(visible: 3, budget: 3)
        #expect(picture(list) == "abcdef")
        #expect(second == FoundRows(rows: 5, requests: 2, ending: .foundEnough))
        #expect(asked.withLock { $0 } == [0, 5, 10, 15, 20])
    }

    @Test func `A row that is no longer hidden is where the server has it, without a request`() async throws {
        let (list, asked) = list("axbxx|cxdex")
        list.hide { $0.text == "x" }
        _ = try await list.loadMore(visible: 5)
        #expect(picture(list) == "abcde")
        list.hide(where: nil)
        #expect(picture(list) == "axbxxcxdex")
        #expect(asked.withLock { $0 } == [0, 5])
    }
}
