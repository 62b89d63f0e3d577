/// Figures as a table that people can read: a block a trace, a line a policy.
enum TableReport {
    static func text(_ experiment: Experiment, traces: [NamedTrace], policies: [PolicyName]) -> String {
        var text = heading(experiment)
        for trace in traces {
            var table = TextTable([trace.name] + Figures.columns.map(\.name) + ["clairvoyant"])
            for line in Results(experiment, trace: trace, policies: policies).lines {
                let cells = Figures.columns.map { cell(line.figures[keyPath: $0.path], of: $0.name) }
                table.add([line.policy.title] + cells + [cell(line.bound, of: "row-ms")])
            }
            text += "\n" + table.text
        }
        return text
    }

    private static func cell(_ value: Double, of name: String) -> String {
        value.text(decimals: name == "row-ms" || value >= 1000 ? 0 : 1)
    }

    static func heading(_ experiment: Experiment) -> String {
        let network = experiment.network
        var parts = ["latency \(network.latency.text()) ms", "page \(experiment.pageSize)"]
        if network.jitter > 0 { parts.append("jitter \(network.jitter.text()) ms") }
        if network.loss > 0 { parts.append("loss \((network.loss * 100).text())%") }
        if let bandwidth = network.bandwidth { parts.append("bandwidth \(bandwidth.text()) rows/s") }
        if experiment.knowsNetwork { parts.append("known from the list before") }
        if network.isRandom { parts.append("means over \(experiment.seeds) seeds from \(experiment.seed)") }
        return parts.joined(separator: ", ") + "; times in ms\n"
    }
}
