import Paging
import PagingTesting
import Testing

@testable import Paging

/// Failures of lists that an app pages by hand, which no view looks at.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FailedByHandTests {
    /// Ways in which a server answers, or fails.
    private final class Server: Sendable {
        let state = Locked((count: 60, isDown: false, requests: 0))

        func page(_ range: Range<Int>, tellsTotal: Bool) throws -> Page<Row> {
            let (count, isDown) = state.withLock { state in
                state.requests += 1
                return (state.count, state.isDown)
            }
            if isDown { throw ServerError(isTransient: true) }
            let rows = range.clamped(to: 0..<max(count, range.lowerBound)).filter { $0 < count }
            return Page(rows.map { Row(id: $0) }, at: range.lowerBound, total: tellsTotal ? count : nil)
        }
    }

    nonisolated private static let behaviors: [ListBehavior] = [
        .fixed, ListBehavior(membership: .changes), ListBehavior(membership: .growsOnTop),
        ListBehavior(membership: .changes, ranking: .rebuilt),
    ]

    private func list(_ server: Server, _ behavior: ListBehavior, tellsTotal: Bool) -> PagedList<Row> {
        PagedList(
            PositionSource { try server.page($0, tellsTotal: tellsTotal) }, behavior: behavior,
            policy: LoadPolicy(pageSize: 10, preloads: false, retry: RetryPolicy(attempts: 1)), clock: VirtualClock(),
            seed: 1)
    }

    @Test(arguments: behaviors, [true, false])
    func `A page that failed is in the list's states, and a retry asks for it`(
        behavior: ListBehavior, tellsTotal: Bool
    ) async throws {
        let server = Server()
        let list = list(server, behavior, tellsTotal: tellsTotal)
        try await list.loadMore()
        server.state.withLock { $0.isDown = true }
        await #expect(throws: ServerError.self) { try await list.loadMore() }
        #expect(list.error as? ServerError == ServerError(isTransient: true))
        #expect(list.loadStates.after.error as? ServerError == ServerError(isTransient: true))
        server.state.withLock { $0.isDown = false }
        list.retry()
        await list.settle()
        #expect(list.rows.loadedCount == 20 && list.error == nil)
    }

    @Test(arguments: behaviors, [0, 60])
    func `A retry after a refresh that failed refreshes`(behavior: ListBehavior, count: Int) async throws {
        let server = Server()
        server.state.withLock { $0.count = count }
        let list = list(server, behavior, tellsTotal: true)
        try await list.loadMore()
        server.state.withLock { $0.isDown = true }
        await #expect(throws: ServerError.self) { try await list.refresh() }
        let before = server.state.withLock { state in
            (state.count, state.isDown) = (count + 1, false)
            return state.requests
        }
        list.retry()
        await list.settle()
        #expect(server.state.withLock { $0.requests } == before + 1)
        #expect(list.count == count + 1 && list.error == nil)
    }
}
