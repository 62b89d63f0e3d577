import PagingTesting

/// Figures as JSON, for other programs.
enum JSONReport {
    private struct Trace: Encodable {
        var name: String
        var frames: Int
        var policies: [Policy]
    }

    private struct Policy: Encodable {
        var name: String
        var figures: [String: Double]
    }

    static func text(_ experiment: Experiment, traces: [NamedTrace], policies: [PolicyName]) throws(LabError) -> String
    {
        let results = traces.map { trace in
            let results = Results(experiment, trace: trace, policies: policies)
            return Trace(name: trace.name, frames: trace.trace.frames.count, policies: results.lines.map(policy))
        }
        return try JSONText.text(JSONConditions(experiment, traces: results))
    }

    private static func policy(_ line: Results.Line) -> Policy {
        var figures = ["clairvoyant": JSONText.thousandths(line.bound)]
        for (name, path) in Figures.columns { figures[name] = JSONText.thousandths(line.figures[keyPath: path]) }
        return Policy(name: line.policy.rawValue, figures: figures)
    }
}
