import Foundation

/// Pictures of runs, as files.
enum Pictures {
    /// Writes a picture for each trace and policy.
    ///
    /// - Parameters:
    ///   - path: a file whose name ends in `.svg`, for one trace and one policy; else a folder, made where there is none.
    /// - Returns: the files written, a line each.
    static func write(
        _ experiment: Experiment, traces: [NamedTrace], policies: [PolicyName], to path: String
    ) throws(LabError) -> String {
        let isFile = path.hasSuffix(".svg")
        guard !isFile || traces.count == 1 && policies.count == 1 else {
            throw LabError("--svg takes a folder for several pictures; a file needs one --trace and one --policy")
        }
        var written = ""
        do {
            if !isFile { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
            for trace in traces {
                for policy in policies {
                    let file = isFile ? path : "\(path)/\(trace.name)-\(policy.rawValue).svg"
                    try Data(svg(experiment, trace, policy).utf8).write(to: URL(fileURLWithPath: file))
                    written += file + "\n"
                }
            }
        } catch {
            throw LabError("no picture can be written to '\(path)': \(error.localizedDescription)")
        }
        return written
    }

    /// The picture of the run with the experiment's first seed.
    static func svg(_ experiment: Experiment, _ trace: NamedTrace, _ policy: PolicyName) -> String {
        let run = experiment.run(policy, on: trace)
        let figures = Figures([run])
        let subtitle =
            "latency \(experiment.network.latency.text()) ms · \(figures.requests.text()) requests, "
            + "\(figures.cancelled.text()) cancelled · \(figures.rowMilliseconds.text(decimals: 0)) placeholder row-ms · "
            + "longest settle \(figures.longestSettle.text(decimals: 0)) ms"
        return ScrollPicture.svg(of: run, on: trace, title: "\(trace.name), \(policy.title)", subtitle: subtitle)
    }
}
