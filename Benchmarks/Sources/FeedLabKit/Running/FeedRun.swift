import Dispatch
import Foundation
import PagingTesting

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
            if let reason = combination.isNotYet {
                report.notYet.append((combination, reason))
                continue
            }
            let before = "\(index + 1)/\(options.combinations.count) \(combination.name)"
            report.lines.append(line(of: combination, heading: before))
        }
        progress?("\r\u{1B}[K")
        return report
    }

    private func line(of combination: FeedCombination, heading: String) -> FeedReport.Line {
        let tally = FeedTally(combination, seed: options.seed, runs: options.runs)
        let clock = ContinuousClock()
        let time = clock.measure {
            if options.workers == 1 {
                work(on: tally, heading: heading)
            } else {
                DispatchQueue.concurrentPerform(iterations: options.workers) { _ in work(on: tally, heading: heading) }
            }
        }
        var line = tally.line
        line.seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        if let (seed, _) = tally.firstFailure {
            progress?("\r\u{1B}[K\(heading): seed \(seed) fails, looking for a shorter history")
            line.failure = trial(combination, seed: seed).shrunk().map { FeedReport.Failure(seed: seed, shrunk: $0) }
        }
        return line
    }

    private func work(on tally: FeedTally, heading: String) {
        while let seed = tally.nextSeed() {
            if seed % 64 == 0 { progress?("\r\u{1B}[K\(heading): seed \(seed)") }
            tally.add(trial(tally.combination, seed: seed).run(), seed: seed)
        }
    }

    private func trial(_ combination: FeedCombination, seed: UInt64) -> FeedTrial {
        FeedTrial(combination, seed: seed, events: options.events).keeping(options.kept, hazards: options.hazards)
    }
}

/// Hands out a combination's seeds and gathers what they gave.
private final class FeedTally: @unchecked Sendable {
    // Proof of Sendable: every access to the mutable properties holds the lock.
    private let lock = NSLock()
    private var next: UInt64
    private let end: UInt64
    private var gathered: FeedReport.Line
    private var failure: (seed: UInt64, violation: LawViolation)?
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
            gathered.measures += outcome.measures
            guard let violation = outcome.violation else { return }
            gathered.violations[violation.law.rawValue, default: 0] += 1
            if failure.map({ seed < $0.seed }) ?? true { failure = (seed, violation) }
        }
    }

    var line: FeedReport.Line { lock.withLock { gathered } }
    var firstFailure: (seed: UInt64, violation: LawViolation)? { lock.withLock { failure } }
}
