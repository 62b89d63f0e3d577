@testable import PagingCore
@testable import PagingSimulation
import ScrollLabKit

/// The results of the runs.
struct FeedReport {
    /// The shortest history found that breaks a law.
    struct Failure {
        var seed: UInt64
        var shrunk: ShrunkTrial
    }

    /// The results of the runs of one combination.
    struct Line {
        var combination: FeedCombination
        var runs = 0
        var seconds = 0.0
        var measures = FeedMeasures()
        /// Runs that broke a law, by its number.
        var violations: [Int: Int] = [:]
        /// The lowest seed that broke a law, by its number.
        var firstSeeds: [Int: UInt64] = [:]
        /// One for each law that was broken, where they are cut down.
        var failures: [Failure] = []

        var eventsPerSecond: Double { seconds > 0 ? Double(measures.events) / seconds : 0 }
        var requestsPerChange: Double? {
            measures.changes > 0 ? Double(measures.requests) / Double(measures.changes) : nil
        }
        var staleMilliseconds: Double { measures.staleRowMilliseconds / Double(max(1, runs)) }
        var placeholderMilliseconds: Double { measures.placeholderRowMilliseconds / Double(max(1, runs)) }
        var violationCount: Int { violations.values.reduce(0, +) }
    }

    let options: FeedOptions
    var lines: [Line] = []

    init(_ options: FeedOptions) {
        self.options = options
    }

    var violations: Int { lines.reduce(0) { $0 + $1.violationCount } }

    var text: String {
        var table = TextTable([
            "behavior/server", "runs", "events", "events/s", "req/change", "stale row-ms", "empty row-ms", "to right",
            "violations",
        ])
        for line in lines {
            table.add([
                line.combination.name, "\(line.runs)", "\(line.measures.events)", "\(Int(line.eventsPerSecond))",
                line.requestsPerChange.map { "\(Self.tenths($0))" } ?? "-", "\(Int(line.staleMilliseconds))",
                "\(Int(line.placeholderMilliseconds))", "\(line.measures.requestsToBecomeRight)",
                line.violationCount == 0 ? "0" : Self.laws(line.violations),
            ])
        }
        let events = lines.reduce(0) { $0 + $1.measures.events }
        let seconds = lines.reduce(0) { $0 + $1.seconds }
        var text = "seeds \(options.seed) to \(options.seed + UInt64(options.runs) - 1), row-ms a run\n\n" + table.text
        text +=
            "\n\(events) events in \(Self.tenths(seconds)) s: \(seconds > 0 ? Int(Double(events) / seconds) : 0) a second\n"
        text += violations == 0 ? "no law broken\n" : "\(violations) runs broke a law\n"
        for line in lines where line.failures.isEmpty {
            for (law, seed) in line.firstSeeds.sorted(by: { $0.key < $1.key }) {
                text += "\(line.combination.name), seed \(seed): law \(law)\n"
            }
        }
        for failure in lines.flatMap(\.failures) { text += "\n" + describe(failure) }
        return text
    }

    private func describe(_ failure: Failure) -> String {
        let trial = failure.shrunk.trial
        var text = "\(trial.setting.combination.name), seed \(failure.seed): \(failure.shrunk.violation)\n"
        text += "  \(Self.describe(trial.setting))\n"
        for action in trial.history.actions { text += "  \(action)\n" }
        text += "  replay: \(command(failure)) --log\n"
        return text
    }

    /// The command that replays a failing history.
    func command(_ failure: Failure) -> String {
        let trial = failure.shrunk.trial
        let kept = failure.shrunk.kept
        return
            "swift run -c release --package-path Benchmarks FeedLab --behavior \(trial.setting.combination.behaviorName) "
            + "--server \(trial.setting.combination.serverName) --seed \(failure.seed) --runs 1 --events \(options.events) "
            + (options.holdsOpenLaws ? "--not-yet " : "")
            + (options.host.map { "--host \($0.rawValue) " } ?? "")
            + "--keep \(kept.isEmpty ? "none" : kept.map(String.init).joined(separator: ",")) "
            + "--hazards \(trial.setting.hazards.text)"
    }

    /// A setting in a line.
    static func describe(_ setting: FeedSetting) -> String {
        "\(setting.host.rawValue) host, \(setting.count) items, \(setting.screen) rows on screen, pages of \(setting.policy.pageSize) "
            + "(the server gives \(setting.quirks.limit) at most), \(setting.policy.maximumRequestsInFlight) in flight, "
            + "budget \(setting.policy.itemBudget.map(String.init) ?? "none"), "
            + "\(setting.policy.preloads ? "preloading" : "no preloading"), latency \(setting.latency) ms, "
            + "hazards \(setting.hazards.text)"
    }

    static func laws(_ violations: [Int: Int]) -> String {
        violations.sorted { $0.key < $1.key }.map { "law \($0.key): \($0.value)" }.joined(separator: ", ")
    }

    static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
