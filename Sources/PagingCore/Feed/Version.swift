/// A server's opaque name for a state of a list: an entity tag, a date, a state token.
///
/// The core only asks if two are the same. Versions do not tell which of two is newer.
public struct Version: Hashable, Sendable {
    /// The name's UTF-8 bytes.
    public let bytes: [UInt8]

    /// Makes a version of bytes.
    @inlinable
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

#if !hasFeature(Embedded)
    extension Version: CustomStringConvertible, ExpressibleByStringLiteral, Codable {
        /// Makes a version of a string's UTF-8 bytes.
        public init(_ string: some StringProtocol) {
            self.init(bytes: Array(string.utf8))
        }

        /// Makes a version of a literal.
        public init(stringLiteral value: String) {
            self.init(value)
        }

        /// The version as text; bytes that are not UTF-8 read as U+FFFD.
        public var description: String { String(decoding: bytes, as: UTF8.self) }

        /// Reads a version that was written as a string.
        public init(from decoder: any Decoder) throws {
            self.init(try decoder.singleValueContainer().decode(String.self))
        }

        /// Writes the version as a string.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }
    }
#endif
