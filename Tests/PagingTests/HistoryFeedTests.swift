import Paging
import PagingTesting
import Testing

@testable import Paging

/// A feed that is read down while news come in on top.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct HistoryFeedTests {
    private func shown(_ list: PagedList<Row>) -> [Int?] { (0..<list.count).map { list.peek($0)?.id } }

    @Test func `What was seen stays above, and news come behind it`() async {
        let feed = RowServer((0..<100).reversed().map { Row(id: $0) })
        let list = PagedList(historyOf: feed, policy: LoadPolicy(pageSize: 10, preloads: false, itemBudget: 12))
        list.viewport(0..<5)
        await until { self.shown(list).count == 10 }
        #expect(shown(list) == Array(90...99).reversed())
        feed.change { $0.insert(contentsOf: [1002, 1001, 1000].map { Row(id: $0) }, at: 0) }
        feed.change { $0.removeAll { $0.id == 97 } }
        list.viewport(5..<10)
        await until { self.shown(list).count > 10 }
        #expect(shown(list).prefix(13) == [99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 1002, 1001, 1000])
        // The history is not evicted, whatever the budget.
        #expect(shown(list).allSatisfy { $0 != nil })
    }

    @Test func `Restored from what was written, it is a history again`() async throws {
        let feed = RowServer((0..<100).reversed().map { Row(id: $0) })
        let policy = LoadPolicy(pageSize: 10, preloads: false)
        let first = PagedList(historyOf: feed, policy: policy)
        first.viewport(0..<5)
        await until { self.shown(first).count == 10 }
        let state = try FeedState<Row, Row.ID>(json: first.saved().json())
        #expect(state.seenCount == 5)
        let list = try PagedList(feed, restoring: state, policy: policy)
        #expect(shown(list) == Array(90...99).reversed())
        feed.change { $0.insert(contentsOf: [1002, 1001, 1000].map { Row(id: $0) }, at: 0) }
        feed.change { $0.removeAll { $0.id == 97 } }
        list.viewport(0..<5)
        await until { self.shown(list).count > 10 }
        #expect(shown(list).prefix(10) == [99, 98, 97, 96, 95, 1002, 1001, 1000, 94, 93])
    }
}
