extension Arguments {
    /// Adds the options in a file that were not given on the command line.
    ///
    /// There is one option per line: `name = value`, or only the name if the option has no value. Repeatable options may be on several lines.
    /// Lines that begin with `#` are comments. An operand has its name: `database = library.sqlite`.
    ///
    /// - Parameters:
    ///   - text: the file's content.
    ///   - file: its path, for errors.
    ///   - spec: the command's specification.
    /// - Throws: an error that names the line.
    mutating func add(from text: String, file: String, for spec: CommandSpec) throws(ToolError) {
        let given = self
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmed }
            guard let name = parts.first, !name.isEmpty, !name.hasPrefix("#") else { continue }
            let place = "\(file), line \(index + 1): '\(line.trimmed)'"
            if let operand = spec.operands.first, operand.lowercased().filter(\.isLetter) == name {
                guard parts.count == 2 else {
                    throw ToolError("\(name) needs a value", place, "Write \(name) = …", code: .usage)
                }
                if given.operands.isEmpty { setOperand(parts[1]) }
                continue
            }
            guard let option = spec.options.first(where: { $0.name == name }), name != "config" else {
                let known = spec.options.map(\.name).filter { $0 != "config" }
                let advice = nearest(to: name, among: known).map { "Did you mean '\($0)'?" }
                throw ToolError(
                    "there is no option '\(name)'", place, advice ?? "There are: \(known.joined(separator: ", "))",
                    code: .usage)
            }
            guard (option.value != nil) == (parts.count == 2) else {
                let advice = option.value.map { "Write \(name) = \($0)" } ?? "Write \(name) alone"
                throw ToolError(
                    option.value == nil ? "\(name) takes no value" : "\(name) needs a value", place, advice,
                    code: .usage)
            }
            if given.has(name) { continue }
            if has(name), !option.isRepeatable {
                throw ToolError("\(name) was given twice", place, "Give it once", code: .usage)
            }
            addValue(parts.count == 2 ? parts[1] : "", of: name)
        }
    }
}

extension Substring {
    /// The text without spaces at either end.
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
