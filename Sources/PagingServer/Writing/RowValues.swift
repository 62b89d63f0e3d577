internal import Foundation
internal import PagingWire

/// The column values in a JSON object.
struct RowValues {
    private(set) var columns: [Int] = []
    private(set) var values: [DatabaseValue] = []

    /// Reads an object.
    ///
    /// An `id` that is not a column is the key. In an update it must equal the row's key, and in an insertion it sets the new row's key.
    ///
    /// - Parameter key: the key of the changed row, or `nil` for a new one.
    /// - Throws: a problem that names a member that is not a column, or whose value the column does not accept.
    init(_ object: BodyObject, of list: ListDescription, key: String?) throws(Problem) {
        for (name, value) in object.members {
            if let column = list.column(named: name) {
                columns.append(column)
                values.append(try RowValues.value(value, for: list.columns[column], list.dialect))
            } else if name == "id" {
                try takeID(value.value, of: list, key: key)
            } else {
                throw .unknown("column", name, of: list.columns.map(\.name), status: 400)
            }
        }
        guard Set(columns).count == columns.count else {
            throw .badBody("The key is given twice, as 'id' and by name.")
        }
    }

    private mutating func takeID(_ value: JSONValue, of list: ListDescription, key: String?) throws(Problem) {
        let text = value.string ?? "\(value)"
        if let key {
            guard text == key else {
                throw .badValue("id", "It is the row's key, '\(key)'. Change the key's own column.")
            }
            return
        }
        let identity = try list.identity(text, parameter: "id")
        columns += list.declaredKey ?? []
        values += identity
    }

    private static func value(
        _ member: BodyObject.Member, for column: ListDescription.Column, _ dialect: Dialect
    ) throws(Problem) -> DatabaseValue {
        guard dialect == .sqlite else { return try value(member, for: column) }
        let value = member.value
        let type = column.declaredType.lowercased()
        switch value {
        case .null: return .null
        case .bool(let value): return .integer(value ? 1 : 0)
        case .integer(let number): return .integer(number)
        case .double(let number): return .real(number)
        case .string(let string) where type.contains("blob"):
            return .blob(try bytes(string, column))
        case .string(let string): return text(string)
        case .unsigned, .decimal: throw .badValue(column.name, "SQLite has no number as exact as \(value).")
        case .array, .object: throw hasNoParts(column, value)
        }
    }

    private static func hasNoParts(_ column: ListDescription.Column, _ value: JSONValue) -> Problem {
        .badValue(column.name, "It holds a text, a number or null, no \(value.array == nil ? "object" : "array").")
    }

    /// A value for a column of PostgreSQL, which reads numbers and JSON from their text.
    private static func value(
        _ member: BodyObject.Member, for column: ListDescription.Column
    ) throws(Problem) -> DatabaseValue {
        switch (member.value, column.form) {
        case (.null, _): return .null
        case (_, .json), (_, .composed): return .text(member.text)
        case (.string(let string), .bytes): return .blob(try bytes(string, column))
        case (.string(let string), .text): return text(string)
        case (.array, _), (.object, _): throw hasNoParts(column, member.value)
        default: return .text(member.text)
        }
    }

    fileprivate static func bytes(_ string: String, _ column: ListDescription.Column) throws(Problem) -> [UInt8] {
        guard let data = Data(base64Encoded: string) else {
            throw .badValue(column.name, "It holds bytes, which are written in base64.")
        }
        return Array(data)
    }

    private static func text(_ string: String) -> DatabaseValue { .text(Array(string.utf8)) }
}

extension ListDescription.Column {
    /// The bytes encoded in a text, as in answers, or `nil` if the column does not contain bytes or the text is not base64.
    func bytes(of text: String) -> DatabaseValue? {
        guard form == .bytes || declaredType.lowercased().contains("blob") else { return nil }
        return (try? RowValues.bytes(text, self)).map(DatabaseValue.blob)
    }
}
