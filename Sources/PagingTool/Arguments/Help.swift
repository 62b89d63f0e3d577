/// The help texts, generated from the commands' specifications.
enum Help {
    /// The most columns of a help text.
    static let width = 100

    /// The most lines of a discussion in `--help`. A longer one is only in `paging help COMMAND`.
    static let shortDiscussion = 12

    /// The help of one command.
    ///
    /// - Parameter isWhole: `true` to include a long discussion.
    static func text(for spec: CommandSpec, isWhole: Bool = true) -> String {
        let operands = spec.operands.map { " " + $0 }.joined()
        var text = "\(spec.summary)\n\nUsage: paging \(spec.name)\(operands) [options]\n"
        let isShown = isWhole || spec.discussion.split(separator: "\n").count <= shortDiscussion
        if !isShown { text += "'paging help \(spec.name)' tells more.\n" }
        if isShown, !spec.discussion.isEmpty { text += "\n\(spec.discussion)\n" }
        for (heading, options) in grouped(spec.options + [.help]) {
            text += "\n\(heading):\n" + table(options.map { ($0.written, described($0)) })
        }
        if !spec.examples.isEmpty {
            text += "\nExamples:\n" + spec.examples.map { "  \($0.call)\n      \($0.does)\n" }.joined()
        }
        let codes = spec.exitCodes.isEmpty ? usualExitCodes : spec.exitCodes
        return text + "\nExit codes:\n" + table(codes.map { ("\($0.code)", $0.meaning) })
    }

    /// Options by their headings, the default heading first.
    private static func grouped(_ options: [CommandSpec.Option]) -> [(heading: String, options: [CommandSpec.Option])] {
        var headings = [CommandSpec.Option.help.heading]
        for option in options where !headings.contains(option.heading) { headings.append(option.heading) }
        return headings.map { heading in (heading, options.filter { $0.heading == heading }) }
    }

    private static func described(_ option: CommandSpec.Option) -> String {
        let notes = [option.defaultValue.map { "default: \($0)" }, option.isRepeatable ? "repeatable" : nil]
        let note = notes.compactMap(\.self).joined(separator: "; ")
        return option.help + (note.isEmpty ? "" : " (\(note))")
    }

    /// The help of the whole tool.
    static func overview(of specs: [CommandSpec]) -> String {
        """
        Fluent pagination from the command line: serve lists, pull them whole, scroll through them.

        Usage: paging COMMAND [arguments]

        Commands:
        \(table(specs.map { ($0.name, $0.summary) }))
        Options:
        \(table([("-h, --help", "Print this help and end."), ("-V, --version", "Print the version and end.")]))
        'paging help COMMAND' tells more about a command.

        """
    }

    static let usualExitCodes: [(code: Int, meaning: String)] = [
        (0, "done"), (1, "failed"), (2, "the command line cannot be understood"), (130, "interrupted"),
    ]

    /// A table with two columns, of which the second is wrapped.
    static func table(_ rows: [(String, String)]) -> String {
        let left = min(rows.map(\.0.count).max() ?? 0, 28) + 4
        return rows.map { name, text in
            var lines = broken(text, width: width - left)
            var first = "  " + name
            if first.count + 2 > left {
                first += "\n"
            } else {
                first += String(repeating: " ", count: left - first.count) + lines.removeFirst() + "\n"
            }
            return first + lines.map { String(repeating: " ", count: left) + $0 + "\n" }.joined()
        }.joined()
    }

    private static func broken(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].count + word.count + 1 > width { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines
    }
}
