internal import PagingWire

/// A file of a web page, uncompressed and compressed.
struct WebFile: Sendable {
    private let type: String
    private let plain: Body
    private let gzip: Body?
    private let brotli: Body?

    private struct Body: Sendable {
        var bytes: [UInt8]
        var etag: String
        /// The content coding, or `nil` if there is none.
        var coding: String?
    }

    init(type: String, body: [UInt8], gzip: [UInt8]?, brotli: [UInt8]?) {
        var hash = StableHash()
        hash.combine(body)
        let name = hash.hexadecimal
        self.type = type
        plain = Body(bytes: body, etag: "\"\(name)\"")
        self.gzip = gzip.map { Body(bytes: $0, etag: "\"\(name)-gzip\"", coding: "gzip") }
        self.brotli = brotli.map { Body(bytes: $0, etag: "\"\(name)-br\"", coding: "br") }
    }

    /// The media type by a name's extension, or `nil` if a page does not use such files.
    static func type(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "wasm": "application/wasm"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        default: nil
        }
    }

    /// The file, or 304 if the client already has it.
    ///
    /// - Parameter isKept: `true` if the address contains the version, so that the content may be cached forever.
    func response(to request: Request, isKept: Bool) -> Response {
        let body = (request.prefersBrotli ? brotli : nil) ?? (request.takesGzip ? gzip : nil) ?? plain
        var headers = [
            (name: "ETag", value: body.etag), ("Vary", "Accept, Accept-Encoding"),
            ("Cache-Control", isKept ? "public, max-age=31536000, immutable" : "no-cache"),
        ]
        if request.knows(body.etag) { return Response(status: 304, headers: headers) }
        headers.append((HeaderName.contentType, type))
        if let coding = body.coding { headers.append(("Content-Encoding", coding)) }
        return Response(status: 200, headers: headers, body: body.bytes)
    }
}
