internal import PagingWire

/// A value in a text table: its bytes, or none for `null`.
struct TableCell: Sendable {
    /// Text unchanged, anything else as JSON, or `nil` for null and for missing values.
    let bytes: [UInt8]?

    /// - Parameter text: the value as the server wrote it, or `nil` if only the value is known.
    init(_ value: JSONValue?, text: [UInt8]? = nil) {
        switch value {
        case nil, .null?: bytes = nil
        case .string(let text)?: bytes = Array(text.utf8)
        case let value?:
            if let text {
                bytes = text
                return
            }
            var json: [UInt8] = []
            value.write(to: &json)
            bytes = json
        }
    }

    /// Appends a line of comma-separated values.
    ///
    /// An empty text is quoted and null is not, because PostgreSQL distinguishes them. A line with a single null is quoted as well, because
    /// readers skip empty lines.
    ///
    /// Source: RFC 4180 §2.
    static func writeCSV(_ cells: [TableCell], to line: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            guard let bytes = cell.bytes else {
                if cells.count == 1 { line += "\"\"".utf8 }
                continue
            }
            let isQuoted = bytes.isEmpty || bytes.contains { ",\"\r\n".utf8.contains($0) } || bytes == endOfData
            guard isQuoted else {
                line += bytes
                continue
            }
            line.append(UInt8(ascii: "\""))
            for byte in bytes {
                if byte == UInt8(ascii: "\"") { line.append(byte) }
                line.append(byte)
            }
            line.append(UInt8(ascii: "\""))
        }
        line += "\r\n".utf8
    }

    /// The end of a COPY command's data, if it is alone on its line.
    private static let endOfData = Array("\\.".utf8)

    /// Appends a line of values separated by tabs.
    ///
    /// Source: PostgreSQL's documentation of COPY, "Text Format".
    static func writeTSV(_ cells: [TableCell], to line: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { line.append(UInt8(ascii: "\t")) }
            guard let bytes = cell.bytes else {
                line += "\\N".utf8
                continue
            }
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "\\"): line += "\\\\".utf8
                case 0x08: line += "\\b".utf8
                case 0x09: line += "\\t".utf8
                case 0x0A: line += "\\n".utf8
                case 0x0B: line += "\\v".utf8
                case 0x0C: line += "\\f".utf8
                case 0x0D: line += "\\r".utf8
                default: line.append(byte)
                }
            }
        }
        line.append(UInt8(ascii: "\n"))
    }
}
