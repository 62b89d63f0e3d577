import Foundation
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

/// Several servers before a primary and a standby, whose parts fail one after the other: at the end every list is SQL's, and what was
/// acknowledged is there, but for what a standby that was promoted never had.
@Suite(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence), .timeLimit(.minutes(20)))
@MainActor
struct ChaosTests {
    nonisolated private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// Seconds of the long form; `nil` where it is not asked for.
    nonisolated private static let seconds = number("PAGING_CHAOS")

    @Test(.long) func `Every list is right whatever fails`() async throws {
        let lists = 12
        // Each write is an event for each of the lists, and all are waited for.
        try await report(lists: lists, servers: 2, rest: .milliseconds(20), isPooled: false) { run in
            try await run.progress(by: 10)
            try run.pauseTheStandby()
            try await run.progress(by: 10)
            try run.killAServer(0)
            try await run.resumeTheStandby()
            try await run.progress(by: 10)
            try run.endABackend(hard: false)
            try await run.progress(by: 10)
            try await run.promote(losing: 5)
            try run.killAServer(1)
            try await run.progress(by: 10)
            try run.endABackend(hard: true)
            try await run.progress(by: 10)
            try await run.finish()
            // History has lost its end, and nobody goes on from before: lists are told, but for one whose question failed for as long as no
            // server answered. It has forgotten its version, and loads anew.
            #expect(run.report.lost > 0 && run.report.renewed > lists / 2)
        }
    }

    /// The long form, of `make soak`: a fault a minute while 200 lists are read, through a pooler in transaction mode, and four slow clients.
    @Test(.enabled(if: seconds != nil && PostgresCluster.poolerProgram != nil)) func `Every list is right at any time`()
        async throws
    {
        let lists = Self.number("PAGING_CHAOS_LISTS") ?? 200
        let pause = Duration.seconds(Self.number("PAGING_CHAOS_PAUSE") ?? 60)
        let end = ContinuousClock.now + .seconds(Self.seconds ?? 0)
        // Each write is an event for each of the lists, all of which are in this process.
        try await report(lists: lists, servers: 3, rest: .milliseconds(1_500), isPooled: true, slowReaders: 4) { run in
            // Lists are looked at while a fault is made, too: a promotion takes seconds.
            let reading = Task { await run.read(until: end) }
            defer { reading.cancel() }
            var fault = 0
            while ContinuousClock.now < end {
                try? await paced(pause)
                guard ContinuousClock.now < end else { break }
                switch fault % 9 {
                case 0: try run.killAServer(fault)
                case 1: try run.pauseTheStandby()
                case 2, 7: try await run.alter()
                case 3: try await run.resumeTheStandby()
                case 4: try run.endABackend(hard: false)
                case 5: try await run.promote(losing: 3)
                case 6: try run.killThePooler()
                default: try run.endABackend(hard: true)
                }
                fault += 1
            }
            await reading.value
            try await run.finish()
            // A list that a stream does not tell of anything asks within a beat, and then once more.
            let bound = Duration.milliseconds(2 * ServerLimits.liveBeatMilliseconds)
            #expect(run.report.longestUntrue < bound, "\(run.report.untrueList)")
            #expect(run.report.slowBytes > 0)
        }
    }

    private func report(
        lists: Int, servers: Int, rest: Duration, isPooled: Bool, slowReaders: Int = 0,
        _ body: (ChaosRun) async throws -> Void
    ) async throws {
        let seed = Self.number("PAGING_SEED") ?? 1
        let run = try await ChaosRun(
            lists: lists, servers: servers, seed: UInt64(seed), rest: rest, isPooled: isPooled,
            slowReaders: slowReaders)
        let result: Result<Void, any Error>
        do {
            try await body(run)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        // The writes are those of the seed; which request meets a fault is not.
        let settings = ["PAGING_CHAOS", "PAGING_CHAOS_LISTS", "PAGING_CHAOS_PAUSE"].compactMap { name in
            Self.number(name).map { "\(name)=\($0) " }
        }
        let again = "PAGING_SEED=\(seed) \(settings.joined())make \(isPooled ? "soak-chaos" : "test-long")"
        print("chaos: \(run.report)\nagain with: \(again)")
        await run.end()
        try result.get()
    }
}
