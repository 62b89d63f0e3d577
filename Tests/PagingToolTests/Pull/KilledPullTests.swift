import Foundation
import Paging
import PagingCore
import PagingServer
import PagingTesting
import PagingWire
import Testing

@testable import PagingTool

/// A pull that is killed at any moment is taken up with `--resume`: exactly the rows, and few of them asked for again.
@Suite struct KilledPullTests {
    /// `make check` kills six times, `make soak` 200 times.
    private static let kills =
        ProcessInfo.processInfo.environment["PAGING_KILLS"].flatMap { Int($0) } ?? LongTests.count(1, of: 6)
    private static let rows = 1_000
    private static let pageSize = 25
    /// How long the server takes for a page.
    private static let pause = 0.05
    /// The rows that the server can give in a second, one page after another, and those of the pages that are asked for at once.
    private static let most = pageSize * (Int(1 / pause) + PullCommand.standardInFlight)

    /// A list that takes two seconds to read in order. It kills its reader when it is asked for one of the pages, before it answers, at once or after.
    private final class Server: Sendable {
        struct State: Sendable {
            /// The rows that were given.
            var given: Set<Int> = []
            var reader: pid_t?
            var killsAt: Int?
            var wait = 0.0
        }

        let state = Locked(State())
        let scripted: ScriptedServer

        init(hasCursors: Bool) throws {
            let state = state
            // One at a time, as a slow database answers.
            let turn = NSLock()
            scripted = try ScriptedServer { request in
                let start = ScriptedServer.number(hasCursors ? "cursor" : "offset", in: request) ?? 0
                let size = ScriptedServer.number("limit", in: request) ?? KilledPullTests.pageSize
                let kill = state.withLock { state -> (pid_t, Double)? in
                    guard let row = state.killsAt, start >= row, let reader = state.reader else { return nil }
                    state.killsAt = nil
                    return (reader, state.wait)
                }
                if let (reader, wait) = kill {
                    Task.detached {
                        try await paced(.seconds(wait))
                        Foundation.kill(reader, SIGKILL)
                    }
                }
                turn.withLock { holdThread(for: .seconds(KilledPullTests.pause)) }
                let end = min(KilledPullTests.rows, start + size)
                state.withLock { $0.given.formUnion(start..<max(start, end)) }
                let rows = (start..<max(start, end)).map { #"{"id":\#($0),"name":"row \#($0)"}"# }
                let place =
                    if hasCursors {
                        #""next_cursor":\#(end < KilledPullTests.rows ? "\"\(end)\"" : "null")"#
                    } else { #""offset":\#(start),"limit":\#(size),"total":\#(KilledPullTests.rows)"# }
                return ScriptedServer.json(#"{"rows":[\#(rows.joined(separator: ","))],\#(place)}"#)
            }
        }
    }

    @Test func `It goes on wherever it was killed`() async throws {
        var random = SplitMix64(seed: 29)
        // A few at once: most of their time they wait.
        for batch in stride(from: 0, to: Self.kills, by: 6) {
            let plans = (batch..<min(batch + 6, Self.kills)).map { number in
                (
                    number.isMultiple(of: 2), Int.random(in: 0..<Self.rows, using: &random),
                    Double.random(in: 0..<0.1, using: &random)
                )
            }
            try await withThrowingTaskGroup { group in
                for (hasCursors, row, wait) in plans {
                    group.addTask { try await Self.kill(hasCursors: hasCursors, row: row, wait: wait) }
                }
                try await group.waitForAll()
            }
        }
    }

    private static func kill(hasCursors: Bool, row: Int, wait: Double) async throws {
        let what: Comment = "hasCursors: \(hasCursors), row: \(row), wait: \(wait)"
        let folder = try TemporaryFolder()
        let server = try Server(hasCursors: hasCursors)
        let arguments = [
            "pull", server.scripted.url, "--out", folder.file("rows.jsonl"), "--page-size", "\(pageSize)", "--quiet",
        ]
        let process = try ToolProcess(arguments)
        server.state.withLock { ($0.reader, $0.killsAt, $0.wait) = (process.identifier, row, wait) }
        let killed = await process.outcome()
        // The last pages may be answered, and the list be whole, before it is killed, or between that and its end.
        if killed.code == 0 || FileManager.default.fileExists(atPath: folder.file("rows.jsonl")) {
            let ids = try folder.lines(of: "rows.jsonl").map { try JSONValue(parsing: Array($0.utf8))["id"]?.int }
            return #expect(ids == Array(0..<rows), what)
        }
        #expect(killed.code == SIGKILL, what)
        let before = server.state.withLock { state in
            defer { state.given = [] }
            return state.given
        }
        let outcome = try await ToolProcess(arguments + ["--resume"]).outcome()
        #expect(outcome.code == 0, "\(what): \(outcome.error)")
        let ids = try folder.lines(of: "rows.jsonl").map { try JSONValue(parsing: Array($0.utf8))["id"]?.int }
        #expect(ids == Array(0..<rows), what)
        // Its first two pages show how the list is asked for.
        let again = server.state.withLock(\.given).intersection(before).subtracting(0..<2 * pageSize)
        #expect(again.count <= most, "\(what): \(again.count) rows again")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left == ["rows.jsonl"], "\(what): \(left)")
    }
}
