internal import Foundation
internal import PagingWire

/// The values that a JSON object gives to columns.
struct RowValues {
    private(set) var columns: [Int] = []
    private(set) var values: [SQLiteValue] = []

    /// Reads an object.
    ///
    /// An `id` that is no column is the key: where a row is changed it must be the row's own, and a new row's key is set by it.
    ///
    /// - Parameter key: the key of the row that is changed; `nil` for a new one.
    /// - Throws: a problem that names the member that is no column, or whose value the column cannot take.
    init(_ object: JSONValue, of list: ListDescription, key: String?) throws(Problem) {
        guard case .object(let members) = object else { return }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if let column = list.column(named: name) {
                columns.append(column)
                values.append(try RowValues.value(value, for: list.columns[column], list.dialect))
            } else if name == "id" {
                try takeID(value, of: list, key: key)
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
        _ value: JSONValue, for column: ListDescription.Column, _ dialect: Dialect
    ) throws(Problem) -> SQLiteValue {
        let type = column.declaredType.lowercased()
        switch value {
        case .null: return .null
        case .bool(let value): return dialect == .sqlite ? .integer(value ? 1 : 0) : text("\(value)")
        case .integer(let number): return .integer(number)
        case .double(let number): return .real(number)
        case .string(let string) where type.contains("blob"):
            guard let data = Data(base64Encoded: string) else {
                throw .badValue(column.name, "It holds bytes, which are written in base64.")
            }
            return .blob(Array(data))
        case .string(let string): return text(string)
        case .unsigned, .decimal:
            guard dialect == .postgres else {
                throw .badValue(column.name, "SQLite has no number as exact as \(value).")
            }
            return text("\(value)")
        case .array, .object:
            guard dialect == .postgres, type.hasPrefix("json") else {
                throw .badValue(
                    column.name, "It holds a text, a number or null, no \(value.array == nil ? "object" : "array").")
            }
            return text(value.json)
        }
    }

    private static func text(_ string: String) -> SQLiteValue { .text(Array(string.utf8)) }
}
