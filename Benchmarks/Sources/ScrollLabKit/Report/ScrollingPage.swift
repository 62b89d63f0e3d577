import Foundation

/// The figures and pictures in `Documentation/Scrolling.md`, so that the page says what the laboratory prints.
///
/// A table is between the lines `<!-- ScrollLab: NAME -->` and `<!-- end -->`.
public enum ScrollingPage {
    /// The command that writes the page's tables and pictures anew.
    public static let command = "make scrolling-page"

    /// The page.
    public static let path = TraceFiles.package.appendingPathComponent("../Documentation/Scrolling.md")
        .standardizedFileURL.path

    /// A picture of the page: a trace, a policy.
    static let pictures: [(trace: String, policy: PolicyName)] = [
        ("swipes", .paging), ("swipes", .agGrid), ("thumb-search", .paging), ("thumb-search", .virtuoso),
        ("jumps", .paging),
    ]

    /// The text of each of the page's files as it should be, by its path; `nil` where the field notes' traces are not at hand.
    ///
    /// - Parameter page: the page's text as it is.
    public static func files(page: String) throws(LabError) -> [(path: String, text: String)]? {
        guard let traces = try TraceFiles.field() else { return nil }
        let text = try MarkdownPage.replacing(tables(on: traces), of: "ScrollLab", in: page, at: path)
        var files = [(path: path, text: text)]
        for picture in pictures {
            guard let trace = traces.first(where: { $0.name == picture.trace }) else { continue }
            let file = URL(fileURLWithPath: path).deletingLastPathComponent()
                .appendingPathComponent("Pictures/\(picture.trace)-\(picture.policy.rawValue).svg")
            files.append((file.path, Pictures.svg(Experiment(), trace, picture.policy)))
        }
        return files
    }

    /// Writes the page's tables and pictures.
    ///
    /// - Returns: what was written, a line a file.
    static func write() throws(LabError) -> String {
        guard let page = FileManager.default.contents(atPath: path) else { throw LabError("\(path): no such file") }
        guard let files = try files(page: String(decoding: page, as: UTF8.self)) else {
            throw LabError("the field notes' traces are not at hand: ../shared/traces beside the package")
        }
        var written = ""
        for file in files {
            do {
                let url = URL(fileURLWithPath: file.path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: url)
            } catch {
                throw LabError("\(file.path) cannot be written: \(error.localizedDescription)")
            }
            written += file.path + "\n"
        }
        return written
    }

    // MARK: Tables

    private static func tables(on traces: [NamedTrace]) -> [(name: String, text: String)] {
        [
            ("policies", policies(on: traces)), ("criteria", criteria(on: traces)),
            ("narrow", narrow(on: traces)),
        ]
    }

    /// Every policy on every trace.
    private static func policies(on traces: [NamedTrace]) -> String {
        var lines = PolicyName.allCases.map { $0 == .paging ? "**\($0.title)**" : $0.title }
        for trace in traces {
            for (index, policy) in PolicyName.allCases.enumerated() {
                let figures = Experiment().figures(policy, on: trace)
                let cells = [figures.requests, figures.frames, figures.rowMilliseconds, figures.longestSettle]
                lines[index] += " | " + cells.map { $0.text(decimals: 0) }.joined(separator: " / ")
            }
        }
        return MarkdownPage.table(["policy"] + traces.map(\.name), lines)
    }

    /// Ours beside what is asked, under each network.
    private static func criteria(on traces: [NamedTrace]) -> String {
        var text = ""
        for experiment in Criteria.experiments {
            let lines = traces.map { trace in
                let criteria = Criteria(experiment, on: trace)
                var line = trace.name
                for name in ["row-ms", "settle", "requests"] {
                    guard let check = criteria.checks.first(where: { $0.name == name }) else { continue }
                    line +=
                        " | \(check.value.text(decimals: 1)) \(check.isMet ? "≤" : ">") \(check.bound.text(decimals: 1))"
                }
                return line
            }
            let heading = TableReport.heading(experiment).trimmingCharacters(in: .newlines)
            text += "\n" + heading.prefix(1).uppercased() + heading.dropFirst() + ":\n\n"
            text += MarkdownPage.table(["trace", "row-ms", "longest settle", "requests"], lines)
        }
        return text.dropFirst() + "\n"
    }

    /// Ours, ours in a list that knows the network, and the best peer's where rows take time.
    private static func narrow(on traces: [NamedTrace]) -> String {
        let lines = traces.map { trace in
            var line = trace.name
            for (experiment, known) in zip(FiguresOnFile.narrow, FiguresOnFile.known) {
                let ours = experiment.figures(.paging, on: trace)
                let knowing = known.figures(.paging, on: trace)
                let peers = PolicyName.peers.map { experiment.figures($0, on: trace) }
                for figure in [\Figures.rowMilliseconds, \Figures.longestSettle] {
                    let best = peers.map { $0[keyPath: figure] }.min() ?? 0
                    let cells = [ours[keyPath: figure], knowing[keyPath: figure], best]
                    line += " | " + cells.map { $0.text(decimals: 0) }.joined(separator: ", ")
                }
            }
            return line
        }
        var heads = ["trace"]
        for experiment in FiguresOnFile.narrow {
            let network = experiment.network
            let conditions = "\((network.bandwidth ?? 0).text()) rows/s, \(network.latency.text()) ms"
            heads += ["row-ms at \(conditions)", "settle"]
        }
        return MarkdownPage.table(heads, lines)
    }
}
