/// Why bytes are not a JSON document.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Reason: Hashable, Sendable {
        /// The bytes end in the middle of a value.
        case endsEarly
        /// A byte that is not allowed in its place.
        case unexpectedByte(UInt8)
        /// A string with an unknown escape, half a surrogate pair, a raw control character, or bytes that are not UTF-8.
        case badString
        /// A number that is misspelled, or larger than a `Double` can be.
        case badNumber
        /// Arrays and objects within each other, deeper than this many.
        case tooDeep(limit: Int)
    }

    /// The kind of error.
    public let reason: Reason
    /// The error's position, in bytes from the start.
    public let offset: Int

    /// A sentence for people.
    public var description: String {
        switch reason {
        case .endsEarly: "the document ends in the middle of a value, after \(offset) bytes"
        case .unexpectedByte(let byte) where (0x21...0x7E).contains(byte):
            "unexpected '\(Character(Unicode.Scalar(byte)))' at byte \(offset)"
        case .unexpectedByte(let byte): "unexpected byte \(byte) at byte \(offset)"
        case .badString: "a broken string at byte \(offset)"
        case .badNumber: "a number that cannot be read at byte \(offset)"
        case .tooDeep(let limit): "more than \(limit) arrays and objects within each other at byte \(offset)"
        }
    }
}
