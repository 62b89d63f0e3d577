import Foundation
import Paging
import PagingHTTP
import PagingTesting
import PagingWire
import Testing

@testable import PagingTool

/// A server may answer anything: every walk ends within its bound, and none is called whole that misses a row which a patient reader
/// gets who was told the truth about the server.
///
/// `PAGING_ANY_SERVERS=20000` draws so many, from `PAGING_FIRST_SEED` on, `PAGING_SEED=7` that one alone.
@Suite(.serialized) struct AnyServerTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static var seeds: [UInt64] {
        if let seed = environment["PAGING_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        let first = environment["PAGING_FIRST_SEED"].flatMap { UInt64($0) } ?? 0
        return Array(
            first..<first
                + UInt64(environment["PAGING_ANY_SERVERS"].flatMap { Int($0) } ?? LongTests.count(250, of: 500)))
    }

    private static func number(_ row: JSONValue) -> Int? {
        row["id"]?.int ?? row["number"]?.int ?? row["words"]?.string.flatMap(AnyServer.number)
    }

    @Test(.timeLimit(.minutes(60))) func `Every walk ends, and exit code 0 is a proof`() async throws {
        var (wholes, silent, endless, worst) = (0, 0, 0, 0.0)
        for seed in Self.seeds {
            let server = AnyServer(seed: seed)
            let pull = try await PullInProcess([server.address, "--retries", "0"], over: server, behavior: nil)
            let note: Comment = """
                PAGING_SEED=\(seed) swift test --filter AnyServerTests: \(server.description): \(server.requestCount) requests, bound \(server.bound), \
                \(pull.report.dialect), \(pull.outcome.failure?.description ?? "whole")
                """
            #expect(server.requestCount <= server.bound, note)
            if server.requestCount > server.bound { endless += 1 }
            worst = max(worst, Double(server.requestCount) / Double(server.bound))
            let rows = pull.rows.compactMap(Self.number)
            // Of two arrays the wrong one may have been taken, where the walk says that it is not whole.
            let mayBeOthers = server.fields.others != nil && pull.outcome.failure != nil
            #expect(mayBeOthers || rows.count == pull.rows.count && Set(rows).isSubset(of: server.rowsGiven), note)
            guard case .whole = pull.outcome else { continue }
            wholes += 1
            #expect(!server.cannotBeWhole, "called whole: \(note)")
            #expect(Set(rows).count == rows.count, "rows twice: \(note)")
            let missing = server.reachable.subtracting(rows)
            #expect(missing.isEmpty, "missing \(missing.count): \(note)")
            if server.cannotBeWhole || !missing.isEmpty { silent += 1 }
            let hasFailed = server.gaveTrouble && ![.circle, .ownCursor, .emptyForEver].contains(server.trouble?.kind)
            #expect(!hasFailed, "trouble was passed over: \(note)")
        }
        // A server that is well, says how it goes on and has rows that can be told apart is read whole.
        if Self.seeds.count > 1 {
            #expect(wholes >= Self.seeds.count / 3, "\(wholes) of \(Self.seeds.count) were whole")
            print(
                "\(Self.seeds.count) walks: \(wholes) whole, \(Self.seeds.count - wholes) said, \(silent) silent, \(endless) endless; "
                    + "the longest took \(Int(worst * 100)) % of its bound")
        }
    }
}
