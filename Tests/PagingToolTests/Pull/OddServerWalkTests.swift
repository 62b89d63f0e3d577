import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// No walk over a server drawn from a seed ends as whole with a row missing that was there all along, and none goes on without end.
///
/// `PAGING_ODD_SERVERS=2000` draws so many, from `PAGING_FIRST_SEED` on, `PAGING_SEED=7` that one alone.
@Suite(.serialized) struct OddServerWalkTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static var seeds: [UInt64] {
        if let seed = environment["PAGING_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        let first = environment["PAGING_FIRST_SEED"].flatMap { UInt64($0) } ?? 0
        return Array(first..<first + UInt64(environment["PAGING_ODD_SERVERS"].flatMap { Int($0) } ?? 200))
    }

    private struct Walk {
        let outcome: PullOutcome
        let written: [Int]
    }

    private func walk(_ server: OddServer, behavior: ListBehavior?) async throws -> Walk {
        let words = [OddServer.address, "--retries", "0"]
        let pull = try await PullInProcess(words, over: server, behavior: behavior)
        return Walk(outcome: pull.outcome, written: pull.rows.compactMap { $0["id"]?.int })
    }

    @Test(.timeLimit(.minutes(20))) func `No walk is called whole that is not`() async throws {
        var wholes = 0
        for seed in Self.seeds {
            for behavior in [nil, ListBehavior(membership: .changes)] {
                let server = OddServer(seed: seed)
                let walk = try await walk(server, behavior: behavior)
                let note: Comment = """
                    PAGING_SEED=\(seed) swift test --filter OddServerWalkTests (behavior \(behavior == nil ? "none" : "changes")): \
                    \(server.description): \(walk.outcome)
                    """
                #expect(server.requestCount <= server.bound(behavior), note)
                guard case .whole = walk.outcome else {
                    if Self.environment["PAGING_VERBOSE"] != nil {
                        print("ENDS \(seed) \(behavior == nil): \(server.description): \(walk.outcome)")
                    }
                    continue
                }
                wholes += 1
                #expect(Set(walk.written).count == walk.written.count, note)
                let missing = server.rowsThroughout.subtracting(walk.written)
                #expect(missing.isEmpty, "missing \(missing.count) of \(server.rowsThroughout.count): \(note)")
            }
        }
        // Nearly half of all walks can be whole; the other servers lie, hide how they page, or lose rows while a plain pull reads.
        if Self.seeds.count > 1 { #expect(wholes >= Self.seeds.count * 9 / 10) }
    }
}
