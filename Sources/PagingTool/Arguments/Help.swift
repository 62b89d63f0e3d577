/// The help texts, made from what the commands take.
enum Help {
    /// The columns that help texts keep within.
    static let width = 100

    /// The help of one command.
    static func text(for spec: CommandSpec) -> String {
        let operands = spec.operands.map { " " + $0 }.joined()
        var text = "\(spec.summary)\n\nUsage: paging \(spec.name)\(operands) [options]\n"
        if !spec.discussion.isEmpty { text += "\n\(spec.discussion)\n" }
        text +=
            "\nOptions:\n"
            + table(
                (spec.options + [.help]).map { option in
                    let notes = [
                        option.defaultValue.map { "default: \($0)" }, option.isRepeatable ? "repeatable" : nil,
                    ]
                    let note = notes.compactMap(\.self).joined(separator: "; ")
                    return (option.written, option.help + (note.isEmpty ? "" : " (\(note))"))
                })
        if !spec.examples.isEmpty {
            text += "\nExamples:\n" + spec.examples.map { "  \($0.call)\n      \($0.does)\n" }.joined()
        }
        let codes = spec.exitCodes.isEmpty ? usualExitCodes : spec.exitCodes
        return text + "\nExit codes:\n" + table(codes.map { ("\($0.code)", $0.meaning) })
    }

    /// The help of the tool as a whole.
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

    /// Two columns, the second broken into lines.
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
