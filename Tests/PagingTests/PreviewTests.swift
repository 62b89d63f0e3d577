import PagingCore
import PagingTesting
import Testing

@testable import Paging

/// Lists for previews.
@MainActor struct PreviewTests {
    private struct Item: Identifiable, Sendable {
        let id: Int
    }
    private struct Broken: Error {}
    private let items = (0..<45).map { Item(id: $0) }

    @Test func `A preview's rows are there at once, all of them`() async {
        let list = PagedList.preview(items)
        #expect(list.rows.loadedCount == 45 && list.count == 45 && list.isEndKnown)
        await list.settle()
        #expect(list.rows.loadedCount == 45 && list.state.error == nil)
        let empty = PagedList<Item>.preview([])
        #expect(empty.count == 0 && empty.isEndKnown)
    }

    @Test func `A preview stays loading, with rows and without`() {
        let waiting = PagedList<Item>.preview([], .loading)
        #expect(waiting.count == 0 && !waiting.isEndKnown && !waiting.inFlight.isEmpty)
        let more = PagedList.preview(items, .loading)
        #expect(more.count == 65 && more.rows.loadedCount == 45)
    }

    @Test func `A preview has failed, with rows and without`() async {
        let failed = PagedList<Item>.preview([], .failed(Broken()))
        #expect(failed.state.error is Broken)
        let more = PagedList.preview(items, .failed(Broken()))
        #expect(more.state.error == nil && more.rows.loadedCount == 45)
        more.viewport(40..<60)
        await more.settle()
        #expect(more.state.error is Broken)
    }
}
