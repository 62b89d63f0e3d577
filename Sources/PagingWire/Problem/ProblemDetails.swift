/// A description of a failed request, readable for programs and people.
///
/// ```swift
/// let problem = ProblemDetails(
///     title: "No such list", status: 404, detail: "There is no list named 'unicorn'.",
///     extensions: ["lists": ["unicode", "events"]])
/// ```
///
/// Decoding is lenient, as RFC 9457 §3 requires: a member of the wrong type counts as absent.
///
/// Source: RFC 9457 (which replaced RFC 7807).
public struct ProblemDetails: Hashable, Sendable {
    /// The type of a problem whose only meaning is its status code.
    public static let blankType = "about:blank"

    /// The identifier of the kind of problem: an address, absolute or relative.
    public var type: String
    /// A short name of the kind of problem, the same each time.
    public var title: String?
    /// The HTTP status code, 100 to 599.
    public var status: Int?
    /// The details of this occurrence, with advice.
    public var detail: String?
    /// The identifier of this occurrence: an address, absolute or relative.
    public var instance: String?
    /// Additional members of the problem's type.
    public var extensions: [String: JSONValue]

    /// Makes problem details.
    ///
    /// - Parameters:
    ///   - type: the identifier of the kind of problem.
    ///   - title: a short name of the kind of problem.
    ///   - status: the HTTP status code.
    ///   - detail: the details of this occurrence.
    ///   - instance: the identifier of this occurrence.
    ///   - extensions: additional members. Members with names of the standard are not written.
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
    /// - Throws: `DecodingError` if the value is not an object.
    public init(from decoder: any Decoder) throws {
        var members = try decoder.singleValueContainer().decode([String: JSONValue].self)
        func text(_ name: String) -> String? { members.removeValue(forKey: name)?.string }
        self.init(
            type: text("type") ?? ProblemDetails.blankType, title: text("title"),
            status: members.removeValue(forKey: "status")?.int, detail: text("detail"), instance: text("instance"))
        extensions = members
    }

    /// Writes problem details without absent members.
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
