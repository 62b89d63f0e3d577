/// The options of a command, and their help. Parsing and help read the same values, so they cannot differ.
struct CommandSpec: Sendable {
    /// One option.
    struct Option: Sendable {
        /// The long name, without its dashes.
        var name: String
        /// The value's name in the help, as `MS`; `nil` for an option without one. One in brackets, as `[FILE]`, may be left out
        /// and is given as `--name=FILE` alone.
        var value: String?
        /// Its effect, in a line or a few.
        var help: String
        /// The value where the option is not given, for the help.
        var defaultValue: String?
        /// `true` if it may be given several times.
        var isRepeatable = false
        /// The short form's letter, or `nil` if there is none.
        var letter: Character?
        /// The heading under which the help lists it.
        var heading = "Options"

        /// `true` if the option may be given without its value.
        var isValueOptional: Bool { value?.hasPrefix("[") == true }

        /// The option as the help writes it.
        var written: String {
            let shownValue = value.map { isValueOptional ? "[=\($0.dropFirst())" : " \($0)" } ?? ""
            return (letter.map { "-\($0), " } ?? "") + "--" + name + shownValue
        }
    }

    /// The command's name.
    var name: String
    /// Its effect, in a line.
    var summary: String
    /// The operands, in order, as the usage line writes it: `URL`, `[DATABASE]`.
    var operands: [String] = []
    /// The options, in the order of the help.
    var options: [Option] = []
    /// More than the summary: paragraphs, already broken into lines.
    var discussion = ""
    /// Calls to copy, each with what it does.
    var examples: [(call: String, does: String)] = []
    /// The meanings of exit codes, where that needs more than the usual words.
    var exitCodes: [(code: Int, meaning: String)] = []

    /// The most operands.
    var mostOperands: Int { operands.count }
    /// The fewest operands.
    var fewestOperands: Int { operands.count { !$0.hasPrefix("[") } }
}

extension [CommandSpec.Option] {
    /// The same options, under a heading of their own in the help.
    func under(_ heading: String) -> Self {
        map { option in
            var option = option
            option.heading = heading
            return option
        }
    }
}

extension CommandSpec.Option {
    /// The option that every command has.
    static let help = CommandSpec.Option(name: "help", help: "Print this help and end.", letter: "h")
}
