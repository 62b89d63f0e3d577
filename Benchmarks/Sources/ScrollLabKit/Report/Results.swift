/// The figures of policies on a trace, with the bound for each.
struct Results {
    struct Line {
        let policy: PolicyName
        let figures: Figures
        /// The fewest row-milliseconds for as many requests under way as the policy had at most.
        let bound: Double
    }

    let trace: NamedTrace
    let lines: [Line]

    init(_ experiment: Experiment, trace: NamedTrace, policies: [PolicyName]) {
        self.trace = trace
        let clairvoyant = Clairvoyant(
            trace.trace, latency: experiment.network.latency,
            requestRows: Clairvoyant.requestRows(on: trace.trace, pageSize: experiment.pageSize))
        var bounds: [Int: Double] = [:]
        var lines: [Line] = []
        for policy in policies {
            let figures = experiment.figures(policy, on: trace)
            let inFlight = Int(figures.mostInFlight.rounded(.up))
            let bound = bounds[inFlight] ?? clairvoyant.bound(inFlight: inFlight)
            bounds[inFlight] = bound
            lines.append(Line(policy: policy, figures: figures, bound: bound))
        }
        self.lines = lines
    }
}
