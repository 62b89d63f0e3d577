/// The exit code that a command returns to the shell.
enum ExitCode: Int32, Sendable {
    /// Success.
    case done = 0
    /// Something failed, or the result is incomplete.
    case failed = 1
    /// The command line cannot be understood.
    case usage = 2
    /// All rows received are written, but nothing proves that these are all.
    case endNotProven = 3
    /// Stopped by Ctrl-C or a termination signal.
    case interrupted = 130
}

/// An error of the tool: what happened — where — what to do.
struct ToolError: Error, Sendable, CustomStringConvertible {
    /// The error.
    var what: String
    /// The file, address, argument or line of the error, or `nil` if it is clear.
    var place: String?
    /// Advice.
    var advice: String?
    /// The exit code.
    var code = ExitCode.failed

    init(_ what: String, _ place: String? = nil, _ advice: String? = nil, code: ExitCode = .failed) {
        self.what = what
        self.place = place
        self.advice = advice
        self.code = code
    }

    /// The error in one line.
    var description: String { "paging: " + parts.joined(separator: " — ") }

    /// The error for a terminal with a number of columns: what happened, where, and what to do, each on a new line.
    func text(width: Int) -> String {
        Wrapping.lines("paging: " + parts.joined(separator: "\n"), width: width).joined(separator: "\n")
    }

    private var parts: [String] {
        [what, place, advice].compactMap { part in
            let text = part?.trimmingSuffix { " .\n".contains($0) } ?? ""
            return text.isEmpty ? nil : text
        }
    }

    /// An error of the command line.
    static func usage(_ what: String, _ place: String, _ advice: String, command: String) -> ToolError {
        let help = "'paging \(command.isEmpty ? "" : command + " ")--help' lists what there is"
        return ToolError(what, place, "\(advice)\(advice.hasSuffix("?") ? "" : ";") \(help)", code: .usage)
    }

    /// An error for an unknown value.
    static func unknown(_ kind: String, _ name: String, of known: [String], command: String) -> ToolError {
        let advice =
            nearest(to: name, among: known).map { "Did you mean '\($0)'?" }
            ?? "There are \(known.joined(separator: ", "))"
        return usage("unknown \(kind)", "'\(name)'", advice, command: command)
    }

    static func unknownOption(_ word: String, of spec: CommandSpec) -> ToolError {
        let known = (spec.options + [.help]).map(\.name)
        let name = String(word.drop { $0 == "-" })
        let advice = nearest(to: name, among: known).map { "Did you mean --\($0)?" } ?? "Check its spelling"
        return usage("unknown option", "'\(word)'", advice, command: spec.name)
    }
}

extension String {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> String {
        var rest = self[...]
        while let last = rest.last, matches(last) { rest.removeLast() }
        return String(rest)
    }
}
