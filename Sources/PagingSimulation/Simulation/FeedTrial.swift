package import Paging

/// One simulation of the real machine, named by a combination and a seed.
///
/// ```swift
/// let trial = FeedTrial(FeedCombination(.fixed, [.positions, .total]), seed: 7, events: 1_000)
/// if let violation = trial.run().violation { print(violation) }
/// ```
package struct FeedTrial: Hashable, Sendable {
    /// The setting.
    package var setting: FeedSetting
    /// The action.
    package var history: FeedHistory
    /// How many events the list takes in before the closing.
    package var events: Int
    /// The sabotage between machine and checker; `nil` for nothing.
    package var sabotage: Law?
    /// The behavior that the machine is told in place of the truth; `nil` for the truth.
    package var declaredBehavior: ListBehavior?

    /// Draws a trial.
    ///
    /// - Parameters:
    ///   - combination: the kind of list and of server.
    ///   - seed: where all chance starts.
    ///   - events: how many events the list takes in before the closing.
    ///   - host: how the app shows the list; `nil` to draw that too.
    package init(_ combination: FeedCombination, seed: UInt64, events: Int, host: FeedHost? = nil) {
        self.events = events
        setting = FeedSetting(combination, seed: seed, host: host)
        if setting.isUndeclared { declaredBehavior = ListBehavior(content: combination.behavior.content) }
        history = FeedHistory(for: setting, events: events)
    }

    /// The outcome of a trial.
    package struct Outcome: Sendable {
        /// The cost.
        package var measures: FeedMeasures
        /// The first law that was broken, and how, or `nil` if none was.
        package var violation: LawViolation?
    }

    /// Runs it, to the end or to the first violation.
    ///
    /// - Parameter log: called with each event.
    package func run(log: (@Sendable (String) -> Void)? = nil) -> Outcome {
        // Each call below is of one concrete type, so that the whole simulation is compiled for the machine itself.
        guard let sabotage else { return outcome(of: machine(setting.policy), log) }
        let policy = sabotage == .keepsBudget ? setting.policy.with(itemBudget: nil) : setting.policy
        return outcome(of: SabotagedMachine(machine(policy), breaking: sabotage), log)
    }

    private func machine(_ policy: LoadPolicy) -> ListMachine {
        ListMachine(
            capabilities: setting.combination.features.capabilities,
            behavior: declaredBehavior ?? setting.combination.behavior, startingAt: setting.start, policy: policy,
            seed: setting.seed)
    }

    private func outcome(of subject: some FeedSubject, _ log: (@Sendable (String) -> Void)?) -> Outcome {
        var setting = setting
        if sabotage != nil { setting.holdsOpenLaws = true }
        var simulation = FeedSimulation(subject, setting: setting, history: history, events: events)
        simulation.log = log
        simulation.run()
        return Outcome(measures: simulation.measures, violation: simulation.checker.violations.first)
    }
}
