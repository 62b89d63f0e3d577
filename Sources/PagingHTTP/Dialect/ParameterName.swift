/// The name of a query parameter, as the server reads it.
///
/// ```swift
/// let plain: ParameterName = "offset"             // ?offset=50
/// let dotted: ParameterName = "page.currentPage"  // ?page.currentPage=2
/// let nested: ParameterName = "page[number]"      // ?page%5Bnumber%5D=2, as Rails, PHP, qs and JSON:API nest parameters
/// ```
///
/// The name is taken literally: a dot is a dot, and brackets are percent-encoded.
public struct ParameterName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as a server sees it, after percent-decoding.
    public let description: String

    /// Makes a name of a text, unchanged.
    public init(_ text: String) {
        description = text
    }

    /// Makes a name of a literal, unchanged.
    public init(stringLiteral value: String) {
        description = value
    }
}
