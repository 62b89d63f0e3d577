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
        if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
        }
        rest = rest.prefix { $0 != "#" }
        let mark = rest.firstIndex(of: "?")
        path = String(rest[..<(mark ?? rest.endIndex)])
        query = mark.map { String(rest[rest.index(after: $0)...]) }
    }

    /// The value of a header field, or the first one if it is repeated.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
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
    /// An entity tag without the prefix of a weak one.
    var trimmingWeakness: String { hasPrefix("W/") ? String(dropFirst(2)) : self }
}

extension Substring {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, matches(last) { text.removeLast() }
        return text
    }
}
