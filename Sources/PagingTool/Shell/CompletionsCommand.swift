/// `paging completions`: prints completions for a shell, generated from the commands' specifications.
struct CompletionsCommand: Command {
    static let spec = CommandSpec(
        name: "completions", summary: "Print the completions of a shell: bash, zsh or fish.", operands: ["SHELL"],
        discussion: """
            Put what it prints where the shell looks for completions. 'make install' does so.
            """,
        examples: [
            ("paging completions bash > ~/.local/share/bash-completion/completions/paging", "for bash"),
            ("paging completions zsh > ~/.zfunc/_paging", "for zsh, with ~/.zfunc in fpath"),
            ("paging completions fish > ~/.config/fish/completions/paging.fish", "for fish"),
        ])

    private enum Shell: String, CaseIterable { case bash, zsh, fish }

    private let shell: Shell

    init(_ arguments: Arguments) throws(ToolError) {
        guard let shell = Shell(rawValue: arguments.operands[0]) else {
            throw .unknown("shell", arguments.operands[0], of: Shell.allCases.map(\.rawValue), command: Self.spec.name)
        }
        self.shell = shell
    }

    @MainActor
    func run(_ console: Console) async throws -> ExitCode {
        let specs = PagingTool.commands.map { $0.spec }
        let text =
            switch shell {
            case .bash: Completions.bash(specs)
            case .zsh: Completions.zsh(specs)
            case .fish: Completions.fish(specs)
            }
        try console.say(text, end: "")
        return .done
    }
}

/// The completions' texts.
enum Completions {
    static func bash(_ specs: [CommandSpec]) -> String {
        var cases = ""
        for spec in specs { cases += "        \(spec.name)) words=\"\(names(spec).joined(separator: " "))\" ;;\n" }
        return """
            # bash completion for paging
            _paging() {
                local word="${COMP_WORDS[COMP_CWORD]}" words=""
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(specs.map(\.name).joined(separator: " ")) help" -- "$word"))
                    return
                fi
                case "${COMP_WORDS[1]}" in
                    help) words="\(specs.map(\.name).joined(separator: " "))" ;;
            \(cases)    esac
                if [ -n "$words" ] && { [ "${word:0:1}" = "-" ] || [ "${COMP_WORDS[1]}" = help ]; }; then
                    COMPREPLY=($(compgen -W "$words" -- "$word"))
                else
                    COMPREPLY=($(compgen -f -- "$word"))
                fi
            }
            complete -o filenames -F _paging paging

            """
    }

    static func zsh(_ specs: [CommandSpec]) -> String {
        var text = "#compdef paging\n_paging() {\n    local -a commands\n    commands=(\n"
        for spec in specs { text += "        \(quoted("\(spec.name):\(spec.summary)"))\n" }
        text +=
            "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n    case $words[2] in\n"
        for spec in specs {
            text += "        \(spec.name)) _arguments \\\n"
            for option in spec.options + [.help] {
                let name = "--\(option.name)" + (option.value == nil ? "" : option.isValueOptional ? "=-" : "=")
                let colons = option.isValueOptional ? "::" : ":"
                let value = option.value.map { "\(colons)\($0.lowercased().filter { $0.isLetter }):_files" } ?? ""
                let help = option.help.filter { !"[]:".contains($0) }
                text += "            \(quoted("\(option.isRepeatable ? "*" : "")\(name)[\(help)]\(value)")) \\\n"
            }
            text += "            '*:argument:_files' ;;\n"
        }
        return text + "    esac\n}\n_paging \"$@\"\n"
    }

    static func fish(_ specs: [CommandSpec]) -> String {
        var text = "# fish completion for paging\n"
        for spec in specs {
            text += "complete -c paging -n __fish_use_subcommand -a \(spec.name) -d \(quoted(spec.summary))\n"
        }
        for spec in specs {
            for option in spec.options + [.help] {
                let letter = option.letter.map { " -s \($0)" } ?? ""
                text +=
                    "complete -c paging -n '__fish_seen_subcommand_from \(spec.name)' -l \(option.name)\(letter)"
                    + "\(option.value == nil || option.isValueOptional ? "" : " -r") -d \(quoted(option.help))\n"
            }
        }
        return text
    }

    private static func names(_ spec: CommandSpec) -> [String] {
        (spec.options + [.help]).flatMap { option in ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? []) }
    }

    /// A word in single quotation marks, for any of the shells.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
