/// Whether the criteria are met, as tables.
enum CriteriaReport {
    /// A line for each trace and network.
    ///
    /// - Returns: the text, and whether all is met.
    static func full(on traces: [NamedTrace], experiments: [Experiment]) -> (text: String, isMet: Bool) {
        var text = ""
        var missed = 0
        for experiment in experiments {
            var table = TextTable(["trace", "row-ms", "settle", "requests", "landing", ""])
            for trace in traces {
                let criteria = Criteria(experiment, on: trace)
                if !criteria.isMet { missed += 1 }
                var row = [trace.name]
                for name in ["row-ms", "settle", "requests", "landing"] {
                    row.append(criteria.checks.first { $0.name == name }.map(cell) ?? "")
                }
                table.add(row + [criteria.isMet ? "ok" : "MISSED"])
            }
            text += TableReport.heading(experiment) + table.text + "\n"
        }
        text +=
            missed == 0 ? "all criteria met\n" : "criteria missed on \(missed) of \(traces.count * experiments.count)\n"
        return (text, missed == 0)
    }

    private static func cell(_ check: Criteria.Check) -> String {
        let sign = check.isMet ? "≤" : ">"
        let (value, bound) = (check.value.text(decimals: 1), check.bound.text(decimals: 1))
        return "\(value) \(sign) \(bound)" + (check.isMet ? "" : " (\(check.reason))")
    }

    /// For each family of generated traces and each network how often each criterion is missed, and the worst cases.
    ///
    /// - Returns: the text, and whether all is met.
    static func summary(
        of families: [(name: String, traces: [NamedTrace])], experiments: [Experiment]
    ) -> (text: String, isMet: Bool) {
        var text = ""
        var isMet = true
        for experiment in experiments {
            var table = TextTable(["family", "traces", "row-ms", "settle", "requests", "landing", "worst"])
            for family in families {
                let results = family.traces.map { Criteria(experiment, on: $0) }
                var row = [family.name, "\(results.count)"]
                for name in ["row-ms", "settle", "requests", "landing"] {
                    let checks = results.compactMap { result in result.checks.first { $0.name == name } }
                    let missed = checks.count { !$0.isMet }
                    row.append(checks.isEmpty ? "" : missed == 0 ? "ok" : "\(missed) MISSED")
                    if missed > 0 { isMet = false }
                }
                table.add(row + [worst(results)])
            }
            text += TableReport.heading(experiment) + table.text + "\n"
        }
        return (text + (isMet ? "all criteria met\n" : "criteria missed\n"), isMet)
    }

    private static func worst(_ results: [Criteria]) -> String {
        var worst: (excess: Double, text: String) = (1, "")
        for result in results {
            for check in result.checks where check.excess > worst.excess {
                worst = (check.excess, "\(result.trace.name): \(check.name) \(cell(check))")
            }
        }
        return worst.text
    }
}
