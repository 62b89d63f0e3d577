import Foundation
import PagingWire

/// Reads and edits an address's query without changing the escapes in the rest of it.
///
/// `URLComponents` is not used: its setters trap on text that is not percent-encoded, and it rewrites some escapes.
enum Query {
    /// A parameter as it was written, with its name and value decoded.
    struct Parameter: Hashable {
        let text: String
        let name: String
        let value: String

        init(_ text: Substring) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            self.text = String(text)
            name = Query.decoded(parts[0])
            value = parts.count > 1 ? Query.decoded(parts[1]) : ""
        }

        init(name: String, encodedValue: String) {
            text = Query.encoded(name).replacing("=", with: "%3D") + "=" + encodedValue
            self.name = name
            value = Query.decoded(encodedValue[...])
        }

        init(_ name: String, _ value: String) {
            self.init(name: name, encodedValue: Query.encoded(value))
        }
    }

    static func parameters(of url: URL) -> [Parameter] {
        let (_, query) = split(url.absoluteString)
        return (query ?? "").split(separator: "&").map(Parameter.init)
    }

    /// Parameters sorted by name.
    static func parameters(_ values: [String: String]) -> [Parameter] {
        values.sorted { $0.key < $1.key }.map { Parameter($0.key, $0.value) }
    }

    /// `true` if an address differs from another, and only in parameters that are numbers, as `page=3` from `page=2`.
    static func counts(from address: URL, to text: String) -> Bool {
        guard let target = WireAddress.resolve(text, relativeTo: address) else { return false }
        let before = Dictionary(parameters(of: address).map { ($0.name, $0.value) }) { $1 }
        let changed = parameters(of: target).filter { before[$0.name] != $0.value }
        return !changed.isEmpty && changed.allSatisfy { Int($0.value) != nil }
    }

    static func value(_ name: String, in url: URL) -> String? {
        parameters(of: url).first { $0.name == name }?.value
    }

    /// The address with parameters set. Parameters of the same name are replaced, and all others stay.
    static func setting(_ new: [Parameter], in url: URL) -> URL? {
        guard !new.isEmpty else { return url }
        let (path, query) = split(url.absoluteString)
        let names = Set(new.map(\.name))
        let kept = (query ?? "").split(separator: "&").map(Parameter.init).filter { !names.contains($0.name) }
        return URL(string: path + "?" + (kept + new).map(\.text).joined(separator: "&"))
    }

    /// The address without parameters of these names.
    static func removing(_ names: Set<String>, in url: URL) -> URL? {
        let (path, query) = split(url.absoluteString)
        guard let query else { return url }
        let kept = query.split(separator: "&").map(Parameter.init).filter { !names.contains($0.name) }
        return URL(string: kept.isEmpty ? path : path + "?" + kept.map(\.text).joined(separator: "&"))
    }

    /// The address before the query, and the query; the fragment is dropped.
    static func split(_ address: String) -> (path: String, query: String?) {
        let whole = address.prefix { $0 != "#" }
        guard let mark = whole.firstIndex(of: "?") else { return (String(whole), nil) }
        return (String(whole[..<mark]), String(whole[whole.index(after: mark)...]))
    }

    static func decoded(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
    }

    /// A name or value with all characters encoded that are reserved or not allowed in a query.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if isPlain(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                result += hex.count == 1 ? "%0\(hex)" : "%\(hex)"
            }
        }
        return result
    }

    /// A cursor as a parameter's value.
    ///
    /// A cursor that is already percent-encoded is returned unchanged: it contains an escape, and otherwise only characters that are allowed in
    /// a value. Any other is encoded.
    static func encodedCursor(_ text: String) -> String {
        var rest = text.utf8[...]
        var hasEscape = false
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst(), let low = rest.popFirst(), isHex(high), isHex(low) else {
                    return encoded(text)
                }
                hasEscape = true
            } else if !isPlain(byte) {
                return encoded(text)
            }
        }
        return hasEscape ? text : encoded(text)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        Unicode.Scalar(byte).properties.isASCIIHexDigit
    }

    /// Unreserved characters of RFC 3986 §2.3, and the delimiters without a meaning inside a value.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "-._~$/:,@!*()=".utf8.contains(byte)
        }
    }
}
