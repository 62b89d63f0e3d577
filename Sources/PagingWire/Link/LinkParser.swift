/// Parses the links of one `Link` header line.
///
/// It follows the algorithm of RFC 8288 Appendix B, with one difference: after an error it continues after the next comma, so that one broken
/// link does not affect the others.
struct LinkParser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ field: String) {
        bytes = Array(field.utf8)
    }

    mutating func links() -> [Link] {
        var links: [Link] = []
        while index < bytes.count {
            // Empty list elements are legal (RFC 9110 §5.6.1).
            skip { $0 == .comma || $0.isOptionalSpace }
            guard index < bytes.count else { break }
            if let link = link() { links.append(link) } else { skip { $0 != .comma } }
        }
        return links
    }

    /// Parses `<target>; name=value; …`, or returns `nil` if it is broken. The search for the next comma may then continue at the index.
    private mutating func link() -> Link? {
        guard let target = target() else { return nil }
        var relations: String?
        var parameters: [Link.Parameter] = []
        while true {
            skip(\.isOptionalSpace)
            guard let byte = peek, byte != .comma else { break }
            guard byte == .semicolon else { return nil }
            index += 1
            skip(\.isOptionalSpace)
            let name = text { $0 != .equals && $0 != .semicolon && $0 != .comma && !$0.isOptionalSpace }
            skip(\.isOptionalSpace)
            var value: String?
            if peek == .equals {
                index += 1
                skip(\.isOptionalSpace)
                guard let read = peek == .quote ? quoted() : token() else { return nil }
                value = read
            }
            if name.isEmpty { continue }
            var parameter = Link.Parameter(name, value)
            if name.hasSuffix("*") { parameter.value = value.map { ExtendedValue.decode($0) ?? $0 } }
            // Only the first `rel` counts (RFC 8288 §3.3).
            if parameter.name == "rel" { relations = relations ?? value ?? "" } else { parameters.append(parameter) }
        }
        // Some servers write `rel='next'`, a token that includes its quotation marks.
        let types = (relations ?? "").split { $0 == " " || $0 == "\t" || $0 == "'" }.map(String.init)
        return Link(target, relations: types, parameters: parameters)
    }

    /// Parses `<target>`. Commas and semicolons inside are part of it. A second `<` means that the first was never closed.
    private mutating func target() -> String? {
        guard peek == .less else { return nil }
        index += 1
        var target = text { $0 != .greater && $0 != .less }
        while peek == .less {
            index += 1
            target = text { $0 != .greater && $0 != .less }
        }
        guard peek == .greater else { return nil }
        index += 1
        return target.trimmed
    }

    /// Parses `"…"` with its escapes. If it is never closed, there is no value, and the index stays after its first quotation mark.
    private mutating func quoted() -> String? {
        index += 1
        var value: [UInt8] = []
        var position = index
        while position < bytes.count {
            switch bytes[position] {
            case .quote:
                index = position + 1
                return String(decoding: value, as: UTF8.self)
            case .backslash where position + 1 < bytes.count:
                value.append(bytes[position + 1])
                position += 2
            default:
                value.append(bytes[position])
                position += 1
            }
        }
        return nil
    }

    private mutating func token() -> String? {
        text { $0 != .semicolon && $0 != .comma }.trimmed
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(_ matches: (UInt8) -> Bool) {
        while index < bytes.count, matches(bytes[index]) { index += 1 }
    }

    private mutating func text(_ matches: (UInt8) -> Bool) -> String {
        let start = index
        skip(matches)
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }
}

extension UInt8 {
    static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")
    static let equals = UInt8(ascii: "=")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let less = UInt8(ascii: "<")
    static let greater = UInt8(ascii: ">")

    /// Space or tab, which HTTP allows around separators (RFC 9110 §5.6.3).
    var isOptionalSpace: Bool { self == 0x20 || self == 0x09 }
}

extension String {
    /// The string without spaces and tabs at its ends.
    fileprivate var trimmed: String {
        var view = self[...]
        while let first = view.utf8.first, first.isOptionalSpace { view = view.dropFirst() }
        while let last = view.utf8.last, last.isOptionalSpace { view = view.dropLast() }
        return String(view)
    }
}
