import Foundation
import Paging
import PagingHTTP
import PagingServer
import PagingWire
import Testing

@testable import PagingTool

/// `paging watch` while the list cannot be refreshed.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ListRefresherTests {
    /// A played run: the waits before each refresh, the requests by then, and the lines on standard error.
    private final class Run {
        var waits: [Duration] = []
        var requests: [Int] = []
        var lines: [String] = []
    }

    /// Refreshes a list of ten rows so many times, without waiting.
    ///
    /// - Parameter fault: the answer to a request by its number, counted from 1 after the first load; `nil` for the list.
    private func run(
        _ refreshes: Int, every: Duration = .seconds(1), fault: @escaping @Sendable (Int) -> HTTPAnswer?
    ) async throws -> Run {
        // How many requests the first load took, once it is over.
        let loaded = Locked<Int?>(nil)
        let server = PlayedServer { _, number in
            loaded.withLock { $0 }.flatMap { fault(number - $0) }
                ?? json(#"{"items": [\#(numbered(0..<10))], "total": 10}"#)
        }
        let address = try #require(URL(string: PlayedServer.address))
        let source = HTTPSource<WatchedRow>(address, decoder: WatchedRow.decoder(id: "id"), transport: server)
        func policy(_ attempts: Int) -> LoadPolicy {
            LoadPolicy(
                pageSize: 10, preloads: false,
                retry: RetryPolicy(attempts: attempts, firstDelay: .zero, longestDelay: .zero))
        }
        let list = PagedList(
            source, behavior: ListBehavior(membership: .changes, ranking: .rebuilt, content: .changes),
            policy: policy(3))
        try await list.loadMore()
        let run = Run()
        let start = server.requestCount
        loaded.withLock { $0 = start }
        let refresher = ListRefresher(
            list, every: every, failing: policy(1),
            sleep: { wait in
                run.waits.append(wait)
                run.requests.append(server.requestCount - start)
                if run.waits.count > refreshes { throw CancellationError() }
            }, tell: { run.lines.append($0) })
        await #expect(throws: CancellationError.self) { try await refresher.run() }
        return run
    }

    @Test(arguments: [503, 429, 401, 403, 404])
    func `A list that cannot be refreshed is asked for less and less often, and that is said once`(
        status: Int
    ) async throws {
        let run = try await run(10) { $0 >= 1 ? json("{}", status: status) : nil }
        #expect(run.waits == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60].map { .seconds($0) })
        // A transient error is repeated at once, as the policy says, and after that each refresh is one request.
        let first = status == 503 || status == 429 ? 3 : 1
        #expect(run.requests == [0] + (0..<10).map { first + $0 }, "\(run.requests)")
        #expect(run.lines.count == 1, "\(run.lines)")
        let line = try #require(run.lines.first)
        #expect(
            line.hasPrefix(
                "paging: the list cannot be refreshed: the server answered \(status) — http://api.test/items — "))
        #expect(line.hasSuffix("the rows shown may be out of date, and are asked for again in 2 seconds"))
        #expect(line.contains("--header") == [401, 403].contains(status))
    }

    @Test func `Another reason is said, and that it succeeds again`() async throws {
        let run = try await run(8) { number in
            switch number {
            case 1...2: json("{}", status: 404)
            case 3: json("{}", status: 503, [("Retry-After", "3")])
            case 4: json("{}", status: 503, [("Retry-After", "2")])
            case 7: json("{}", status: 404)
            default: nil
            }
        }
        #expect(run.waits == [1, 2, 4, 8, 16, 1, 1, 2, 1].map { .seconds($0) })
        #expect(run.requests == Array(0...8))
        let signs = run.lines.map { line in
            line.contains("404")
                ? "404" : line.contains("503") ? "503" : line.contains("refreshed again") ? "well" : line
        }
        #expect(signs == ["404", "503", "well", "404", "well"], "\(run.lines)")
    }

    @Test func `A wait in the middle of a refresh is said once`() {
        let list = PagedList(HTTPSource<WatchedRow>(URL(fileURLWithPath: "/")))
        var lines: [String] = []
        let refresher = ListRefresher(
            list, every: .seconds(1), failing: LoadPolicy(), sleep: { _ in }, tell: { lines.append($0) })
        for _ in 0..<2 { refresher.hearWait("The server asks for a wait.", of: "http://api.test/items") }
        let line =
            "paging: The server asks for a wait — http://api.test/items — the rows shown may be out of date until then"
        #expect(lines == [line])
    }

    @Test func `The time that the server names is kept, and so is a longer --every`() async throws {
        let named = try await run(2) { $0 == 1 ? json("{}", status: 403, [("Retry-After", "0")]) : nil }
        #expect(named.waits == [1, 1, 1].map { .seconds($0) }, "it succeeded at the second attempt")
        var pace = RefreshPace(every: .seconds(300))
        pace.fail(HTTPSourceError(.status(503, nil), address: ""))
        #expect(pace.wait == .seconds(300))
        pace.fail(HTTPSourceError(.status(503, nil), address: "", retryAfter: .seconds(1_000)))
        #expect(pace.wait == .seconds(1_000))
        pace.succeed()
        #expect(pace.wait == .seconds(300))
    }
}
