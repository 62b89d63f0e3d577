/// A description of a failed request, in a form that programs and people can read.
///
/// ```swift
/// let problem = ProblemDetails(
///     title: "No such list", status: 404, detail: "There is no list named 'unicorn'.",
///     extensions: ["lists": ["unicode", "events"]])
/// ```
///
/// Reading is lenient, as RFC 9457 §3 asks: a member of the wrong type is taken as absent.
///
/// Source: RFC 9457 (which replaced RFC 7807).
public struct ProblemDetails: Hashable, Sendable {
    /// The type of a problem that means no more than its status code.
    public static let blankType = "about:blank"

    /// Names the kind of problem; an address, absolute or relative.
    public var type: String
    /// The kind of problem, in a few words, the same each time.
    public var title: String?
    /// The HTTP status code, 100 to 599.
    public var status: Int?
    /// The details of this occurrence, and advice.
    public var detail: String?
    /// Names this occurrence; an address, absolute or relative.
    public var instance: String?
    /// Members that the problem's type adds.
    public var extensions: [String: JSONValue]

    /// Makes problem details.
    ///
    /// - Parameters:
    ///   - type: names the kind of problem.
    ///   - title: what kind of problem it is.
    ///   - status: the HTTP status code.
    ///   - detail: what happened this time.
    ///   - instance: names this occurrence.
    ///   - extensions: members that the type adds; names of the standard's own members are not written.
    public init(
        type: String = ProblemDetails.blankType, title: String? = nil, status: Int? = nil, detail: String? = nil,
        instance: String? = nil, extensions: [String: JSONValue] = [:]
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }
}

extension ProblemDetails: Codable {
    /// Reads problem details.
    ///
    /// - Throws: `DecodingError` where the value is not an object.
    public init(from decoder: any Decoder) throws {
        var members = try decoder.singleValueContainer().decode([String: JSONValue].self)
        func text(_ name: String) -> String? { members.removeValue(forKey: name)?.string }
        self.init(
            type: text("type") ?? ProblemDetails.blankType, title: text("title"),
            status: members.removeValue(forKey: "status")?.int, detail: text("detail"), instance: text("instance"))
        extensions = members
    }

    /// Writes problem details, absent members left out.
    public func encode(to encoder: any Encoder) throws {
        var members = extensions
        members["type"] = .string(type)
        members["title"] = title.map(JSONValue.string)
        members["status"] = status.map { .integer(Int64($0)) }
        members["detail"] = detail.map(JSONValue.string)
        members["instance"] = instance.map(JSONValue.string)
        try members.encode(to: encoder)
    }
}
