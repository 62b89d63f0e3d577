@testable import PagingSimulation
import ScrollLabKit

/// The report for other programs.
extension FeedReport {
    private struct Combination: Encodable {
        var behavior: String
        var server: String
        var runs: Int
        var events: Int
        var eventsPerSecond: Int
        var changes: Int
        var requests: Int
        var bytes: Int
        var requestsPerChange: Double?
        var staleRowMilliseconds: Double
        var placeholderRowMilliseconds: Double
        var requestsToBecomeRight: Int
        var violations: [String: Int]
        var failures: [Shortest]
    }

    private struct Shortest: Encodable {
        var seed: UInt64
        var law: Int
        var violation: String
        var history: [String]
        var replay: String
    }

    private struct Whole: Encodable {
        var seed: UInt64
        var runs: Int
        var events: Int
        var violations: Int
        var combinations: [Combination]
    }

    func json() throws(LabError) -> String {
        let whole = Whole(
            seed: options.seed, runs: options.runs, events: options.events, violations: violations,
            combinations: lines.map(encoded))
        return try JSONText.text(whole)
    }

    private func encoded(_ line: Line) -> Combination {
        Combination(
            behavior: line.combination.behaviorName, server: line.combination.serverName, runs: line.runs,
            events: line.measures.events, eventsPerSecond: Int(line.eventsPerSecond), changes: line.measures.changes,
            requests: line.measures.requests, bytes: line.measures.bytes,
            requestsPerChange: line.requestsPerChange.map(Self.tenths),
            staleRowMilliseconds: Self.tenths(line.staleMilliseconds),
            placeholderRowMilliseconds: Self.tenths(line.placeholderMilliseconds),
            requestsToBecomeRight: line.measures.requestsToBecomeRight,
            violations: Dictionary(uniqueKeysWithValues: line.violations.map { ("\($0.key)", $0.value) }),
            failures: line.failures.map {
                Shortest(
                    seed: $0.seed, law: $0.shrunk.violation.law.rawValue, violation: "\($0.shrunk.violation)",
                    history: $0.shrunk.trial.history.actions.map { "\($0)" }, replay: command($0))
            })
    }
}
