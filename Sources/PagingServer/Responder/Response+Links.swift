internal import PagingWire

extension Response {
    /// The answer with absolute addresses as link targets, because many clients expect them.
    ///
    /// They use the host name of the request, and `https` if a proxy reports that. If the request has no usable name, they stay paths.
    func withAbsoluteLinks(for request: Request) -> Response {
        guard let host = request.header("Host"), !host.isEmpty, host.utf8.allSatisfy(Response.isOfHost),
            let place = headers.firstIndex(where: { $0.name == HeaderName.link })
        else { return self }
        let isSecure = request.header("X-Forwarded-Proto")?.lowercased() == "https"
        var response = self
        response.headers[place].value = Response.links(
            headers[place].value, at: "\(isSecure ? "https" : "http")://\(host)")
        return response
    }

    /// A header's links with a place before each path.
    private static func links(_ value: String, at place: String) -> String {
        var (bytes, last): ([UInt8], UInt8) = ([], 0)
        bytes.reserveCapacity(value.utf8.count + 4 * place.utf8.count)
        for byte in value.utf8 {
            if last == UInt8(ascii: "<"), byte == UInt8(ascii: "/") { bytes += place.utf8 }
            bytes.append(byte)
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
