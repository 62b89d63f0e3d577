public import Foundation

/// One link of a `Link` header: a target, its relations to the answer, and further parameters.
///
/// ```swift
/// let link = Link("/lists/unicode?offset=25", relations: ["next"])
/// ```
///
/// It does not check that the target is a valid address. ``url(relativeTo:)`` returns `nil` if it is not.
///
/// Source: RFC 8288 §3.
public struct Link: Hashable, Sendable {
    /// One `name=value` of a link.
    public struct Parameter: Hashable, Sendable {
        /// The name in lower case. It ends in `*` if the value was written in the extended notation of RFC 8187.
        public var name: String
        /// The value without quotation marks and escapes, or `nil` if the parameter is a bare name.
        public var value: String?

        /// Makes a parameter.
        ///
        /// - Parameters:
        ///   - name: its name, case-insensitive.
        ///   - value: its value, or `nil` for a bare name.
        public init(_ name: String, _ value: String?) {
            self.name = name.lowercased()
            self.value = value
        }
    }

    /// The address as it was written, absolute or relative.
    public var target: String

    /// The relations of the link's target: `next`, `prev`, `first`, `last` …, in their original order and case.
    ///
    /// Only the first `rel` of a link counts (RFC 8288 §3.3). It may have several relations.
    public var relations: [String]

    /// The other parameters, without `rel`, in order.
    public var parameters: [Parameter]

    /// Makes a link.
    ///
    /// - Parameters:
    ///   - target: the address, absolute or relative.
    ///   - relations: the relation types, without spaces.
    ///   - parameters: the other parameters, in order.
    public init(_ target: String, relations: [String], parameters: [Parameter] = []) {
        self.target = target
        self.relations = relations
        self.parameters = parameters
    }

    /// `true` if the link has this relation. The comparison is case-insensitive (RFC 8288 §2.1).
    public func hasRelation(_ relation: String) -> Bool {
        let wanted = relation.lowercased()
        return relations.contains { $0.lowercased() == wanted }
    }

    /// The value of a parameter: the one in extended notation (`title*`) if there is one, otherwise the first with the name.
    public func parameter(_ name: String) -> String? {
        let wanted = name.lowercased()
        let extended = parameters.first { $0.name == wanted + "*" }
        return (extended ?? parameters.first { $0.name == wanted })?.value
    }

    /// The target as an absolute address.
    ///
    /// - Parameter base: the address of the answer with the link.
    /// - Returns: the address by RFC 3986 §5, or `nil` if the target is not an address.
    public func url(relativeTo base: URL) -> URL? {
        WireAddress.resolve(target, relativeTo: base)
    }

    /// `true` if the link is about its own answer, `false` if its `anchor` is another address.
    ///
    /// - Parameter base: the address of the answer.
    public func concerns(_ base: URL) -> Bool {
        guard let anchor = parameter("anchor") else { return true }
        return WireAddress.resolve(anchor, relativeTo: base)?.absoluteString == base.absoluteString
    }
}
