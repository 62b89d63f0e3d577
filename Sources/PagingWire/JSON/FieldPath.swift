/// The path of a value in a JSON document, as names of members.
///
/// ```swift
/// let items: FieldPath = "entity/topics"
/// let total: FieldPath = "paging.totalCount"     // dots do as well
/// let count: FieldPath = "/@odata.count"         // a leading slash: dots belong to the name
/// let whole: FieldPath = ""                      // the document itself
/// ```
///
/// A path that contains a slash is split only at slashes. One that starts with a slash is a JSON Pointer (RFC 6901), in which `~1` is a slash
/// and `~0` a tilde. Any other is split at its dots. A name that is a number also finds an element of an array. There are no wildcards and no
/// filters.
public struct FieldPath: Hashable, Sendable {
    /// The names, from the outermost to the innermost. It is empty for the document itself.
    public let names: [String]

    /// Makes a path of names, without parsing them.
    public init(names: [String]) {
        self.names = names
    }

    /// Reads a path from its text.
    public init(_ text: String) {
        if text.hasPrefix("/") {
            names = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(FieldPath.unescaped)
        } else {
            let separator: Character = text.contains("/") ? "/" : "."
            names = text.split(separator: separator).map(String.init)
        }
    }

    private static func unescaped(_ name: Substring) -> String {
        var result = ""
        var rest = name[...]
        while let character = rest.popFirst() {
            switch (character, rest.first) {
            case ("~", "0"): result += "~"
            case ("~", "1"): result += "/"
            default:
                result.append(character)
                continue
            }
            rest.removeFirst()
        }
        return result
    }
}

extension FieldPath: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Reads a path from a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The names separated by slashes. If a name contains a dot or a slash, it is a JSON Pointer.
    public var description: String {
        guard names.contains(where: { $0.isEmpty || $0.contains { ".~/".contains($0) } }) else {
            return names.joined(separator: "/")
        }
        return names.map { name in
            "/" + name.reduce(into: "") { $0 += $1 == "~" ? "~0" : $1 == "/" ? "~1" : String($1) }
        }.joined()
    }
}
