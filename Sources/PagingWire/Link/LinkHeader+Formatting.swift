extension LinkHeader: CustomStringConvertible {
    /// The header line's value. Parsing it returns the same links.
    public var description: String {
        links.map(\.description).joined(separator: ", ")
    }
}

extension Link: CustomStringConvertible {
    /// The link in the format of a header: `<target>; rel="next"; title="…"`.
    ///
    /// Characters that are not allowed in an address are percent-encoded in the target. Values that are not ASCII are written in the extended
    /// notation of RFC 8187 (`title*`). Control characters, which are not allowed in a header, become spaces, so that no value can start another
    /// header.
    public var description: String {
        var text = "<\(WireAddress.encoded(target))>"
        if !relations.isEmpty { text += "; rel=\(quoted(relations.joined(separator: " ")))" }
        for parameter in parameters {
            let name = parameter.name
            switch parameter.value {
            case nil: text += "; \(name)"
            case let value? where name.hasSuffix("*"): text += "; \(name)=\(ExtendedValue.encode(value))"
            case let value? where value.utf8.allSatisfy { $0 < 0x80 }: text += "; \(name)=\(quoted(value))"
            case let value?: text += "; \(name)*=\(ExtendedValue.encode(value))"
            }
        }
        return text
    }

    private func quoted(_ value: String) -> String {
        // Nearly all values are plain.
        if value.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            return "\"\(value)\""
        }
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                text += "\\"
                text.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}": text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
