public import Foundation

/// A whole answer: status, headers, body.
public struct HTTPAnswer: Hashable, Sendable {
    /// The status code, 100 to 599.
    public var status: Int
    /// The header lines.
    public var headers: HTTPHeaders
    /// The body, decompressed.
    public var body: Data
    /// The time since the answer was stored in a cache of the transport, or `nil` if the server has just sent or confirmed it.
    public var age: Duration?
    /// `true` if it comes from a cache and the server has to confirm it.
    public var isStale = false

    /// `true` if the server reports that there is no content (RFC 9110 §15.3.5).
    var hasNoContent: Bool { status == 204 }

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: the header lines.
    ///   - body: the body, decompressed.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Header lines by name, case-insensitive.
///
/// ```swift
/// let headers: HTTPHeaders = ["X-Total-Count": "357"]
/// headers["x-total-count"]  // "357"
/// ```
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The values by their names in lower case.
    private(set) var values: [String: String] = [:]

    /// Makes headers of lines in order. Lines of the same name are joined with a comma (RFC 9110 §5.3).
    public init(_ lines: some Sequence<(String, String)>) {
        for (name, value) in lines {
            values[name.lowercased()] = values[name.lowercased()].map { "\($0), \(value)" } ?? value
        }
    }

    /// Makes headers of a literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    /// The value of a name, case-insensitive, or `nil` if the answer has no such header.
    public subscript(name: String) -> String? { values[name.lowercased()] }
}
