/// Whether the criteria are met, as JSON for other programs.
enum CriteriaJSON {
    private struct Report: Encodable {
        var isMet: Bool
        /// How many traces miss a criterion, each as often as there are networks under which it does.
        var missed: Int
        var networks: [JSONConditions<Trace>]
    }

    private struct Trace: Encodable {
        var name: String
        /// The kind of a generated trace.
        var family: String?
        var isMet: Bool
        /// The checks, by the criterion's name. Not every criterion is asked of every trace.
        var checks: [String: Check]
    }

    private struct Check: Encodable {
        var value: Double
        var bound: Double
        var reason: String
        var isMet: Bool
    }

    /// Checks every trace under every network.
    ///
    /// - Parameters:
    ///   - families: traces by their kind; `nil` for those that were not generated.
    ///   - experiments: the conditions.
    /// - Returns: the text, and whether all is met.
    static func text(
        of families: [(name: String?, traces: [NamedTrace])], experiments: [Experiment]
    ) throws(LabError) -> (text: String, isMet: Bool) {
        let networks = experiments.map { experiment in
            JSONConditions(
                experiment,
                traces: families.flatMap { family in
                    family.traces.map { trace(Criteria(experiment, on: $0), family: family.name) }
                })
        }
        let missed = networks.reduce(0) { $0 + $1.traces.count { !$0.isMet } }
        return (try JSONText.text(Report(isMet: missed == 0, missed: missed, networks: networks)), missed == 0)
    }

    private static func trace(_ criteria: Criteria, family: String?) -> Trace {
        var checks: [String: Check] = [:]
        for check in criteria.checks {
            checks[check.name] = Check(
                value: JSONText.thousandths(check.value), bound: JSONText.thousandths(check.bound),
                reason: check.reason, isMet: check.isMet)
        }
        return Trace(name: criteria.trace.name, family: family, isMet: criteria.isMet, checks: checks)
    }
}
