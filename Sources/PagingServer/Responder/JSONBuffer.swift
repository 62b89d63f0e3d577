/// Writes JSON (RFC 8259) as bytes, piece by piece.
///
/// Each call writes correct JSON. It does not check that successive pieces form a value.
struct JSONBuffer {
    private(set) var bytes: [UInt8] = []

    /// Makes a buffer that starts with existing bytes.
    init(bytes: [UInt8] = []) { self.bytes = bytes }

    var count: Int { bytes.count }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    /// Writes one punctuation character.
    mutating func byte(_ scalar: Unicode.Scalar) { bytes.append(UInt8(ascii: scalar)) }

    /// Writes text that is already JSON.
    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Writes bytes that are already JSON.
    mutating func raw(_ json: some Collection<UInt8>) { bytes.append(contentsOf: json) }

    mutating func integer(_ value: some FixedWidthInteger) {
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Writes a number. One that is not finite, which JSON lacks, is written as the text `"Infinity"`, `"-Infinity"` or `"NaN"`.
    mutating func real(_ value: Double) {
        if value.isFinite {
            bytes.append(contentsOf: value.description.utf8)
        } else {
            string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
        }
    }

    mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string(valid: UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes as text. Bytes that are not UTF-8 become U+FFFD.
    mutating func string(_ text: UnsafeRawBufferPointer) {
        if text.allSatisfy({ $0 < 0x80 }) {
            string(valid: text)
        } else {
            string(String(decoding: text, as: UTF8.self))
        }
    }

    private mutating func string(valid text: UnsafeRawBufferPointer) {
        byte("\"")
        var rest = text
        while let place = rest.firstIndex(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<place]))
            escape(rest[place])
            rest = UnsafeRawBufferPointer(rebasing: rest[(place + 1)...])
        }
        bytes.append(contentsOf: rest)
        byte("\"")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22: raw(#"\""#)
        case 0x5C: raw(#"\\"#)
        case 0x0A: raw(#"\n"#)
        case 0x0D: raw(#"\r"#)
        case 0x09: raw(#"\t"#)
        default:
            raw(#"\u00"#)
            bytes.append(Hexadecimal.digit(byte >> 4))
            bytes.append(Hexadecimal.digit(byte & 15))
        }
    }

    /// Writes bytes as text in base64 (RFC 4648 §4).
    mutating func base64(_ data: UnsafeRawBufferPointer) {
        byte("\"")
        bytes.reserveCapacity(bytes.count + (data.count + 2) / 3 * 4)
        var index = 0
        while index < data.count {
            let left = data.count - index
            let group =
                UInt32(data[index]) << 16 | (left > 1 ? UInt32(data[index + 1]) << 8 : 0)
                | (left > 2 ? UInt32(data[index + 2]) : 0)
            bytes.append(JSONBuffer.base64Digit(group >> 18))
            bytes.append(JSONBuffer.base64Digit(group >> 12 & 63))
            bytes.append(left > 1 ? JSONBuffer.base64Digit(group >> 6 & 63) : UInt8(ascii: "="))
            bytes.append(left > 2 ? JSONBuffer.base64Digit(group & 63) : UInt8(ascii: "="))
            index += 3
        }
        byte("\"")
    }

    private static func base64Digit(_ value: UInt32) -> UInt8 {
        switch UInt8(value) {
        case let value where value < 26: UInt8(ascii: "A") + value
        case let value where value < 52: UInt8(ascii: "a") + value - 26
        case let value where value < 62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}

extension JSONBuffer {
    /// Writes a column of a row: blobs in base64, text repaired to UTF-8, integers in full.
    mutating func column(_ index: Int, of row: SQLiteRow) {
        switch row.kind(index) {
        case .null: raw("null")
        case .integer: integer(row.int64(index))
        case .real: real(row.double(index))
        case .text: row.withBytes(index) { string($0) }
        case .blob: row.withBytes(index) { base64($0) }
        }
    }

    /// Writes a value like ``column(_:of:)``.
    mutating func value(_ value: DatabaseValue) {
        switch value {
        case .null: raw("null")
        case .integer(let number): integer(number)
        case .real(let number): real(number)
        case .text(let text): text.withUnsafeBytes { string($0) }
        case .blob(let data): data.withUnsafeBytes { base64($0) }
        case .json(let json): raw(json)
        }
    }
}
