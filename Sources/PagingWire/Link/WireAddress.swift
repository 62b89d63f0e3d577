public import Foundation

/// Addresses in answers: absolute or relative, and not always valid.
public enum WireAddress {
    /// An address with all characters percent-encoded that are not allowed in it. Existing escapes stay unchanged.
    ///
    /// A cursor that is already percent-encoded is therefore sent back byte for byte. (`URL` encodes every percent sign of an address again if
    /// it also contains a space, for example.) A percent sign that does not start an escape becomes `%25`. Brackets stay only around a host (RFC
    /// 3986 §3.2.2).
    public static func encoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let hostEnd = endOfHost(in: bytes)
        func isKept(_ index: Int) -> Bool {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                index + 2 < bytes.count && bytes[index + 1].hexDigit != nil && bytes[index + 2].hexDigit != nil
            case UInt8(ascii: "["), UInt8(ascii: "]"): index < hostEnd
            case let byte: byte.isAddressByte
            }
        }
        guard let first = bytes.indices.first(where: { !isKept($0) }) else { return text }
        var result = Array(bytes[..<first])
        for index in first..<bytes.count {
            if isKept(index) { result.append(bytes[index]) } else { result += ExtendedValue.escape(bytes[index]).utf8 }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The index after the host and its port, or 0 if the address has none.
    private static func endOfHost(in bytes: [UInt8]) -> Int {
        let marks = Array("/?#".utf8)
        guard let slash = bytes.firstIndex(where: marks.contains), bytes[slash...].starts(with: "//".utf8) else {
            return 0
        }
        return bytes[(slash + 2)...].firstIndex(where: marks.contains) ?? bytes.count
    }

    /// The address with its scheme in lower case, because schemes are case-insensitive (RFC 3986 §3.1) and loaders expect that.
    private static func lowercasingScheme(of text: String) -> String {
        guard let end = text.firstIndex(where: ":/?#".contains), text[end] == ":" else { return text }
        return text[..<end].lowercased() + text[end...]
    }

    /// An absolute address.
    ///
    /// - Parameters:
    ///   - text: an address, absolute or relative; empty means the base without its fragment.
    ///   - base: the address of the answer that contains it.
    /// - Returns: the address by RFC 3986 §5, or `nil` if the text is not an address.
    public static func resolve(_ text: String, relativeTo base: URL) -> URL? {
        guard text.isEmpty else {
            return URL(string: lowercasingScheme(of: encoded(text)), relativeTo: base)?.absoluteURL
        }
        guard var parts = URLComponents(url: base, resolvingAgainstBaseURL: true) else { return nil }
        parts.fragment = nil
        return parts.url
    }
}

extension UInt8 {
    /// `true` if the byte is allowed in an address (RFC 3986 §2).
    fileprivate var isAddressByte: Bool {
        switch self {
        // !#$&'()*+,-./:;=?@[]_~
        case 0x21, 0x23, 0x24, 0x26...0x2F, 0x3A, 0x3B, 0x3D, 0x3F, 0x40, 0x5B, 0x5D, 0x5F, 0x7E: true
        default: isAlphanumeric
        }
    }
}
