internal import PagingWire

/// A section's value in an address: `group=…`, with `groupType=…` if it is not text.
///
/// A column may contain NULL, the empty text, the number 1 and the text "1" side by side, each as its own section. Therefore values that plain
/// text cannot represent have a type: `null`, `integer`, `real`, `blob` (hexadecimal), and `bytes` (hexadecimal) for text that is not UTF-8.
enum GroupValue {
    static let types = ["text", "null", "integer", "real", "blob", "bytes"]

    /// The parameters that identify a section.
    ///
    /// - Parameter isNumeric: `true` if the column converts text to numbers, so that whole numbers need no type.
    static func parameters(_ value: DatabaseValue, isNumeric: Bool) -> [(name: String, value: String)] {
        func typed(_ type: String, _ text: String) -> [(name: String, value: String)] {
            [(ListRequest.Name.group, text), (ListRequest.Name.groupType, type)]
        }
        switch value {
        case .null: return [(ListRequest.Name.groupType, "null")]
        case .integer(let number):
            return isNumeric ? [(ListRequest.Name.group, String(number))] : typed("integer", String(number))
        case .real(let number): return typed("real", number.description)
        case .text(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return typed("bytes", Hexadecimal.encode(bytes))
            }
            return [(ListRequest.Name.group, text)]
        case .blob(let bytes): return typed("blob", Hexadecimal.encode(bytes))
        case .json(let json): return [(ListRequest.Name.group, String(decoding: json, as: UTF8.self))]
        }
    }

    /// Reads a section's value, or returns `nil` if there is none.
    static func read(_ parameters: QueryParameters) throws(Problem) -> DatabaseValue? {
        let type = try parameters.text(ListRequest.Name.groupType)
        let text = try parameters.text(ListRequest.Name.group)
        if type == "null" { return .null }
        guard let text else {
            guard type == nil else {
                throw .badParameter(ListRequest.Name.groupType, "'groupType' needs 'group' with a value.")
            }
            return nil
        }
        let value: DatabaseValue? =
            switch type {
            case nil, "text": .text(text)
            case "integer": Int64(text).map(DatabaseValue.integer)
            case "real": Double(text).flatMap { $0.isNaN ? nil : .real($0) }
            case "blob": Hexadecimal.decode(text).map(DatabaseValue.blob)
            case "bytes": Hexadecimal.decode(text).map(DatabaseValue.text)
            case let other?: throw .unknown("groupType", other, of: types, status: 400)
            }
        guard let value else {
            throw .badParameter(
                ListRequest.Name.group, "'group' cannot be read as \(type ?? "text"): '\(text.prefix(40))'.")
        }
        return value
    }

    /// The title of a section, or `(none)` for NULL.
    static func title(_ value: DatabaseValue) -> String {
        switch value {
        case .null: return "(none)"
        case .integer(let number): return String(number)
        case .real(let number): return number.description
        case .text(let bytes), .json(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .blob(let bytes): return Hexadecimal.encode(bytes.prefix(32)) + (bytes.count > 32 ? "…" : "")
        }
    }
}
