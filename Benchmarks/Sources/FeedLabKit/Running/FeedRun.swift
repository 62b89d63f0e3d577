import Dispatch
import Foundation
@testable import PagingSimulation

/// Runs the seeds that were asked for.
struct FeedRun {
    private let options: FeedOptions
    private let progress: (@Sendable (String) -> Void)?

    init(_ options: FeedOptions, progress: (@Sendable (String) -> Void)?) {
        (self.options, self.progress) = (options, progress)
    }

    func report() -> FeedReport {
        var report = FeedReport(options)
        for (index, combination) in options.combinations.enumerated() {
            let before = "\(index + 1)/\(options.combinations.count) \(combination.name)"
            let line = line(of: combination, heading: before)
            report.lines.append(line)
            let verdict = line.violationCount == 0 ? "no law broken" : "\(line.violationCount) broke a law"
            progress?("\r\u{1B}[K")
            progress?("\(before): runs \(line.runs), events \(line.measures.events), \(verdict)\n")
            if options.stopsAtFirst, line.violationCount > 0 { break }
        }
        return report
    }

    private func line(of combination: FeedCombination, heading: String) -> FeedReport.Line {
        let tally = FeedTally(combination, seed: options.seed, runs: options.runs)
        let start = Self.processorSeconds
        if options.workers == 1 {
            work(on: tally, heading: heading)
        } else {
            DispatchQueue.concurrentPerform(iterations: options.workers) { _ in work(on: tally, heading: heading) }
        }
        var line = tally.line
        line.seconds = Self.processorSeconds - start
        line.firstSeeds = tally.firstFailures
        // A caller that asks only whether there is one needs no shorter one.
        if options.stopsAtFirst || !options.shrinks { return line }
        for (law, seed) in tally.firstFailures.sorted(by: { $0.key < $1.key }) {
            progress?("\r\u{1B}[K\(heading): seed \(seed) breaks law \(law), looking for a shorter history")
            guard let shrunk = options.trial(combination, seed: seed).shrunk() else { continue }
            line.failures.append(FeedReport.Failure(seed: seed, shrunk: shrunk))
        }
        return line
    }

    /// Seconds that this process has had a core for, all its threads together.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private func work(on tally: FeedTally, heading: String) {
        while let seed = tally.nextSeed() {
            if seed % 64 == 0 { progress?("\r\u{1B}[K\(heading): seed \(seed)") }
            tally.add(options.trial(tally.combination, seed: seed).run(), seed: seed)
            if options.stopsAtFirst, tally.line.violationCount > 0 { return }
        }
    }
}

/// Hands out a combination's seeds and gathers what they gave.
private final class FeedTally: @unchecked Sendable {
    // Proof of Sendable: every access to the mutable properties holds the lock.
    private let lock = NSLock()
    private var next: UInt64
    private let end: UInt64
    private var gathered: FeedReport.Line
    /// The lowest seed that broke a law, by the law's number.
    private var failures: [Int: UInt64] = [:]
    let combination: FeedCombination

    init(_ combination: FeedCombination, seed: UInt64, runs: Int) {
        self.combination = combination
        (next, end) = (seed, seed + UInt64(runs))
        gathered = FeedReport.Line(combination: combination)
    }

    func nextSeed() -> UInt64? {
        lock.withLock {
            guard next < end else { return nil }
            defer { next += 1 }
            return next
        }
    }

    func add(_ outcome: FeedTrial.Outcome, seed: UInt64) {
        lock.withLock {
            gathered.runs += 1
            gathered.measures.add(outcome.measures)
            guard let violation = outcome.violation else { return }
            gathered.violations[violation.law.rawValue, default: 0] += 1
            let law = violation.law.rawValue
            failures[law] = min(failures[law] ?? seed, seed)
        }
    }

    var line: FeedReport.Line { lock.withLock { gathered } }
    var firstFailures: [Int: UInt64] { lock.withLock { failures } }
}
