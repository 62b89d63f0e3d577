/// A command's arguments, parsed by its specification.
struct Arguments: Sendable {
    /// The operands, in order.
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    private let command: String

    /// Parses arguments.
    ///
    /// Options are long (`--name`, `--name VALUE`, `--name=VALUE`), and the common ones have a letter: `-o FILE`, `-oFILE`. Everything after
    /// `--` is an operand, and so is a single `-`.
    ///
    /// - Parameters:
    ///   - words: the arguments after the command's name.
    ///   - spec: the command's specification.
    init(_ words: [String], for spec: CommandSpec) throws(ToolError) {
        command = spec.name
        let options = spec.options + [.help]
        var rest = words[...]
        while let written = rest.popFirst() {
            let word = Self.spelledOut(written, options)
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0].drop { $0 == "-" })
            guard word.hasPrefix("--"), let option = options.first(where: { $0.name == name }) else {
                throw .unknownOption(String(parts[0]), of: spec)
            }
            var value = parts.count == 2 ? String(parts[1]) : nil
            if option.value == nil, value != nil {
                throw .usage("--\(name) takes no value", "'\(word)'", "Write --\(name) alone", command: spec.name)
            }
            if let placeholder = option.value, value == nil, !option.isValueOptional {
                guard let next = rest.popFirst() else {
                    throw .usage(
                        "--\(name) needs a value", "at the end of the line", "Write --\(name) \(placeholder)",
                        command: spec.name)
                }
                value = next
            }
            if option.isValueOptional, value == "" {
                throw .usage(
                    "--\(name)= has no value", "'\(word)'", "Write --\(name) alone, or a value behind the sign",
                    command: spec.name)
            }
            if !option.isRepeatable, values[name] != nil {
                throw .usage("--\(name) was given twice", "'\(word)'", "Give it once", command: spec.name)
            }
            values[name, default: []].append(value ?? "")
        }
        if asksForHelp { return }
        if operands.count > spec.mostOperands {
            throw .usage(
                "one argument too many", "'\(operands[spec.mostOperands])'",
                "The command takes \(spec.operands.isEmpty ? "none" : spec.operands.joined(separator: " "))",
                command: spec.name)
        }
        if operands.count < spec.fewestOperands {
            throw .usage(
                "\(spec.operands[operands.count]) is missing", "after '\(spec.name)'",
                "Write paging \(spec.name) \(spec.operands.joined(separator: " "))", command: spec.name)
        }
    }

    /// The long form of an option's letter: `-o` is `--out`, and `-oFILE` is `--out=FILE`.
    private static func spelledOut(_ word: String, _ options: [CommandSpec.Option]) -> String {
        guard word.hasPrefix("-"), !word.hasPrefix("--"), let letter = word.dropFirst().first,
            let option = options.first(where: { $0.letter == letter })
        else { return word }
        let rest = word.dropFirst(2)
        if rest.isEmpty { return "--" + option.name }
        // An option without a value takes none. Text after its letter is reported as an error in its original form.
        return option.value == nil ? word : "--\(option.name)=\(rest.hasPrefix("=") ? rest.dropFirst() : rest)"
    }

    /// Sets the operand from elsewhere than the command line.
    mutating func setOperand(_ operand: String) { operands = [operand] }
    mutating func addValue(_ value: String, of name: String) { values[name, default: []].append(value) }

    /// `true` if `--help` was given.
    var asksForHelp: Bool { has("help") }

    /// `true` if an option was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// An option's value, or `nil` if it was not given.
    func value(_ name: String) -> String? { values[name]?.last }

    /// All values of a repeatable option, in order.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// An option's value as a whole number within bounds.
    func integer(_ name: String, in bounds: ClosedRange<Int>) throws(ToolError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), bounds.contains(number) else {
            let range =
                bounds.upperBound == .max
                ? "of at least \(bounds.lowerBound)" : "from \(bounds.lowerBound) to \(bounds.upperBound)"
            throw .usage(
                "--\(name) is no usable number", "'\(text)'", "Give a whole number \(range)", command: command)
        }
        return number
    }
}
