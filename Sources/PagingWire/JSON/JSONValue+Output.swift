import Foundation

extension JSONValue: CustomStringConvertible {
    /// The value as JSON on one line, without spaces, with members sorted by name. Equal values have equal text.
    ///
    /// A number that JSON cannot represent (an infinite `Double`) is written as `null`.
    public var json: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same as ``json``.
    public var description: String { json }

    /// Appends the same text as ``json``, as UTF-8. A file of many rows needs no string for each.
    public func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += value.description.utf8
        case .unsigned(let value): bytes += value.description.utf8
        case .double(let value): bytes += (value.isFinite ? value.description : "null").utf8
        case .decimal(let value): bytes += (value.isFinite ? value.description : "null").utf8
        case .string(let value): JSONValue.write(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(.comma) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(.comma) }
                JSONValue.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(.quote)
        for byte in text.utf8 {
            switch byte {
            case .quote, .backslash: bytes += [.backslash, byte]
            case 0x0A: bytes += #"\n"#.utf8
            case 0x0D: bytes += #"\r"#.utf8
            case 0x09: bytes += #"\t"#.utf8
            case 0..<0x20:
                bytes += #"\u00"#.utf8
                bytes += [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 }
            default: bytes.append(byte)
            }
        }
        bytes.append(.quote)
    }
}
