/// A client's request, independent of its transport.
///
/// ```swift
/// let request = Request(target: "/lists/unicode?offset=100&limit=10")
/// ```
///
public struct Request: Sendable {
    /// The method, in upper case: `GET`, `HEAD`, `OPTIONS` ….
    public var method: String
    /// The path as it was sent, percent-encoded.
    public var path: String
    /// The query as it was sent, percent-encoded and without its `?`, or `nil` if there is none.
    public var query: String?
    /// The header fields in order. Their names are case-insensitive.
    public var headers: [(name: String, value: String)]
    /// The body's bytes. Only writes use them.
    public var body: [UInt8]
    /// A name of the request for logs; empty if it has none.
    public var id = ""
    /// The client that waits for the answer, if its disconnection can be noticed.
    public var client: WaitingClient?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - target: path and query as they are sent, or a whole address, whose host is ignored.
    ///   - headers: the header fields.
    ///   - body: the body's bytes.
    public init(
        method: String = "GET", target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.headers = headers
        self.body = body
        var rest = target[...]
        if !rest.utf8.starts(with: "/".utf8), let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
        }
        let bytes = rest.utf8.prefix { $0 != UInt8(ascii: "#") }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        path = String(Substring(bytes[..<(mark ?? bytes.endIndex)]))
        query = mark.map { String(Substring(bytes[bytes.index(after: $0)...])) }
    }

    /// The value of a header field, or the first one if it is repeated.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.isHeader(name) }?.value
    }

    /// The number of bytes of path and query.
    var targetBytes: Int { path.utf8.count + (query.map { $0.utf8.count + 1 } ?? 0) }
}

extension Request {
    /// `true` if `If-None-Match` contains a tag. The comparison is weak (RFC 9110 §13.1.2).
    func knows(_ etag: String) -> Bool {
        guard let field = header("If-None-Match") else { return false }
        return field.split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " || $0 == "\t" }.trimmingSuffix { $0 == " " || $0 == "\t" }
            return tag == "*" || tag == etag || tag == "W/" + etag
        }
    }
}

extension String {
    /// `true` for the same name of a header field, in any case (RFC 9110 §5.1).
    func isHeader(_ name: String) -> Bool {
        utf8.count == name.utf8.count && zip(utf8, name.utf8).allSatisfy { $0.asLowercase == $1.asLowercase }
    }

    /// An entity tag without the prefix of a weak one.
    var trimmingWeakness: String { hasPrefix("W/") ? String(dropFirst(2)) : self }
}

extension UInt8 {
    fileprivate var asLowercase: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}

extension Substring {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, matches(last) { text.removeLast() }
        return text
    }
}
