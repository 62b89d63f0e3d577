/// The name of a query parameter, which may be nested.
///
/// ```swift
/// let plain: ParameterName = "offset"             // ?offset=50
/// let nested: ParameterName = "page.currentPage"  // ?page[currentPage]=2, the brackets percent-encoded
/// let jsonAPI: ParameterName = "page[number]"     // ?page[number]=2
/// let dotted = ParameterName(verbatim: "a.b")     // ?a.b=2
/// ```
///
/// Dots nest with brackets, as Rails, PHP, qs and JSON:API write nested parameters. A name that already holds a bracket
/// is taken as it is.
public struct ParameterName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as a server sees it, after percent-decoding.
    public let description: String

    /// Reads a name from its text, dots nesting.
    public init(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count < 2 || text.contains("[") || parts.contains("") {
            description = text
        } else {
            description = parts[0] + parts.dropFirst().map { "[\($0)]" }.joined()
        }
    }

    /// Takes a name as it is.
    public init(verbatim text: String) {
        description = text
    }

    /// Reads a name from a literal, dots nesting.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
