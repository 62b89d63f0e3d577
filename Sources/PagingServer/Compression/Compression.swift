internal import CZlib
internal import PagingWire

/// Compression of answers by gzip (RFC 1952), for clients that accept it.
enum Compression {
    /// The media types that are compressed, if the body is long enough.
    private static let types: Set<String> = [MediaType.json, MediaType.problem, MediaType.keys, "text/plain"]

    /// An answer compressed with gzip, or `nil` if it is better sent uncompressed.
    ///
    /// Its `ETag` becomes weak, because the bytes differ (RFC 9110 §8.8.1).
    static func gzip(_ response: Response) -> Response? {
        let type = (response.header(HeaderName.contentType) ?? "").prefix { $0 != ";" }
        guard response.stream == nil, response.header("Content-Encoding") == nil, types.contains(String(type)),
            response.body.count >= ServerLimits.leastCompressedBytes, let room = UInt32(exactly: response.body.count)
        else { return nil }
        // A result that is not shorter is dropped.
        let body = [UInt8](unsafeUninitializedCapacity: Int(room)) { buffer, count in
            count = Int(czlib_gzip(response.body, room, buffer.baseAddress, room - 1, ServerLimits.compressionLevel))
        }
        guard !body.isEmpty else { return nil }
        var compressed = response
        (compressed.body, compressed.contentLength) = (body, body.count)
        compressed.headers = response.headers.map { header in
            header.name == "ETag" && !header.value.hasPrefix("W/") ? (header.name, "W/" + header.value) : header
        }
        compressed.headers.append(("Content-Encoding", "gzip"))
        return compressed
    }
}

extension Request {
    /// `true` if the client accepts gzip. Without `Accept-Encoding` it does not.
    var takesGzip: Bool { weight(of: ["gzip", "x-gzip"]) > 0 }

    /// `true` if the client accepts Brotli (RFC 7932) at least as much as gzip.
    var prefersBrotli: Bool {
        let weight = weight(of: ["br"])
        return weight > 0 && weight >= self.weight(of: ["gzip", "x-gzip"])
    }

    /// The weight of a coding, from 0 to 1 (RFC 9110 §12.5.3).
    ///
    /// - Parameter names: the coding's names.
    private func weight(of names: [String]) -> Double {
        var others = 0.0
        guard let field = header("Accept-Encoding") else { return 0 }
        for part in field.lowercased().split(separator: ",") {
            let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let weight = words.dropFirst().compactMap { $0.hasPrefix("q=") ? Double($0.dropFirst(2)) : nil }.first ?? 1
            if let name = words.first, names.contains(name) { return weight }
            if words.first == "*" { others = weight }
        }
        return others
    }
}
