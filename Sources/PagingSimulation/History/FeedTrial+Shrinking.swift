internal import Paging

/// A failing trial, cut down.
package struct ShrunkTrial: Sendable {
    /// The trial that still fails.
    package var trial: FeedTrial
    /// Which actions of the drawn history are left.
    package var kept: [Int]
    /// How it fails.
    package var violation: LawViolation
}

extension FeedTrial {
    /// The same trial with some of its actions alone, and with some hazards alone.
    ///
    /// - Parameters:
    ///   - indices: which actions of the history stay; `nil` for all.
    ///   - hazards: which hazards stay possible; `nil` for all that were drawn.
    package func keeping(_ indices: [Int]?, hazards: NetworkHazards? = nil) -> FeedTrial {
        var trial = self
        if let indices { trial.history = history.keeping(indices) }
        if let hazards { trial.setting.hazards = hazards }
        return trial
    }

    /// The shortest trial found that still breaks the same law, or `nil` if this one breaks none.
    ///
    /// It drops the events after the violation, then hazards, then ever smaller chunks of the history, as long as the law stays broken. The same
    /// trial is always shortened in the same way.
    ///
    /// Source: A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28, 2002.
    ///
    /// - Parameter budget: how many trials it may run.
    package func shrunk(budget: Int = 4_000) -> ShrunkTrial? {
        guard let violation = run().violation else { return nil }
        var search = TrialSearch(whole: self, violation: violation, budget: budget)
        search.dropHazards()
        search.dropLater()
        search.dropChunks()
        search.dropHazards()
        return search.result
    }
}

/// The search for a shorter failing trial.
private struct TrialSearch {
    private let whole: FeedTrial
    private let budget: Int
    private var kept: [Int]
    private var hazards: NetworkHazards
    private var violation: LawViolation
    private var attempts = 1

    init(whole: FeedTrial, violation: LawViolation, budget: Int) {
        (self.whole, self.violation, self.budget) = (whole, violation, budget)
        (kept, hazards) = (Array(whole.history.actions.indices), whole.setting.hazards)
    }

    var result: ShrunkTrial {
        ShrunkTrial(trial: whole.keeping(kept, hazards: hazards), kept: kept, violation: violation)
    }

    mutating func dropHazards() {
        if !hazards.isEmpty, takes(kept, []) { return }
        for (_, hazard) in NetworkHazards.named where hazards.contains(hazard) {
            _ = takes(kept, hazards.subtracting(hazard))
        }
    }

    mutating func dropLater() {
        let time = violation.time
        _ = takes(kept.filter { whole.history.actions[$0].time <= time }, hazards)
    }

    mutating func dropChunks() {
        var size = max(1, kept.count / 2)
        while true {
            var start = 0
            var isShorter = false
            while start < kept.count {
                var fewer = kept
                fewer.removeSubrange(start..<min(start + size, kept.count))
                if takes(fewer, hazards) { isShorter = true } else { start += size }
                if attempts >= budget { return }
            }
            if size == 1, !isShorter { return }
            if !isShorter || size > max(1, kept.count / 2) { size = max(1, size / 2) }
        }
    }

    /// Takes a shorter trial where it breaks the same law.
    private mutating func takes(_ fewer: [Int], _ hazards: NetworkHazards) -> Bool {
        guard attempts < budget else { return false }
        attempts += 1
        let outcome = whole.keeping(fewer, hazards: hazards).run()
        guard let found = outcome.violation, found.law == violation.law else { return false }
        (kept, self.hazards, violation) = (fewer, hazards, found)
        return true
    }
}
