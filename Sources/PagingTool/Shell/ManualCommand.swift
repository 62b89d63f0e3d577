/// `paging man`: prints the manual page, generated from the commands' specifications.
struct ManualCommand: Command {
    static let spec = CommandSpec(
        name: "man", summary: "Print the manual's page, as roff.",
        examples: [
            ("paging man | man -l -", "read it"), ("paging man > /usr/local/share/man/man1/paging.1", "install it"),
        ])

    init(_ arguments: Arguments) throws(ToolError) {}

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        try console.say(ManualPage.text(PagingTool.commands.map { $0.spec }), end: "")
        return .done
    }
}

/// The manual page.
enum ManualPage {
    static func text(_ specs: [CommandSpec]) -> String {
        var text = """
            .TH PAGING 1 "" "paging \(PagingTool.version)" "User Commands"
            .SH NAME
            paging \\- serve paginated lists, pull them whole, scroll through them
            .SH SYNOPSIS
            .B paging
            .I COMMAND
            [arguments]
            .SH COMMANDS

            """
        for spec in specs {
            text += ".SS \(escaped("paging \(([spec.name] + spec.operands).joined(separator: " ")) [options]"))\n"
            text += line(spec.summary)
            if !spec.discussion.isEmpty {
                text +=
                    ".PP\n.nf\n"
                    + spec.discussion.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
                    .joined()
                    + ".fi\n"
            }
            for option in spec.options + [.help] {
                text += ".TP\n.B \(escaped(option.written))\n"
                text += line(option.help + (option.defaultValue.map { " (default: \($0))" } ?? ""))
            }
            for example in spec.examples {
                text += ".PP\n.nf\n\(line("  " + example.call)).fi\n\(line(example.does))"
            }
            let codes = spec.exitCodes.isEmpty ? Help.usualExitCodes : spec.exitCodes
            text += ".PP\nExit codes:\n"
            for code in codes { text += ".TP\n.B \(code.code)\n\(line(code.meaning))" }
        }
        return text + """
            .SH ENVIRONMENT
            .TP
            .B \(SourceOptions.tokenVariable)
            Sent as a bearer token to the address's own origin, where no Authorization header is given.
            .TP
            .B NO_COLOR
            Messages are not colored.

            """
    }

    /// A line of text. A full stop or a quotation mark at its start would otherwise be a request to roff.
    private static func line(_ text: String) -> String { "\\&\(escaped(text))\n" }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }
}
