import Foundation

/// This library's figures, as text kept under version control: a commit that changes them shows by how much, and says why.
public enum FiguresOnFile {
    /// The files: the field notes' traces, which may not be at hand, and the laboratory's own.
    public enum File: String, CaseIterable, Sendable {
        case field
        case own

        /// Where the file is kept.
        public var path: String {
            TraceFiles.package.appendingPathComponent("Tests/ScrollLabTests/Expectations/\(rawValue).txt").path
        }
    }

    /// The command that writes the files anew.
    public static let command = "swift run -c release --package-path Benchmarks ScrollLab --expect"

    /// Networks on which rows take time.
    static let narrow = [
        Experiment(network: NetworkModel(latency: 50, bandwidth: 500)),
        Experiment(network: NetworkModel(latency: 200, bandwidth: 2000)),
    ]

    /// The same where the list begins with what another list learned of them.
    static let known = narrow.map { experiment in
        var experiment = experiment
        experiment.knowsNetwork = true
        return experiment
    }

    /// The text of a file as it should be; `nil` where its traces are not at hand.
    public static func text(of file: File) throws(LabError) -> String? {
        var traces: [NamedTrace]
        switch file {
        case .field:
            guard let field = try TraceFiles.field() else { return nil }
            traces = field
        case .own:
            traces = try TraceFiles.own()
            for family in TraceFamily.field { traces += family.traces(seed: 1, count: 2) }
        }
        var text = "Figures of swift-paging's own policy. Written by: \(command)\n"
        for var experiment in Criteria.experiments + narrow + known {
            experiment.seeds = min(experiment.seeds, 5)
            var table = TextTable(["trace"] + Figures.columns.map(\.name))
            for trace in traces {
                let figures = experiment.figures(.paging, on: trace)
                table.add([trace.name] + Figures.columns.map { figures[keyPath: $0.path].text(decimals: 2) })
            }
            text += "\n" + TableReport.heading(experiment) + table.text
        }
        return text
    }

    /// Writes the files whose traces are at hand.
    ///
    /// - Returns: what was written, a line a file.
    static func write() throws(LabError) -> String {
        var written = ""
        for file in File.allCases {
            guard let text = try text(of: file) else { continue }
            do {
                let url = URL(fileURLWithPath: file.path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
            } catch {
                throw LabError("\(file.path) cannot be written: \(error.localizedDescription)")
            }
            written += file.path + "\n"
        }
        return written
    }
}
