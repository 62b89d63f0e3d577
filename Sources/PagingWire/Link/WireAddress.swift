public import Foundation

/// Addresses as answers carry them: absolute or relative, and not always well written.
public enum WireAddress {
    /// An address with whatever no address may hold percent-encoded, and every escape that is there left as it is.
    ///
    /// So a cursor that came percent-encoded goes back byte for byte (`URL` alone encodes every percent sign of an
    /// address again when it also holds, say, a space). A percent sign that begins no escape becomes `%25`. Brackets stay only
    /// around a host (RFC 3986 §3.2.2).
    public static func encoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let hostEnd = endOfHost(in: bytes)
        var result = ""
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                index + 2 < bytes.count && bytes[index + 1].hexDigit != nil && bytes[index + 2].hexDigit != nil
            let isBracket = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
            let isKept = byte == UInt8(ascii: "%") ? isEscape : byte.isAddressByte && (!isBracket || index < hostEnd)
            if isKept {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += ExtendedValue.escape(byte)
            }
        }
        return result
    }

    /// The first byte behind the host and its port; 0 where the address names none.
    private static func endOfHost(in bytes: [UInt8]) -> Int {
        let marks = Array("/?#".utf8)
        guard let slash = bytes.firstIndex(where: marks.contains), bytes[slash...].starts(with: "//".utf8) else {
            return 0
        }
        return bytes[(slash + 2)...].firstIndex(where: marks.contains) ?? bytes.count
    }

    /// An address as loaders know it: schemes are the same in any case (RFC 3986 §3.1).
    private static func lowercasingScheme(of text: String) -> String {
        guard let end = text.firstIndex(where: ":/?#".contains), text[end] == ":" else { return text }
        return text[..<end].lowercased() + text[end...]
    }

    /// An absolute address.
    ///
    /// - Parameters:
    ///   - text: an address, absolute or relative; empty means the base without its fragment.
    ///   - base: the address of the answer that it was found in.
    /// - Returns: the address by RFC 3986 §5, or `nil` if the text is no address.
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
    fileprivate var isAddressByte: Bool { isAlphanumeric || "-._~:/?#[]@!$&'()*+,;=".utf8.contains(self) }
}
