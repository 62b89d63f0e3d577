import Foundation

/// The directives of a `Cache-Control` header.
///
/// Source: RFC 9111 §5.2.
struct CacheControl {
    /// The values of each directive, in order.
    private var values: [String: [String]] = [:]

    init(_ field: String?) {
        var (piece, isQuoted, isEscaped) = ("", false, false)
        for character in (field ?? "") + "," {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
                continue
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                add(piece)
                piece = ""
                continue
            }
            piece.append(character)
        }
        // A quotation mark that is never closed: the directives after it are read anyway, because one may be `no-store`.
        if isQuoted { for part in piece.split(separator: ",") { add(String(part)) } }
    }

    private mutating func add(_ directive: String) {
        let parts = directive.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let name = parts.first?.lowercased(), !name.isEmpty else { return }
        values[name, default: []].append(parts.count > 1 ? parts[1].trimmingCharacters(in: ["\""]) : "")
    }

    /// `true` if a directive concerns the whole answer. `no-cache="Set-Cookie"` does not, and does not weaken a plain `no-cache` beside it.
    func has(_ name: String) -> Bool { values[name]?.contains("") == true }

    /// `true` if a directive is present in any form. `no-store` takes no value, and a value does not weaken it.
    func hasAny(_ name: String) -> Bool { values[name] != nil }

    /// A number of seconds, the least if there are several, or `nil` if there is none. A value that is not a number counts as 0 (RFC 9111
    /// §4.2.1).
    func seconds(_ name: String) -> TimeInterval? {
        values[name]?.map { text in
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
            // Larger numbers count as 2³¹ (RFC 9111 §1.2.2).
            return TimeInterval(min(Int(text) ?? 1 << 31, 1 << 31))
        }.min()
    }
}
