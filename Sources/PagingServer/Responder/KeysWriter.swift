internal import PagingWire

/// Writes the keys of a list's rows in parts, as JSON or in binary format.
struct KeysWriter {
    private var json = JSONBuffer()
    private var compact: KeySnapshotWriter?
    private var isFirst = true
    /// The number of columns in a key.
    private let width: Int

    /// - Parameters:
    ///   - isCompact: `true` for the binary format, whose keys are whole numbers.
    ///   - width: the number of columns in a key.
    ///   - count: the number of keys that will be appended.
    init(isCompact: Bool, width: Int, offset: Int, total: Int, count: Int, version: String?) {
        self.width = width
        if isCompact {
            compact = KeySnapshotWriter(offset: offset, total: total, count: count, version: version)
            return
        }
        json.raw(#"{"paging":{"offset":"#)
        json.integer(offset)
        json.raw(#","totalCount":"#)
        json.integer(total)
        json.raw(#","version":"#)
        json.string(orNull: version)
        json.raw(#"},"ids":["#)
    }

    /// The number of bytes that can be taken.
    var count: Int { compact?.count ?? json.count }

    mutating func append(_ row: DatabaseRow) {
        if compact != nil {
            compact?.append(row.int64(0))
            return
        }
        if !isFirst { json.byte(",") }
        isFirst = false
        if width == 1 { json.column(0, of: row) } else { json.id((0..<width).map { row.value($0) }) }
    }

    /// Writes the end, after the last key.
    mutating func end() {
        if compact == nil { json.raw("]}") }
    }

    /// Returns the bytes written since the last call, and removes them.
    mutating func take() -> [UInt8] {
        if compact != nil { return compact?.take() ?? [] }
        defer { json = JSONBuffer() }
        return json.bytes
    }
}

extension Request {
    /// `true` if the client prefers keys in binary format to JSON (RFC 9110 §12.5.1). A client that does not name that type cannot read it.
    var prefersCompactKeys: Bool {
        // Nearly all clients accept anything.
        guard let field = header("Accept"), field != "*/*" else { return false }
        func weight(of type: String) -> Double {
            for part in field.lowercased().split(separator: ",") {
                let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
                guard words.first == type else { continue }
                return words.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            }
            return 0
        }
        let wanted = weight(of: MediaType.keys)
        return wanted > 0 && wanted >= weight(of: MediaType.json)
    }
}
