import Foundation
import Paging
import PagingTesting
import Testing

@testable import PagingHTTP

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct CachedListTests {
    private let server = KeptServer()

    private func list(of source: HTTPSource<Row>) -> PagedList<Row> {
        let policy = LoadPolicy(pageSize: 5, preloads: false, retry: RetryPolicy(attempts: 1))
        return PagedList(source, id: \.id, policy: policy)
    }

    @Test(arguments: [Dialect.automatic, dialect { _ in }])
    func `The next launch shows what was kept, and what has changed since`(dialect: Dialect) async throws {
        let before = list(of: server.source(dialect: dialect))
        try await before.loadMore()
        #expect(before.count == 9)
        server.pass(60)
        server.change { $0.rows.count = 7 }
        let after = list(of: server.source(dialect: dialect))
        var counts: [Int] = []
        after.viewport(0..<5)
        for await _ in after.changes {
            counts.append(after.count)
            if after.count == 7 { break }
        }
        #expect(counts.contains(9))
        #expect(server.requestCount == 2)
    }

    @Test func `Offline it shows what was kept, says so, and can be tried again`() async throws {
        try await list(of: server.source()).loadMore()
        server.pass(100_000)
        server.change { $0.failure = .notConnectedToInternet }
        let offline = list(of: server.source())
        offline.viewport(0..<5)
        await offline.settle()
        #expect((offline.state.error as? HTTPSourceError)?.reason == .offline)
        #expect(offline.peek(4) == Row(id: 4))
        await #expect(throws: HTTPSourceError.self) { try await offline.refresh() }
        #expect(offline.peek(4) == Row(id: 4))
        server.change { ($0.failure, $0.rows.count) = (nil, 7) }
        offline.retry()
        await offline.settle()
        #expect(offline.count == 7 && offline.state.error == nil)
    }
}
