import Foundation
@testable import PagingSimulation
import ScrollLabKit

/// One run, event by event.
enum EventLog {
    static func text(_ options: FeedOptions) throws(LabError) -> String {
        guard options.combinations.count == 1, let combination = options.combinations.first else {
            throw LabError("--log needs one --behavior and one --server")
        }
        let lines = Lines()
        let trial = options.trial(combination, seed: options.seed)
        let outcome = trial.run { lines.add($0) }
        lines.add(outcome.violation.map { "\($0)" } ?? "all laws held")
        return FeedReport.describe(trial.setting) + "\n" + lines.text
    }

    private final class Lines: @unchecked Sendable {
        // Proof of Sendable: every access to the mutable property holds the lock.
        private let lock = NSLock()
        private var gathered = ""

        func add(_ line: String) { lock.withLock { gathered += line + "\n" } }
        var text: String { lock.withLock { gathered } }
    }
}
