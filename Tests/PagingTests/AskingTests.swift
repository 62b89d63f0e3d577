import PagingTesting
import Testing

@testable import Paging

/// The questions that a view asks first, and the shortest ways to a list and a row in it.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct AskingTests {
    @Test func `A list is known to be empty once an answer said so, and asking asks for nothing`() async {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, behavior: .fixed)
        #expect(!list.isEmpty && list.hasMore && !list.isLoading && list.error == nil)
        #expect(list.counters.requests == 0)
        list.viewport(0..<10)
        #expect(list.isLoading && list.state == .loading)
        await source.nextCall().answer(Page([], at: 0, total: 0))
        await until { list.isEmpty }
        #expect(!list.hasMore && !list.isLoading && Array(list.loaded).isEmpty)
    }

    @Test func `A first load that fails is an error, and not an empty list`() async {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: LoadPolicy(retry: RetryPolicy(attempts: 1)))
        list.viewport(0..<10)
        await source.nextCall().fail(ServerError(isTransient: false))
        await until { list.error != nil }
        #expect(list.error as? ServerError == ServerError(isTransient: false))
        #expect(!list.isEmpty && !list.isLoading && list.state == .failed(ServerError(isTransient: true)))
    }

    @Test func `What is loaded is walked without placeholders`() async {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: LoadPolicy(preloads: false))
        list.viewport(100..<110)
        await source.nextCall().answer(total: 1_000)
        await until { list.count == 1_000 }
        let ids = list.loaded.map(\.id)
        #expect(ids == list.rows.compactMap { $0?.id } && ids.count == list.rows.loadedCount && !ids.isEmpty)
    }

    @Test func `A list of an array has its items`() async {
        let list = PagedList([Row(id: 1), Row(id: 2)])
        list.viewport(0..<2)
        await until { list.isComplete && list.count == 2 }
        #expect(list.loaded.map(\.id) == [1, 2] && !list.hasMore)
    }

    @Test func `A row is inserted at a position, and goes with its neighbor`() async throws {
        let server = RowServer((0..<4).map { Row(id: $0) })
        let list = PagedList(server, behavior: .init(membership: .changes))
        list.viewport(0..<4)
        await until { list.isComplete && list.count == 4 }
        for (id, position) in [(10, 0), (11, 2), (12, 6), (13, 99), (14, 3)] {
            try list.insert(Row(id: id), at: position)
        }
        #expect(list.loaded.map(\.id) == [10, 0, 11, 14, 1, 2, 3, 12, 13])
        #expect(throws: EditDefect.existingRow) { try list.insert(Row(id: 2), at: 1) }
        server.change { $0.insert(Row(id: 20), at: 0) }
        try await list.refresh()
        #expect(list.loaded.map(\.id) == [10, 20, 0, 11, 14, 1, 2, 3, 12, 13])
    }

    @Test func `A row between placeholders has no neighbor`() async throws {
        let source = ScriptedSource<Row>()
        let list = PagedList(source, policy: LoadPolicy(preloads: false))
        list.viewport(0..<10)
        await source.nextCall().answer(total: 1_000)
        await until { list.count == 1_000 }
        #expect(throws: EditDefect.missingNeighbor) { try list.insert(Row(id: 5_000), at: 900) }
        #expect(list.count == 1_000 && list.edits.isEmpty)
    }

    @Test func `Two drafts that the server takes for the same row become one`() async throws {
        let server = RowServer((0..<3).map { Row(id: $0) })
        let list = PagedList(server, behavior: .init(membership: .changes))
        list.viewport(0..<3)
        await until { list.isComplete && list.count == 3 }
        let (one, other) = (try list.insert(Row(id: 100), at: 0), try list.insert(Row(id: 101), at: .end))
        one.confirm(as: Row(id: 7, text: "one"))
        other.confirm(as: Row(id: 7, text: "other"))
        #expect(list.loaded.map(\.id) == [0, 1, 2, 7] && list.loaded.map(\.text).last == "other")
        server.change { $0.append(Row(id: 7, text: "server")) }
        try await list.refresh()
        #expect(list.loaded.map(\.text) == ["", "", "", "server"] && list.edits.isEmpty)
    }
}
