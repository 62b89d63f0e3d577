import Observation
import Paging
import PagingTesting
import Testing

@testable import Paging

/// Counts which rows observation evaluates again.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct RowObservationTests {
    private let source = ScriptedSource<Row>()

    /// Reads rows as a view's bodies do, one tracking a row, and notes which are to be evaluated again.
    @MainActor private final class Bodies {
        var evaluations = 0
        var outdated: Set<Int> = []

        func evaluate(_ row: Int, _ read: () -> Void) {
            evaluations += 1
            outdated.remove(row)
            withObservationTracking(read) {
                MainActor.assumeIsolated { _ = self.outdated.insert(row) }
            }
        }
    }

    private func million() async -> PagedList<Row> {
        let list = PagedList(source, policy: LoadPolicy(preloads: false), clock: VirtualClock(), seed: 1)
        list.viewport(0..<20)
        await source.nextCall().answer(total: 1_000_000)
        await until { list.count == 1_000_000 }
        return list
    }

    @Test func `A page's arrival in a million rows evaluates its visible rows again and no other`() async {
        let list = await million()
        let bodies = Bodies()
        // Two views, each with 20 rows on screen, and the arrival is for the second.
        for row in Array(0..<20) + Array(700_000..<700_020) { bodies.evaluate(row) { _ = list.row(at: row)?.item } }
        list.viewport(700_000..<700_020, viewer: ViewerID(1))
        let call = await source.nextCall()
        #expect(call.request == .positions(700_000..<700_050))
        call.answer(total: 1_000_000)
        await until { list.peek(700_000) != nil }
        #expect(bodies.outdated == Set(700_000..<700_020))
        for row in bodies.outdated { bodies.evaluate(row) { _ = list.row(at: row)?.item } }
        #expect(bodies.evaluations == 60 && bodies.outdated.isEmpty)
    }

    @Test func `An edit evaluates its row again alone`() async throws {
        let list = await million()
        let bodies = Bodies()
        for row in 0..<20 { bodies.evaluate(row) { _ = list.row(at: row)?.item } }
        list.update(Row(id: 7, text: "mine"))
        #expect(bodies.outdated == [7])
    }

    @Test func `Rows read by identity do not notice rows that come above, and notice when they go`() async throws {
        let list = await million()
        let bodies = Bodies()
        let ids = (0..<20).compactMap { list.slotID(at: $0) }
        for row in 0..<20 { bodies.evaluate(row) { _ = list.row(ids[row])?.item } }
        try list.insert(Row(id: -1), at: .start)
        #expect(bodies.outdated.isEmpty)
        #expect(list.row(ids[0])?.position == 1 && list.row(ids[0])?.item?.id == 0)
        try list.remove(id: 5)
        #expect(bodies.outdated == [5])
        #expect(list.row(ids[5]) == nil)
    }

    @Test func `Rows read by position notice when others come to their places`() async throws {
        let list = await million()
        let bodies = Bodies()
        for row in 0..<20 { bodies.evaluate(row) { _ = list.row(at: row)?.item } }
        try list.insert(Row(id: -1), at: .start)
        #expect(bodies.outdated == Set(0..<20))
    }
}
