import Foundation
import PagingTesting

/// Figures as JSON, for other programs.
enum JSONReport {
    private struct Report: Encodable {
        var latency: Double
        var jitter: Double
        var loss: Double
        var bandwidth: Double?
        var pageSize: Int
        var seed: UInt64
        var seeds: Int
        var traces: [Trace]
    }

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
        let network = experiment.network
        let report = Report(
            latency: network.latency, jitter: network.jitter, loss: network.loss, bandwidth: network.bandwidth,
            pageSize: experiment.pageSize, seed: experiment.seed, seeds: network.isRandom ? experiment.seeds : 1,
            traces: traces.map { trace in
                let results = Results(experiment, trace: trace, policies: policies)
                return Trace(name: trace.name, frames: trace.trace.frames.count, policies: results.lines.map(policy))
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
        } catch {
            throw LabError("the figures cannot be written as JSON: \(error)")
        }
    }

    private static func policy(_ line: Results.Line) -> Policy {
        var figures = ["clairvoyant": thousandths(line.bound)]
        for (name, path) in Figures.columns { figures[name] = thousandths(line.figures[keyPath: path]) }
        return Policy(name: line.policy.rawValue, figures: figures)
    }

    private static func thousandths(_ value: Double) -> Double {
        (value * 1000).rounded() / 1000
    }
}
