package import PagingWire

/// A row of unknown type with its text, so that it can be written unchanged.
package struct WrittenRow: Decodable, Hashable, Sendable {
    package let value: JSONValue
    /// The row as the server wrote it, without white space between its tokens.
    package let text: [UInt8]

    package init(_ value: JSONValue, text: [UInt8]? = nil) {
        (self.value, self.text) = (value, text ?? Array(value.json.utf8))
    }

    package init(from decoder: any Decoder) throws { self.init(try JSONValue(from: decoder)) }

    package static func == (left: WrittenRow, right: WrittenRow) -> Bool { left.value == right.value }
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension WrittenRow {
    /// Rows with their texts in a document.
    static func rows(_ rows: [JSONValue], in document: some Sequence<UInt8>, _ dialect: Dialect) -> [WrittenRow] {
        let texts = dialect.anchored == nil ? JSONText.elements(at: dialect.items ?? "", in: Array(document)) : nil
        guard let texts, texts.count == rows.count else { return rows.map { WrittenRow($0) } }
        return zip(rows, texts).map { WrittenRow($0, text: $1) }
    }
}

extension Array {
    /// The elements as JSON, or `nil` if their type is known.
    var ofUnknownType: [JSONValue]? { self as? [JSONValue] ?? (self as? [WrittenRow])?.map(\.value) }
}
