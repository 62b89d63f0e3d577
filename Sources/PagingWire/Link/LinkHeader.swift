public import Foundation

/// The links of an answer's `Link` header lines.
///
/// ```swift
/// let header = LinkHeader(#"</lists/unicode?offset=25>; rel="next", </lists/unicode>; rel=first"#)
/// let next = header.url("next", relativeTo: answerURL)
///
/// LinkHeader([Link("/items?page=2", relations: ["next"])]).description  // </items?page=2>; rel="next"
/// ```
///
/// Parsing never fails: a broken link is skipped, and the links around it stay.
///
/// Source: RFC 8288 (which replaced RFC 5988) §3 and Appendix B.
public struct LinkHeader: Hashable, Sendable {
    /// The links in their original order.
    public var links: [Link]

    /// Makes a header of links.
    public init(_ links: [Link]) {
        self.links = links
    }

    /// Reads one header line.
    ///
    /// - Parameter field: the line's value, without `Link:`.
    /// - Complexity: O(n) in the length of the line.
    public init(_ field: some StringProtocol) {
        self.init(fields: [String(field)])
    }

    /// Reads several header lines. An error in one line does not affect the next.
    ///
    /// - Parameter fields: the values of the lines in order.
    /// - Complexity: O(n) in the length of the lines.
    public init(fields: some Sequence<String>) {
        links = fields.flatMap { field in
            var parser = LinkParser(field)
            return parser.links()
        }
    }

    /// The first link with a relation, case-insensitive.
    ///
    /// - Parameter relation: a relation type: `next`, `prev`, `first`, `last` …
    public func first(_ relation: String) -> Link? {
        links.first { $0.hasRelation(relation) }
    }

    /// The first link with a relation that is about the answer itself. A link with an `anchor` is about another address.
    ///
    /// - Parameter relation: a relation type.
    public func own(_ relation: String) -> Link? {
        links.first { link in link.hasRelation(relation) && !link.parameters.contains { $0.name == "anchor" } }
    }

    /// The address of the first link with a relation. Links about another address (by `anchor`) are skipped.
    ///
    /// - Parameters:
    ///   - relation: a relation type.
    ///   - base: the address of the answer with the header.
    /// - Returns: an absolute address, or `nil` if there is no such link or its target is not an address.
    public func url(_ relation: String, relativeTo base: URL) -> URL? {
        links.first { $0.hasRelation(relation) && $0.concerns(base) }?.url(relativeTo: base)
    }
}
