import Foundation

/// The measures of traces under one set of conditions, as JSON has it.
struct JSONConditions<Trace: Encodable>: Encodable {
    var latency: Double
    var jitter: Double
    var loss: Double
    var bandwidth: Double?
    var pageSize: Int
    var seed: UInt64
    var seeds: Int
    var traces: [Trace]

    init(_ experiment: Experiment, traces: [Trace]) {
        let network = experiment.network
        (latency, jitter, loss, bandwidth) = (network.latency, network.jitter, network.loss, network.bandwidth)
        (pageSize, seed) = (experiment.pageSize, experiment.seed)
        // Where nothing is left to chance all seeds are the same.
        seeds = network.isRandom ? experiment.seeds : 1
        self.traces = traces
    }
}

/// JSON for other programs: the same value gives the same bytes.
public enum JSONText {
    /// The text of figures, ending in a line feed.
    public static func text(_ value: some Encodable) throws(LabError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        } catch {
            throw LabError("the figures cannot be written as JSON: \(error)")
        }
    }

    /// Sums of frame times differ in the last bits.
    static func thousandths(_ value: Double) -> Double {
        (value * 1000).rounded() / 1000
    }
}
