import Paging
import PagingCore
import PagingTesting
import Testing

/// Each bad answer is the defect that it is named after, or is put up with, and the rows before it stay.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct HostileSourceTests {
    struct Row: Identifiable, Hashable, Sendable {
        let id: Int
    }

    private let rows = (0..<400).map { Row(id: $0) }

    /// A list that asks when it is told to, and once for each page.
    private func list(
        _ answer: BadAnswer, afterAnswers: Int = 0, startingAt place: StartingPlace = .start,
        behavior: ListBehavior = .fixed
    ) -> PagedList<Row> {
        PagedList(
            HostileSource(rows, answering: answer, afterAnswers: afterAnswers), startingAt: place, behavior: behavior,
            policy: LoadPolicy(loadsAutomatically: false, retry: RetryPolicy(attempts: 1)), seed: 1)
    }

    /// The error at which it ends when it is read until something fails; `nil` where nothing does.
    private func defect(of list: PagedList<Row>) async -> PageDefect? {
        do {
            for _ in 0..<40 { try await list.loadMore() }
            return nil
        } catch {
            return error as? PageDefect
        }
    }

    @Test func `A total that no list has`() async {
        #expect(await defect(of: list(.negativeTotal)) == .negativeTotal(-1))
        #expect(await defect(of: list(.totalTooLarge)) == .totalTooLarge(.max))
    }

    @Test func `A page before the list, or behind what was asked for`() async {
        #expect(await defect(of: list(.positionOutOfRange)) == .positionOutOfRange(-1))
        #expect(await defect(of: list(.misplacedPage)) == .misplacedPage(asked: 0, answered: 50))
    }

    @Test func `A page without rows where there are some`() async {
        #expect(await defect(of: list(.emptyPage)) == .emptyPage(position: 0))
    }

    @Test func `An item that comes twice`() async throws {
        let list = list(.duplicateIdentifier)
        try await list.loadMore()
        guard case .failed(PageDefect.duplicateIdentifier(position: 1, first: 0)) = list.state(at: 1) else {
            Issue.record("\(list.state(at: 1))")
            return
        }
    }

    @Test func `A cursor that leads back`() async {
        #expect(await defect(of: list(.repeatedCursor)) == .repeatedCursor(position: 100))
    }

    @Test func `Cursors without end that bring nothing`() async {
        let list = list(.noProgress)
        #expect(await defect(of: list) == .noProgress(position: 50, answers: 10))
        #expect(list.count == 50)
    }

    @Test func `Two versions in turns keep no row back`() async {
        let list = list(.mixedVersions, behavior: ListBehavior(membership: .changes))
        #expect(await defect(of: list) == nil)
        #expect(list.rows.loadedCount == 400)
        #expect(list.counters.requests > 8)
    }

    @Test func `No way above`() async throws {
        let list = list(.noWayAbove, startingAt: .end)
        try await list.loadMore(.after)
        #expect(list.peek(49) == Row(id: 399))
        await #expect(throws: PageDefect.noWayAbove) { try await list.loadMore(.before) }
    }

    @Test func `Rows of right answers stay`() async {
        let list = list(.emptyPage, afterAnswers: 2)
        #expect(await defect(of: list) == .emptyPage(position: 100))
        #expect(list.rows.loadedCount == 100)
    }
}
