/// The error if bytes are not a JSON document.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Reason: Hashable, Sendable {
        /// The bytes end in the middle of a value.
        case endsEarly
        /// A byte that is not allowed in its place.
        case unexpectedByte(UInt8)
        /// A string with a wrong escape, a raw control character, or bytes that are not UTF-8. An unpaired surrogate is allowed, and becomes
        /// U+FFFD.
        case badString
        /// A number with a syntax error, or larger than the largest `Double`.
        case badNumber
        /// Arrays and objects are nested deeper than this limit.
        case tooDeep(limit: Int)
    }

    /// The kind of error.
    public let reason: Reason
    /// The error's position, in bytes from the start.
    public let offset: Int

    /// A sentence that describes the error.
    public var description: String {
        switch reason {
        case .endsEarly: "the document ends in the middle of a value, after \(offset) bytes"
        case .unexpectedByte(let byte) where (0x21...0x7E).contains(byte):
            "unexpected '\(Character(Unicode.Scalar(byte)))' at byte \(offset)"
        case .unexpectedByte(let byte):
            "unexpected byte 0x\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true)) at byte \(offset)"
        case .badString: "a broken string at byte \(offset)"
        case .badNumber: "a number that cannot be read at byte \(offset)"
        case .tooDeep(let limit): "more than \(limit) arrays and objects within each other at byte \(offset)"
        }
    }
}
