internal import PagingWire

/// The answer about one row: `{"id", "version", "object"}`.
enum RowAnswer {
    /// - Parameters:
    ///   - status: 200 or 201.
    ///   - row: the row's new content, or `nil` if it was removed.
    ///   - version: the version of the list with this row, or `nil` if the list has no log.
    static func response(
        _ status: Int, _ row: RowWriter.Row?, removed key: [DatabaseValue]? = nil, version: String?,
        location: String? = nil
    ) -> Response {
        var buffer = JSONBuffer()
        buffer.raw(#"{"id":"#)
        if let identity = row?.identity ?? key { buffer.id(identity) } else { buffer.raw("null") }
        buffer.raw(#","version":"#)
        buffer.string(orNull: version)
        if let row {
            buffer.raw(#","object":"#)
            buffer.raw(row.object.bytes)
        }
        buffer.byte("}")
        return Response(status: status, headers: headers(location: location, tag: row?.tag), body: buffer.bytes)
    }

    static func headers(location: String?, tag: String?) -> [(name: String, value: String)] {
        var headers = [(name: HeaderName.contentType, value: MediaType.json), ("Cache-Control", "no-cache")]
        if let location { headers.append(("Location", location)) }
        if let tag { headers.append(("ETag", tag)) }
        return headers
    }

    /// The address of a row, by its key.
    static func address(_ list: ListDescription, _ identity: [DatabaseValue]) -> String {
        var buffer = JSONBuffer()
        buffer.id(identity)
        let text = (try? JSONValue(parsing: buffer.bytes)).map { $0.string ?? "\($0)" } ?? ""
        return "/lists/\(PercentEncoding.encode(list.name))/rows/\(PercentEncoding.encode(text))"
    }
}
