public import Foundation

/// A JSON value of any type, for rows without a Swift type of their own.
///
/// ```swift
/// let row = try JSONValue(parsing: Array(#"{"id": 7, "author": {"name": "Ada"}}"#.utf8))
/// row["author"]?["name"]?.string  // "Ada"
/// row.value(at: "author/name")    // "Ada"
/// row.json                        // {"author":{"name":"Ada"},"id":7}
/// ```
///
/// Numbers keep their value. Integers are exact to 64 bits. Other numbers are the `Double` that prints the same value, or a `Decimal` (38
/// digits) if there is none. The order of an object's members is lost, and so is the spelling of a number (`1.50` is `1.5`, `2.0` is `2`).
///
/// Source: RFC 8259.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number from -2⁶³ to 2⁶³ - 1.
    case integer(Int64)
    /// A whole number from 2⁶³ to 2⁶⁴ - 1.
    case unsigned(UInt64)
    /// A number with a fraction, or beyond 64 bits, that a `Double` prints with the same value. -0 is one too.
    case double(Double)
    /// A number that no `Double` prints with the same value.
    case decimal(Decimal)
    /// A text.
    case string(String)
    /// A list of values.
    case array([JSONValue])
    /// Named values. Of members with the same name the last counts, also if their names differ in their Unicode normalization alone.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The text, or `nil` if the value is not a text.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The Boolean value, or `nil` if the value is not one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The whole number, or `nil` if the value is not one in the range of `Int`.
    public var int: Int? { if case .integer(let value) = self { Int(exactly: value) } else { nil } }

    /// The elements, or `nil` if the value is not an array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members, or `nil` if the value is not an object.
    public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

    /// `true` if this is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// A member of an object, or `nil` if there is none or the value is not an object. Names are compared by their bytes.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let index = members.index(forKey: name),
            members[index].key.utf8.elementsEqual(name.utf8)
        else { return nil }
        return members[index].value
    }

    /// An element of an array, or `nil` if there is none or the value is not an array.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// The value at a path, or `nil` if there is none.
    public func value(at path: FieldPath) -> JSONValue? {
        var value = self
        for name in path.names {
            guard let next = value[name] ?? Int(name).flatMap({ value[$0] }) else { return nil }
            value = next
        }
        return value
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A Boolean value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
    /// A list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object. Of members with the same name the last counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
