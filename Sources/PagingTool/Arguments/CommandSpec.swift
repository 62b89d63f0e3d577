/// The options of a command, and their help. Parsing and help read the same values, so they cannot differ.
struct CommandSpec: Sendable {
    /// One option.
    struct Option: Sendable {
        /// The long name, without its dashes.
        var name: String
        /// The value's name in the help, such as `MS`, or `nil` for an option without a value. A value in brackets, such as `[FILE]`, may be
        /// omitted, and is given only as `--name=FILE`.
        var value: String?
        /// Its effect, in one or a few lines.
        var help: String
        /// The default value, for the help.
        var defaultValue: String?
        /// `true` if it may be given several times.
        var isRepeatable = false
        /// The short form's letter, or `nil` if there is none.
        var letter: Character?
        /// The heading under which the help lists it.
        var heading = "Options"

        /// `true` if the option may be given without its value.
        var isValueOptional: Bool { value?.hasPrefix("[") == true }

        /// The option in the form of the help.
        var written: String {
            let shownValue = value.map { isValueOptional ? "[=\($0.dropFirst())" : " \($0)" } ?? ""
            return (letter.map { "-\($0), " } ?? "") + "--" + name + shownValue
        }
    }

    /// The command's name.
    var name: String
    /// Its effect, in one line.
    var summary: String
    /// The operands in order, in the form of the usage line: `URL`, `[DATABASE]`.
    var operands: [String] = []
    /// The options, in the order of the help.
    var options: [Option] = []
    /// Further paragraphs, already divided into lines.
    var discussion = ""
    /// Examples of calls, with their effects.
    var examples: [(call: String, does: String)] = []
    /// The meanings of exit codes, if they differ from the usual ones.
    var exitCodes: [(code: Int, meaning: String)] = []

    /// The most operands.
    var mostOperands: Int { operands.count }
    /// The fewest operands.
    var fewestOperands: Int { operands.count { !$0.hasPrefix("[") } }
}

extension [CommandSpec.Option] {
    /// The same options, under a separate heading in the help.
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
