/// A value of a row. A column of SQLite may contain any of the first five, whatever its declared type.
enum DatabaseValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// Text as bytes, because SQLite does not ensure that text is valid UTF-8.
    case text([UInt8])
    case blob([UInt8])
    /// A value of a JSON type that SQLite lacks, as JSON: a number of any length, `true`, an object. It comes only from PostgreSQL.
    case json([UInt8])

    static func text(_ text: String) -> DatabaseValue { .text(Array(text.utf8)) }

    var int64: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The bytes of a text, a blob or a JSON value; none for others.
    var byteCount: Int {
        switch self {
        case .null, .integer, .real: 0
        case .text(let bytes), .blob(let bytes), .json(let bytes): bytes.count
        }
    }

    /// The text, repaired if it is not UTF-8, or `nil` if the value is not text.
    var string: String? {
        if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
}
