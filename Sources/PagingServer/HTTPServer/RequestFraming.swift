/// Refuses requests whose end or host two programs may read differently: behind a proxy the rest of one would be read as another client's
/// request ("request smuggling").
///
/// Source: RFC 9112 §3.2 (`Host`), §6.1 (`Transfer-Encoding`), §6.3 (lengths); RFC 9110 §5.5 (field values).
enum RequestFraming {
    /// The reason to refuse a request and close its connection, or `nil` for a good one.
    static func problem(_ request: Request, version: String) -> Problem? {
        func values(_ name: String) -> [String] {
            request.headers.filter { $0.name.lowercased() == name }.map(\.value)
        }
        let (lengths, codings, hosts) = (values("content-length"), values("transfer-encoding"), values("host"))
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
        let texts = request.headers.flatMap { [$0.name, $0.value] }
        if texts.contains(where: { $0.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }) {
            return refusal("A header field holds a control character.")
        }
        if (request.path + (request.query ?? "")).utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
            return refusal("Its address holds a blank or a control character.")
        }
        return nil
    }

    /// `true` if a body is long, or of unknown length, so that it is only read from a permitted client.
    static func isLong(_ request: Request) -> Bool {
        guard let length = request.header("Content-Length") else { return request.header("Transfer-Encoding") != nil }
        return (Int(length) ?? .max) > ServerLimits.unaskedBodyBytes
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func refusal(_ detail: String) -> Problem {
        Problem(status: 400, kind: "bad-request", title: "The request is none of HTTP", detail: detail)
    }
}
