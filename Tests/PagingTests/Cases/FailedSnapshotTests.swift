import Paging
import PagingTesting
import Testing

@testable import Paging

/// A list whose identifiers cannot be had says so, and comes once they can.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FailedSnapshotTests {
    private final class Server: KeyedPageSource, SnapshotPageSource {
        let isDown = Locked(true)
        let failure: ServerError
        init(_ failure: ServerError) { self.failure = failure }

        func page(for request: PageRequest) async throws -> Page<Row> { throw failure }
        func items(withIDs ids: [Int]) async throws -> [Row] { ids.map { Row(id: $0) } }
        func snapshot() async throws -> ListSnapshot<Int> {
            if isDown.withLock({ $0 }) { throw failure }
            return ListSnapshot(Array(0..<10))
        }
    }

    @Test(arguments: [false, true])
    func `The first snapshot's failure is the list's`(isTransient: Bool) async throws {
        let server = Server(ServerError(isTransient: isTransient))
        let clock = VirtualClock()
        let list = PagedList(
            server, behavior: ListBehavior(membership: .changes), policy: LoadPolicy(pageSize: 5), clock: clock, seed: 1
        )
        list.viewport(0..<5)
        await silence(of: list, clock)
        #expect(list.state.error as? ServerError == server.failure)
        server.isDown.withLock { $0 = false }
        list.retry()
        await until { list.count == 10 && list.peek(0) != nil }
        #expect(list.state.error == nil)
    }
}
