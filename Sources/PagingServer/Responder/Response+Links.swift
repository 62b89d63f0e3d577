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
        response.headers[place].value = headers[place].value.replacing(
            "</", with: "<\(isSecure ? "https" : "http")://\(host)/")
        return response
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
