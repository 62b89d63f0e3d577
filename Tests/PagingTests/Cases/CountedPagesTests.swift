import Paging
import PagingTesting
import Testing

@testable import Paging

/// The states of a list at rest, over pages that do not fit its own.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CountedPagesTests {
    private let clock = VirtualClock()

    /// The last page may come before rows that are then confirmed without a change of their own.
    @Test(arguments: [3, 4, 6, 7], [true, false])
    func `A list does not get complete unsaid`(size: Int, tellsTotal: Bool) async {
        let source = CountedPages(count: 60, size: size, tellsTotal: tellsTotal)
        let list = PagedList(
            source, behavior: ListBehavior(membership: .changes), policy: LoadPolicy(pageSize: 5), clock: clock, seed: 1
        )
        var wasComplete = false
        let observation = list.observe { _ in wasComplete = list.isComplete }
        defer { observation.cancel() }
        for start in stride(from: 0, to: 60, by: 3) {
            list.viewport(start..<start + 8)
            await list.settle()
        }
        #expect(wasComplete == list.isComplete)
    }

    @Test func `A failure on screen is in the list's states`() async {
        let source = PositionSource<Row> { range in
            if range.contains(0) { throw ServerError(isTransient: true) }
            return page(range, of: 9)
        }
        let list = PagedList(
            source, policy: LoadPolicy(pageSize: 10, retry: RetryPolicy(attempts: 1)), clock: clock, seed: 1)
        list.viewport(0..<8)
        await silence(of: list, clock)
        let states = list.loadStates
        #expect(list.error != nil)
        #expect([states.before, states.after, states.refresh].contains { $0.error != nil })
    }
}

/// A list whose pages are counted from 0.
private struct CountedPages: PageSource {
    let capabilities: SourceCapabilities = [.positions, .wholePages]
    let count: Int
    let size: Int
    let tellsTotal: Bool

    func page(for request: PageRequest) async throws -> Page<Row> {
        guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
        let start = range.lowerBound / size * size
        let rows = (start..<start + size).clamped(to: 0..<count)
        return Page(rows.map { Row(id: $0) }, at: start, total: tellsTotal ? count : nil)
    }
}
