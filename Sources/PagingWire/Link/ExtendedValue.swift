import Foundation

/// Parameter values in the extended notation: `UTF-8'en'%e2%82%ac`.
///
/// Source: RFC 8187 §3.2.
enum ExtendedValue {
    /// Reads a value, or returns `nil` if it is not in this notation or not in UTF-8.
    static func decode(_ text: String) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, String(Substring(parts[0])).lowercased() == "utf-8" else { return nil }
        var bytes: [UInt8] = []
        var rest = parts[2][...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(bytes: bytes, encoding: .utf8)
    }

    /// Writes a value.
    static func encode(_ text: String) -> String {
        text.utf8.reduce(into: "UTF-8''") { result, byte in
            if byte.isAttributeCharacter {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += escape(byte)
            }
        }
    }

    /// A byte as `%XX`.
    static func escape(_ byte: UInt8) -> String {
        let hex = String(byte, radix: 16, uppercase: true)
        return hex.count == 1 ? "%0\(hex)" : "%\(hex)"
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit, or `nil` if the byte is not one.
    var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    /// `attr-char` of RFC 8187 §3.2.1.
    fileprivate var isAttributeCharacter: Bool { isAlphanumeric || "!#$&+-.^_`|~".utf8.contains(self) }
}
