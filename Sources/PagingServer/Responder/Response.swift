internal import PagingWire

/// An answer, independent of its transport.
public struct Response: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields in order, without those that a transport adds (`Date`, `Content-Length`, `Connection`).
    public var headers: [(name: String, value: String)]
    /// The body's bytes. It is empty in the answer to `HEAD`.
    public var body: [UInt8]
    /// The body's length in bytes, including a stream's, or `nil` if it is unknown. In the answer to `HEAD` it is the length for `GET`.
    public var contentLength: Int?
    /// The rest of the body after ``body``, or `nil` if there is none.
    public var stream: (any ResponseStream)? {
        didSet { if stream != nil { contentLength = nil } }
    }
    /// The number of rows in the answer, for a log, or `nil` if it is not known.
    public var rows: Int?

    /// The state in which an equal request has the same answer, or `nil` if it is unknown.
    var validity: AnswerValidity?

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: the header fields.
    ///   - body: the body's bytes.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
        contentLength = body.count
    }

    /// The value of a header field, or the first one if it is repeated.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.isHeader(name) }?.value
    }

    /// The answer to `HEAD`, derived from the answer to `GET`.
    var withoutBody: Response {
        var response = self
        (response.body, response.stream) = ([], nil)
        return response
    }

    static func json(_ buffer: JSONBuffer, status: Int = 200, type: String = MediaType.json) -> Response {
        Response(status: status, headers: [(HeaderName.contentType, type)], body: buffer.bytes)
    }
}
