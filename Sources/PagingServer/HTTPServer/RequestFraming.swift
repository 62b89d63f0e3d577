/// Refuses requests whose end or host two programs may read differently: behind a proxy the rest of one would be read as another client's
/// request ("request smuggling").
///
/// Source: RFC 9112 §3.2 (`Host`), §6.1 (`Transfer-Encoding`), §6.3 (lengths); RFC 9110 §5.5 (field values).
enum RequestFraming {
    /// The reason to refuse a request and close its connection, or `nil` for a good one.
    static func problem(_ request: Request, version: String) -> Problem? {
        func values(_ name: String) -> [String] {
            request.headers.filter { $0.name.isHeader(name) }.map(\.value)
        }
        let (lengths, codings, hosts) = (values("Content-Length"), values("Transfer-Encoding"), values("Host"))
        if hosts.count > 1 { return refusal("It has two 'Host' fields.") }
        if hosts.isEmpty, version == "HTTP/1.1" { return refusal("It has no 'Host' field.") }
        if lengths.count > 1 || lengths.contains(where: { $0.isEmpty || !$0.utf8.allSatisfy(isDigit) }) {
            return refusal("Its 'Content-Length' is not one number.")
        }
        if !codings.isEmpty {
            if !lengths.isEmpty { return refusal("It has a 'Content-Length' and a 'Transfer-Encoding'.") }
            if version != "HTTP/1.1" { return refusal("'Transfer-Encoding' is of HTTP/1.1.") }
            if codings.map({ $0.lowercased() }) != ["chunked"] {
                return Problem(
                    status: 501, kind: "bad-request", title: "The body's coding is not known",
                    detail: "'Transfer-Encoding: chunked' is the only one.")
            }
        }
        func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }
        if request.headers.contains(where: {
            $0.name.utf8.contains(where: isControl) || $0.value.utf8.contains(where: isControl)
        }) {
            return refusal("A header field holds a control character.")
        }
        if request.headers.contains(where: { $0.name.isEmpty || !$0.name.utf8.allSatisfy(isToken) }) {
            return refusal("A header field has no name, or one of other characters than names have.")
        }
        func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }
        if request.path.utf8.contains(where: isBlank) || request.query?.utf8.contains(where: isBlank) == true {
            return refusal("Its address holds a blank or a control character.")
        }
        return nil
    }

    /// `true` if a body is long, or of unknown length, so that it is only read from a permitted client.
    static func isLong(_ request: Request) -> Bool {
        guard let length = request.header("Content-Length") else { return request.header("Transfer-Encoding") != nil }
        return (Int(length) ?? .max) > ServerLimits.unaskedBodyBytes
    }

    /// RFC 9110 §5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func refusal(_ detail: String) -> Problem {
        Problem(status: 400, kind: "bad-request", title: "The request is none of HTTP", detail: detail)
    }
}
